/// Chooses the colours that show a photo best in a terminal's registers.
///
/// Meant to run once for each photo, on a raster of all of it, so that colours stay when it moves.
package struct PaletteBuilder: Sendable {
    private let registers: Int

    /// - Precondition: `registers` is at least 2.
    package init(registers: Int) {
        precondition(registers >= 2, "a picture needs two colours")
        self.registers = registers
    }

    package func palette(of raster: Raster) -> Palette {
        precondition(!raster.size.isEmpty, "a photo has pixels")
        if let few = fewColours(of: raster) { return Palette(few, isExact: true) }
        let samples = ColourSamples(of: raster)
        if samples.isGray { return Palette(grayRamp(samples)) }
        return Palette(clustered(samples))
    }

    /// The palette of a photo that is shown beside an area of one colour, which keeps its register.
    package func palette(of raster: Raster, including other: RGBColour) -> Palette {
        let palette = PaletteBuilder(registers: max(2, registers - 1)).palette(of: raster)
        let colour = PercentColour(nearest: other)
        return Palette(
            distinct(palette.percents + [colour]), isExact: palette.isExact, reserving: colour)
    }

    /// The raster's colours on the terminal's grid, where the registers suffice for all of them and the
    /// grid keeps them apart.
    ///
    /// A dark sky may have few colours too, but more of them than the grid: it would band undithered.
    private func fewColours(of raster: Raster) -> [PercentColour]? {
        var colours: [UInt32: PercentColour] = [:]
        var last: UInt32?
        let fit = raster.pixels.withUnsafeBytes { bytes in
            for offset in stride(from: 0, to: bytes.count, by: Raster.bytesPerPixel) {
                let pixel = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
                if pixel == last { continue }
                last = pixel
                guard colours[pixel] == nil else { continue }
                if colours.count == registers { return false }
                let colour = RGBColour(
                    red: bytes[offset], green: bytes[offset + 1], blue: bytes[offset + 2])
                colours[pixel] = PercentColour(nearest: colour)
            }
            return true
        }
        let few = distinct(Array(colours.values))
        return fit && few.count == colours.count ? few : nil
    }

    /// Grays from the photo's darkest to its lightest, evenly; a percent apart if the registers suffice.
    private func grayRamp(_ samples: ColourSamples) -> [PercentColour] {
        let used = samples.red.indices.filter { samples.red[$0] > 0 }
        guard let first = used.first, let last = used.last else { return [] }
        let darkest = first * 100 / 255
        let lightest = (last * 100 + 254) / 255
        let count = min(registers, lightest - darkest + 1)
        return (0..<count).map { step in
            let gray = darkest + (lightest - darkest) * step / max(1, count - 1)
            return PercentColour(red: UInt8(gray), green: UInt8(gray), blue: UInt8(gray))
        }
    }

    private func clustered(_ samples: ColourSamples) -> [PercentColour] {
        var clusters = ColourClusters(ColourHistogram(samples).points, count: registers)
        for _ in 0..<Self.steps { clusters.refine() }
        let colours = Set(clusters.centres.map(onGrid))
        return distinct(Array(colours) + others(than: colours, in: clusters))
    }

    // With 12 steps dE .461 instead of .462.
    private static let steps = 4

    /// Colours for the registers that are left where several centres fell on one place of the grid.
    ///
    /// In a dark photo a quarter are left. They go to the places of the grid whose points are
    /// shown worst.
    // One register in 16 kept for rare colours, those shown worst by the root of how often they occur: 3 %
    // fewer bytes, a galaxy's core nearer (dE .785 -> .767), five photos alike (.357 -> .361). But half of
    // those registers, which a moving frame keeps to, lacked black: a black sky was shown as 33.
    private func others(
        than colours: Set<PercentColour>, in clusters: ColourClusters
    ) -> [PercentColour] {
        guard colours.count < registers else { return [] }
        let shown = clusters.centres.map { OKLab.place(of: onGrid($0).shown) }
        var errors: [PercentColour: Float] = [:]
        for (point, cluster) in zip(clusters.points, clusters.cluster) {
            let error = ColourClusters.squaredDistance(point, shown[cluster]) * point.w
            errors[onGrid(point), default: 0] += error
        }
        let worst = errors.filter { !colours.contains($0.key) }
            .sorted { ($0.value, $0.key.rank) > ($1.value, $1.key.rank) }
        return worst.prefix(registers - colours.count).map(\.key)
    }

    private func onGrid(_ place: SIMD4<Float>) -> PercentColour {
        let light = OKLab.light(at: place)
        return PercentColour(
            nearest: RGBColour(red: code(light.x), green: code(light.y), blue: code(light.z)))
    }

    private func code(_ light: Float) -> UInt8 {
        let step = (light * Float(LinearLight.steps)).rounded()
        return LinearLight.codeOfStep[Int(min(max(step, 0), Float(LinearLight.steps)))]
    }

    /// Each colour once, from dark to light, so that equal photos have equal palettes.
    private func distinct(_ colours: [PercentColour]) -> [PercentColour] {
        Set(colours).sorted { $0.rank < $1.rank }
    }
}

extension PercentColour {
    /// An order by lightness, roughly, without ties.
    fileprivate var rank: Int {
        (Int(red) * 3 + Int(green) * 6 + Int(blue)) << 24 | Int(red) << 16 | Int(green) << 8
            | Int(blue)
    }
}
