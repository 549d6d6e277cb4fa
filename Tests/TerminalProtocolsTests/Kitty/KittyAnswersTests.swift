import Imaging
import TerminalProtocols
import TestSupport
import Testing

/// What a gallery makes of the terminal's answers.
struct KittyAnswersTests {
    @Test
    func aPictureThatIsGoneIsSentAgain() throws {
        var visit = GalleryVisit("450x350")
        try visit.settle()
        let lost = try #require(visit.uploads.first)
        let verdict = visit.gallery.reply(image: lost.image, message: Array("ENOENT:gone".utf8))
        #expect(verdict == .planAgain)
        try visit.settle()
        #expect(visit.uploads.count == 2)
        #expect(visit.uploads.last?.region == lost.region)
        #expect(visit.shown == visit.expected)
    }

    @Test(arguments: [
        (message: "ENOENT:gone", verdict: KittyVerdict.planAgain),
        (message: "EINVAL:Image too large", verdict: .planAgain),
        (message: "ENOSPC:", verdict: .planAgain),
        (message: "EBADF:Failed to open shared memory", verdict: .sendDirectly),
        (message: "ENOTSUPPORTED:", verdict: .sendDirectly),
        (message: "OK", verdict: .nothing),
    ])
    func eachErrorHasItsRemedy(message: String, verdict: KittyVerdict) throws {
        var visit = GalleryVisit("450x350")
        try visit.settle()
        let image = try #require(visit.uploads.first).image
        let ours = visit.gallery.reply(image: image, message: Array(message.utf8))
        let other = visit.gallery.reply(image: 31, message: Array(message.utf8))
        #expect(ours == verdict && other == .nothing)
    }

    @Test
    func aTerminalThatKeepsNothingIsGivenUp() throws {
        var visit = GalleryVisit("450x350")
        var verdict = KittyVerdict.planAgain
        for round in 0..<10 where verdict == .planAgain {
            #expect(round < 5)
            let plan = try visit.plan()
            try visit.send(try #require(plan.upload))
            try visit.plan()
            let image = try #require(visit.uploads.last).image
            verdict = visit.gallery.reply(image: image, message: Array("ENOENT:gone".utf8))
        }
        #expect(verdict == .giveUp)
    }

    @Test
    func aTerminalThatNowAndThenThrowsPicturesAwayIsNot() throws {
        var visit = GalleryVisit("450x350")
        for _ in 0..<10 {
            try visit.settle()
            for _ in 0..<6 { try visit.press(.shift(x: 0, y: 1)) }
            let image = try #require(visit.uploads.last).image
            let verdict = visit.gallery.reply(image: image, message: Array("ENOENT:gone".utf8))
            #expect(verdict == .planAgain)
            visit.viewport.move(.fit)
        }
    }
}
