import Imaging

/// The effects of control functions (CSI).
extension TerminalModel {
    mutating func perform(_ function: ControlFunction) {
        if moves(function) || erases(function) || switches(function) || asks(function) { return }
        faults.append("CSI \(function.key) \(function.parameters)")
    }

    private mutating func moves(_ function: ControlFunction) -> Bool {
        let (row, column) = (grid.cursor.row, grid.cursor.column)
        let count = function.value(0)
        switch function.key {
        case "H", "f": grid.move(toRow: count - 1, column: function.value(1) - 1)
        case "A": grid.move(toRow: row - count, column: column)
        case "B": grid.move(toRow: row + count, column: column)
        case "C": grid.move(toRow: row, column: column + count)
        case "D": grid.move(toRow: row, column: column - count)
        case "E": grid.move(toRow: row + count, column: 0)
        case "F": grid.move(toRow: row - count, column: 0)
        case "G", "`": grid.move(toRow: row, column: count - 1)
        case "d": grid.move(toRow: count - 1, column: column)
        case "s": grid.saveCursor()
        case "u": grid.restoreCursor()
        case "r": setMargins(function)
        default: return false
        }
        return true
    }

    private mutating func setMargins(_ function: ControlFunction) {
        let (top, bottom) = (function.value(0), function.value(1, otherwise: geometry.cells.rows))
        guard top < bottom, top <= geometry.cells.rows else { return }
        grid.setMargins(top - 1..<bottom)
        let isWhole = grid.margins == 0..<geometry.cells.rows
        modes.margins = isWhole ? nil : "\(top) to \(bottom)"
        grid.move(toRow: 0, column: 0)
    }

    private mutating func erases(_ function: ControlFunction) -> Bool {
        switch function.key {
        case "J": eraseInScreen(function.value(0, otherwise: 0))
        case "K": eraseInLine(function.value(0, otherwise: 0))
        case "@", "P": moveCells(by: function.value(0), left: function.key == "P")
        case "L", "M": moveLines(by: function.value(0), up: function.key == "M")
        case "S", "T": scroll(by: function.value(0), up: function.key == "S")
        case "X":
            let start = grid.cursor.column
            erase(rows: grid.cursor.row..<grid.cursor.row + 1, start..<start + function.value(0))
        default: return false
        }
        return true
    }

    /// IL and DL.
    private mutating func moveLines(by count: Int, up isUp: Bool) {
        if showsPictures { faults.append("lines with a picture are moved") }
        grid.moveLines(by: isUp ? count : -count)
    }

    private mutating func eraseInScreen(_ part: Int) {
        let (row, rows) = (grid.cursor.row, geometry.cells.rows)
        if part == 2 || row == 0 && grid.cursor.column == 0 { sizeFaults.removeAll() }
        switch part {
        case 0:
            eraseInLine(0)
            eraseLines(row + 1..<max(row + 1, rows))
        case 1:
            eraseInLine(1)
            eraseLines(0..<row)
        default:
            if modes.isAlternateScreen, showsPictures { clearedPictureCount += 1 }
            eraseLines(0..<rows)
            kittyPictures.clear()
        }
    }

    private mutating func eraseLines(_ rows: Range<Int>) {
        erase(rows: rows)
        cellPictures.clear(rows: rows)
    }

    private mutating func eraseInLine(_ part: Int) {
        let (row, column) = (grid.cursor.row, grid.cursor.column)
        let columns: Range<Int>? =
            switch part {
            case 0: column..<geometry.cells.columns
            case 1: 0..<column + 1
            default: nil
            }
        erase(rows: row..<row + 1, columns)
    }

    private mutating func erase(rows: Range<Int>, _ columns: Range<Int>? = nil) {
        let area = CellArea(rows: rows, columns: columns ?? 0..<geometry.cells.columns)
        grid.erase(area)
        write(over: area)
    }

    private mutating func switches(_ function: ControlFunction) -> Bool {
        switch function.key {
        case "m": if let unknown = grid.style.apply(function) { faults.append(unknown) }
        case "?h": setModes(function, to: true)
        case "?l": setModes(function, to: false)
        case "h", "l":
            guard function.value(0) == 8 else { return false }
            modes.ordersRows(function.key == "h")
        case ">u": modes.keyboardDepth += 1
        case "<u": modes.keyboardDepth = max(0, modes.keyboardDepth - function.value(0))
        // The shape of the cursor, and the stack of titles: known and ignored.
        case " q": break
        case "t" where [22, 23].contains(function.value(0)): break
        default: return false
        }
        return true
    }

    private mutating func setModes(_ function: ControlFunction, to isOn: Bool) {
        for mode in function.parameters.compactMap({ $0.first ?? nil }) {
            let wasAlternate = modes.isAlternateScreen
            if !modes.set(mode, to: isOn) { faults.append("the mode \(mode)") }
            if isOn { report(mode) }
            if mode == 2026, !isOn { frameCount += 1 }
            if modes.isAlternateScreen != wasAlternate { changeScreen() }
        }
    }

    private mutating func changeScreen() {
        pictures.clear()
        cellPictures.forget()
        if !modes.isAlternateScreen {
            abandonedPictureCount += kittyPictures.store.images.count
        }
        kittyPictures.forget()
        if modes.isAlternateScreen {
            mainScreen = grid
            grid = ScreenGrid(geometry.cells)
            grid.setMargins(mainScreen?.margins ?? grid.margins)
        } else if var main = mainScreen {
            // The style and the margins are the terminal's, not the screen's.
            main.style = grid.style
            main.setMargins(grid.margins)
            grid = main
            mainScreen = nil
        }
    }

    private mutating func asks(_ function: ControlFunction) -> Bool {
        let known = ["c", ">c", "=c", ">q", "n", "?n", "t", "?S", "?$p", "?u", "+q", "x", "?m"]
        guard known.contains(function.key) else { return false }
        if function.key == "?$p" {
            let mode = function.value(0, otherwise: 0)
            reply(answering.modeReport(mode, isSet: modes.isOn(mode)), to: "␛[?\(mode)$p")
        } else {
            ask("␛[" + Self.canonical(function))
        }
        return true
    }

    /// Returns one spelling for equal queries: a lone 0 is the same as nothing.
    private static func canonical(_ function: ControlFunction) -> String {
        var numbers = function.parameters.map { ($0.first ?? nil).map(String.init) ?? "0" }
        if numbers == ["0"] { numbers = [] }
        return function.marker + numbers.joined(separator: ";") + function.name
    }

    /// Looks a query up in the profile and answers it.
    mutating func ask(_ question: String) {
        let figures = [
            "row": grid.cursor.row + 1, "column": grid.cursor.column + 1,
            "rows": geometry.cells.rows, "columns": geometry.cells.columns,
            "width": geometry.pixels.width, "height": geometry.pixels.height,
            "cellWidth": Int(geometry.cell.across.cell.rounded()),
            "cellHeight": Int(geometry.cell.down.cell.rounded()),
        ]
        reply(answering.answer(question, figures: figures), to: question)
    }

    mutating func reply(_ answer: String?, to question: String) {
        questions.append(question)
        if let answer { answers.append(Array(answer.utf8)) }
    }
}

/// The effects of strings (DCS, OSC, APC).
extension TerminalModel {
    mutating func read(_ string: OutputString) {
        switch string.kind {
        case .device: readDevice(string)
        case .system: readSystem(string.text)
        case .application: readApplication(string.text)
        case .privacy, .start: faults.append("a string of the kind \(string.kind)")
        }
    }

    private mutating func readDevice(_ string: OutputString) {
        guard string.bytes.count <= profile.stringLimitBytes else {
            return faults.append("a string that the terminal drops: \(string.bytes.count)")
        }
        if SixelDrawing.isSixel(string) { return draw(string.bytes) }
        let text = string.text
        if text.hasPrefix("tmux;"), profile.losesPassthrough { return }
        if text.hasPrefix("+q") || text.hasPrefix("$q") { return ask("␛P" + text) }
        faults.append("the device string \(text.prefix(20))")
    }

    /// Moves the cursor below the picture, and checks whether a real terminal would scroll.
    mutating func moveBelow(_ area: PixelRect) {
        let height = area.size.height
        let bottom = area.minY + (profile.countsWholeBands ? (height + 5) / 6 * 6 : height)
        let rows = geometry.cell.down.cells(covering: bottom)
        if rows >= grid.margins.upperBound, grid.cursor.row < grid.margins.upperBound,
            modes.isAlternateScreen
        {
            let part = modes.margins == nil ? "screen" : "region"
            sizeFault("a picture on the last row scrolls the \(part): \(area)")
        }
        if area.maxX > geometry.pixels.width {
            sizeFault("a picture wider than the screen: \(area)")
        }
        grid.move(toRow: rows, column: grid.cursor.column)
    }

    private mutating func readSystem(_ text: String) {
        let parts = text.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
        switch parts.first {
        case "0", "1", "2": title = parts.count > 1 ? String(parts[1]) : ""
        case "11" where background != nil && text.hasSuffix("?"): answerBackground()
        case "1337" where text.hasPrefix("1337;File="): drawInline(text)
        case "4", "10", "11", "12", "1337":
            if text.hasSuffix("?") || text.hasSuffix("ReportCellSize") { ask("␛]" + text) }
        case "8": readLink(text)
        case "9": readProgress(text)
        case "5379": modes.ordersRows(text.hasSuffix("use_ctl=true"))
        case "133", "7": break
        default: faults.append("OSC \(text.prefix(20))")
        }
    }
}
