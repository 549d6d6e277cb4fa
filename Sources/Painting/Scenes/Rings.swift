/// The rings of a planet by their distance from its middle, in its radii: the places are Saturn's.
struct Rings: Sendable {
    private let ringlets: Fractal
    private let pixel: Float

    init(seed: UInt32, pixel: Float) {
        ringlets = Fractal(seed, frequency: 9, pixel: pixel, gain: 0.80)
        self.pixel = pixel
    }

    @inline(__always)
    func profile(_ r: Lanes) -> (brightness: Lanes, opacity: Lanes) {
        let grain = ringlets.plane(r, Lanes(repeating: 0.31))
        let inner = part(r, 1.235, 1.525), middle = part(r, 1.527, 1.949)
        let outer = part(r, 2.027, 2.269) * (1 - part(r, 2.2115, 2.2165))
        let gap = part(r, 1.949, 2.027)
        let rising = smoothStep(1.235, 1.60, r)
        var opacity = inner * (0.10 + 0.16 * rising + grain * 0.10)
        opacity += middle * (0.93 + grain * 0.20)
        opacity += outer * (0.74 + grain * 0.10) + gap * (0.07 + grain * 0.05)
        var brightness = middle * (0.66 + 0.20 * smoothStep(1.52, 1.75, r) + grain * 0.42)
        brightness += outer * (0.62 + grain * 0.16) + inner * 0.42 + gap * 0.3
        return (brightness.positive, opacity.clamped)
    }

    /// 1 between the two distances, with soft edges of a pixel.
    @inline(__always)
    private func part(_ r: Lanes, _ from: Float, _ to: Float) -> Lanes {
        let soft = 1 / (pixel * 2 + 0.0008)
        return ((r - from) * soft + 0.5).clamped * ((to - r) * soft + 0.5).clamped
    }
}
