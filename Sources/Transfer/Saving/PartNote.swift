internal import FoundationEssentials

/// Beside a part of a file: where it comes from, and of which version it is.
struct PartNote {
    let path: String
    let address: String

    /// The version of the part; nil where the note is of something else, or there is none.
    func read() -> HTTPValidator? {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        let text = String(decoding: data, as: UTF8.self)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == 4, lines[0] == address else { return nil }
        let version = HTTPValidator(
            entityTag: String(lines[1]), lastModified: String(lines[2]))
        return version.ifRange == nil ? nil : version
    }

    func write(_ version: HTTPValidator) -> Bool {
        let lines = [address, version.entityTag ?? "", version.lastModified ?? "", ""]
        return FileManager.default.createFile(
            atPath: path, contents: Data(lines.joined(separator: "\n").utf8))
    }

    func remove() {
        // Where there is none there is nothing to remove.
        try? FileManager.default.removeItem(atPath: path)
    }
}
