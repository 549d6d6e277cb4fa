internal import Dispatch
internal import Screens

/// The time of the event loop, in milliseconds from some beginning.
struct Clock {
    typealias Milliseconds = Int

    var now: Milliseconds { Int(DispatchTime.now().uptimeNanoseconds / 1_000_000) }
}

/// When which screen wants to be woken; a new alarm takes the place of the one before it.
struct TimerQueue {
    private var waiting: [TimerRequest.Purpose: (alarm: TimerRequest, at: Clock.Milliseconds)] = [:]

    var next: Clock.Milliseconds? { waiting.values.map(\.at).min() }

    mutating func set(_ alarm: TimerRequest, at time: Clock.Milliseconds) {
        waiting[alarm.purpose] = (alarm, time)
    }

    /// Those whose time has come.
    mutating func take(at now: Clock.Milliseconds) -> [TimerRequest] {
        let due = waiting.values.filter { $0.at <= now }.map(\.alarm)
        for alarm in due { waiting[alarm.purpose] = nil }
        return due
    }
}

/// How long the event loop waits for what, in milliseconds.
enum Timeouts {
    /// A terminal that has not answered by then is drawn on with what is known.
    static let probe = 150
    /// The same for the terminal outside a multiplexer, which mostly is not let be asked: those that
    /// were took 5 to 15 ms for all four answers, one after the other.
    static let outside = 60
    /// What tmux takes to say where our pane lies, before pictures are done without: 5 to 9 ms if idle.
    static let tmux = 1000
    /// Bytes of one sequence come together; a lone escape this long is the Escape key.
    static let escape = 60
    /// While an answer is due: over a slow line its bytes may come one by one.
    static let escapeWhileAsking = 400
    /// The rest of a sequence that has begun; what is still open then was rubbish.
    static let sequence = 250
    /// The rest of a paste, over a line that stalls: after 250 ms what was still to come was keys.
    ///
    /// Not much longer, for who has a paste begun by mistake must be able to get out of it.
    static let paste = 1000
    /// Nothing shorter is worth a page that says "opening".
    static let waitingPage = 300
    /// No key for so long: the hand rests, and the fine picture may be drawn.
    static let rest = 80
    /// The same on a crawling line, where a fine picture is not to be begun in vain.
    static let crawlingRest = 1500
    /// Who waits longer for a first picture gets a coarse one before it.
    static let patienceSeconds = 2
    /// A page of text waits so long for the pictures of the one before: two frames of a film.
    static let textBehindPictures = 40
    /// Pictures of a page that a line takes longer for are not sent along with its text.
    static let pagePictures = 300
    /// The first picture that comes to a page waits so long for the others of it: from the library they
    /// came within 410 ms, one by one.
    static let pictureBatch = 120
    /// Nothing asked longer ago than this is still to be answered, but a fence.
    static let answered = 1000
    /// A frame that a line takes longer for than this may be broken off for a newer wish.
    static let breakOff = 250
    /// The answer to the fence after a frame, the first few times.
    static let firstFence = 300
    /// The same from a terminal that has answered before: its line is slow, not dead.
    static let fence = 10_000
    /// After leaving, for answers on their way, which must not reach the shell.
    static let farewell = 150
    /// The same, from the probe on, for a terminal that has not answered at all.
    static let silentFarewell = 1800
    /// The same for a terminal outside a multiplexer, which is seldom let through.
    static let outsideFarewell = 300
    /// For answers that come after the last one.
    static let quiet = 60
    /// So often a program that was stopped looks whether the terminal is its own again: no signal tells
    /// of `fg` after `bg`.
    static let absence = 250
    /// For the last bytes to a slow terminal.
    static let lastWrite = 800
}
