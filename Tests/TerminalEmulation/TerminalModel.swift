package import Imaging
package import TerminalProtocols

/// A terminal in a few hundred lines: it interprets output, answers queries, keeps the screen.
///
/// `faults` lists output that a program should not send and that would look wrong in a real
/// terminal.
package struct TerminalModel: Sendable {
    package internal(set) var geometry: TerminalGeometry
    package internal(set) var grid: ScreenGrid
    package internal(set) var pictures = PictureLayer()
    package internal(set) var kittyPictures = KittyPictures()
    /// The number of stored pictures not deleted when the alternate screen was left.
    package internal(set) var abandonedPictureCount = 0
    /// The pictures of a terminal that keeps them in its cells.
    package internal(set) var cellPictures = CellPictures()
    /// The pictures of a terminal that shows them at placeholders.
    package internal(set) var placeholderPictures = PlaceholderPictures()
    package internal(set) var modes = ScreenModes()
    package var faults: [String] = []
    package internal(set) var title = ""
    /// The number of synchronized updates (mode 2026) that ended.
    package internal(set) var frameCount = 0
    /// The number of sixel strings drawn.
    package internal(set) var pictureCount = 0
    /// The number of times the whole screen was cleared while it showed a picture: each one
    /// flickers.
    package internal(set) var clearedPictureCount = 0
    /// The protocols of all pictures so far; excludes blocks.
    package internal(set) var usedProtocols: Set<GraphicsProtocol> = []
    package internal(set) var kittyCommands: [String] = []
    package internal(set) var questions: [String] = []
    /// The reports to the progress bar (OSC 9;4): its state, and per cent.
    package internal(set) var progressReports: [String] = []
    /// The background in X11's notation, if it differs from the profile's.
    package var background: String?
    /// True if any of the window is visible.
    package var isVisible = true

    private var parser = OutputParser()
    let answering: TerminalAnswers
    /// True from a change of the size until `settle()`.
    private var isResizing = false
    /// The faults since then that the next cleared screen takes away.
    var sizeFaults: [String] = []
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

    /// The text of the last row.
    package var statusLine: String { PageText.line(grid.rows[geometry.cells.rows - 1]) }

    /// The state that a program should have reset, in words.
    package var leftovers: [String] {
        var all = modes.leftovers
        if grid.style != .plain { all.append("SGR is not reset: \(grid.style)") }
        if isUnfinished { all.append("the output ends within a sequence") }
        if grid.link != nil { all.append("a hyperlink is open") }
        if let last = progressReports.last, last != "0" { all.append("the progress is \(last)") }
        return all
    }

    package mutating func resize(to new: TerminalGeometry) {
        geometry = new
        isResizing = true
        grid.resize(to: new.cells)
        mainScreen?.resize(to: new.cells)
    }

    /// Records a fault that depends on the size of the screen.
    ///
    /// Bytes in transit when the size changed were made for another one, which no program can avoid: the
    /// next cleared screen takes their faults with it.
    mutating func sizeFault(_ reason: String) {
        if isResizing { sizeFaults.append(reason) } else { faults.append(reason) }
    }

    /// Ends the time after a change of the size; the faults of the frame that is shown remain.
    package mutating func settle() {
        faults += sizeFaults
        (sizeFaults, isResizing) = ([], false)
    }

    /// Processes output; returns the answers to the queries in it.
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

    /// Handles text written there, or a part of a line erased.
    mutating func write(over area: CellArea) {
        guard profile.keepsPicturesInCells else {
            return pictures.erase(
                pixels(of: area), wholePictures: profile.dropsTouchedPictures)
        }
        cellPictures.write(over: area)
    }

    var showsPictures: Bool {
        !pictures.isEmpty || !cellPictures.isEmpty || !kittyPictures.placements.isEmpty
    }

    /// Reports scrolling on the alternate screen, which a full-screen program never does.
    mutating func watchScrolling<Result>(
        _ cause: String, _ change: (inout TerminalModel) -> Result
    ) -> Result {
        let before = grid.scrollCount
        let result = change(&self)
        if grid.scrollCount != before, modes.isAlternateScreen {
            sizeFault("\(cause) scrolls the screen")
        }
        return result
    }

    private mutating func control(_ byte: UInt8) {
        switch byte {
        case 0x0a: watchScrolling("a line feed") { $0.grid.lineFeed() }
        case 0x0d: grid.move(toRow: grid.cursor.row, column: 0)
        case 0x08: grid.move(toRow: grid.cursor.row, column: grid.cursor.column - 1)
        case 0x09: grid.move(toRow: grid.cursor.row, column: grid.cursor.column / 8 * 8 + 8)
        // CAN ends a sequence cut off by a signal, before everything is restored. SI selects the
        // character set already in use: screen's and tmux's terminfo end attributes like this.
        case 0x07, 0x0f, 0x18: break
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
        // A lone string terminator, and the selection of ASCII.
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

/// The visible pixels.
extension TerminalModel {
    /// The pixels of all pictures on the screen; transparent elsewhere.
    package var canvas: Raster {
        if profile.showsPlaceholders { return placeholderPictures.raster(of: grid, on: geometry) }
        guard !profile.keepsPicturesInCells else { return cellPictures.raster(on: geometry) }
        let below = pictures.raster(geometry.pixels)
        guard !kittyPictures.placements.isEmpty else { return below }
        var pixels = below.pixels
        kittyPictures.draw(over: &pixels, of: below.size)
        return Raster(size: below.size, pixels: pixels, isOpaque: false)
    }

    /// The picture area: all rows except the last, in whole bands of six.
    package var pictureArea: Raster {
        canvas.cropped(to: PixelRect(geometry.pictureArea))
    }

    /// The rows above the status line as block pixels, two per cell.
    ///
    /// A cell without a block is transparent.
    package var blocks: Raster {
        let size = geometry.blockArea
        var pixels = [UInt8](repeating: 0, count: size.width * size.height * Raster.bytesPerPixel)
        for row in 0..<size.height / 2 {
            for (column, cell) in grid.rows[row].enumerated() {
                guard let halves = cell.halves else { continue }
                for (line, colour) in [halves.upper, halves.lower].enumerated() {
                    let place = ((row * 2 + line) * size.width + column) * Raster.bytesPerPixel
                    pixels.replaceSubrange(place..<place + 4, with: colour + [255])
                }
            }
        }
        return Raster(size: size, pixels: pixels, isOpaque: false)
    }
}

/// The modes of a terminal that a program has changed.
package struct ScreenModes: Sendable {
    /// The modes that are set initially: wrapping and the cursor.
    private static let initial: Set<Int> = [7, 25]
    /// The modes a viewer may use; any other is a fault.
    private static let known: Set<Int> = [
        1, 7, 12, 25, 47, 1000, 1002, 1003, 1004, 1006, 1016, 1047, 1048, 1049, 2004, 2026, 2027,
        2031, 2033, 2048,
    ]

    private(set) var on = initial
    /// All modes that were ever set.
    package private(set) var everSet: Set<Int> = []
    var usesApplicationKeypad = false
    /// The number of times kitty's keyboard protocol was pushed and not popped.
    package internal(set) var keyboardDepth = 0
    /// The scrolling region, if it is not the whole screen.
    var margins: String?
    /// True if right-to-left letters stay in the cells where they are written, instead of being
    /// reordered by UAX #9: BDSM, or mlterm's own mode.
    private var keepsCells = false
    /// True if that was ever the case.
    package private(set) var keptCells = false

    package var isAlternateScreen: Bool { !on.isDisjoint(with: [47, 1047, 1049]) }
    package var isCursorVisible: Bool { on.contains(25) }
    package func isOn(_ mode: Int) -> Bool { on.contains(mode) }

    /// Sets or resets a mode; `false` if a viewer should not use it.
    mutating func set(_ mode: Int, to isOn: Bool) -> Bool {
        if isOn { on.insert(mode) } else { on.remove(mode) }
        if isOn { everSet.insert(mode) }
        return Self.known.contains(mode)
    }

    mutating func ordersRows(_ isOn: Bool) {
        keepsCells = !isOn
        if !isOn { keptCells = true }
    }

    /// The differences from the initial state, in words.
    package var leftovers: [String] {
        var all = on.subtracting(Self.initial).sorted().map { "mode \($0) is on" }
        all += Self.initial.subtracting(on).sorted().map { "mode \($0) is off" }
        if usesApplicationKeypad { all.append("the keypad is in application mode") }
        if keyboardDepth > 0 { all.append("kitty's keyboard protocol is on") }
        if let margins { all.append("the scrolling region is \(margins)") }
        if keepsCells { all.append("rows are not ordered from the right") }
        return all
    }
}

/// A terminal's answers to queries, by its profile.
struct TerminalAnswers: Sendable {
    let profile: SimulatedTerminal

    /// The answer to a query; `nil` if the terminal has none.
    func answer(_ question: String, figures: [String: Int]) -> String? {
        guard var text = profile.answers[question] else { return nil }
        for (name, value) in figures {
            text = text.replacing("{\(name)}", with: String(value))
        }
        return text.replacing("␛", with: "\u{1B}")
    }

    /// The answer to DECRQM: 0 for an unknown mode; `nil` from terminals that never answer.
    func modeReport(_ mode: Int, isSet: Bool) -> String? {
        guard let modes = profile.modes else { return nil }
        let state = modes[mode] ?? 0
        // 2 means reset; when it was set, 1.
        return "\u{1B}[?\(mode);\(state == 2 && isSet ? 1 : state)$y"
    }

    /// Returns the answer to a kitty graphics query (`a=q`).
    func kittyReport(_ keys: [String: String]) -> String? {
        guard !profile.kittyMedia.isEmpty, keys["a"] == "q", keys["q"] != "2" else { return nil }
        let isTaken = profile.kittyMedia.contains(keys["t"] ?? "d")
        let answer = isTaken ? "OK" : profile.kittyRules.refusal
        return "\u{1B}_Gi=\(keys["i"] ?? "0");\(answer)\u{1B}\\"
    }
}
