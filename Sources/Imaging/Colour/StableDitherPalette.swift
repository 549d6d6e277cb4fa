/// The half of a palette's registers that a moving picture keeps to, and the table to find them by.
package final class StableDitherPalette: Sendable {
    let table: ColourTable
    /// The palette's register for each of those kept.
    let registers: [UInt8]

    package init(_ palette: Palette) {
        let kept = palette.isExact ? Array(palette.colours.indices) : Self.half(of: palette)
        table = ColourTable(Palette(kept.map { palette.percents[$0] }, isExact: palette.isExact))
        registers = kept.map { UInt8($0) }
    }

    /// Half of the palette's registers, as far from one another as groups of its colours are.
    private static func half(of palette: Palette) -> [Int] {
        let places = palette.colours.map { OKLab.place(of: $0) }
        let points = places.map { SIMD4($0.x, $0.y, $0.z, 1) }
        var clusters = ColourClusters(points, count: max(2, points.count / 2))
        for _ in 0..<4 { clusters.refine() }
        var kept = Set(clusters.centres.compactMap { nearest(to: $0, in: places) })
        if let reserved = palette.reserved { kept.insert(reserved) }
        return kept.sorted()
    }

    private static func nearest(to centre: SIMD4<Float>, in places: [SIMD4<Float>]) -> Int? {
        let distances = places.map { ColourClusters.squaredDistance($0, centre) }
        return distances.indices.min { distances[$0] < distances[$1] }
    }
}
