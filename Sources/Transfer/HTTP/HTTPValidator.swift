/// By what a server recognises the version of a file that it sent (RFC 9110, section 8.8).
struct HTTPValidator: Hashable, Sendable {
    let entityTag: String?
    let lastModified: String?

    /// Longer ones, and those with more than visible ASCII in them, count as absent: they are sent
    /// back as they came.
    init(entityTag: String?, lastModified: String?) {
        self.entityTag = Self.checked(entityTag, limit: Self.tagLimit)
        self.lastModified = Self.checked(lastModified, limit: Self.dateLimit)
    }

    var isEmpty: Bool { entityTag == nil && lastModified == nil }

    /// What may stand in `If-Range`: there only a strong tag or a date counts.
    var ifRange: String? {
        if let entityTag, !entityTag.hasPrefix("W/") { return entityTag }
        return lastModified
    }

    /// S3's tags have 34 characters.
    private static let tagLimit = 256
    /// An HTTP date has 29.
    private static let dateLimit = 64

    private static func checked(_ text: String?, limit: Int) -> String? {
        guard let text, !text.isEmpty, text.utf8.count <= limit,
            text.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
        else { return nil }
        return text
    }
}
