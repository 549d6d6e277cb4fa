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
}
