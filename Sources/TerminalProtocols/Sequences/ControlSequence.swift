/// An escape sequence that the program writes; other modules contain no escape sequences.
///
/// Sources: ECMA-48, xterm's ctlseqs, the kitty keyboard protocol, and the specifications of the
/// modes.
package struct ControlSequence: Hashable, Sendable {
    private let text: String

    private init(_ text: String) { self.text = text }

    package func append(to output: inout [UInt8]) { output.append(contentsOf: text.utf8) }

    package static func bytes(_ sequences: ControlSequence...) -> [UInt8] {
        sequences.flatMap { Array($0.text.utf8) }
    }

    private static func csi(_ rest: String) -> ControlSequence { ControlSequence("\u{1B}[" + rest) }

    package static func moveCursor(_ cell: CellPosition) -> ControlSequence {
        ControlSequence("\u{1B}[\(cell.row + 1);\(cell.column + 1)H")
    }
    package static func moveUp(rows: Int) -> ControlSequence { csi("\(rows)A") }
    /// Moves the cursor to the right (CUF).
    static func moveRight(columns: Int) -> ControlSequence { csi("\(columns)C") }
    /// The sequence DECSC, which saves the cursor's position on the screen.
    ///
    /// The saved position does not scroll with text.
    package static let saveCursor = ControlSequence("\u{1B}7")
    /// The sequence DECRC, which moves the cursor to the saved position.
    package static let restoreCursor = ControlSequence("\u{1B}8")
    package static let hideCursor = csi("?25l")
    package static let showCursor = csi("?25h")
    package static let enterAlternateScreen = csi("?1049h")
    package static let leaveAlternateScreen = csi("?1049l")
    package static let clearScreen = csi("2J")
    /// The sequence ED 0, which erases from the cursor to the end of the screen.
    package static let eraseBelow = csi("J")
    /// The sequence EL 0, which erases from the cursor to the end of the line.
    package static let eraseLine = csi("K")
    /// Erases characters from the cursor on without moving other characters (ECH).
    package static func erase(columns: Int) -> ControlSequence { csi("\(columns)X") }
    /// Deletes lines from the cursor's line on (DL); the lines below move up.
    static func deleteLines(_ count: Int) -> ControlSequence { csi("\(count)M") }
    /// Inserts lines at the cursor's line (IL); this line and the lines below move down.
    static func insertLines(_ count: Int) -> ControlSequence { csi("\(count)L") }
    /// Deletes characters at the cursor (DCH); the following characters move to the left.
    static func deleteCells(_ count: Int) -> ControlSequence { csi("\(count)P") }
    /// Inserts blanks at the cursor (ICH); the following characters move to the right.
    static func insertCells(_ count: Int) -> ControlSequence { csi("\(count)@") }
    /// Scrolls the rows between the margins up (SU).
    static func scrollUp(_ rows: Int) -> ControlSequence { csi("\(rows)S") }
    /// Scrolls the rows between the margins down (SD).
    static func scrollDown(_ rows: Int) -> ControlSequence { csi("\(rows)T") }
    /// Sets the margins and moves the cursor to the top left (DECSTBM).
    static func setMargins(_ rows: Range<Int>) -> ControlSequence {
        csi("\(rows.lowerBound + 1);\(rows.upperBound)r")
    }
    /// The sequence DECSTBM without parameters, which resets the margins.
    ///
    /// The reset is needed because a picture that ends at a margin scrolls the region.
    package static let resetMargins = csi("r")
    /// The sequence of BDSM that makes the terminal show cells as written.
    static let explicitBidi = csi("8l")
    /// The sequence of BDSM that makes the terminal show cells in the order of UAX #9.
    static let implicitBidi = csi("8h")
    static let mltermWithoutBidi = ControlSequence("\u{1B}]5379;use_ctl=false\u{07}")
    static let mltermWithBidi = ControlSequence("\u{1B}]5379;use_ctl=true\u{07}")
    package static let plain = csi("0m")
    package static let bold = csi("1m")
    package static let faint = csi("2m")
    package static let underlined = csi("4m")
    package static let reverse = csi("7m")
    /// Selects one of the 256 colours of xterm's table for text (SGR 38;5).
    package static func foreground(_ number: Int) -> ControlSequence { csi("38;5;\(number)m") }
    /// Selects one of the 256 colours of xterm's table for the background (SGR 48;5).
    package static func background(_ number: Int) -> ControlSequence { csi("48;5;\(number)m") }
    package static let beginUpdate = csi("?2026h")
    package static let endUpdate = csi("?2026l")
    /// The sequences that switch on reports of the mouse: of moves with a button (mode 1002) and,
    /// if supported, without one (1003), in the format of mode 1006.
    package static let reportMouse = ControlSequence(
        "\u{1B}[?1002h\u{1B}[?1003h\u{1B}[?1006h")
    package static let ignoreMouse = ControlSequence(
        "\u{1B}[?1006l\u{1B}[?1003l\u{1B}[?1002l")
    package static let reportMousePixels = csi("?1016h")
    package static let ignoreMousePixels = csi("?1016l")
    package static let bracketPastes = csi("?2004h")
    package static let plainPastes = csi("?2004l")
    package static let reportResize = csi("?2048h")
    package static let ignoreResize = csi("?2048l")
    /// The sequence that switches on reports of changes between light and dark colours (mode 2031,
    /// from Contour).
    package static let reportColourScheme = csi("?2031h")
    package static let ignoreColourScheme = csi("?2031l")
    /// The sequence that switches on reports of the window's visibility (mode 2033, from kitty).
    ///
    /// The first report follows at once, further ones on changes.
    package static let reportVisibility = csi("?2033h")
    package static let ignoreVisibility = csi("?2033l")
    /// The sequence that switches on reports of gaining and losing the input focus (mode 1004).
    ///
    /// tmux reports the focus of a pane.
    package static let reportFocus = csi("?1004h")
    package static let ignoreFocus = csi("?1004l")
    package static let pushKeyboard = csi(">1u")
    package static let popKeyboard = csi("<u")
    /// Sets the clipboard, if the terminal allows it (OSC 52).
    package static func copy(_ bytes: [UInt8]) -> ControlSequence {
        ControlSequence("\u{1B}]52;c;\(Base64.text(of: bytes))\u{1B}\\")
    }
    /// Makes the following text a link to an address (OSC 8).
    ///
    /// All texts with the same address form one link, even over several lines, because they have
    /// the same ID.
    package static func openLink(_ link: Hyperlink) -> ControlSequence {
        ControlSequence("\u{1B}]8;id=nasa-view;\(link.address)\u{1B}\\")
    }
    package static let closeLink = ControlSequence("\u{1B}]8;;\u{1B}\\")
    /// Returns ConEmu's OSC 9;4, which shows a task's progress in a tab's title or the task bar;
    /// `nil` removes the display.
    ///
    /// A terminal that implements OSC 9 only as iTerm2's notification shows the notification
    /// "4;1;50".
    package static func progress(_ progress: TaskProgress?) -> ControlSequence {
        let state =
            switch progress {
            case nil: "0"
            case .unknown: "3"
            case .percent(let percent): "1;\(min(max(0, percent), 100))"
            }
        return ControlSequence("\u{1B}]9;4;\(state)\u{1B}\\")
    }
    /// The sequence ST, which ends an interrupted string; outside strings, terminals ignore it.
    ///
    /// CAN is not used, because after CAN, mlterm and tmux stay in the string.
    package static let endString = ControlSequence("\u{1B}\\")
}

/// The progress of a long task.
package enum TaskProgress: Hashable, Sendable {
    case unknown
    case percent(Int)

    /// Creates the progress of `count` out of `total`; `.unknown` if `count` is negative, or if
    /// `total` is `nil` or not positive.
    package init(_ count: Int, of total: Int?) {
        guard let total, total > 0, count >= 0 else {
            self = .unknown
            return
        }
        self = .percent(Int(Double(min(count, total)) / Double(total) * 100))
    }
}

/// The clipboard of the user's terminal, which is available even over ssh.
package enum Clipboard {
    /// Returns the bytes that copy `text` if the terminal allows it; the terminal does not reply.
    ///
    /// tmux handles the sequence itself (`set-clipboard on`) or passes it on
    /// (`allow-passthrough on`). The sequence is sent for either case, because copying twice does
    /// no harm.
    package static func bytes(copying text: String, in environment: TerminalEnvironment) -> [UInt8]
    {
        bytes(copying: Array(text.utf8), in: environment)
    }

    /// Returns the bytes that copy `bytes`, which need not be valid text, such as a file's name.
    package static func bytes(copying bytes: [UInt8], in environment: TerminalEnvironment)
        -> [UInt8]
    {
        let plain = ControlSequence.bytes(.copy(bytes))
        switch environment.multiplexer {
        case .tmux: return plain + Multiplexer.tmux.wrap(plain)
        case .screen: return Multiplexer.screen.wrap(plain)
        case nil: return plain
        }
    }
}

/// ASCII codes, and three sixel control characters.
enum Ascii {
    static let bell: UInt8 = 0x07
    static let newLine: UInt8 = 0x0A
    static let escape: UInt8 = 0x1B
    static let backslash: UInt8 = 0x5C
    static let graphicsNewLine: UInt8 = 0x2D
    static let graphicsCarriageReturn: UInt8 = 0x24
    static let colourIntroducer: UInt8 = 0x23
}
