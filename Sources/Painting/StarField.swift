internal import Imaging

/// Stars at random: each layer has four times as many as the one before, and fainter ones.
///
/// Layers are added until stars are a few pixels apart, so a larger picture has more stars.
struct StarField: Sendable {
    let seed: UInt32
    /// The cell of the first layer, in units.
    let spacing: Float
    /// The share of cells that have a star.
    let density: Float
    /// The light of the brightest.
    let brightest: Float
    /// The light of each layer relative to the one before.
    var falloff: Float = 0.5
    /// The radius of a core, in units; no core is smaller than a pixel can show.
    var size: Float = 0.0011
    /// The number of layers, from the first, with glow and spikes.
    var spikedLayers = 2
    /// The length of spikes, in units.
    var reach: Float = 0.16
    /// The distance in pixels at which the layers end.
    var finest: Float = 7
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

    // Otherwise a very large picture would be full of soft discs.
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

/// A star: its core, and for a bright one its glow and diffraction spikes.
private struct Star {
    // In pixels.
    let column: Float
    let row: Float
    let light: (red: Float, green: Float, blue: Float)
    /// The core's standard deviation in pixels.
    let core: Float
    /// The radius of glow and spikes in pixels; 0 if there are none.
    let reach: Float

    func draw(on band: inout Band) {
        let radius = max(core * 3.5, reach)
        let rows = Self.whole(row, radius).clamped(to: band.rows)
        let columns = Self.whole(column, radius).clamped(to: 0..<band.frame.size.width)
        guard !rows.isEmpty, !columns.isEmpty else { return }
        let start = band.rows.lowerBound, width = band.lanesPerRow
        let first = columns.lowerBound / 4, end = (columns.upperBound + 3) / 4
        band.lights.withUnsafeMutableBufferPointer { lights in
            for row in rows {
                let dy = Lanes(repeating: Float(row) - self.row)
                let line = (row - start) * width
                for column in first..<end {
                    let dx = Lanes(0, 1, 2, 3) + (Float(4 &* column) - self.column)
                    add(reach > 0 ? full(dx, dy) : point(dx, dy), to: &lights[line &+ column])
                }
            }
        }
    }

    private static func whole(_ middle: Float, _ radius: Float) -> Range<Int> {
        Int((middle - radius).rounded(.down))..<Int((middle + radius).rounded(.up)) + 1
    }

    @inline(__always)
    private func add(_ amount: Lanes, to place: inout Light) {
        let seen = amount * place.sky
        place.red += seen * light.red
        place.green += seen * light.green
        place.blue += seen * light.blue
    }

    @inline(__always)
    private func point(_ dx: Lanes, _ dy: Lanes) -> Lanes {
        ((dx * dx + dy * dy) * (-0.72 / (core * core))).exp2
    }

    @inline(__always)
    private func full(_ dx: Lanes, _ dy: Lanes) -> Lanes {
        let square = dx * dx + dy * dy
        let window = (1 - square * (1 / (reach * reach))).positive
        let width = core * core * 3
        let glow = 0.05 * width / (square + width) + 0.0016 * (1 - (square.root / reach)).positive
        let spikes = spike(dx, dy) + spike(dy, dx)
        return point(dx, dy) + (glow + spikes) * window * window
    }

    /// A spike in the first direction, thinner outwards.
    @inline(__always)
    private func spike(_ along: Lanes, _ across: Lanes) -> Lanes {
        let out = along.magnitude / reach
        let fade = (1 - out).positive
        let thin = across * across / (core * core * 0.35)
        return 0.32 * fade * fade * fade / ((1 + 30 * out) * (1 + thin * thin))
    }
}

private enum StarColour {
    /// The light of a star: 0 for orange, about 0.5 for white, 1 for blue.
    static func light(temperature: Float) -> (red: Float, green: Float, blue: Float) {
        let t = temperature
        if t < 0.5 {
            let s = t * 2
            return (1, 0.62 + 0.34 * s, 0.32 + 0.62 * s)
        }
        let s = (t - 0.5) * 2
        return (1 - 0.42 * s, 0.96 - 0.22 * s, 0.94 + 0.16 * s)
    }
}

/// Random numbers of a grid cell.
private struct RandomSequence {
    private var state: UInt32

    init(_ seed: UInt32, _ x: Int, _ y: Int) {
        let sum =
            UInt32(truncatingIfNeeded: x) &* Lattice.primeX
            &+ UInt32(truncatingIfNeeded: y) &* Lattice.primeY
        state = Lattice.mixed(sum ^ Lattice.mixed(seed))
    }

    /// 0 up to 1.
    mutating func next() -> Float {
        state = state &* 747_796_405 &+ 2_891_336_453
        return Float(Lattice.mixed(state) >> 8) * (1 / 16_777_216)
    }
}
