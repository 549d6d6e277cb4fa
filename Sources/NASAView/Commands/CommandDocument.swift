internal import FoundationEssentials
internal import TerminalProtocols

/// What commands print with `--json`: one document, which is safe to look at in a terminal.
enum CommandDocument {
    /// The document, and a line feed.
    static func bytes(_ document: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return SafeJSON.bytes(of: try encoder.encode(document)) + Array("\n".utf8)
    }
}
