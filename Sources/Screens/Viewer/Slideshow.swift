/// Photos that go by themselves.
package struct Slideshow: Hashable, Sendable {
    package static let longestSeconds = 3600
    // Of the task, as the language is: a wish of the person, the same wherever a slideshow begins.
    @TaskLocal package static var usualSeconds = 5

    let milliseconds: Int
    var number = 0

    /// - Parameter seconds: the number typed before the key; 1 where none was.
    init(typed seconds: Int) {
        milliseconds =
            (seconds > 1 ? min(seconds, Self.longestSeconds) : Self.usualSeconds) * 1000
    }

    var alarm: Alarm { Alarm(.slideshow, number) }
}
