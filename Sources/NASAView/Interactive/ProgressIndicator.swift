internal import Presentation
internal import TerminalProtocols

/// The state of the terminal's own progress indicator (OSC 9;4), which determines the times of
/// updates.
struct ProgressIndicator {
    /// The delay before the indicator is shown, which prevents flicker for short tasks.
    static let delay: Clock.Milliseconds = 300
    /// The minimum time between updates, because a download reports twenty steps a second.
    static let interval: Clock.Milliseconds = 100
    /// The interval for checking a task that does not report its progress, such as reading a large
    /// photo.
    static let refresh: Clock.Milliseconds = 250

    private var wanted: TaskProgress?
    private var shown: TaskProgress?
    /// True if the terminal might have lost or cleared `shown`.
    private var isUncertain = false
    /// The start of the current task.
    private var since: Clock.Milliseconds = 0
    /// The time of the last check of the task.
    private var seenAt: Clock.Milliseconds = 0
    /// The time of the last display of the progress.
    private var shownAt: Clock.Milliseconds = 0

    /// The time of the next check; `nil` if there is no task.
    var deadline: Clock.Milliseconds? {
        guard let wanted else { return nil }
        if shown == nil { return since + Self.delay }
        return shown == wanted ? seenAt + Self.refresh : shownAt + Self.interval
    }

    /// Returns the bytes to write now; `progress` is that of the current task, or `nil` without a
    /// task.
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

    /// Returns true if an update is due; the end of a task is shown immediately.
    private func isDue(at now: Clock.Milliseconds) -> Bool {
        guard wanted != nil else { return true }
        return shown == nil ? now >= since + Self.delay : now >= shownAt + Self.interval
    }

    /// Marks the shown progress as uncertain, because the terminal may have lost or cleared it.
    mutating func forget() { isUncertain = isUncertain || shown != nil }
}
