/// Points of light on a plane, one in a cell, as far as they are switched on.
struct CityLights: Sendable {
    let seed: UInt32
    let frequency: Float

    // A lamp's radius is this part of its cell.
    private static let radius: Float = 0.24
    // The mean light of a cell whose lamp is on: what a pixel larger than the cell sees.
    private static let mean: Float = 0.06

    /// The light at a place; `crowd` is the share of lamps that are on.
    @inline(__always)
    func light(_ x: Lanes, _ y: Lanes, pixel: Lanes, crowd: Lanes) -> Lanes {
        let sharp = (1.6 - pixel * (frequency * 2)).clamped
        guard any(sharp .> 0) else { return crowd * Self.mean }
        let px = x * frequency, py = y * frequency
        let x0 = (px - 0.5).floor, y0 = (py - 0.5).floor
        let sum =
            x0.wholeBits &* Lattice.primeX &+ y0.wholeBits &* Lattice.primeY &+ seed
        let fx = px - x0, fy = py - y0
        let up = sum &+ Lattice.primeY
        let points =
            lamp(sum, fx, fy, crowd) + lamp(sum &+ Lattice.primeX, fx - 1, fy, crowd)
            + lamp(up, fx, fy - 1, crowd) + lamp(up &+ Lattice.primeX, fx - 1, fy - 1, crowd)
        return mix(crowd * Self.mean, points, sharp)
    }

    @inline(__always)
    private func lamp(_ sum: LaneBits, _ x: Lanes, _ y: Lanes, _ crowd: Lanes) -> Lanes {
        let h = Lattice.mixed(sum)
        let dx = x - Lattice.unit(h), dy = y - Lattice.unit(h &>> 9)
        let near = (1 - (dx * dx + dy * dy) * (1 / (Self.radius * Self.radius))).positive
        let chance = Lattice.unit(h &* 0x9E37_79B1)
        let isOn = smoothStep(-0.05, 0.05, crowd * 1.1 - chance)
        return near * near * near * isOn * (0.25 + 2.4 * chance.squared)
    }
}
