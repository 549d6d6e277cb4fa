import Imaging
import TestSupport
import Testing

@testable import TerminalProtocols

/// Pans for which the terminal scrolls the visible part of a picture.
struct PictureScrollTests {
    /// 80x24 cells of 8x17: the picture has 640x390, 22 whole rows and 16 pixels of the next.
    @Test(
        arguments: [
            // the view moves down: the last rows become visible, with the partly covered one
            (.xterm, "100,100", "100,134", "␛[1;22r␛[2S␛[r", ["0,340 640x50 at 20;0"]),
            (.foot, "100,100", "100,134", "␛[2S␛[23;1H␛[K", ["0,340 640x50 at 20;0"]),
            // up: the first rows, and the row that does not scroll
            (
                .xterm, "100,100", "100,66", "␛[1;22r␛[2T␛[r",
                ["0,0 640x34 at 0;0", "0,374 640x16 at 22;0"]
            ),
            (
                .foot, "100,100", "100,66", "␛[2T␛[23;1H␛[K",
                ["0,0 640x34 at 0;0", "0,374 640x16 at 22;0"]
            ),
            // sideways: each row separately
            (.mlterm, "100,100", "164,100", "␛[1;1H␛[8P… 23 rows", ["576,0 64x390 at 0;72"]),
            (.mlterm, "100,100", "36,100", "␛[1;1H␛[8@… 23 rows", ["0,0 64x390 at 0;0"]),
            // both
            (
                .xterm, "100,100", "108,117", "␛[1;22r␛[1S␛[r␛[1;1H␛[1P… 23 rows",
                ["0,357 640x33 at 21;0", "632,0 8x357 at 0;79"]
            ),
            (
                .xterm, "100,100", "92,83", "␛[1;22r␛[1T␛[r␛[1;1H␛[1@… 23 rows",
                ["0,0 640x17 at 0;0", "0,374 640x16 at 22;0", "0,17 8x357 at 1;0"]
            ),
        ] as [(Way, PixelPoint, PixelPoint, String, [String])])
    func thePictureMovesByWholeCells(
        way: Way, from: PixelPoint, to: PixelPoint, move: String, strips: [String]
    ) throws {
        let scroll = try #require(way.scroll(from: from, to: to))
        #expect(scroll.strips.map(\.description) == strips)
        var bytes: [UInt8] = []
        scroll.appendMove(of: way.cells, into: &bytes)
        let text = String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "␛")
        #expect(Self.shortened(text) == "␛[0m" + move)
    }

    /// Replaces the rows after the first by `…` and their number.
    private static func shortened(_ text: String) -> String {
        let rows = text.matches(of: /␛\[\d+;1H␛\[\d+[P@]/)
        guard let first = rows.first, rows.count > 1 else { return text }
        return text[..<first.range.upperBound] + "… \(rows.count) rows"
    }

    @Test(
        arguments: [
            // nothing, parts of cells, more than half of the picture, all of it
            (.xterm, "100,100", "100,100"), (.xterm, "100,100", "100,106"),
            (.xterm, "100,100", "104,134"), (.xterm, "100,100", "100,304"),
            (.xterm, "100,100", "420,117"), (.xterm, "0,0", "640,0"), (.xterm, "0,0", "0,680"),
            (.xterm, "0,0", "1360,1610"),
            // foot scrolls no picture sideways
            (.foot, "100,100", "164,100"), (.foot, "100,100", "164,117"),
            // it flickers without synchronized updates
            (.footOfOld, "100,100", "100,134"),
            // konsole scrolls no pictures; TERM does not identify an unknown terminal
            (.konsole, "100,100", "100,134"), (.namedByTERM, "100,100", "100,134"),
            // tmux redraws below its own text
            (.xtermAroundTmux, "100,100", "100,134"),
        ] as [(Way, PixelPoint, PixelPoint)])
    func otherPansAreDrawnWhole(way: Way, from: PixelPoint, to: PixelPoint) {
        #expect(way.scroll(from: from, to: to) == nil)
    }

    @Test func anotherScaleIsDrawnWhole() {
        let (way, photo) = (Way.xterm, PixelSize(width: 2000, height: 2000))
        let half = PixelSize(width: 1000, height: 1000)
        let scroll = way.profile.scroll(
            from: way.window("100,100"),
            to: .region(
                ScaledWindow(
                    photo: photo, scaled: half,
                    window: PixelRect(origin: "100,134", size: Way.size)),
                at: PixelRect(Way.size)), of: Way.size, at: way.cells)
        #expect(scroll == nil)
    }

    /// A browser's cells have fractional pixels.
    @Test func cellsOfWholePixelsOnlyAreScrolled() {
        var overrides = Way.overrides
        overrides.cell = CellMetrics(
            across: CellAxis(pixels: 1011, cells: 120), down: CellAxis(pixels: 17, cells: 1))
        let profile = TerminalProfile(
            Way.xterm.capabilities, TerminalEnvironment([:]), window: Way.screen,
            overrides: overrides)
        let scroll = profile.scroll(
            from: Way.xterm.window("100,100"), to: Way.xterm.window("100,134"), of: Way.size,
            at: Way.xterm.cells)
        #expect(scroll == nil)
    }

    @Test(arguments: [
        (Way.xterm, "8x17" as PixelSize), (.mlterm, "8x17"), (.foot, "1x17"), (.konsole, "1x6"),
    ])
    func stepsAreWholeCellsWhereThesePicturesScroll(way: Way, interval: PixelSize) {
        #expect(PictureArea(way.profile, glyphs: .half)?.snapInterval == interval)
    }

    /// More pictures before it would keep xterm busy for 35 ms each.
    @Test(
        arguments: [
            (.xterm, "100,134"), (.xterm, "36,100"), (.mlterm, "100,134"), (.foot, "100,134"),
        ] as [(Way, PixelPoint)])
    func theFirstStepAfterAFrameIsSentAsAnyOther(way: Way, to: PixelPoint) throws {
        var driver = GraphicsDriver<String>(way.profile)
        func text(_ image: EncodedImage, to place: PixelPoint) -> String {
            let placement = Placement(
                id: "photo", window: way.window(place), size: Way.size, cells: way.cells)
            let update = driver.update(
                to: [placement], with: [PlacedImage(image, at: placement)], redrawsAll: false,
                on: way.profile)
            return String(decoding: update.bytes, as: UTF8.self)
        }
        let scroll = try #require(way.scroll(from: "100,100", to: to))
        let strip = SixelStrings.Part(row: 0, bytes: Array("strip".utf8))
        let strips = EncodedImage.scrolled(scroll, strips: scroll.strips.map { _ in [strip] })
        _ = text(.string(Array("frame".utf8)), to: "100,100")
        let first = text(strips, to: to)
        #expect(first == text(strips, to: to) && first.hasSuffix("Hstrip"))
        #expect(!first.contains("\u{1B}P"))
    }
}

/// A terminal of 80x24 cells of 8x17 pixels, and its known properties.
enum Way: CaseIterable {
    case xterm, mlterm, foot, footOfOld, konsole, namedByTERM, xtermAroundTmux

    static let size: PixelSize = "640x390"
    static let screen = WindowSize(cells: CellSize(columns: 80, rows: 24), pixels: nil)

    static var overrides: TerminalProfile.Overrides {
        var overrides = TerminalProfile.Overrides()
        overrides.graphics = .sixel
        overrides.cell = CellMetrics(width: 8, height: 17)
        return overrides
    }

    var cells: CellRect {
        CellRect(
            origin: CellPosition(row: 0, column: 0), size: CellSize(columns: 80, rows: 23))
    }

    var capabilities: TerminalCapabilities {
        var capabilities = TerminalCapabilities()
        switch self {
        case .xterm, .xtermAroundTmux: capabilities.receive(.version(Array("XTerm(379)".utf8)))
        case .mlterm: capabilities.receive(.secondaryAttributes([24, 279, 0]))
        case .foot, .footOfOld: capabilities.receive(.version(Array("foot(1.13.1)".utf8)))
        case .konsole: capabilities.receive(.version(Array("Konsole 22.12.3".utf8)))
        case .namedByTERM: break
        }
        if self == .foot { capabilities.receive(.mode(2026, setting: 2)) }
        return capabilities
    }

    var profile: TerminalProfile {
        let environment = self == .namedByTERM ? ["TERM": "foot"] : [:]
        let profile = TerminalProfile(
            capabilities, TerminalEnvironment(environment), window: Self.screen,
            overrides: Self.overrides)
        guard self == .xtermAroundTmux else { return profile }
        var outside = OuterTerminal(.tmux)
        outside.pane = CellPosition(row: 0, column: 0)
        return profile.passing(to: outside, overrides: Self.overrides)
    }

    /// Returns a part of a photo of 2000x2000 pixels at its original size.
    func window(_ origin: PixelPoint) -> ImageWindow {
        let photo = PixelSize(width: 2000, height: 2000)
        return .region(
            ScaledWindow(
                photo: photo, scaled: photo, window: PixelRect(origin: origin, size: Self.size)),
            at: PixelRect(Self.size))
    }

    func scroll(from: PixelPoint, to: PixelPoint) -> PictureScroll? {
        profile.scroll(from: window(from), to: window(to), of: Self.size, at: cells)
    }
}

extension PictureScroll.Strip: CustomStringConvertible {
    package var description: String {
        """
        \(area.minX),\(area.minY) \(area.size.width)x\(area.size.height) \
        at \(cell.row);\(cell.column)
        """
    }
}
