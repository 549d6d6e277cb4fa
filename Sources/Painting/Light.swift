/// The linear light of four pixels, and their transparency.
struct Light {
    var red: Lanes
    var green: Lanes
    var blue: Lanes
    /// 1 where the sky is open: stars are drawn there, and RGBA pictures are transparent.
    var sky: Lanes

    @inline(__always)
    init(_ red: Lanes, _ green: Lanes, _ blue: Lanes, sky: Lanes = .zero) {
        self.red = red
        self.green = green
        self.blue = blue
        self.sky = sky
    }

    static let dark = Light(.zero, .zero, .zero, sky: .one)

    @inline(__always)
    static func * (a: Self, b: Lanes) -> Self {
        Self(a.red * b, a.green * b, a.blue * b, sky: a.sky)
    }

    @inline(__always)
    func withSky(_ sky: Lanes) -> Self { Self(red, green, blue, sky: sky) }
}

/// Three coordinates of four pixels.
struct Vector3 {
    var x: Lanes
    var y: Lanes
    var z: Lanes

    @inline(__always)
    init(_ x: Lanes, _ y: Lanes, _ z: Lanes) {
        self.x = x
        self.y = y
        self.z = z
    }

    @inline(__always)
    init(all x: Float, _ y: Float, _ z: Float) {
        self.init(Lanes(repeating: x), Lanes(repeating: y), Lanes(repeating: z))
    }

    @inline(__always)
    static func + (a: Self, b: Self) -> Self { Self(a.x + b.x, a.y + b.y, a.z + b.z) }

    @inline(__always)
    static func - (a: Self, b: Self) -> Self { Self(a.x - b.x, a.y - b.y, a.z - b.z) }

    @inline(__always)
    static func * (a: Self, b: Lanes) -> Self { Self(a.x * b, a.y * b, a.z * b) }

    @inline(__always)
    static func * (a: Self, b: Float) -> Self { Self(a.x * b, a.y * b, a.z * b) }

    @inline(__always)
    func dot(_ other: Self) -> Lanes { x * other.x + y * other.y + z * other.z }

    @inline(__always)
    var unit: Self { self * (dot(self) + 1e-12).inverseSquareRoot }

    /// The axes permuted: a free rotation, so that octaves do not line up.
    @inline(__always)
    var turned: Self { Self(y, z, x) }

    @inline(__always)
    func shifted(_ by: Float) -> Self { Self(x + by, y + by * 1.37, z - by * 0.71) }
}
