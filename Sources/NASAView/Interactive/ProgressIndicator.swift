internal import Presentation
internal import TerminalProtocols

/// The terminal's own progress bar (OSC 9;4): the bytes for it, and their times.
struct ProgressIndicator {
    /// The delay before a bar is shown; a shorter task would make it flicker.
    static let delay: Clock.Milliseconds = 300
    /// The minimum time between updates, ten a second: a download reports hundreds.
    static let interval: Clock.Milliseconds = 100
    /// The interval for checking a task that does not report itself, such as reading a large photo.
    static let refresh: Clock.Milliseconds = 250

    private var wanted: TaskProgress?
    private var shown: TaskProgress?
    /// True if the terminal may show something other than `shown`.
    private var isUncertain = false
    /// The start of the current task, and the times of its last check and its last display.
    private var since: Clock.Milliseconds = 0
    private var seenAt: Clock.Milliseconds = 0
    private var shownAt: Clock.Milliseconds = 0

    /// The time of the next check; `nil` if there is no task.
    var deadline: Clock.Milliseconds? {
        guard let wanted else { return nil }
        if shown == nil { return since + Self.delay }
        return shown == wanted ? seenAt + Self.refresh : shownAt + Self.interval
    }

    /// Returns the bytes to write now; `progress` is that of the current task, `nil` if there is
    /// none.
    mutating func update(to progress: TaskProgress?, at now: Clock.Milliseconds) -> [UInt8] {
        if wanted == nil { since = now }
        wanted = progress
        seenAt = now
        guard isUncertain || progress != shown, isDue(at: now) else { return [] }
        isUncertain = false
        shown = progress
        shownAt = now
        return ControlSequence.bytes(.progress(progress))
    }

    /// True if an update is due; the end is shown immediately.
    private func isDue(at now: Clock.Milliseconds) -> Bool {
        guard wanted != nil else { return true }
        return shown == nil ? now >= since + Self.delay : now >= shownAt + Self.interval
    }

    /// Marks the shown progress as uncertain: the terminal may have lost or cleared it.
    mutating func forget() { isUncertain = isUncertain || shown != nil }
}
