/// A field of dunes as heights over a plane; the eye stands above its origin.
struct Dunes: Sendable {
    let seed: UInt32
    private static let eye: Float = 3.1
    private static let steps = 40
    /// Beyond this the ground is lost in dust.
    private static let farthest: Float = 110

    /// Long crests across the wind: gentle to windward, steep to lee.
    @inline(__always)
    private func height(_ x: Lanes, _ z: Lanes) -> Lanes {
        let bend = Noise.plane(x * 0.055, z * 0.085, seed: seed) * 1.15
        let tall = Noise.plane(x * 0.11 + 7, z * 0.07, seed: seed &+ 1)
        let phase = (z * 0.105 + x * 0.043 + bend).fraction
        let wind = smoothStep(0, 0.76, phase) * (1 - smoothStep(0.74, 1.0, phase))
        let second = (z * 0.27 - x * 0.10 + bend * 1.6 + tall * 0.4).fraction
        let small = smoothStep(0, 0.72, second) * (1 - smoothStep(0.70, 1.0, second))
        return wind * (2.3 + tall * 2.0) + small * (0.36 + tall * 0.4) - 0.9
    }

    /// How far a ray goes until it meets the sand, and 1 where it does.
    @inline(__always)
    func meet(_ direction: Vector3) -> (way: Lanes, hits: Lanes) {
        var way = Lanes(repeating: 1.2), last = way
        var open = Lanes.one, near = Lanes(repeating: 1.2)
        guard any(direction.y .< 0.03) else { return (way, .zero) }
        for _ in 0..<Self.steps {
            let above = Self.eye + direction.y * way - height(direction.x * way, direction.z * way)
            let isOver = Lanes.zero.replacing(with: 1, where: above .> 0) * open
            guard any(isOver .> 0) else {
                open = isOver
                break
            }
            last = mix(last, way, isOver)
            open = isOver
            // In step with the height above the sand: never far through a crest.
            near = most(above * 0.75, way * 0.035)
            way = way + near * isOver
        }
        let hits = (1 - open) * Lanes.zero.replacing(with: 1, where: way .< Self.farthest)
        return (refined(direction, last, way), hits)
    }

    /// Halves the last step until it is finer than a pixel.
    @inline(__always)
    private func refined(_ direction: Vector3, _ above: Lanes, _ below: Lanes) -> Lanes {
        var low = above, high = below
        for _ in 0..<9 {
            let middle = (low + high) * 0.5
            let over =
                Self.eye + direction.y * middle
                - height(direction.x * middle, direction.z * middle)
            low = low.replacing(with: middle, where: over .> 0)
            high = high.replacing(with: middle, where: over .<= 0)
        }
        return high
    }

    /// The ground's direction: the dune's, and ripples that fade where a pixel is too large for them.
    @inline(__always)
    func normal(_ x: Lanes, _ z: Lanes, pixel: Lanes) -> Vector3 {
        let step = most(pixel, Lanes(repeating: 0.02))
        let here = height(x, z)
        var slopeX = (height(x + step, z) - here) / step
        var slopeZ = (height(x, z + step) - here) / step
        let wander = Noise.plane(x * 0.5, z * 0.5, seed: seed &+ 2)
        let phase =
            z * 3.6 + x * 5.2 + wander * 2.4 + Noise.plane(x * 1.6, z * 1.6, seed: seed &+ 3) * 0.7
        let strength = (1.3 - pixel * 14).clamped * (0.13 + wander * 0.16).positive
        let wave = phase.sineOfTurns * strength
        slopeX += wave
        slopeZ += wave * 0.7
        return Vector3(-slopeX, .one, -slopeZ).unit
    }
}
