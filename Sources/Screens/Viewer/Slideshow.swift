/// Photos that go by themselves.
struct Slideshow: Hashable, Sendable {
    private static let usualSeconds = 5
    private static let longestSeconds = 3600

    let milliseconds: Int
    var number = 0

    /// - Parameter seconds: the number typed before the key; 1 where none was.
    init(typed seconds: Int) {
        milliseconds =
            (seconds > 1 ? min(seconds, Self.longestSeconds) : Self.usualSeconds) * 1000
    }

    var alarm: Alarm { Alarm(.slideshow, number) }
}
