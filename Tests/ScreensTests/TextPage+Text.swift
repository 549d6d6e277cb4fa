import Imaging
import TerminalProtocols

extension TextPage {
    /// The page as a person sees it, without the blanks at the ends of its rows and of itself.
    var text: String {
        var lines = (0..<max(0, size.rows)).map(line)
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines.joined(separator: "\n")
    }

    /// The row's runs with the blanks between them; runs of one row stand in order.
    private func line(_ row: Int) -> String {
        var line: SafeText = ""
        for run in runs where run.position.row == row {
            line = line.padded(to: run.position.column) + run.text
        }
        return line.string.trimmedAtTheEnd
    }
}

extension String {
    fileprivate var trimmedAtTheEnd: String {
        lastIndex { $0 != " " }.map { String(self[...$0]) } ?? ""
    }
}
