internal import PhotoCatalog

/// Which bytes of a file a 206 brings (RFC 9110, section 14.4).
struct ContentRange: Hashable, Sendable {
    let first: Int
    /// The length of the whole file.
    let total: Int

    /// Reads `bytes 100-199/200`; nil where the length is not told, the numbers make no sense, or the
    /// file is larger than any that is fetched: sums with them cannot overflow.
    init?(_ text: String) {
        guard text.hasPrefix("bytes ") else { return nil }
        let parts = text.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let total = Int(parts[1]) else { return nil }
        let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Int(ends[0]), let last = Int(ends[1]),
            first >= 0, first < total, last == total - 1, total <= FetchPurpose.file.limitBytes
        else { return nil }
        self.first = first
        self.total = total
    }
}
