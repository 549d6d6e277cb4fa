internal import Localization
internal import Presentation
internal import Screens

/// The timers that screens have requested; a new one replaces the one with the same purpose.
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
    /// The limit for the probe; after it, drawing starts with the known properties.
    static let probe = 150
    /// The same for the outer terminal of a multiplexer, which is mostly unreachable: reachable
    /// ones took 5 to 15 ms for all four sequential replies.
    static let outside = 60
    /// The limit for tmux to report our pane, after which pictures are not used; it takes 5 to 9 ms
    /// when idle.
    static let tmux = 1000
    /// The interval for querying tmux about attached terminals, which takes 5 to 9 ms each time;
    /// both while our pane is active, and while another is, to which tmux reports it.
    static let tmuxPoll = 6000
    static let tmuxPollElsewhere = 4000
    /// The limit for the bytes after an escape, which arrive together; a single escape is the
    /// Escape key.
    static let escape = 60
    /// The same while a reply is due, whose bytes may arrive singly over a slow line.
    static let escapeWhileAsking = 400
    /// The limit for the rest of an incomplete sequence, after which it is discarded.
    static let sequence = 250
    /// The limit for the rest of a paste, over a line that stalls: with 250 ms, the rest was
    /// interpreted as keys.
    ///
    /// It is not much longer, because a paste that began by mistake must end at some time.
    static let paste = 1000
    /// The lateness up to which a repeating timer catches up; beyond it, as after a suspension, it
    /// restarts from now.
    static let missedTimer = 500
    /// The limit after leaving the terminal for replies that must not reach the shell: a terminal
    /// that has replied before does so again, on a busy machine later than after 150 ms.
    static let shutdown = 500
    /// The same, counted from the probe, for a terminal that has not replied at all.
    static let silentShutdown = 1800
    /// The same for the outer terminal of a multiplexer, which is seldom reachable.
    static let outsideShutdown = 300
    /// The time for replies after the last one.
    static let quiet = 60
    /// The interval for checking whether the terminal belongs to a suspended program again: no
    /// signal reports `fg` after `bg`.
    static let foregroundPoll = 250
    /// The limit for the last bytes to a slow terminal.
    static let lastWrite = 800
}
