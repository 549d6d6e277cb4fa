import Imaging
import TerminalProtocols
import Testing

/// What a person is told about better pictures, by what terminals answer.
@Suite struct PictureAdviceTests {
    private static let window = WindowSize(
        cells: CellSize(columns: 160, rows: 50), pixels: PixelSize(width: 1280, height: 850))

    private static func advice(
        _ replies: [TerminalReply], term: String = "xterm-256color", isOutsideSilent: Bool = false
    ) -> PictureAdvice? {
        var capabilities = TerminalCapabilities()
        for reply in replies { capabilities.receive(reply) }
        let environment = TerminalEnvironment(["TERM": term])
        let profile = TerminalProfile(
            capabilities, environment, window: window, overrides: TerminalProfile.Overrides())
        return PictureAdvice(
            profile, capabilities, environment, isOutsideSilent: isOutsideSilent)
    }

    private static let xterm = TerminalReply.version(Array("XTerm(379)".utf8))
    private static let tmux = TerminalReply.version(Array("tmux 3.3a".utf8))
    private static let vt420 = TerminalReply.primaryAttributes([64, 1, 2, 6, 22])
    private static let vt340 = TerminalReply.primaryAttributes([63, 1, 2, 4, 22])

    private static func limit(_ side: Int) -> [TerminalReply] {
        // The largest picture now, and at most.
        [
            .sixelGraphics(item: 2, status: 0, values: [side, side]),
            .sixelGraphics(item: 2, status: 0, values: [side, side]),
        ]
    }

    @Test func xtermWithoutPicturesIsToBeStartedAsAnother() {
        #expect(Self.advice([Self.xterm, Self.vt420]) == .startXtermAsVT340)
    }

    @Test func xtermsOwnLimitIsToBeRaisedIfTheWindowIsLarger() {
        let stock = Self.advice([Self.xterm, Self.vt340] + Self.limit(1000))
        #expect(stock == .raiseXtermLimit(PixelSize(width: 1000, height: 1000)))
        #expect(Self.advice([Self.xterm, Self.vt340] + Self.limit(4096)) == nil)
    }

    @Test func tmuxIsToBeOpenedIfNothingAnswersThroughIt() {
        let replies = [Self.tmux, TerminalReply.primaryAttributes([1, 2])]
        #expect(Self.advice(replies, term: "tmux-256color", isOutsideSilent: true) == .openTmux)
        #expect(Self.advice(replies, term: "tmux-256color") == nil)
    }

    @Test func terminalsThatCannotDoBetterAreLeftAlone() {
        let vte = TerminalReply.version(Array("VTE(7006)".utf8))
        #expect(Self.advice([vte, Self.vt420]) == nil)
        #expect(Self.advice([Self.vt420]) == nil)
        let foot = TerminalReply.version(Array("foot(1.13.1)".utf8))
        #expect(Self.advice([foot, Self.vt340] + Self.limit(1000), term: "foot") == nil)
    }
}
