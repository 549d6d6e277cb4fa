/// A turn of space, about three axes one after the other.
struct Rotation: Sendable {
    private let a: (Float, Float, Float)
    private let b: (Float, Float, Float)
    private let c: (Float, Float, Float)

    /// Angles in turns, about x, then y, then z.
    init(x: Float, y: Float, z: Float) {
        let (sx, cx) = Self.sineCosine(x), (sy, cy) = Self.sineCosine(y)
        let (sz, cz) = Self.sineCosine(z)
        a = (cz * cy, cz * sy * sx - sz * cx, cz * sy * cx + sz * sx)
        b = (sz * cy, sz * sy * sx + cz * cx, sz * sy * cx - cz * sx)
        c = (-sy, cy * sx, cy * cx)
    }

    @inline(__always)
    func turn(_ v: Vector3) -> Vector3 {
        Vector3(
            v.x * a.0 + v.y * a.1 + v.z * a.2, v.x * b.0 + v.y * b.1 + v.z * b.2,
            v.x * c.0 + v.y * c.1 + v.z * c.2)
    }

    @inline(__always)
    func turnBack(_ v: Vector3) -> Vector3 {
        Vector3(
            v.x * a.0 + v.y * b.0 + v.z * c.0, v.x * a.1 + v.y * b.1 + v.z * c.1,
            v.x * a.2 + v.y * b.2 + v.z * c.2)
    }

    private static func sineCosine(_ turns: Float) -> (Float, Float) {
        let angle = Lanes(repeating: turns)
        return (angle.sineOfTurns[0], angle.cosineOfTurns[0])
    }
}
