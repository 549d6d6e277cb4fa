import Imaging

/// A terminal in a few hundred lines: it understands output, answers questions, keeps the screen.
///
/// What a program should not send, or what would look wrong in a real terminal, is in `faults`.
package struct TerminalModel: Sendable {
    package internal(set) var geometry: TerminalGeometry
    package internal(set) var grid: ScreenGrid
    package internal(set) var pictures = PictureLayer()
    /// The pictures of a terminal that keeps them in its cells.
    package internal(set) var cellPictures = CellPictures()
    package internal(set) var modes = ScreenModes()
    package internal(set) var faults: [String] = []
    package internal(set) var title = ""
    /// How many synchronized updates (mode 2026) ended.
    package internal(set) var frameCount = 0
    /// How many sixel strings were drawn.
    package internal(set) var pictureCount = 0
    /// How often the whole screen was cleared while it showed a picture: each one flickers.
    package internal(set) var clearedPictureCount = 0
    package internal(set) var kittyCommands: [String] = []
    package internal(set) var questions: [String] = []

    private var parser = OutputParser()
    let answering: TerminalAnswers
    var mainScreen: ScreenGrid?
    var answers: [[UInt8]] = []

    package init(_ profile: SimulatedTerminal, geometry: TerminalGeometry) {
        self.geometry = geometry
        answering = TerminalAnswers(profile: profile)
        grid = ScreenGrid(geometry.cells)
    }

    package var profile: SimulatedTerminal { answering.profile }
    package var openStringLength: Int { parser.openStringLength }
    package var isUnfinished: Bool { parser.isUnfinished }

    /// What the terminal shows in its last row.
    package var statusLine: String { PageText.line(grid.rows[geometry.cells.rows - 1]) }

    /// What is not as a program should leave it, in words.
    package var leftovers: [String] {
        var all = modes.leftovers
        if grid.style != .plain { all.append("SGR is not reset: \(grid.style)") }
        if isUnfinished { all.append("the output ends within a sequence") }
        return all
    }

    package mutating func resize(to new: TerminalGeometry) {
        geometry = new
        grid.resize(to: new.cells)
        mainScreen?.resize(to: new.cells)
    }

    /// Takes output in; gives the answers to the questions in it.
    package mutating func feed(_ bytes: [UInt8]) -> [[UInt8]] {
        answers.removeAll()
        for event in parser.feed(bytes) { take(event) }
        return answers
    }

    private mutating func take(_ event: TerminalEvent) {
        switch event {
        case .text(let scalar): put(scalar)
        case .control(let byte): control(byte)
        case .escape(let text): escape(text)
        case .function(let function): perform(function)
        case .string(let string): read(string)
        case .fault(let reason): faults.append(reason)
        }
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        if let covered = watchScrolling("text", { $0.grid.put(scalar) }) {
            write(over: covered)
        }
    }

    /// Text was written there, or a part of a line erased.
    mutating func write(over area: CellArea) {
        guard profile.keepsPicturesInCells else { return pictures.erase(pixels(of: area)) }
        cellPictures.write(over: area)
    }

    var showsPictures: Bool { !pictures.pictures.isEmpty || !cellPictures.isEmpty }

    /// A full-screen program never scrolls: what scrolls on the alternate screen is a fault.
    mutating func watchScrolling<Result>(
        _ cause: String, _ change: (inout TerminalModel) -> Result
    ) -> Result {
        let before = grid.scrollCount
        let result = change(&self)
        if grid.scrollCount != before, modes.isAlternateScreen {
            faults.append("\(cause) scrolls the screen")
        }
        return result
    }

    private mutating func control(_ byte: UInt8) {
        switch byte {
        case 0x0a: watchScrolling("a line feed") { $0.grid.lineFeed() }
        case 0x0d: grid.move(toRow: grid.cursor.row, column: 0)
        case 0x08: grid.move(toRow: grid.cursor.row, column: grid.cursor.column - 1)
        case 0x09: grid.move(toRow: grid.cursor.row, column: grid.cursor.column / 8 * 8 + 8)
        // CAN ends what a signal cut off, before all is restored.
        case 0x07, 0x18: break
        default: faults.append("the control character \(byte)")
        }
    }

    private mutating func escape(_ text: String) {
        switch text {
        case "7": grid.saveCursor()
        case "8": grid.restoreCursor()
        case "=": modes.usesApplicationKeypad = true
        case ">": modes.usesApplicationKeypad = false
        case "M": watchScrolling("a reverse line feed") { $0.grid.reverseLineFeed() }
        // A lone string terminator, and the choice of ASCII.
        case "\\", "(B": break
        default: faults.append("ESC \(text)")
        }
    }

    func pixels(of area: CellArea) -> PixelRect {
        let start = geometry.cell.origin(
            row: area.rows.lowerBound, column: area.columns.lowerBound)
        let end = geometry.cell.origin(row: area.rows.upperBound, column: area.columns.upperBound)
        return PixelRect(
            x: start.x, y: start.y, width: end.x - start.x, height: end.y - start.y)
    }
}
