/// The colours of stars, from cool to hot.
enum StarColour {
    /// The light of a star: 0 for orange, about 0.5 for white, 1 for blue.
    static func light(temperature: Float) -> (red: Float, green: Float, blue: Float) {
        let t = temperature
        if t < 0.5 {
            let s = t * 2
            return (1, 0.62 + 0.34 * s, 0.32 + 0.62 * s)
        }
        let s = (t - 0.5) * 2
        return (1 - 0.42 * s, 0.96 - 0.22 * s, 0.94 + 0.16 * s)
    }
}
