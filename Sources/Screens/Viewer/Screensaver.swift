internal import Imaging
internal import TerminalProtocols

/// A slideshow that any key ends.
///
/// The screensaver has no bar. Each photo begins with a caption, and the view drifts slowly if the
/// terminal can move the photo without receiving it again.
struct Screensaver: Hashable, Sendable {
    /// The strengths of the caption, which fades in, stays and fades out.
    private static let strengths =
        Array(0...PhotoBar.fadeSteps) + (0..<PhotoBar.fadeSteps).reversed()
    private static let fadeStep = Duration.milliseconds(120)
    /// The time for which the caption is fully visible, long enough for a user to read it once.
    private static let captionStays = Duration.seconds(4)
    /// The time between drift steps of a few pixels, short enough for smooth motion.
    private static let driftStep = Duration.milliseconds(100)
    private static let stepsOfSecond = 10
    private static let mostPixels = 3

    /// The index of the caption's strength in `strengths`.
    private var phase = 0
    /// The number of photos shown so far; every other photo drifts in the opposite direction.
    private var photos = 0
    private var drift = PixelPoint.origin

    var captionStrength: Int { Self.strengths[phase] }

    private var captionTimer: TimerRequest { TimerRequest(.caption, photos) }
    private var driftTimer: TimerRequest { TimerRequest(.drift, photos) }

    /// Starts the caption and the drift of a photo that has arrived.
    mutating func begin(_ viewport: inout Viewport, moves: Bool, seconds: Int) -> [Effect] {
        photos += 1
        phase = 0
        drift = .origin
        var effects: [Effect] = [.wake(captionTimer, after: Self.fadeStep)]
        if moves {
            beginDrift(&viewport, steps: seconds * Self.stepsOfSecond)
            effects.append(.wake(driftTimer, after: Self.driftStep))
        }
        return effects
    }

    /// Enlarges the photo until there is room to drift, and shifts the view back by half of the
    /// distance.
    private mutating func beginDrift(_ viewport: inout Viewport, steps: Int) {
        viewport.move(.zoomIn(about: nil))
        while viewport.scaled.height <= viewport.screen.height, viewport.zoom != .original {
            viewport.move(.zoomIn(about: nil))
        }
        let (scaled, screen) = (viewport.scaled, viewport.screen)
        let sign = photos % 2 == 0 ? -1 : 1
        let right = Self.step(over: scaled.width - screen.width, steps: steps)
        let down = Self.step(over: scaled.height - screen.height, steps: steps)
        drift = PixelPoint(x: right * sign, y: down * sign)
        viewport.move(.shift(x: -drift.x * steps / 2, y: -drift.y * steps / 2))
    }

    private static func step(over room: Int, steps: Int) -> Int {
        room > 0 ? min(max(1, room / max(1, steps)), mostPixels) : 0
    }

    /// Handles the timers of the caption and the drift.
    mutating func woke(_ timer: TimerRequest, _ viewport: inout Viewport) -> [Effect] {
        switch timer {
        case captionTimer: return advanceCaption()
        case driftTimer:
            viewport.move(.shift(x: drift.x, y: drift.y))
            return [.wake(timer, after: Self.driftStep)]
        default: return []
        }
    }

    private mutating func advanceCaption() -> [Effect] {
        guard phase + 1 < Self.strengths.count else { return [] }
        phase += 1
        let isLast = phase + 1 == Self.strengths.count
        let stays = captionStrength == PhotoBar.fadeSteps ? Self.captionStays : Self.fadeStep
        return isLast ? [] : [.wake(captionTimer, after: stays)]
    }
}
