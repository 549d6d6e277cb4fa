package import Imaging

/// A terminal as seen by a program: its answers and their timing.
package struct SimulatedTerminal: Sendable {
    /// The timing of the answers.
    package enum Manner: Hashable, Sendable {
        case atOnce
        case late(seconds: Double)
        /// Byte by byte, with a pause after each.
        case split(seconds: Double)
    }

    package var name: String
    /// TERM and similar variables.
    package var environment: [String: String]
    /// Query and answer, with ESC as ␛; `{…}` stands for a number of the screen.
    package var answers: [String: String]
    /// The state of the private modes it knows (DECRQM); `nil` if it reports none.
    package var modes: [Int: Int]?
    /// The transmission media (`t=`) of kitty pictures; empty if it shows none.
    package var kittyMedia: Set<String> = []
    package var manner = Manner.atOnce
    /// The cell of the text, and the unit of pictures.
    package var cell = CellMetrics(width: 8, height: 17)
    package var kittyRules = KittyRules()
    /// True to store and draw the pictures of kitty's protocol; otherwise they are only counted.
    package var drawsKittyPictures = false
    package var showsITerm2Pictures = false
    package var showsSixel = false
    /// True for a progress bar (OSC 9;4); otherwise OSC 9 notifies the user.
    package var hasProgressBar = false
    /// The number of sixel registers.
    package var registers = 1024
    /// The maximum number of sixel pictures it keeps; it forgets the oldest.
    package var pictureCountLimit: Int?
    /// True if text over a part of a picture removes all of it.
    package var dropsTouchedPictures = false
    /// The longest string it accepts.
    package var stringLimitBytes = Int.max
    /// True if it accepts bytes for a terminal outside, and loses them.
    package var losesPassthrough = false
    /// True if it keeps pictures in cells, like xterm.js (`CellPictures`).
    package var keepsPicturesInCells = false
    /// True if it shows pictures only at placeholders (`PlaceholderPictures`).
    package var showsPlaceholders = false
    package var pictureScrolling: PictureScrolling = []
    /// True if it rounds a sixel picture's height up to whole bands, like konsole.
    package var countsWholeBands = true
    /// The widest and highest sixel picture it accepts.
    package var sixelSideLimit = 10_000
}

/// The terminals of the tests, with answers recorded in real ones.
extension SimulatedTerminal {
    private static let common = [
        "␛[5n": "␛[0n",
        "␛[6n": "␛[{row};{column}R",
        "␛]11;?": "␛]11;rgb:0000/0000/0000␛\\",
        "␛]10;?": "␛]10;rgb:d0d0/d0d0/d0d0␛\\",
    ]

    static let sizeReports = [
        "␛[14t": "␛[4;{height};{width}t",
        "␛[16t": "␛[6;{cellHeight};{cellWidth}t",
        "␛[18t": "␛[8;{rows};{columns}t",
    ]

    static func with(_ others: [String: String]...) -> [String: String] {
        others.reduce(common) { $0.merging($1) { _, new in new } }
    }

    /// xterm 379 as `xterm -ti vt340`: sixel, no answers to 14t, 16t, 18t.
    ///
    /// With 256 registers (`numColorRegisters`): otherwise the number used at rest depends on this
    /// terminal's recent speed.
    package static let vt340 = SimulatedTerminal(
        name: "xterm -ti vt340", environment: ["TERM": "xterm", "XTERM_VERSION": "XTerm(379)"],
        answers: with([
            "␛[c": "␛[?63;1;2;4;6;9;15;16;22;28c", "␛[>c": "␛[>19;379;0c",
            "␛[>q": "␛P>|XTerm(379)␛\\", "␛[?1;1;0S": "␛[?1;0;256S",
            "␛[?2;1;0S": "␛[?2;0;{width};{height}S", "␛[?2;4;0S": "␛[?2;0;4096;4096S",
        ]), modes: [80: 2, 1016: 2, 1070: 1, 8452: 2], showsSixel: true,
        pictureScrolling: [.region, .sideways], countsWholeBands: false, sixelSideLimit: 4096)

    /// The same with default settings: no picture larger than 1000 x 1000.
    package static let stockVT340: SimulatedTerminal = {
        var profile = vt340
        profile.answers["␛[?2;4;0S"] = "␛[?2;0;1000;1000S"
        // The current limit, in any window larger than that.
        profile.answers["␛[?2;1;0S"] = "␛[?2;0;1000;986S"
        profile.sixelSideLimit = 1000
        return profile
    }()

    /// xterm without `-ti`: no pictures.
    package static let xterm = SimulatedTerminal(
        name: "xterm", environment: ["TERM": "xterm-256color", "XTERM_VERSION": "XTerm(379)"],
        answers: with([
            "␛[c": "␛[?64;1;2;6;9;15;16;17;18;21;22;28c", "␛[>c": "␛[>41;379;0c",
            "␛[>q": "␛P>|XTerm(379)␛\\", "␛[?1;1;0S": "␛[?1;3S", "␛[?2;1;0S": "␛[?2;3S",
            "␛[?2;4;0S": "␛[?2;3S",
        ]), modes: [80: 2, 1016: 2, 1070: 1, 8452: 2])

    package static let foot = SimulatedTerminal(
        name: "foot", environment: ["TERM": "foot", "COLORTERM": "truecolor"],
        answers: with(
            sizeReports,
            [
                "␛[c": "␛[?62;4;22c", "␛[>c": "␛[>1;011301;0c", "␛[>q": "␛P>|foot(1.13.1)␛\\",
                "␛[?1;1;0S": "␛[?1;0;256S", "␛[?2;1;0S": "␛[?2;0;{width};{height}S",
                "␛[?2;4;0S": "␛[?2;0;10000;10000S", "␛[?u": "␛[?0u",
            ]), modes: [80: 2, 1016: 2, 1070: 1, 2026: 2, 2048: 0, 8452: 2], showsSixel: true,
        pictureScrolling: .screen, countsWholeBands: false)

    /// mlterm 3.9.0: sixel, many colours slowly.
    package static let mlterm = SimulatedTerminal(
        name: "mlterm", environment: ["TERM": "mlterm"],
        answers: with(
            sizeReports,
            [
                "␛[c": "␛[?63;1;2;3;4;6;7;15;18;22;29c", "␛[>c": "␛[>24;279;0c",
                "␛[?1;1;0S": "␛[?1;0;1024S", "␛[?2;1;0S": "␛[?1;3;0S", "␛[?2;4;0S": "␛[?1;3;0S",
            ]), modes: [80: 2, 1016: 0, 2026: 0, 2048: 0, 8452: 2], showsSixel: true,
        pictureScrolling: [.region, .screen, .sideways], countsWholeBands: false)

    package static let kitty = SimulatedTerminal(
        name: "kitty", environment: ["TERM": "xterm-kitty", "COLORTERM": "truecolor"],
        answers: with(
            sizeReports,
            [
                "␛[c": "␛[?62;c", "␛[>c": "␛[>1;4000;26c", "␛[>q": "␛P>|kitty(0.26.5)␛\\",
                "␛[?u": "␛[?0u",
            ]), modes: [1016: 2, 2026: 2, 2048: 0], kittyMedia: ["d", "f", "t", "s"])

    /// A current kitty in a multiplexer; pictures are sent in the escape sequences.
    ///
    /// tmux does not know it by its TERM, and so clears its screen by usual means.
    package static let kittyWithPlaceholders: SimulatedTerminal = {
        var profile = kitty
        profile.environment = ["TERM": "xterm-256color"]
        profile.answers["␛[>q"] = "␛P>|kitty(0.48.0)␛\\"
        profile.kittyMedia = ["d"]
        profile.showsPlaceholders = true
        return profile
    }()

    package static let konsole = SimulatedTerminal(
        name: "konsole", environment: ["TERM": "xterm-256color", "COLORTERM": "truecolor"],
        answers: with(
            sizeReports,
            [
                "␛[c": "␛[?62;1;4c", "␛[>c": "␛[>1;115;0c", "␛[>q": "␛P>|Konsole 22.12.3␛\\",
                "␛[?1;1;0S": "␛[?1;0;256S", "␛[?2;1;0S": "␛[?2;0;16384;16384S",
                "␛[?2;4;0S": "␛[?2;0;16384;16384S",
            ]), modes: nil, kittyMedia: ["d"], showsITerm2Pictures: true,
        showsSixel: true)

    /// xterm.js 6 with its image add-on, as in VS Code; only with sixel if kitty's protocol is off.
    package static let xtermJS = SimulatedTerminal(
        name: "xterm.js",
        environment: [
            "TERM": "xterm-256color", "COLORTERM": "truecolor", "TERM_PROGRAM": "vscode",
        ],
        answers: with(
            sizeReports,
            [
                "␛[c": "␛[?62;4;9;22c", "␛[>c": "␛[>0;276;0c", "␛[>q": "␛P>|xterm.js(6.0.0)␛\\",
                "␛[?1;1;0S": "␛[?1;0;4096S", "␛[?2;1;0S": "␛[?2;0;{width};{height}S",
                "␛[?2;4;0S": "␛[?2;0;4096;4096S",
            ]), modes: [1016: 2, 2026: 2, 2048: 0], kittyMedia: ["d"], showsSixel: true,
        keepsPicturesInCells: true, sixelSideLimit: 4096)

    package static let xtermJSWithoutKitty: SimulatedTerminal = {
        var profile = xtermJS
        profile.kittyMedia = []
        return profile
    }()

    /// True colour and no pictures, like VTE: reports only the total of pixels.
    package static let vte = SimulatedTerminal(
        name: "vte", environment: ["TERM": "xterm-256color", "COLORTERM": "truecolor"],
        answers: with([
            "␛[c": "␛[?65;1;9c", "␛[>c": "␛[>65;7006;1c", "␛[?1;1;0S": "␛[?1;1S",
            "␛[?2;1;0S": "␛[?2;1S", "␛[?2;4;0S": "␛[?2;1S", "␛[14t": "␛[4;{height};{width}t",
            "␛[18t": "␛[8;{rows};{columns}t",
        ]), modes: [80: 2, 1016: 0, 1070: 1, 2026: 4, 8452: 4])

    package static let st = SimulatedTerminal(
        name: "st", environment: ["TERM": "st-256color"],
        answers: [
            "␛[c": "␛[?6c", "␛[6n": "␛[{row};{column}R",
            "␛]11;?": "␛]11;rgb:0000/0000/0000\u{07}",
        ], modes: nil)

    /// Answers nothing, but shows colours.
    package static let silent = SimulatedTerminal(
        name: "silent", environment: ["TERM": "xterm-256color", "COLORTERM": "truecolor"],
        answers: [:], modes: nil)

    /// 256 colours and no answers.
    package static let plain256 = SimulatedTerminal(
        name: "256 colours", environment: ["TERM": "xterm-256color"], answers: [:], modes: nil)

    package static let dumb = SimulatedTerminal(
        name: "dumb", environment: ["TERM": "dumb"], answers: [:], modes: nil)

    /// A sixel terminal at the end of a slow line: answers after a second and a half.
    package static let late = vt340.renamed("late", manner: .late(seconds: 1.5))

    /// The same, with answers split into single bytes.
    package static let split = vt340.renamed("split", manner: .split(seconds: 0.002))

    /// A sixel terminal whose answers are noise of the same length.
    ///
    /// No key in the noise ends or stops the program, copies, or writes a file.
    package static let garbage: SimulatedTerminal = {
        var profile = vt340.renamed("garbage", manner: .atOnce)
        profile.answers = profile.answers.mapValues(noise)
        profile.modes = nil
        return profile
    }()

    private static func noise(of text: String) -> String {
        let spared = Set("qyBe".utf8)
        var state = text.utf8.reduce(UInt32(1)) { $0 &* 31 &+ UInt32($1) }
        let scalars = text.unicodeScalars.map { _ -> Unicode.Scalar in
            state = state &* 1_664_525 &+ 1_013_904_223
            let byte = UInt8(truncatingIfNeeded: state >> 16) % 0x60 + 0x1F
            // A unit separator stands for an escape.
            return byte == 0x1F ? "\u{1B}" : Unicode.Scalar(spared.contains(byte) ? 0x7E : byte)
        }
        return String(String.UnicodeScalarView(scalars))
    }

    private func renamed(_ name: String, manner: Manner) -> SimulatedTerminal {
        var profile = SimulatedTerminal(
            name: name, environment: environment, answers: answers, modes: modes)
        profile.showsSixel = showsSixel
        profile.sixelSideLimit = sixelSideLimit
        profile.pictureScrolling = pictureScrolling
        profile.countsWholeBands = countsWholeBands
        profile.manner = manner
        return profile
    }
}

/// The size of a terminal's screen in cells, and of its cells in pixels.
package struct TerminalGeometry: Hashable, Sendable {
    package var cells: CellSize
    package var cell: CellMetrics
    /// True if the kernel also knows the pixels (TIOCGWINSZ); VTE sets 0 and 0.
    package var tellsPixels: Bool

    package init(
        columns: Int, rows: Int, cell: CellMetrics = CellMetrics(width: 8, height: 17),
        tellsPixels: Bool = true
    ) {
        cells = CellSize(columns: columns, rows: rows)
        self.cell = cell
        self.tellsPixels = tellsPixels
    }

    package var pixels: PixelSize { cell.pixels(of: cells) }

    /// The pixels that a sixel may fill: all rows except the last, a multiple of 6 high.
    package var pictureArea: PixelSize {
        PixelSize(width: pixels.width, height: cell.down.pixels(of: cells.rows - 1) / 6 * 6)
    }

    /// The block pixels that half blocks may fill: two per cell, all rows except the last.
    package var blockArea: PixelSize {
        PixelSize(width: cells.columns, height: (cells.rows - 1) * 2)
    }
}

extension CellMetrics {
    /// Returns the first pixel of a cell.
    package func origin(row: Int, column: Int) -> PixelPoint {
        PixelPoint(x: across.pixels(of: column), y: down.pixels(of: row))
    }

    /// Returns a pixel in the middle of a cell.
    package func middle(row: Int, column: Int) -> PixelPoint {
        let start = origin(row: row, column: column)
        return PixelPoint(
            x: start.x + Int(across.cell) / 2, y: start.y + Int(down.cell) / 2)
    }
}
