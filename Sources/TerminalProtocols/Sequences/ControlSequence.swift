/// The escape sequences the program writes, by name; nothing outside this module spells one.
///
/// Sources: ECMA-48, xterm's ctlseqs, the kitty keyboard protocol, and the mode pages they name.
package enum ControlSequence: Hashable, Sendable {
    case moveCursor(CellPosition)
    case moveUp(rows: Int)
    /// CUF.
    case moveRight(columns: Int)
    /// DECSC and DECRC: the place on the screen, not in what scrolls.
    case saveCursor, restoreCursor
    case hideCursor, showCursor
    case enterAlternateScreen, leaveAlternateScreen
    case clearScreen
    /// ED 0 and EL 0: from the cursor on.
    case eraseBelow, eraseLine
    /// ECH: so many from the cursor on.
    case erase(columns: Int)
    /// DL and IL: lines from the cursor's on; those below move.
    case deleteLines(Int), insertLines(Int)
    /// DCH and ICH: characters from the cursor on; the rest of the line moves.
    case deleteCells(Int), insertCells(Int)
    /// DECSTBM without margins: a picture that ends on a margin scrolls the region.
    case resetMargins
    case plain, reverse
    case beginUpdate, endUpdate
    case reportMouse, ignoreMouse
    case reportMousePixels, ignoreMousePixels
    case bracketPastes, plainPastes
    case reportResize, ignoreResize
    /// The terminal, or tmux for a pane, says when what is typed begins and ceases to go to us.
    case reportFocus, ignoreFocus
    case pushKeyboard, popKeyboard
    /// OSC 52: a text for the clipboard, where the terminal allows it.
    case copy(String)
    /// Ends a string that was cut off; ignored where none is open.
    ///
    /// ST, never CAN: after CAN mlterm and tmux stay in the string (facts/terminals.md §4.9).
    case endString

    package func append(to output: inout [UInt8]) { output.append(contentsOf: text.utf8) }

    package static func bytes(_ sequences: ControlSequence...) -> [UInt8] {
        var output: [UInt8] = []
        for sequence in sequences { sequence.append(to: &output) }
        return output
    }

    private var text: String {
        switch self {
        case .moveCursor(let place): "\u{1B}[\(place.row + 1);\(place.column + 1)H"
        case .copy(let text): "\u{1B}]52;c;\(Base64.text(of: Array(text.utf8)))\u{1B}\\"
        case .moveUp(let count): "\u{1B}[\(count)A"
        case .moveRight(let count): "\u{1B}[\(count)C"
        case .erase(let count): "\u{1B}[\(count)X"
        case .deleteLines(let count): "\u{1B}[\(count)M"
        case .insertLines(let count): "\u{1B}[\(count)L"
        case .deleteCells(let count): "\u{1B}[\(count)P"
        case .insertCells(let count): "\u{1B}[\(count)@"
        default: fixedText
        }
    }

    private var fixedText: String {
        switch self {
        case .saveCursor: "\u{1B}7"
        case .restoreCursor: "\u{1B}8"
        case .hideCursor: "\u{1B}[?25l"
        case .showCursor: "\u{1B}[?25h"
        case .enterAlternateScreen: "\u{1B}[?1049h"
        case .leaveAlternateScreen: "\u{1B}[?1049l"
        case .clearScreen: "\u{1B}[2J"
        case .eraseBelow: "\u{1B}[J"
        case .eraseLine: "\u{1B}[K"
        case .resetMargins: "\u{1B}[r"
        case .plain: "\u{1B}[0m"
        case .reverse: "\u{1B}[7m"
        default: modeText
        }
    }

    private var modeText: String {
        switch self {
        case .beginUpdate: "\u{1B}[?2026h"
        case .endUpdate: "\u{1B}[?2026l"
        case .reportMouse: "\u{1B}[?1002h\u{1B}[?1006h"
        case .ignoreMouse: "\u{1B}[?1006l\u{1B}[?1002l"
        case .reportMousePixels: "\u{1B}[?1016h"
        case .ignoreMousePixels: "\u{1B}[?1016l"
        case .bracketPastes: "\u{1B}[?2004h"
        case .plainPastes: "\u{1B}[?2004l"
        case .reportResize: "\u{1B}[?2048h"
        case .ignoreResize: "\u{1B}[?2048l"
        case .reportFocus: "\u{1B}[?1004h"
        case .ignoreFocus: "\u{1B}[?1004l"
        case .pushKeyboard: "\u{1B}[>1u"
        case .popKeyboard: "\u{1B}[<u"
        default: "\u{1B}\\"
        }
    }
}
