internal import Localization
internal import Presentation
internal import Screens

/// The timers that screens have requested; a new timer replaces the one with the same purpose.
struct TimerQueue {
    private var waiting: [TimerRequest.Purpose: (timer: TimerRequest, at: Clock.Milliseconds)] = [:]

    var next: Clock.Milliseconds? { waiting.values.map(\.at).min() }

    mutating func set(_ timer: TimerRequest, at time: Clock.Milliseconds) {
        waiting[timer.purpose] = (timer, time)
    }

    /// Removes and returns the timers that are due, with their times.
    mutating func popDue(
        at now: Clock.Milliseconds
    ) -> [(timer: TimerRequest, at: Clock.Milliseconds)] {
        let due = waiting.values.filter { $0.at <= now }
        for (timer, _) in due { waiting[timer.purpose] = nil }
        return due
    }
}

/// The time limits of the session, in milliseconds.
extension Timeouts {
    /// The time limit for the probe, in milliseconds; drawing then starts with the properties known
    /// so far.
    static let probe = 150
    /// The time limit, in milliseconds, for the outer terminal of a multiplexer, which is mostly
    /// unreachable.
    ///
    /// Reachable terminals took 5 to 15 ms for all four sequential replies.
    static let outside = 60
    /// The time limit, in milliseconds, for tmux to report the pane; without a report, pictures are
    /// not used.
    ///
    /// tmux takes 5 to 9 ms when idle.
    static let tmux = 1000
    /// The interval, in milliseconds, for querying tmux about attached terminals while this
    /// program's pane is active; a query takes 5 to 9 ms.
    static let tmuxPoll = 6000
    /// The interval, in milliseconds, for querying tmux about attached terminals while another pane
    /// is active; tmux then reports attachments to that pane only.
    static let tmuxPollElsewhere = 4000
    /// The time limit, in milliseconds, for the bytes after an escape, which arrive together in a
    /// sequence; a single escape is the Escape key.
    static let escape = 60
    /// The time limit, in milliseconds, for the bytes after an escape while a reply is due.
    ///
    /// On a slow line, the bytes of a reply may arrive separately.
    static let escapeWhileAsking = 400
    /// The time limit, in milliseconds, for the rest of an incomplete sequence, which is then
    /// discarded.
    static let sequence = 250
    /// The time limit, in milliseconds, for the rest of a paste over a line that stalls.
    ///
    /// After a limit of 250 ms, the rest was interpreted as keys. The limit is not much longer, so
    /// that a paste that began by mistake ends soon.
    static let paste = 1000
    /// The maximum delay, in milliseconds, after which a repeating timer catches up.
    ///
    /// After a longer delay, such as a suspension, the timer restarts from the current time.
    static let missedTimer = 500
    /// The time limit for replies, in milliseconds after leaving the terminal; the replies must not
    /// reach the shell.
    ///
    /// On a busy machine, a terminal that replied before may need more than 150 ms.
    static let shutdown = 500
    /// The time limit, in milliseconds from the probe, for the replies of a terminal that has not
    /// replied at all.
    static let silentShutdown = 1800
    /// The time limit, in milliseconds, at the end of the session for the outer terminal of a
    /// multiplexer, which can seldom be reached.
    static let outsideShutdown = 300
    /// The time without input, in milliseconds, that must follow the last reply.
    static let quiet = 60
    /// The interval, in milliseconds, for checking whether a suspended program is in the foreground
    /// again; no signal reports `fg` after `bg`.
    static let foregroundPoll = 250
    /// The time limit, in milliseconds, for writing the last bytes to a slow terminal.
    static let lastWrite = 800
}
