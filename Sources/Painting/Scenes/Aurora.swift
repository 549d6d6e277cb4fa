/// Curtains of light from 100 to 300 km up, along an oval about the magnetic pole.
struct Aurora: Sendable {
    let seed: UInt32
    private static let pole = Vector3(all: -0.55, 0.30, -0.78).unit
    private static let sheets = 26

    /// What a ray gathers on its way through the sheets of the air.
    func light(_ ray: OrbitView.Ray, _ view: OrbitView) -> Light {
        var sum = Light(.zero, .zero, .zero)
        // Each pixel has its own heights: grain instead of steps.
        let jitter = Lattice.unit(Lattice.mixed(ray.direction.x.bits ^ (ray.direction.y.bits &* 3)))
        for sheet in 0..<Self.sheets {
            let share = (Float(sheet) + jitter) * (1 / Float(Self.sheets))
            let radius = 1.0157 + 0.026 * share * share
            let (near, far, meets) = view.crossings(ray, radius: radius)
            let inverse = 1 / radius
            guard any(meets .> 0) else { continue }
            var glow = curtain(near * inverse, share)
            if any(ray.covered .< 1) {
                glow += curtain(far * inverse, share) * (1 - ray.covered)
            }
            glow *= meets
            let green = (1 - share) * (1 - share)
            let red = share * (1 - share) * 0.62 + 0.03
            sum =
                sum
                + Light(
                    glow * (red + 0.10 * green), glow * (green * 0.85 + 0.02),
                    glow * (green * 0.30 + share * (1 - share) * 0.34))
        }
        return sum * Lanes(repeating: 0.42)
    }

    @inline(__always)
    private func curtain(_ p: Vector3, _ height: Lanes) -> Lanes {
        let ring = p.dot(Self.pole) - 0.405
        guard any(ring.magnitude .< 0.046) else { return .zero }
        let fold =
            Noise.space(p * 16, seed: seed) * 0.014 + Noise.space(p * 50, seed: seed) * 0.0045
        let first = bump((ring + fold) / (1 + height * 2.6), 0.0052)
        let second = bump(ring + fold * 1.4 - 0.011, 0.006) * 0.45
        let rays = 0.62 + Noise.space(p * 300, seed: seed &+ 1) * 0.8
        let patches = (0.62 + Noise.space(p * 12, seed: seed &+ 2) * 1.5).positive
        return (first + second) * rays.positive * patches
    }
}
