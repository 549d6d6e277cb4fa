import Imaging

/// What strings (DCS, OSC, APC) do.
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
        if SixelDrawing.isSixel(string) { return draw(string.bytes) }
        let text = string.text
        if text.hasPrefix("+q") || text.hasPrefix("$q") { return ask("␛P" + text) }
        faults.append("the device string \(text.prefix(20))")
    }

    private mutating func draw(_ sixel: [UInt8]) {
        guard profile.showsSixel else { return faults.append("sixel for a terminal without it") }
        guard let size = SixelDrawing.declaredSize(sixel) else {
            return faults.append("a sixel picture without raster attributes")
        }
        guard max(size.width, size.height) <= profile.sixelSideLimit else {
            return faults.append("a sixel picture that the terminal drops: \(size)")
        }
        let origin = geometry.cell.origin(row: grid.cursor.row, column: grid.cursor.column)
        let area = PixelRect(origin: origin, size: size)
        pictureCount += 1
        let picture = PlacedPicture(place: grid.cursor, area: area, sixel: sixel)
        if profile.keepsPicturesInCells {
            cellPictures.draw(picture.raster, at: picture.place, on: geometry)
        } else {
            pictures.draw(picture)
        }
        moveBelow(area)
    }

    /// Leaves the cursor under the picture, and finds out whether a real terminal would scroll.
    private mutating func moveBelow(_ area: PixelRect) {
        // konsole counts the height rounded up to whole bands of 6.
        let bottom = area.minY + (area.size.height + 5) / 6 * 6
        let rows = geometry.cell.down.cells(covering: bottom)
        if rows >= geometry.cells.rows, modes.isAlternateScreen {
            faults.append("a picture on the last row scrolls the screen: \(area)")
        }
        if area.maxX > geometry.pixels.width {
            faults.append("a picture wider than the screen: \(area)")
        }
        grid.move(toRow: rows, column: grid.cursor.column)
    }

    private mutating func readSystem(_ text: String) {
        let parts = text.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
        switch parts.first {
        case "0", "1", "2": title = parts.count > 1 ? String(parts[1]) : ""
        case "4", "10", "11", "12", "1337":
            if text.hasSuffix("?") || text.hasSuffix("ReportCellSize") { ask("␛]" + text) }
        case "8", "133", "7", "9": break
        default: faults.append("OSC \(text.prefix(20))")
        }
    }

    private mutating func readApplication(_ text: String) {
        guard text.hasPrefix("G") else { return faults.append("APC \(text.prefix(20))") }
        let keys = text.dropFirst().prefix { $0 != ";" }
        kittyCommands.append(String(keys))
        let pairs = keys.split(separator: ",").map { $0.split(separator: "=", maxSplits: 1) }
        let table = Dictionary(
            pairs.filter { $0.count == 2 }.map { (String($0[0]), String($0[1])) },
            uniquingKeysWith: { _, last in last })
        if table["a"] == "q" {
            reply(answering.kittyReport(table), to: "␛_G\(keys)")
        } else if profile.kittyMedia.isEmpty {
            faults.append("a kitty picture for a terminal without them")
        } else if profile.keepsPicturesInCells {
            perform(table, payload: text.dropFirst(keys.utf8.count + 2))
        }
    }

    private mutating func perform(_ keys: [String: String], payload: Substring) {
        let answer = cellPictures.perform(
            keys, Array(payload.utf8), at: grid.cursor, on: geometry)
        guard let answer, keys["q"] != "2" else { return }
        reply("\u{1B}_Gi=\(keys["i"] ?? "0"),p=1;\(answer)\u{1B}\\", to: "␛_G\(keys)")
    }
}
