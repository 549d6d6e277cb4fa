/// Galaxies strewn over the sky: each layer has four times as many as the one before, half as large.
struct GalaxyField: Sendable {
    let seed: UInt32
    private static let spacing: Float = 0.50
    private static let density: Float = 0.55
    private static let shrinking: Float = 0.66
    private static let dimming: Float = 0.80
    /// The distance in pixels at which the layers end.
    private static let finest: Float = 10

    func draw(on band: inout Band) {
        var spacing = Self.spacing, radius: Float = 0.024, light: Float = 1.5
        var layer: UInt32 = 0
        while spacing > Self.finest * band.frame.pixel {
            draw(seed &+ layer, spacing: spacing, size: (radius, light), on: &band)
            layer += 1
            spacing /= 2
            radius *= Self.shrinking
            light *= Self.dimming
        }
    }

    private func draw(
        _ seed: UInt32, spacing: Float, size: (radius: Float, light: Float), on band: inout Band
    ) {
        let frame = band.frame, margin = size.radius * 8
        let low = frame.y(row: Float(band.rows.upperBound)) - margin
        let high = frame.y(row: Float(band.rows.lowerBound)) + margin
        let side = frame.halfWidth + margin
        for cellY in Int((low / spacing).rounded(.down))...Int((high / spacing).rounded(.down)) {
            for cellX in Int(
                (-side / spacing).rounded(.down))...Int((side / spacing).rounded(.down))
            {
                var chance = RandomSequence(seed, cellX, cellY)
                guard chance.next() < Self.density else { continue }
                let x = (Float(cellX) + chance.next()) * spacing
                let y = (Float(cellY) + chance.next()) * spacing
                Self.galaxy(x, y, size, &chance, frame).draw(on: &band)
            }
        }
    }

    private static func galaxy(
        _ x: Float, _ y: Float, _ size: (radius: Float, light: Float),
        _ chance: inout RandomSequence,
        _ frame: Frame
    ) -> Galaxy {
        let angle = Lanes(repeating: chance.next() * 0.5)
        let share = chance.next(), kind = chance.next(), far = chance.next()
        let radius = size.radius * (0.45 + 0.9 * share * share)
        let light = size.light * (0.3 + 0.9 * chance.next() * share)
        let blue = (light * (0.42 - 0.10 * far), light * 0.58, light * (0.85 - 0.25 * far))
        let red = (light * 0.95, light * (0.62 - 0.28 * far), light * (0.36 - 0.26 * far))
        let isSpiral = kind < 0.55
        return Galaxy(
            column: frame.column(x: x), row: frame.row(y: y),
            radius: max(0.5, radius / frame.pixel), ratio: 0.22 + 0.75 * chance.next(),
            cosine: angle.cosineOfTurns[0], sine: angle.sineOfTurns[0],
            core: (light * 1.5, light * 1.1, light * 0.7), disc: isSpiral ? blue : red,
            arms: isSpiral ? 0.75 : 0, phase: chance.next())
    }
}
