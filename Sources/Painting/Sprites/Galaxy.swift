internal import Imaging

/// A far galaxy on the picture: a bright middle in a disc, with arms if it is a spiral.
struct Galaxy {
    /// The place in pixels.
    var column: Float
    var row: Float
    /// The scale of the disc in pixels.
    var radius: Float
    /// Shorter axis by longer.
    var ratio: Float
    /// The direction of the longer axis.
    var cosine: Float
    var sine: Float
    /// The disc bends about a point this many pixels away, across its longer axis; 0 if it is straight.
    var bend: Float = 0
    var core: (red: Float, green: Float, blue: Float)
    var disc: (red: Float, green: Float, blue: Float)
    /// How clear its arms are, and how they are turned.
    var arms: Float = 0
    var phase: Float = 0

    // Beyond five scales nothing is left of the disc.
    private static let reach: Float = 5

    /// Adds the galaxy to what the band has of it.
    func draw(on band: inout Band) {
        let radius = self.radius * Self.reach
        let rows = Self.whole(row, radius).clamped(to: band.rows)
        let columns = Self.whole(column, radius).clamped(to: 0..<band.frame.size.width)
        guard !rows.isEmpty, !columns.isEmpty else { return }
        let start = band.rows.lowerBound, width = band.lanesPerRow
        let first = columns.lowerBound / 4, end = (columns.upperBound + 3) / 4
        band.lights.withUnsafeMutableBufferPointer { lights in
            for row in rows {
                let dy = Lanes(repeating: self.row - Float(row))
                let line = (row - start) * width
                for column in first..<end {
                    let dx = Lanes(0, 1, 2, 3) + (Float(4 &* column) - self.column)
                    add(dx, dy, to: &lights[line &+ column])
                }
            }
        }
    }

    private static func whole(_ middle: Float, _ radius: Float) -> Range<Int> {
        Int((middle - radius).rounded(.down))..<Int((middle + radius).rounded(.up)) + 1
    }

    @inline(__always)
    private func add(_ dx: Lanes, _ dy: Lanes, to place: inout Light) {
        let u = (dx * cosine + dy * sine) * (1 / radius)
        var v = (dy * cosine - dx * sine) * (1 / radius)
        if bend != 0 { v += u * u * (radius / (2 * bend)) }
        v *= 1 / ratio
        let square = u * u + v * v
        let r = square.root
        let window = (1 - square * (1 / (Self.reach * Self.reach))).positive
        var glow = (r * -1.75).exp * window * window * place.sky
        if arms > 0 { glow *= spiral(u, v, square) }
        let middle = place.sky * window * 0.11 / (square * 9 + 0.11) * (r * -1.6).exp
        place.red += glow * disc.red + middle * core.red
        place.green += glow * disc.green + middle * core.green
        place.blue += glow * disc.blue + middle * core.blue
    }

    @inline(__always)
    private func spiral(_ u: Lanes, _ v: Lanes, _ square: Lanes) -> Lanes {
        let wave = (turns(y: v, x: u) * 2 - (square + 0.02).log2 * 0.36 + phase).sineOfTurns
        return 1 + wave * arms * (square * 3).clamped
    }
}
