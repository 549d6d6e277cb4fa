internal import PhotoCatalog
internal import TerminalProtocols

/// The library's texts for scripts: without HTML, safe to print, and not cut.
enum PlainTextFormatter {
    static func text(_ untrusted: String) -> String {
        let lines = HTMLStripper.cleaned(untrusted).split(
            separator: "\n", omittingEmptySubsequences: false)
        return lines.map(line).joined(separator: "\n")
    }

    static func text(_ untrusted: String?) -> String? { untrusted.map { text($0) } }

    /// An id, which must stay what it is.
    static func id(_ id: PhotoID) -> String { line(id.text[...]) }

    /// Safe text has an end, which is longer than any line recorded: longer ones come in pieces.
    private static func line(_ untrusted: Substring) -> String {
        var output = ""
        var rest = untrusted.unicodeScalars
        while !rest.isEmpty {
            let piece = rest.prefix(pieceScalars)
            output += SafeText(Substring(piece)).string
            rest = rest.dropFirst(piece.count)
        }
        return output
    }

    private static let pieceScalars = 60_000
}
