/// Photos that go by themselves.
package struct Slideshow: Hashable, Sendable {
    package static let longestSeconds = 3600
    // Of the task, as the language is: a wish of the person, the same wherever a slideshow begins.
    @TaskLocal package static var usualSeconds = 5

    let milliseconds: Int
    var number = 0

    init(seconds: Int) { milliseconds = min(seconds, Self.longestSeconds) * 1000 }

    var alarm: Alarm { Alarm(.slideshow, number) }
}
