internal import Imaging
internal import PhotoPipeline
internal import TerminalProtocols

// Automatic changes: the next photo, the next frame, a screensaver.
extension ViewerScreen {
    var slideshow: Slideshow? { slides.slideshow }

    /// The screensaver; `nil` for an ordinary slideshow.
    var screensaver: Screensaver? { slides.screensaver }

    mutating func resume() -> [Effect] {
        frames.cancel()
        return slides.next() + play()
    }

    /// Handles timers.
    ///
    /// After the last photo, a slideshow ends and a screensaver starts again.
    mutating func woke(_ timer: TimerRequest) -> [Effect] {
        minimap.woke(timer)
        histogram.woke(timer)
        if timer.purpose == .frame { return frameIsOver(timer) }
        guard slides.isOver(timer) else { return advanceScreensaver(timer) }
        var effects = go(by: 1)
        if effects.isEmpty, !cursor.isWaiting {
            guard screensaver != nil else {
                slides.stop()
                return []
            }
            effects = go(by: -cursor.index)
        }
        return effects.isEmpty && screensaver != nil ? slides.next() : effects
    }

    /// Shows another page of the file, which may have another size.
    mutating func changePart(_ step: (inout Playback) -> Void) -> [Effect] {
        guard let before = state, before.playback.pages.count > 1 else { return [] }
        state?.change(step)
        return inspectAgain(after: before)
    }

    /// Starts the timer of an animation's frame, unless the timer is already running.
    mutating func play() -> [Effect] {
        guard let state, state.isPlaying else { return [] }
        return frames.start(state.playback.delay)
    }

    /// Shows the next frame of an animation, unless the animation was stopped.
    private mutating func frameIsOver(_ timer: TimerRequest) -> [Effect] {
        guard frames.isOver(timer) else { return [] }
        // The inspector requests its pixel again when the animation pauses.
        if state?.isPlaying == true { state?.change { $0.advance() } }
        return play()
    }

    /// Starts a slideshow with `seconds` for each photo, beginning with the next photo.
    mutating func beginSlideshow(seconds: Int) { _ = slides.toggle(seconds: seconds) }

    /// Starts a slideshow that any key ends.
    mutating func beginScreensaver() {
        slides.beginScreensaver(seconds: preferences.slideshowSeconds)
    }

    /// Ends the screensaver; its photo stays on the screen.
    ///
    /// - Returns: true if a screensaver was shown.
    mutating func endScreensaver() -> Bool { slides.endScreensaver() }

    /// Starts the caption and the drift of a photo in a screensaver.
    mutating func beginPhoto(in state: inout ViewerState) -> [Effect] {
        let moves = preferences.motion != .off && size.picture?.isPlacedFreely == true
        return slides.begin(
            &state.viewport, moves: moves, usualSeconds: preferences.slideshowSeconds)
    }

    private mutating func advanceScreensaver(_ timer: TimerRequest) -> [Effect] {
        guard var state else { return [] }
        let effects = slides.woke(timer, &state.viewport)
        self.state = state
        return effects
    }
}
