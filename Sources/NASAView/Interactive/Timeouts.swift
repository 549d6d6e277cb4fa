internal import Dispatch
internal import Localization
internal import Screens

/// The event loop's clock, in milliseconds from an arbitrary start.
struct Clock {
    typealias Milliseconds = Int

    var now: Milliseconds { Int(DispatchTime.now().uptimeNanoseconds / 1_000_000) }
}

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

/// How long the event loop waits for what, in milliseconds.
enum Timeouts {
    /// A terminal that has not answered the probe by then is drawn on with what is known.
    static let probe = 150
    /// The same for the terminal outside a multiplexer, which mostly cannot be reached: those that can
    /// took 5 to 15 ms for all four answers, one after the other.
    static let outside = 60
    /// For tmux to say where our pane lies, before pictures are given up: it takes 5 to 9 ms if idle.
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
    /// A page that says "opening" is not worth showing for less.
    static let waitingPage = 300
    /// The same with the photo's small picture, where that costs a frame: a photo that is ready came
    /// within 80 ms.
    static let waitingPicture = 100
    /// After so long without a key the fine picture may be drawn.
    static let rest = 80
    /// The same after a pan that was scrolled: most keyboards repeat a key after 250 ms or more.
    static let scrolledRest = 300
    /// Keys that follow each other within so long are held down, or as good as.
    static let repeatedKey = 200
    /// A rest between keys that follow each other is no longer, however uneven they are.
    static let longestKeyRest = 500
    /// Moving frames that are begun so soon after the one before are of one movement: slow keyboards
    /// repeat ten times a second.
    static let movement = 150
    /// The rest on a crawling line, where a fine picture should not be begun in vain.
    static let crawlingRest = 1500
    /// If a first picture takes longer, a coarse one is sent before it.
    static let firstPictureSeconds = 2
    /// A page of text waits so long for the pictures of the page before: two frames of a film.
    static let textBehindPictures = 40
    /// Pictures of a page for which a line takes longer are not sent together with its text.
    static let pagePictures = 300
    /// The first picture that comes to a page waits so long for others: the terminal draws some while
    /// the next are made, and they do not come one by one.
    static let pictureBatch = 40
    /// Answers to questions asked longer ago are not expected, except for acknowledgements.
    static let answered = 1000
    /// All registers are used if a line takes such a frame in less: half as long again as with 256.
    static let fineFrame = 300
    /// A frame for which a line takes longer may be interrupted by a newer request.
    static let interruption = 250
    /// After a resize iTerm2 and Contour draw nothing for up to two seconds.
    static let unmeasuredAfterResize = 2000
    /// For the acknowledgement of a frame, the first few times.
    static let firstAcknowledgement = 300
    /// The same from a terminal that has answered before: its line is slow, not dead.
    static let acknowledgement = 10_000
    /// After the program has left the terminal, for answers that must not reach the shell.
    static let shutdown = 150
    /// The same, counted from the probe, for a terminal that has not answered at all.
    static let silentShutdown = 1800
    /// The same for a terminal outside a multiplexer, which can seldom be reached.
    static let outsideShutdown = 300
    /// For answers that come after the last one.
    static let quiet = 60
    /// How often a suspended program checks whether the terminal is its own again: no signal reports
    /// `fg` after `bg`.
    static let foregroundPoll = 250
    /// For the last bytes to a slow terminal.
    static let lastWrite = 800
}
