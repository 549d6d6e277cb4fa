/// Photos that go by themselves.
package struct Slideshow: Hashable, Sendable {
    package static let longestSeconds = 3600

    let seconds: Int
    var number = 0

    init(seconds: Int) { self.seconds = min(seconds, Self.longestSeconds) }

    var alarm: TimerRequest { TimerRequest(.slideshow, number) }
}
