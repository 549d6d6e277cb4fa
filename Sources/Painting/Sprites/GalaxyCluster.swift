/// A cluster of old galaxies about a place, and the arcs that its gravity draws of those behind.
struct GalaxyCluster: Sendable {
    let seed: UInt32
    let x: Float
    let y: Float
    private static let members = 120
    private static let arcs = 34

    func draw(on band: inout Band) {
        for index in 0..<Self.members { member(index, band.frame).draw(on: &band) }
        for index in 0..<Self.arcs { arc(index, band.frame).draw(on: &band) }
    }

    /// Yellow ellipses, denser and larger towards the middle.
    private func member(_ index: Int, _ frame: Frame) -> Galaxy {
        var chance = RandomSequence(seed, index, 1)
        let away = chance.next(), isChief = index < 3
        let distance = isChief ? Float(index) * 0.10 : 0.06 + 0.85 * away * away
        let around = Lanes(repeating: chance.next()), axis = Lanes(repeating: chance.next() * 0.5)
        let size = chance.next()
        let light: Float = isChief ? 1.5 : 0.35 + 0.75 * size
        return Galaxy(
            column: frame.column(x: x + distance * around.cosineOfTurns[0]),
            row: frame.row(y: y + distance * around.sineOfTurns[0] * 0.8),
            radius: max(0.5, (isChief ? 0.034 : 0.006 + 0.012 * size * size) / frame.pixel),
            ratio: 0.55 + 0.42 * chance.next(), cosine: axis.cosineOfTurns[0],
            sine: axis.sineOfTurns[0], core: (light * 1.4, light * 1.1, light * 0.75),
            disc: (light * 0.52, light * 0.38, light * 0.23))
    }

    /// Thin blue or red arcs that lie across the direction to the middle, and bend about it.
    private func arc(_ index: Int, _ frame: Frame) -> Galaxy {
        var chance = RandomSequence(seed, index, 2)
        let distance = 0.24 + 0.34 * chance.next()
        let around = Lanes(repeating: chance.next())
        let cosine = around.cosineOfTurns[0], sine = around.sineOfTurns[0]
        let length = 0.018 + 0.040 * chance.next() * chance.next()
        let light = 0.30 + 0.45 * chance.next(), isRed = chance.next() < 0.3
        let colour =
            isRed ? (light, light * 0.45, light * 0.22) : (light * 0.45, light * 0.70, light)
        return Galaxy(
            column: frame.column(x: x + distance * cosine), row: frame.row(y: y + distance * sine),
            radius: max(0.6, length / frame.pixel), ratio: 0.055 + 0.05 * chance.next(),
            cosine: -sine, sine: cosine, bend: distance / frame.pixel, core: colour, disc: colour)
    }
}
