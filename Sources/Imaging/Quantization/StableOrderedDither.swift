internal import Synchronization

/// Ordered dithering with a pattern fixed to the photo.
///
/// A pixel's register depends only on its colour and its position in the photo, so nothing shimmers
/// when the view moves. The palette is halved and the pattern weak, because the number of bytes
/// limits the frame rate. Over five photos at 1280x720 (at rest 1.84 MB): all registers 1.69 MB,
/// colour error dE .72; 128 registers .84 MB, 1.18; 96 registers .76 MB, 1.38; 64 registers .55 MB,
/// 1.66. A pattern of up to 6 codes doubles the bytes of a smooth dark sky; a pattern of 1 code
/// adds a fifth and hides the sky's bands. One register for two pixels would save more bytes, but
/// only half of a pair at the window's edge is known.
package final class StableOrderedDither {
    private let lookup: ColourLookup
    /// The dither offset of each pixel in a tile of 8 x 8, in codes.
    private let offsets: WorkingMemory<Int>

    /// The largest dither offset, in codes.
    private static let strength = 1

    /// Creates a dither; with `isDithered` false, smooth areas show bands but need fewer bytes.
    package init(_ table: ColourTable, isDithered: Bool = true) {
        lookup = ColourLookup(table)
        let strength = isDithered && !table.palette.isExact ? Self.strength : 0
        offsets = WorkingMemory(
            BayerPattern.thresholds.map { threshold in
                Int((Double(2 * threshold - 63) / 63 * Double(strength)).rounded())
            })
    }

    /// Writes the registers of `rows` of `raster` to `columns`, in the layout of `RegisterColumns`.
    ///
    /// `anchor` is the position of the raster's first pixel in the photo. With `range`, only these
    /// columns of the raster are written. Hot: runs for every pixel of a frame while the photo
    /// moves.
    package func quantise(
        _ rows: Range<Int>, of raster: Raster, at anchor: PixelPoint, only range: Range<Int>? = nil,
        into columns: UnsafeMutablePointer<RegisterColumns.Register>
    ) {
        let width = raster.size.width
        let range = range ?? 0..<width
        raster.pixels.withUnsafeBufferPointer { pixels in
            guard let pixels = pixels.baseAddress else { return }
            for (index, row) in rows.enumerated() {
                quantise(
                    pixels + row * width * Raster.bytesPerPixel, range,
                    at: PixelPoint(x: anchor.x & 7, y: (anchor.y + row) & 7), into: columns + index)
            }
        }
    }

    private func quantise(
        _ pixels: UnsafePointer<UInt8>, _ range: Range<Int>, at phase: PixelPoint,
        into columns: UnsafeMutablePointer<RegisterColumns.Register>
    ) {
        let table = lookup.table.entries
        let offsets = offsets.base + phase.y &* 8
        lookup.table.levels.withKeys { red, green, blue in
            for x in range {
                let pixel = pixels + x &* Raster.bytesPerPixel
                let offset = offsets[(x &+ phase.x) & 7]
                let key = Int(
                    red[Self.code(pixel[0], offset)] | green[Self.code(pixel[1], offset)]
                        | blue[Self.code(pixel[2], offset)])
                var register = table[key].load(ordering: .relaxed)
                if register == 0 { register = lookup.fill(around: key) }
                columns[x &* RegisterColumns.stride] = register &- 1
            }
        }
    }

    @inline(__always)
    private static func code(_ code: UInt8, _ offset: Int) -> Int {
        min(max(Int(code) &+ offset, 0), 255)
    }
}

extension Palette {
    /// The maximum number of colours in a moving frame: half the usual number, to reduce the bytes
    /// per frame.
    package static let movingLimit = usualLimit / 2

    /// Returns a palette of at most `limit` colours for moving frames.
    ///
    /// An exact palette is returned unchanged unless `limit` is below `movingLimit` and the palette
    /// exceeds `limit`. Any other result has about half of the colours at most, among them the
    /// darkest and the reserved colour.
    package func moving(limit: Int = movingLimit) -> Palette {
        let choice = usual ?? percents
        guard !isExact || choice.count > limit && limit < Self.movingLimit else { return self }
        let positions = choice.map { OKLab.position(of: $0.shown) }
        let points = positions.map { SIMD4($0.x, $0.y, $0.z, 1) }
        // The darkest colour and the reserved colour count towards the limit.
        let room = limit - (reserved == nil ? 1 : 2)
        var clusters = ColourClusters(points, count: max(2, min(points.count / 2, room)))
        for _ in 0..<4 { clusters.refine() }
        var kept = Set(clusters.centres.compactMap { Self.nearest(to: $0, in: positions) })
        // An average of dark colours would make a black sky gray.
        if let darkest = positions.indices.min(by: { positions[$0].x < positions[$1].x }) {
            kept.insert(darkest)
        }
        let colours = kept.sorted().map { choice[$0] }
        guard let reserved else { return Palette(colours) }
        let beside = percents[reserved]
        return Palette(colours.filter { $0 != beside } + [beside], reserving: beside)
    }

    private static func nearest(to centre: SIMD4<Float>, in positions: [SIMD4<Float>]) -> Int? {
        let distances = positions.map { ColourClusters.squaredDistance($0, centre) }
        return distances.indices.min { distances[$0] < distances[$1] }
    }
}
