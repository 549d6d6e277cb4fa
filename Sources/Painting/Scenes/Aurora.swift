/// Curtains of light from 100 to 300 km up, along an oval about the magnetic pole.
struct Aurora: Sendable {
    let seed: UInt32
    private static let pole = Vector3(all: -0.42, 0.42, -0.80).unit
    private static let sheets = 14

    /// What a ray gathers on its way through the sheets of the air.
    func light(_ ray: OrbitView.Ray, _ view: OrbitView) -> Light {
        var sum = Light(.zero, .zero, .zero)
        for sheet in 0..<Self.sheets {
            let share = Float(sheet) / Float(Self.sheets - 1)
            let radius = 1.0157 + 0.026 * share * share
            let (near, far, meets) = view.crossings(ray, radius: radius)
            guard any(meets .> 0) else { continue }
            var glow = curtain(near * (1 / radius))
            if any(ray.covered .< 1) {
                glow += curtain(far * (1 / radius)) * (1 - ray.covered)
            }
            glow *= meets
            let green = (1 - share) * (1 - share) * (share < 0.05 ? 0.6 : 1)
            let red = share * 0.30 + 0.03
            sum =
                sum
                + Light(
                    glow * (red + 0.10 * green), glow * (green * 0.85 + 0.02),
                    glow * (green * 0.30 + share * 0.16))
        }
        return sum * Lanes(repeating: 0.34)
    }

    @inline(__always)
    private func curtain(_ p: Vector3) -> Lanes {
        let ring = p.dot(Self.pole) - 0.972
        guard any(ring.magnitude .< 0.032) else { return .zero }
        let fold = Noise.space(p * 9, seed: seed) * 0.014 + Noise.space(p * 31, seed: seed) * 0.0045
        let first = bump(ring + fold, 0.0042)
        let second = bump(ring + fold * 1.4 - 0.011, 0.006) * 0.45
        let rays = 0.62 + Noise.space(p * 170, seed: seed &+ 1) * 0.8
        let patches = (0.62 + Noise.space(p * 7, seed: seed &+ 2) * 1.5).positive
        return (first + second) * rays.positive * patches
    }
}
