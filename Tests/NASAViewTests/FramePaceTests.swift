import TerminalProtocols
import Testing

@testable import nasa_view

/// One frame in flight; who leaves the terminal has none.
@Suite struct FramePaceTests {
    /// How far the frame in flight has come when the terminal is left.
    enum Flight: CaseIterable {
        case beingWritten, awaited, answered
    }

    /// A pace whose terminal has answered once, with a second frame sent at `Self.sent`.
    private static func pace(_ flight: Flight) -> FramePace {
        var pace = FramePace()
        pace.send(1000)
        pace.wroteOut(true, at: 0)
        pace.fenceAnswered(at: 5)
        pace.turned(to: sent)
        pace.send(1000)
        if flight != .beingWritten { pace.wroteOut(true, at: sent) }
        if flight == .answered { pace.fenceAnswered(at: sent + 5) }
        return pace
    }

    private static let sent = 100

    @Test func aFrameInFlightIsWaitedFor() {
        #expect(!Self.pace(.beingWritten).isOpen)
        #expect(!Self.pace(.awaited).isOpen)
        #expect(Self.pace(.answered).isOpen)
    }

    @Test(arguments: Flight.allCases)
    func whoHasLeftWaitsForNothing(flight: Flight) {
        var pace = Self.pace(flight)
        pace.left()
        #expect(pace.isOpen && pace.fence.deadline == nil && !pace.isLate)
        // Nor for a question that was discarded with its frame.
        pace.wroteOut(true, at: Self.sent + 50)
        #expect(pace.isOpen)
    }

    /// Text goes on behind a frame, also behind one in whose middle an older question was answered.
    @Test func anAnswerWithinAFrameIsToAnEarlierOne() {
        var pace = FramePace()
        pace.send(1000)
        pace.fenceAnswered(at: 5)
        pace.wroteOut(true, at: 10)
        #expect(!pace.isOpen)
        pace.turned(to: 10 + Deadlines.textBehindPictures)
        #expect(pace.isLate)
    }

    /// It may have answered once by mistake: each frame would wait ten seconds.
    @Test func aTerminalThatAnswersNoMoreIsAskedNoMore() {
        var pace = Self.pace(.answered)
        for turn in 1...2 {
            #expect(pace.fence.isWorthAsking)
            let now = turn * 2 * Deadlines.fence
            pace.turned(to: now)
            pace.send(1000)
            pace.wroteOut(true, at: now)
            pace.expire(at: now + Deadlines.fence)
        }
        #expect(pace.isOpen && !pace.fence.isWorthAsking)
        pace.fenceAnswered(at: 7 * Deadlines.fence)
        #expect(pace.fence.isWorthAsking)
    }

    @Test func whatIsDrawnAgainDoesNotWaitLongForAnAnswer() {
        var pace = Self.pace(.awaited)
        #expect(pace.fence.deadline == Self.sent + Deadlines.fence)
        pace.hurry()
        pace.expire(at: Self.sent + Deadlines.answered)
        #expect(pace.isOpen)
    }

    /// The terminal has answered nothing yet: what it owes when we leave is not missed.
    @Test(arguments: [true, false])
    func onlyWhoWasLeftIsAskedOn(isLeft: Bool) {
        var pace = FramePace()
        for turn in 1...3 {
            let now = turn * Deadlines.fence
            pace.turned(to: now)
            pace.send(1000)
            pace.wroteOut(true, at: now)
            if isLeft { pace.left() }
            pace.expire(at: now + Deadlines.firstFence)
        }
        #expect(pace.isOpen && pace.fence.isWorthAsking == isLeft)
    }

    /// Through tmux nobody is asked: a megabyte and three quarters take a terminal 250 ms.
    @Test func aFrameBehindWhichNothingIsAskedIsWaitedForAllTheSame() {
        var pace = FramePace()
        pace.turned(to: 100)
        pace.send(1_750_000, assuming: 7_000_000)
        pace.wroteOut(true, at: 100)
        pace.expire(at: 349)
        #expect(!pace.isOpen && pace.fence.deadline == 350)
        pace.expire(at: 350)
        #expect(pace.isOpen && pace.fence.isWorthAsking)
    }

    /// xterm reads its keyboard only after it has drawn: the answer to a moving frame comes before the
    /// keys that were held down meanwhile.
    @Test(arguments: [5, 68, 245, 500])
    func aFineFrameWaitsUntilKeysCouldHaveCome(drain: Int) {
        var pace = FramePace()
        pace.touched(at: 1000)
        pace.turned(to: 1020)
        pace.send(300_000, .moving)
        pace.wroteOut(true, at: 1022)
        let drained = 1020 + drain
        pace.turned(to: drained)
        pace.fenceAnswered(at: drained)
        #expect(pace.isOpen && pace.pace(isNew: false) == .quick)
        // The next key of a keyboard that repeats 25 times a second.
        pace.turned(to: drained + 40)
        #expect(pace.pace(isNew: false) == .quick)
        #expect(pace.deadlines.contains(drained + Deadlines.rest))
        pace.turned(to: drained + Deadlines.rest)
        #expect(pace.pace(isNew: false) == .fine)
    }

    /// What is drawn at rest is no reason to wait: on a page pictures follow each other.
    @Test func aFineFrameDelaysNothing() {
        var pace = FramePace()
        pace.touched(at: 1000)
        pace.turned(to: 1100)
        pace.send(1_500_000)
        pace.wroteOut(true, at: 1102)
        pace.fenceAnswered(at: 1300)
        pace.turned(to: 1300)
        #expect(!pace.isMoving && pace.pace(isNew: false) == .fine)
    }
}
