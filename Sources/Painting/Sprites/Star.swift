internal import Imaging

/// A star on the picture: its core, and for a bright one its glow and diffraction spikes.
struct Star {
    /// The place in pixels.
    let column: Float
    let row: Float
    /// The light in the middle, for each colour.
    let light: (red: Float, green: Float, blue: Float)
    /// The core's standard deviation in pixels.
    let core: Float
    /// How far glow and spikes reach in pixels; 0 for a star that has none.
    let reach: Float
    /// Whether its light is glare in the lens, which nothing hides.
    var isGlare = false

    /// Adds the star to what the band has of it.
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
        let seen = isGlare ? amount : amount * place.sky
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

    /// A spike along the first direction: thin, and thinner outwards.
    @inline(__always)
    private func spike(_ along: Lanes, _ across: Lanes) -> Lanes {
        let out = along.magnitude / reach
        let fade = (1 - out).positive
        let thin = across * across / (core * core * 0.35)
        return 0.32 * fade * fade * fade / ((1 + 30 * out) * (1 + thin * thin))
    }
}
