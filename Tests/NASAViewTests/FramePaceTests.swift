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
}
