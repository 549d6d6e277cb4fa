import Foundation
import Imaging
import TestSupport
import Testing

@testable import TerminalProtocols

/// Recorded replies of nineteen terminals and multiplexers, split anywhere.
@Suite struct RecordedAnswersTests {
    private static let file = URL(filePath: #filePath)
        .deletingLastPathComponent().appending(
            path: "../../../../shared/facts/terminal-answers.json")

    static var recorded: [String: [UInt8]] {
        guard let data = try? Data(contentsOf: file),
            let all = try? JSONSerialization.jsonObject(with: data) as? [String: [String: Any]]
        else { return [:] }
        return all.compactMapValues { terminal in
            let exchange = terminal["all in one write"] as? [String: Any]
            return (exchange?["answer"] as? String).map { Array($0.utf8) }
        }
    }

    private static var isAbsent: Bool { recorded.isEmpty }

    private static func inputs(_ parts: [[UInt8]]) -> [TerminalInput] {
        var parser = KeyParser()
        return parts.flatMap { parser.parse($0) }
    }

    @Test(
        "X9: every cut of the answers gives the same and no key",
        .disabled(if: isAbsent, "the recorded answers of ../shared are not here"))
    func everyCutGivesTheSameAnswersAndNoKey() {
        for (terminal, bytes) in Self.recorded {
            let whole = Self.inputs([bytes])
            #expect(!whole.contains { !$0.isReply }, "\(terminal)")
            for cut in 0...bytes.count {
                let parts = [Array(bytes[..<cut]), Array(bytes[cut...])]
                #expect(Self.inputs(parts) == whole, "\(terminal) cut at \(cut)")
            }
            #expect(Self.inputs(bytes.map { [$0] }) == whole, "\(terminal) byte by byte")
        }
    }

    @Test(.disabled(if: isAbsent, "the recorded answers of ../shared are not here"))
    func tenThousandInterleavingsLoseAndInventNoKey() {
        let answers = Array(Self.recorded.values)
        let keys = [
            "z", "\u{1B}[A", "\u{1B}[1;2C", "q", "é", "\u{1B}OF", "\u{3}", "+", "\u{1B}[6~",
        ]
        var state: UInt64 = 42
        func below(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        for _ in 0..<10_000 {
            let expected = (0..<4).map { _ in keys[below(keys.count)] }
            var stream: [UInt8] = []
            for key in expected {
                stream += key.utf8
                if below(2) == 0 { stream += answers[below(answers.count)] }
            }
            var parts: [[UInt8]] = []
            while !stream.isEmpty {
                let count = min(stream.count, 1 + below(40))
                parts.append(Array(stream.prefix(count)))
                stream.removeFirst(count)
            }
            let found = Self.inputs(parts).filter { !$0.isReply }
            #expect(found == expected.flatMap { Self.inputs([Array($0.utf8)]) })
        }
    }

    @Test(
        .disabled(if: isAbsent, "the recorded answers of ../shared are not here"),
        arguments: [
            ("xterm", true, false, true), ("mlterm", true, false, false),
            ("kitty", false, true, true), ("foot", true, false, true),
            ("konsole", true, true, false), ("st", false, false, false),
            ("vte", false, false, false), ("tmux", false, false, false),
        ])
    func whatATerminalCanIsReadFromItsAnswers(
        name: String, sixel: Bool, kitty: Bool, version: Bool
    ) throws {
        var capabilities = TerminalCapabilities()
        let bytes = try #require(Self.recorded[name])
        for case .reply(let reply) in Self.inputs([bytes]) { capabilities.receive(reply) }
        #expect(capabilities.isComplete)
        #expect(capabilities.hasSixel == sixel)
        #expect(capabilities.hasKittyGraphics == kitty)
        if version { #expect(capabilities.version != nil) }
    }
}

extension TerminalInput {
    fileprivate var isReply: Bool {
        if case .reply = self { true } else { false }
    }
}

/// A picture of the window fits in memory, regardless of a terminal's, the kernel's or a user's
/// claims.
@Suite struct ScreenLimitsTests {
    @Test(arguments: [
        (CellSize(columns: 80, rows: 24), CellSize(columns: 80, rows: 24)),
        (CellSize(columns: 1920, rows: 546), CellSize(columns: 1920, rows: 546)),
        (CellSize(columns: 65535, rows: 65535), CellSize(columns: 4096, rows: 256)),
        (CellSize(columns: 65535, rows: 10), CellSize(columns: 4096, rows: 10)),
        (CellSize(columns: 1, rows: 65535), CellSize(columns: 1, rows: 4096)),
        (CellSize(columns: 0, rows: 0), CellSize(columns: 0, rows: 0)),
    ])
    func aWindowHasNoMoreCellsThanAScreen(told: CellSize, cells: CellSize) {
        #expect(WindowSize(cells: told, pixels: nil).cells == cells)
    }

    private static let sides = [1, 2, 8, 17, 255, 256]
    private static let windows = [1, 2, 80, 511, 4096, 30000, 65535]

    @Test(arguments: windows, windows)
    func aPictureHasNoMorePixelsThanAScreen(columns: Int, rows: Int) throws {
        let window = WindowSize(
            cells: CellSize(columns: columns, rows: rows), pixels: "65535x65535")
        for width in Self.sides {
            for height in Self.sides {
                var overrides = TerminalProfile.Overrides()
                overrides.cell = CellMetrics(width: width, height: height)
                for graphics in GraphicsProtocol.allCases {
                    overrides.graphics = graphics
                    let profile = TerminalProfile(
                        TerminalCapabilities(), TerminalEnvironment([:]), window: window,
                        overrides: overrides)
                    let all = profile.cell.pixels(of: profile.window.cells)
                    #expect(all.width * all.height <= 33_554_432)
                    #expect(max(all.width, all.height) <= 16_384)
                    let area = PictureArea(profile, glyphs: .octant)?.size ?? "1x1"
                    #expect(area.width * area.height <= 33_554_432)
                }
            }
        }
    }

    @Test(arguments: [("8x17", true), ("256x256", true), ("257x256", false), ("1x0", false)])
    func aCellHasSides(size: PixelSize, isOne: Bool) {
        #expect((ScreenLimits.cell(width: size.width, height: size.height) != nil) == isOne)
    }
}

/// The colour under transparent pixels.
@Suite struct PictureBackgroundTests {
    @Test(arguments: [
        (nil, Theme.auto, RGBColour.black), (nil, .light, .white), (nil, .dark, .black),
        (RGBColour(red: 1, green: 2, blue: 3), .light, RGBColour(red: 1, green: 2, blue: 3)),
    ])
    func itIsTheTerminalsOrTheThemes(answer: RGBColour?, theme: Theme, background: RGBColour) {
        var capabilities = TerminalCapabilities()
        if let answer { capabilities.receive(.background(answer)) }
        var overrides = TerminalProfile.Overrides()
        overrides.theme = theme
        let profile = TerminalProfile(
            capabilities, TerminalEnvironment([:]),
            window: WindowSize(cells: CellSize(columns: 80, rows: 24), pixels: nil),
            overrides: overrides)
        #expect(profile.background == background)
    }
}

/// The advice given for the replies of terminals.
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
        // The largest picture at present, and the maximum.
        [
            .sixelGraphics(item: 2, status: 0, values: [side, side]),
            .sixelGraphics(item: 2, status: 0, values: [side, side]),
        ]
    }

    @Test func xtermWithoutPicturesIsToBeStartedAsAnother() {
        #expect(Self.advice([Self.xterm, Self.vt420]) == .startXtermAsVT340)
    }

    @Test func xtermsOwnLimitIsToBeRaisedIfEightPicturesDoNotFillTheWindow() {
        let small = Self.advice([Self.xterm, Self.vt340] + Self.limit(300))
        #expect(small == .raiseXtermLimit(PixelSize(width: 1280, height: 204)))
        #expect(Self.advice([Self.xterm, Self.vt340] + Self.limit(1000)) == nil)
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
