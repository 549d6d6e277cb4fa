internal import TerminalProtocols

/// Breaks a text into lines at its spaces.
enum WordWrapper {
    static func wrap(_ text: SafeText, columns: Int) -> [SafeText] {
        let room = max(1, columns)
        var lines: [SafeText] = []
        for word in text.string.split(separator: " ").map({ SafeText($0) }) {
            if let last = lines.last, last.width + 1 + word.width <= room {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(word.truncated(to: room))
            }
        }
        return lines
    }
}
