internal import Localization
internal import Presentation
internal import Screens

/// The timers that screens have asked for; a new one replaces the one with the same purpose.
struct TimerQueue {
    private var waiting: [TimerRequest.Purpose: (timer: TimerRequest, at: Clock.Milliseconds)] = [:]

    var next: Clock.Milliseconds? { waiting.values.map(\.at).min() }

    mutating func set(_ timer: TimerRequest, at time: Clock.Milliseconds) {
        waiting[timer.purpose] = (timer, time)
    }

    /// Those that are due, and when they were.
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
    /// A terminal that has not answered the probe by then is drawn on with what is known.
    static let probe = 150
    /// The same for the terminal outside a multiplexer, which mostly cannot be reached: those that can
    /// took 5 to 15 ms for all four answers, one after the other.
    static let outside = 60
    /// The time for tmux to report our pane before pictures are given up: it takes 5 to 9 ms if idle.
    static let tmux = 1000
    /// How often tmux is asked whether a terminal has been attached, 5 to 9 ms each time: while our pane is
    /// the active one, and while another is, to which tmux tells it.
    static let tmuxPoll = 6000
    static let tmuxPollElsewhere = 4000
    /// Bytes of one sequence come together; an escape that stays alone so long is the Escape key.
    static let escape = 60
    /// The same while an answer is due: over a slow line its bytes may come one by one.
    static let escapeWhileAsking = 400
    /// For the rest of a sequence that has begun; if it is still open then it was garbage.
    static let sequence = 250
    /// For the rest of a paste, over a line that stalls: after 250 ms the rest was taken for keys.
    ///
    /// Not much longer, because a paste that began by mistake must end some time.
    static let paste = 1000
    /// A repeating timer that is late by up to this catches up; later, as after a suspension, it counts
    /// from now.
    static let missedTimer = 500
    /// After the program has left the terminal, for answers that must not reach the shell: one that has
    /// answered before does so again, on a busy machine later than after 150 ms.
    static let shutdown = 500
    /// The same, counted from the probe, for a terminal that has not answered at all.
    static let silentShutdown = 1800
    /// The same for a terminal outside a multiplexer, which can seldom be reached.
    static let outsideShutdown = 300
    /// The time for answers that come after the last one.
    static let quiet = 60
    /// How often a suspended program checks whether the terminal is its own again: no signal reports
    /// `fg` after `bg`.
    static let foregroundPoll = 250
    /// The time for the last bytes to a slow terminal.
    static let lastWrite = 800
}
