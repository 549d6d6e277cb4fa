import Imaging
import TerminalProtocols
import TestSupport
import Testing

/// What a store makes of the terminal's answers.
struct KittyStoreAnswersTests {
    @Test
    func aPictureThatIsGoneIsSentAgain() throws {
        var visit = StoreVisit("450x350")
        try visit.settle()
        let verdict = visit.lose(visit.lastImage)
        #expect(verdict == .planAgain)
        try visit.settle()
        #expect(visit.uploads.count == 2)
        #expect(visit.uploads.last?.region == visit.uploads.first?.region)
        #expect(visit.shown == visit.expected)
    }

    @Test(arguments: [
        (message: "ENOENT:gone", verdict: KittyReplyOutcome.planAgain),
        (message: "EINVAL:Image too large", verdict: .planAgain),
        (message: "ENOSPC:", verdict: .planAgain),
        (message: "EBADF:Failed to open shared memory", verdict: .sendDirectly),
        (message: "ENOTSUPPORTED:", verdict: .sendDirectly),
        (message: "OK", verdict: .nothing),
    ])
    func eachErrorHasItsRemedy(message: String, verdict: KittyReplyOutcome) throws {
        var visit = StoreVisit("450x350")
        try visit.settle()
        let ours = visit.lose(visit.lastImage, saying: message)
        let other = visit.lose(31, saying: message)
        #expect(ours == verdict && other == .nothing)
    }

    /// The terminal answers for the picture it was sent, and again when it is to place it.
    @Test
    func whatIsKnownToBeGoneIsNoNews() throws {
        var visit = StoreVisit("450x350")
        try visit.settle()
        let image = visit.lastImage
        let verdicts = [visit.lose(image), visit.lose(image)]
        #expect(verdicts == [.planAgain, .nothing])
    }

    /// With EINVAL kitty names the picture before the one it means.
    @Test
    func aPictureThatIsTooLargeIsNotBelievedInTheStore() throws {
        var visit = StoreVisit("450x350")
        try visit.settle()
        let before = visit.lastImage
        visit.viewport.move(.original)
        let large = try #require(try visit.plan().missing.first)
        try visit.send(large)
        let verdict = visit.lose(before, saying: "EINVAL:Image too large")
        #expect(verdict == .planAgain)
        let plan = try visit.plan()
        #expect(plan.missing.map(\.region.scaled) == [large.region.scaled])
    }

    @Test
    func aTerminalThatKeepsNothingIsGivenUp() throws {
        var visit = StoreVisit("450x350")
        var verdicts: [KittyReplyOutcome] = []
        for _ in 1...4 {
            try visit.send(try #require(try visit.plan().missing.first))
            try visit.plan()
            verdicts.append(visit.lose(visit.lastImage))
        }
        #expect(verdicts == [.planAgain, .planAgain, .planAgain, .giveUp])
        #expect(visit.store.limits.storeBytes == 2_000_000 / 8)
    }

    @Test
    func aTerminalThatNowAndThenThrowsPicturesAwayIsNot() throws {
        var visit = StoreVisit("450x350")
        for _ in 0..<10 {
            try visit.settle()
            for _ in 0..<6 { try visit.press(.shift(x: 0, y: 1)) }
            let verdict = visit.lose(visit.lastImage)
            #expect(verdict == .planAgain)
            visit.viewport.move(.fit)
        }
        #expect(visit.store.limits.storeBytes == 2_000_000)
    }

    /// A page places all its pictures in one write, and each that is gone is one answer.
    @Test
    func aPageFullOfErrorsIsOneRefusal() throws {
        var visit = PageVisit()
        let page = (1...20).map { PageVisit.picture($0, row: $0 % 6, column: $0 / 6 * 3, "16x10") }
        var rounds: [[KittyReplyOutcome]] = []
        for _ in 1...4 {
            try visit.bring(page)
            rounds.append(
                visit.terminal.images.keys.sorted().suffix(20).map { visit.lose($0) })
        }
        #expect(rounds.map { Set($0) } == [[.planAgain], [.planAgain], [.planAgain], [.giveUp]])
    }
}
