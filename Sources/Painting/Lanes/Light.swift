/// Linear light of four pixels, and how much of what lies behind shines through.
struct Light {
    var red: Lanes
    var green: Lanes
    var blue: Lanes
    /// 1 where the sky is open: stars are drawn there, and a transparent ground is left there.
    var sky: Lanes

    @inline(__always)
    init(_ red: Lanes, _ green: Lanes, _ blue: Lanes, sky: Lanes = .zero) {
        self.red = red
        self.green = green
        self.blue = blue
        self.sky = sky
    }

    /// The same for all four.
    @inline(__always)
    init(all red: Float, _ green: Float, _ blue: Float) {
        self.init(Lanes(repeating: red), Lanes(repeating: green), Lanes(repeating: blue))
    }

    /// Nothing but open sky.
    static let dark = Light(.zero, .zero, .zero, sky: .one)

    @inline(__always)
    static func + (a: Self, b: Self) -> Self {
        Self(a.red + b.red, a.green + b.green, a.blue + b.blue, sky: a.sky)
    }

    @inline(__always)
    static func * (a: Self, b: Lanes) -> Self {
        Self(a.red * b, a.green * b, a.blue * b, sky: a.sky)
    }

    @inline(__always)
    static func * (a: Self, b: Self) -> Self {
        Self(a.red * b.red, a.green * b.green, a.blue * b.blue, sky: a.sky)
    }

    /// From this to `other`, sky included.
    @inline(__always)
    func mixed(_ other: Self, _ share: Lanes) -> Self {
        Self(
            mix(red, other.red, share), mix(green, other.green, share),
            mix(blue, other.blue, share), sky: mix(sky, other.sky, share))
    }

    @inline(__always)
    func withSky(_ sky: Lanes) -> Self { Self(red, green, blue, sky: sky) }
}
