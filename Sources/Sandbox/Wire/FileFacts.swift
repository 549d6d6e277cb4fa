internal import Imaging

/// Facts on their way from a worker: a line each, its three parts with tabs between them.
///
/// The worker may be in a hostile file's hands: there is a limit to what is read, and how a value is
/// shown is decided where it is shown.
enum FileFacts {
    /// A dozen values of 1,000 bytes at most, and their names.
    static let limitBytes = 16 << 10

    static func bytes(of facts: [FileFact]) -> [UInt8] {
        let lines = facts.map { fact in
            [fact.group, fact.name, fact.value].map(oneLine).joined(separator: "\t") + "\n"
        }
        return Array(lines.joined().utf8.prefix(limitBytes))
    }

    /// Up to the first zero, which ends them.
    static func facts(in bytes: [UInt8]) -> [FileFact] {
        let text = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        return text.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: "\t").map(String.init)
            return parts.count == 3 ? FileFact(parts[0], parts[1], parts[2]) : nil
        }
    }

    private static func oneLine(_ text: String) -> String {
        String(text.map { $0.isNewline || $0 == "\t" || $0 == "\0" ? " " : $0 })
    }
}
