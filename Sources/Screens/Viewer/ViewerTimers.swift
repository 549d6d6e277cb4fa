internal import Imaging
internal import PhotoPipeline
internal import TerminalProtocols

// Automatic changes: the next photo, the next frame, a screensaver.
extension ViewerScreen {
    var slideshow: Slideshow? { slides.slideshow }

    /// The screensaver; `nil` if the slideshow is not one.
    var screensaver: Screensaver? { slides.screensaver }

    mutating func resume() -> [Effect] {
        frames.cancel()
        return slides.next() + play()
    }

    /// Handles timers.
    ///
    /// After the last photo a slideshow ends; a screensaver starts again.
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

    /// Shows another page of the file, perhaps of another size.
    mutating func changePart(_ step: (inout Playback) -> Void) -> [Effect] {
        guard let before = state, before.playback.pages.count > 1 else { return [] }
        state?.change(step)
        return inspectAgain(after: before)
    }

    /// Starts the timer of an animation's frame, unless it is already running.
    mutating func play() -> [Effect] {
        guard let state, state.isPlaying else { return [] }
        return frames.start(state.playback.delay)
    }

    /// Shows the next frame of an animation, unless it was stopped.
    private mutating func frameIsOver(_ timer: TimerRequest) -> [Effect] {
        guard frames.isOver(timer) else { return [] }
        // The inspector requests its pixel again when the animation pauses.
        if state?.isPlaying == true { state?.change { $0.advance() } }
        return play()
    }

    /// Shows the photos one after the other, `seconds` each, starting with the next photo.
    mutating func beginSlideshow(seconds: Int) { _ = slides.toggle(seconds: seconds) }

    /// Shows the photos one after the other until a key is pressed.
    mutating func beginScreensaver() {
        slides.beginScreensaver(seconds: preferences.slideshowSeconds)
    }

    /// Ends the screensaver; the photo stays.
    ///
    /// - Returns: true if there was one.
    mutating func endScreensaver() -> Bool { slides.endScreensaver() }

    /// Starts the time of a photo in a slideshow, or its movement in a screensaver.
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
