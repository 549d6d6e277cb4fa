internal import Presentation
internal import TerminalProtocols

/// The terminal's own progress bar (OSC 9;4): what is written to it, and when.
struct ProgressIndicator {
    /// A task that ends sooner is not worth a bar that comes and goes.
    static let delay: Clock.Milliseconds = 300
    /// At most ten updates a second: a download reports hundreds.
    static let interval: Clock.Milliseconds = 100
    /// The interval of looking at a task that does not report by itself, such as reading a large photo.
    static let refresh: Clock.Milliseconds = 250

    private var wanted: TaskProgress?
    private var shown: TaskProgress?
    /// True if the terminal may show something else than `shown`.
    private var isUncertain = false
    /// Since when there has been a task, when it was looked at last, and when it was shown last.
    private var since: Clock.Milliseconds = 0
    private var seenAt: Clock.Milliseconds = 0
    private var shownAt: Clock.Milliseconds = 0

    /// The time to look at the task again; `nil` if there is none.
    var deadline: Clock.Milliseconds? {
        guard let wanted else { return nil }
        if shown == nil { return since + Self.delay }
        return shown == wanted ? seenAt + Self.refresh : shownAt + Self.interval
    }

    /// The bytes to write now: `progress` is that of the task there is, `nil` if there is none.
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

    /// An end is shown at once.
    private func isDue(at now: Clock.Milliseconds) -> Bool {
        guard wanted != nil else { return true }
        return shown == nil ? now >= since + Self.delay : now >= shownAt + Self.interval
    }

    /// Marks the shown progress as uncertain: the terminal may have lost or cleared it.
    mutating func forget() { isUncertain = isUncertain || shown != nil }
}
