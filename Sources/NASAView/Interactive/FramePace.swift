/// When what may be written: one frame in flight, quick ones while a hand moves.
struct FramePace {
    private(set) var fence = FrameFence()
    private(set) var line = LineSpeed()
    private(set) var now = 0
    private var lastTouch = Int.min / 2
    private var sent: (bytes: Int, at: Clock.Milliseconds)?
    /// A frame is being written whose fence counts from its last byte.
    private var isWriting = false

    /// Whether the terminal has worked through the last frame.
    var isOpen: Bool { fence.isOpen && !isWriting }

    /// A key was pressed just now, and another may follow.
    var isMoving: Bool { now < lastTouch + Deadlines.rest }

    /// Whether the frame in flight takes so long that text goes on without pictures.
    var isLate: Bool { lateness.map { now >= $0 } ?? false }

    private var lateness: Clock.Milliseconds? {
        isOpen ? nil : sent.map { $0.at + Deadlines.textBehindPictures }
    }

    var deadlines: [Clock.Milliseconds] {
        var deadlines: [Clock.Milliseconds] = []
        if let deadline = fence.deadline { deadlines.append(deadline) }
        if isMoving { deadlines.append(lastTouch + Deadlines.rest) }
        if let lateness, now < lateness { deadlines.append(lateness) }
        return deadlines
    }

    mutating func turned(to now: Clock.Milliseconds) { self.now = now }

    mutating func touched(at now: Clock.Milliseconds) { lastTouch = now }

    mutating func expire(at now: Clock.Milliseconds) {
        self.now = now
        fence.check(at: now)
    }

    /// A frame of so many bytes is on its way, with a question behind it.
    mutating func send(_ bytes: Int) {
        isWriting = true
        sent = (bytes, now)
    }

    /// The fence counts from when the last byte of the frame was written.
    mutating func wroteOut(_ isEmpty: Bool, at now: Clock.Milliseconds) {
        guard isEmpty, isWriting else { return }
        isWriting = false
        fence.ask(at: now)
    }

    mutating func fenceAnswered(at now: Clock.Milliseconds) {
        fence.answered()
        if let sent { line.measured(sent.bytes, in: now - sent.at) }
        sent = nil
    }

    /// Whether a frame that a slow line is still taking may be broken off.
    func mayBreakOff(waiting: Int, at now: Clock.Milliseconds) -> Bool {
        guard let sent, isWriting else { return false }
        return waiting > 0 && now - sent.at > Deadlines.breakOff
    }

    /// The frame was broken off with so many bytes of it unwritten.
    mutating func brokeOff(waiting: Int, at now: Clock.Milliseconds) {
        if let sent { line.measured(sent.bytes - waiting, in: now - sent.at) }
        sent = nil
        isWriting = false
    }
}
