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
    /// The time limit for the probe, after which drawing starts with the properties known by then.
    static let probe = 150
    /// The time limit for the outer terminal of a multiplexer, which is mostly unreachable;
    /// reachable ones took 5 to 15 ms for all four sequential replies.
    static let outside = 60
    /// The time limit for tmux to report the pane, after which pictures are not used; tmux takes 5
    /// to 9 ms when idle.
    static let tmux = 1000
    /// The interval for querying tmux about attached terminals while this program's pane is active;
    /// a query takes 5 to 9 ms.
    ///
    /// `tmuxPollElsewhere` is the interval while another pane is active, to which tmux reports
    /// attachments.
    static let tmuxPoll = 6000
    static let tmuxPollElsewhere = 4000
    /// The time limit for the bytes after an escape, which arrive together in a sequence; a single
    /// escape is the Escape key.
    static let escape = 60
    /// The time limit for the bytes after an escape while a reply is due, whose bytes may arrive
    /// separately over a slow line.
    static let escapeWhileAsking = 400
    /// The time limit for the rest of an incomplete sequence, which is then discarded.
    static let sequence = 250
    /// The time limit for the rest of a paste over a line that stalls; after 250 ms, the rest would
    /// be interpreted as keys.
    ///
    /// The limit is not much longer, because a paste that began by mistake must end at some time.
    static let paste = 1000
    /// The maximum lateness at which a repeating timer catches up.
    ///
    /// After a longer delay, such as a suspension, the timer restarts from the current time.
    static let missedTimer = 500
    /// The time limit, after leaving the terminal, for replies that must not reach the shell.
    ///
    /// On a busy machine, a terminal that replied before may need more than 150 ms.
    static let shutdown = 500
    /// The time limit, counted from the probe, for the replies of a terminal that has not replied
    /// at all.
    static let silentShutdown = 1800
    /// The time limit at the end of the session for the outer terminal of a multiplexer, which can
    /// seldom be reached.
    static let outsideShutdown = 300
    /// The time without input that must follow the last reply.
    static let quiet = 60
    /// The interval for checking whether a suspended program is in the foreground again, because no
    /// signal reports `fg` after `bg`.
    static let foregroundPoll = 250
    /// The time limit for writing the last bytes to a slow terminal.
    static let lastWrite = 800
}
