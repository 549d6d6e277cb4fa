/// Stars strewn over the sky: each layer has four times as many as the one before, and fainter.
///
/// The layers go on until their stars lie a few pixels apart, so a larger picture has more stars.
struct StarField: Sendable {
    let seed: UInt32
    /// The cell of the first layer, in units.
    let spacing: Float
    /// The share of cells that have a star.
    let density: Float
    /// The light of the brightest.
    let brightest: Float
    /// How much fainter each layer is than the one before.
    var falloff: Float = 0.5
    /// The radius of a core, in units; no core is smaller than a pixel can show.
    var size: Float = 0.0011
    /// How many layers, from the first, have glow and spikes.
    var spikedLayers = 2
    /// How far spikes reach, in units.
    var reach: Float = 0.16
    /// The distance in pixels at which the layers end.
    var finest: Float = 7
    /// How many layers there are at the most.
    var mostLayers = 20

    func draw(on band: inout Band) {
        var layer = 0
        var spacing = spacing, light = brightest, size = size
        while layer < mostLayers, spacing > finest * band.frame.pixel {
            draw(Layer(index: layer, spacing: spacing, light: light, size: size), on: &band)
            layer += 1
            spacing /= 2
            light *= falloff
            size *= Self.shrinking
        }
    }

    private struct Layer {
        let index: Int
        let spacing: Float
        let light: Float
        let size: Float
    }

    // Faint stars are smaller too, or a very large picture would be a sea of soft discs.
    private static let shrinking: Float = 0.7

    private func draw(_ layer: Layer, on band: inout Band) {
        let frame = band.frame, spacing = layer.spacing
        let margin = layer.index < spikedLayers ? reach : max(layer.size * 5, frame.pixel * 4)
        let low = frame.y(row: Float(band.rows.upperBound)) - margin
        let high = frame.y(row: Float(band.rows.lowerBound)) + margin
        let side = frame.halfWidth + margin
        for cellY in Self.cell(low, spacing)...Self.cell(high, spacing) {
            for cellX in Self.cell(-side, spacing)...Self.cell(side, spacing) {
                var chance = RandomSequence(seed &+ UInt32(layer.index), cellX, cellY)
                guard chance.next() < density else { continue }
                let x = (Float(cellX) + chance.next()) * spacing
                let y = (Float(cellY) + chance.next()) * spacing
                star(of: layer, x, y, &chance, frame).draw(on: &band)
            }
        }
    }

    private static func cell(_ place: Float, _ spacing: Float) -> Int {
        Int((place / spacing).rounded(.down))
    }
}

extension StarField {
    private func star(
        of layer: Layer, _ x: Float, _ y: Float, _ chance: inout RandomSequence, _ frame: Frame
    ) -> Star {
        let share = chance.next()
        let bright = layer.light * (0.35 + 0.65 * share * share)
        let colour = StarColour.light(temperature: chance.next())
        let isSpiked = layer.index < spikedLayers
        let core = layer.size * (isSpiked ? 1.2 + share : 0.75 + 0.5 * share)
        return Star(
            column: frame.column(x: x), row: frame.row(y: y),
            light: (bright * colour.red, bright * colour.green, bright * colour.blue),
            core: max(0.62, core / frame.pixel),
            reach: isSpiked ? reach * (0.35 + 0.65 * share) / frame.pixel : 0)
    }
}
