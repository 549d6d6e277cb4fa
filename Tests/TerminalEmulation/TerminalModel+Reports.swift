import Imaging

/// A terminal's unrequested reports, and its display beside the screen.
extension TerminalModel {
    /// The modes for reports of changes; a terminal that does not know them must not be sent them.
    private static let reporting: Set<Int> = [2031, 2033, 2048]

    /// Sends the report that follows the setting of a mode.
    mutating func report(_ mode: Int) {
        guard Self.reporting.contains(mode) else { return }
        guard (1...3).contains(profile.modes?[mode] ?? 0) else {
            return faults.append("the mode \(mode), which the terminal does not know")
        }
        if mode == 2033 { answers.append(Array(visibilityReport.utf8)) }
        if mode == 2048 { answers.append(Array(sizeReport.utf8)) }
    }

    package var visibilityReport: String { "\u{1B}[?999;\(isVisible ? 1 : 2)n" }

    package var sizeReport: String {
        let (cells, pixels) = (geometry.cells, geometry.pixels)
        return "\u{1B}[48;\(cells.rows);\(cells.columns);\(pixels.height);\(pixels.width)t"
    }

    mutating func answerBackground() {
        reply("\u{1B}]11;\(background ?? "")\u{1B}\\", to: "␛]11;?")
    }

    /// Reads `8 ; parameters ; address`; without an address the link ends.
    mutating func readLink(_ text: String) {
        let parts = text.split(separator: ";", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return faults.append("OSC \(text.prefix(20))") }
        guard parts[2].utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
            return faults.append("a link to \(parts[2])")
        }
        grid.link = parts[2].isEmpty ? nil : String(parts[2])
    }

    /// Reads `9 ; 4 ; state ; per cent`.
    mutating func readProgress(_ text: String) {
        guard profile.hasProgressBar, text.hasPrefix("9;4;") else {
            return faults.append("the notification \(text)")
        }
        progressReports.append(String(text.dropFirst(4)))
    }

    /// Returns the links of a row: their text and their addresses.
    package func links(inRow row: Int) -> [(text: String, address: String)] {
        var links: [(text: String, address: String)] = []
        var before: String?
        for cell in grid.rows[row] {
            if let link = cell.link {
                if link == before { links[links.count - 1].text += cell.text }
                if link != before { links.append((cell.text, link)) }
            }
            before = cell.link
        }
        return links
    }

    /// All links of the screen, from the top.
    package var links: [(text: String, address: String)] {
        grid.rows.indices.flatMap { links(inRow: $0) }
    }
}
