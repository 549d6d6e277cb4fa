internal import Imaging

/// Photos that advance by themselves.
package struct Slideshow: Hashable, Sendable {
    package static let longestSeconds = 3600

    let seconds: Int
    var number = 0

    init(seconds: Int) { self.seconds = min(seconds, Self.longestSeconds) }

    var timer: TimerRequest { TimerRequest(.slideshow, number) }
}

/// The state of a slideshow, and of its screensaver.
struct SlideshowState: Hashable, Sendable {
    private(set) var slideshow: Slideshow?
    /// The screensaver; `nil` for an ordinary slideshow.
    private(set) var screensaver: Screensaver?

    /// Starts or stops a slideshow.
    mutating func toggle(seconds: Int) -> [Effect] {
        guard slideshow == nil else {
            slideshow = nil
            return []
        }
        slideshow = Slideshow(seconds: seconds)
        return next()
    }

    mutating func stop() { slideshow = nil }

    /// Requests a timer for the next photo, if a slideshow is running.
    mutating func next() -> [Effect] {
        guard slideshow != nil else { return [] }
        slideshow?.number += 1
        return slideshow.map { [.wake($0.timer, after: .seconds($0.seconds))] } ?? []
    }

    /// Returns true if the timer is the one for the next photo, and then stops awaiting it.
    mutating func isOver(_ timer: TimerRequest) -> Bool {
        guard let slideshow, timer == slideshow.timer else { return false }
        self.slideshow?.number += 1
        return true
    }

    mutating func beginScreensaver(seconds: Int) {
        slideshow = Slideshow(seconds: seconds)
        screensaver = Screensaver()
    }

    /// Ends the screensaver.
    ///
    /// - Returns: true if a screensaver was shown.
    mutating func endScreensaver() -> Bool {
        guard screensaver != nil else { return false }
        slideshow = nil
        screensaver = nil
        return true
    }

    /// Starts the screensaver's caption and drift for a photo that has arrived.
    mutating func begin(
        _ viewport: inout Viewport, moves: Bool, usualSeconds: Int
    ) -> [Effect] {
        let seconds = slideshow?.seconds ?? usualSeconds
        return screensaver?.begin(&viewport, moves: moves, seconds: seconds) ?? []
    }

    /// Handles a timer of the screensaver.
    mutating func woke(_ timer: TimerRequest, _ viewport: inout Viewport) -> [Effect] {
        screensaver?.woke(timer, &viewport) ?? []
    }
}
