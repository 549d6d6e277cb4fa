import TerminalProtocols
import Testing

@testable import Presentation

/// At most one frame is in flight; after leaving the terminal none is.
@Suite struct FlowControlTests {
    /// The progress of the frame in flight when the terminal is left.
    enum Flight: CaseIterable {
        case beingWritten, awaited, answered
    }

    /// Returns a flow whose terminal has answered once, with a second frame sent at `Self.sent`.
    private static func flow(_ flight: Flight) -> FlowControl {
        var flow = FlowControl()
        flow.send(1000)
        flow.advance(to: 0, waiting: 0)
        flow.acknowledged(at: 5)
        flow.advance(to: sent, waiting: 0)
        flow.send(1000)
        if flight != .beingWritten { flow.advance(to: sent, waiting: 0) }
        if flight == .answered { flow.acknowledged(at: sent + 5) }
        return flow
    }

    private static let sent = 100

    @Test func aFrameInFlightIsWaitedFor() {
        #expect(!Self.flow(.beingWritten).isOpen)
        #expect(!Self.flow(.awaited).isOpen)
        #expect(Self.flow(.answered).isOpen)
    }

    @Test(arguments: Flight.allCases)
    func whoHasLeftWaitsForNothing(flight: Flight) {
        var flow = Self.flow(flight)
        flow.suspend()
        #expect(flow.isOpen && flow.acknowledgement.deadline == nil && !flow.isLate)
        // Nor for a query that was discarded with its frame.
        flow.advance(to: Self.sent + 50, waiting: 0)
        #expect(flow.isOpen)
    }

    /// Text continues after a frame, even if an older query was answered in its middle.
    @Test func anAnswerWithinAFrameIsToAnEarlierOne() {
        var flow = FlowControl()
        flow.send(1000)
        flow.acknowledged(at: 5)
        flow.advance(to: 10, waiting: 0)
        #expect(!flow.isOpen)
        flow.advance(to: 10 + Timeouts.textBehindPictures, waiting: 0)
        #expect(flow.isLate)
    }

    /// xterm took 300 ms for the first 80 kB after a whole frame, on a fast line.
    @Test(arguments: [(isScrolled: true, isSlow: false), (isScrolled: false, isSlow: true)])
    func howLongATerminalScrollsSaysNothingAboutTheLine(isScrolled: Bool, isSlow: Bool) {
        var flow = Self.flow(.answered)
        flow.send(80_000, .moving, isScrolled: isScrolled)
        flow.advance(to: Self.sent, waiting: 0)
        flow.acknowledged(at: Self.sent + 300)
        #expect(flow.line.isSlow == isSlow)
    }

    /// Keys arrive before the terminal has taken all of a strip.
    @Test(arguments: [(isScrolled: true, isSlow: false), (isScrolled: false, isSlow: true)])
    func norDoesWhatItHasNotTakenYet(isScrolled: Bool, isSlow: Bool) {
        var flow = Self.flow(.answered)
        flow.send(38_000, .moving, isScrolled: isScrolled)
        #expect(flow.observe(waiting: 20_000, at: Self.sent + 350) == isSlow)
        #expect(flow.line.isSlow == isSlow)
    }

    /// It may have answered once by mistake: each frame would wait ten seconds.
    @Test func aTerminalThatAnswersNoMoreIsAskedNoMore() {
        var flow = Self.flow(.answered)
        for turn in 1...2 {
            #expect(flow.acknowledgement.isWorthAsking)
            let now = turn * 2 * Timeouts.acknowledgement
            flow.advance(to: now, waiting: 0)
            flow.send(1000)
            flow.advance(to: now, waiting: 0)
            flow.advance(to: now + Timeouts.acknowledgement, waiting: 0)
        }
        #expect(flow.isOpen && !flow.acknowledgement.isWorthAsking)
        flow.acknowledged(at: 7 * Timeouts.acknowledgement)
        #expect(flow.acknowledgement.isWorthAsking)
    }

    @Test func whatIsDrawnAgainDoesNotWaitLongForAnAnswer() {
        var flow = Self.flow(.awaited)
        #expect(flow.acknowledgement.deadline == Self.sent + Timeouts.acknowledgement)
        flow.hurry()
        flow.advance(to: Self.sent + Timeouts.answered, waiting: 0)
        #expect(flow.isOpen)
    }

    /// The terminal has not answered yet: answers due when we leave do not count as missed.
    @Test(arguments: [true, false])
    func onlyWhoWasLeftIsAskedOn(isLeft: Bool) {
        var flow = FlowControl()
        for turn in 1...3 {
            let now = turn * Timeouts.acknowledgement
            flow.advance(to: now, waiting: 0)
            flow.send(1000)
            flow.advance(to: now, waiting: 0)
            if isLeft { flow.suspend() }
            flow.advance(to: now + Timeouts.firstAcknowledgement, waiting: 0)
        }
        #expect(flow.isOpen && flow.acknowledgement.isWorthAsking == isLeft)
    }

    /// Through tmux no acknowledgement is requested: 1.75 MB take a terminal 250 ms.
    @Test func aFrameBehindWhichNothingIsAskedIsWaitedForAllTheSame() {
        var flow = FlowControl()
        flow.advance(to: 100, waiting: 0)
        flow.send(1_750_000, assuming: 7_000_000)
        flow.advance(to: 100, waiting: 0)
        flow.advance(to: 349, waiting: 0)
        #expect(!flow.isOpen && flow.acknowledgement.deadline == 350)
        flow.advance(to: 350, waiting: 0)
        #expect(flow.isOpen && flow.acknowledgement.isWorthAsking)
    }

    /// xterm reads its keyboard only after drawing: the answer to a moving frame arrives before the
    /// keys held down during that time.
    @Test(arguments: [5, 68, 245, 500])
    func aFineFrameWaitsUntilKeysCouldHaveCome(drain: Int) {
        var flow = FlowControl()
        flow.lastTouch = 1000
        flow.advance(to: 1020, waiting: 0)
        flow.send(300_000, .moving)
        flow.advance(to: 1022, waiting: 0)
        let drained = 1020 + drain
        flow.advance(to: drained, waiting: 0)
        flow.acknowledged(at: drained)
        #expect(flow.isOpen && flow.pace(isNew: false) == .quick)
        // The next key of a keyboard that repeats 25 times a second.
        flow.advance(to: drained + 40, waiting: 0)
        #expect(flow.pace(isNew: false) == .quick)
        #expect(flow.deadlines.contains(drained + Timeouts.rest))
        flow.advance(to: drained + Timeouts.rest, waiting: 0)
        #expect(flow.pace(isNew: false) == .fine)
    }

    /// Drawing at rest does not justify a wait: on a page pictures follow each other.
    @Test func aFineFrameDelaysNothing() {
        var flow = FlowControl()
        flow.lastTouch = 1000
        flow.advance(to: 1100, waiting: 0)
        flow.send(1_500_000)
        flow.advance(to: 1102, waiting: 0)
        flow.acknowledged(at: 1300)
        flow.advance(to: 1300, waiting: 0)
        #expect(!flow.isMoving && flow.pace(isNew: false) == .fine)
    }

    /// iTerm2 and Contour draw nothing for up to two seconds after a resize.
    @Test(arguments: [
        (resized: Int?.none, sent: 1000, acknowledged: 2500, isMeasured: true),
        (1000, 1000, 2500, false), (900, 1000, 2500, false), (900, 2899, 3300, false),
        // Sent before, and drawn after the resize.
        (1100, 1000, 2500, false),
        (1000, 3000, 4500, true), (0, 5000, 6500, true),
    ])
    func theLineIsNotMeasuredWhileTheTerminalResizes(
        resized: Int?, sent: Int, acknowledged: Int, isMeasured: Bool
    ) {
        var flow = FlowControl()
        if let resized, resized <= sent { flow.resized(at: resized) }
        flow.advance(to: sent, waiting: 0)
        flow.send(1_000_000, .moving, movingQuality: .finest)
        flow.advance(to: sent, waiting: 0)
        if let resized, resized > sent { flow.resized(at: resized) }
        // Most of it was written; the terminal takes no more for now.
        flow.acknowledged(at: acknowledged)
        #expect(flow.isOpen)
        #expect((flow.line.bytesPerSecond == nil) != isMeasured)
    }

    @Test(arguments: [(resized: Int?.none, interrupts: true), (500, false)])
    func aFrozenTerminalIsNotTakenForASlowLine(resized: Int?, interrupts: Bool) {
        var flow = FlowControl()
        if let resized { flow.resized(at: resized) }
        flow.advance(to: 1000, waiting: 0)
        flow.send(1_000_000)
        #expect(flow.observe(waiting: 980_000, at: 2500) == interrupts)
        #expect((flow.line.bytesPerSecond == nil) != interrupts)
    }

    /// A frame rendered while the terminal draws the last one costs only its drawing.
    @Test(arguments: [
        // A key, then the frame is rendered in 20 ms and drawn in 30: too long for thirty a second.
        (requested: 200, sent: 220, acknowledged: 250, MovingQuality.fewerColours),
        (requested: 170, sent: 200, acknowledged: 230, .finest),
    ])
    func whatIsMadeMeanwhileCostsNoTime(
        requested: Int, sent: Int, acknowledged: Int, expected: MovingQuality
    ) {
        var flow = FlowControl()
        for turn in 0..<10 {
            // The previous frame is drawn at 200.
            let start = turn * 1000
            flow.advance(to: start + 150, waiting: 0)
            flow.request()
            flow.send(400_000, .moving, movingQuality: flow.rate.quality)
            flow.advance(to: start + 170, waiting: 0)
            if requested < 200 { flow.request() }
            flow.acknowledged(at: start + 200)
            flow.advance(to: start + 200, waiting: 0)
            if requested >= 200 { flow.request() }
            flow.advance(to: start + sent, waiting: 0)
            flow.send(400_000, .moving, movingQuality: flow.rate.quality)
            flow.advance(to: start + sent, waiting: 0)
            flow.acknowledged(at: start + acknowledged)
        }
        #expect((flow.rate.quality == .finest) == (expected == .finest))
    }

    /// The next frame is started 33 ms before the terminal is expected to have drawn this one.
    @Test func theNextFrameIsMadeInTime() {
        var flow = FlowControl()
        for turn in 1...20 {
            flow.advance(to: turn * 1000, waiting: 0)
            flow.send(2_000_000, .atRest)
            flow.advance(to: turn * 1000, waiting: 0)
            flow.acknowledged(at: turn * 1000 + 100)
        }
        flow.advance(to: 30_000, waiting: 0)
        #expect(flow.mayMakeNext)
        flow.send(2_000_000, .moving, movingQuality: .finest)
        flow.advance(to: 30_010, waiting: 0)
        #expect(!flow.mayMakeNext && !flow.isOpen)
        let due = flow.deadlines.first { (30_060...30_070).contains($0) }
        flow.advance(to: due ?? 0, waiting: 0)
        #expect(flow.mayMakeNext && !flow.isOpen)
    }
}
