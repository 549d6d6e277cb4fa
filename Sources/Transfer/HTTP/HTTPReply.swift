internal import PhotoCatalog

/// What a server answered to one request, whatever it means.
struct HTTPReply: Sendable {
    let head: HTTPHead
    /// The words of a failure; the bytes of a success go elsewhere.
    let body: [UInt8]
    /// Where the server says to go instead, made absolute.
    let redirect: String?
    /// Nil where the server did not say, or said nonsense.
    let retryAfterSeconds: Int?

    var status: Int { head.status }

    /// Whether the version that was asked about is still the one there is.
    var isNotModified: Bool { status == 304 }

    /// The failure the status stands for, or nil for a success or a redirect.
    var failure: FetchFailure? {
        switch status {
        case 200..<400: nil
        case 404, 410: .notFound
        case 429: .rateLimited(retryAfterSeconds: retryAfterSeconds)
        case 503 where retryAfterSeconds != nil: .rateLimited(retryAfterSeconds: retryAfterSeconds)
        case 400..<500: .refused(status: status, reason: ErrorEntity.reason(in: body))
        case 500..<600: .serverFailed(status: status)
        default: .interrupted(reason: "HTTP status \(status)")
        }
    }
}

/// What a server says before the bytes, as far as anyone here asks.
struct HTTPHead: Hashable, Sendable {
    let status: Int
    let validator: HTTPValidator
    let cacheControl: CacheControl
    /// The place of the bytes in the file, of a 206.
    let contentRange: ContentRange?
    /// The length the server promised, unless the bytes come packed.
    let expectedBytes: Int?

    /// Reads the headers, each by its name; all of them may lie.
    init(status: Int, expectedBytes: Int?, header: (String) -> String?) {
        self.status = status
        self.expectedBytes = expectedBytes
        validator = HTTPValidator(
            entityTag: header("ETag"), lastModified: header("Last-Modified"))
        cacheControl = CacheControl(
            header("Cache-Control"), ageSeconds: header("Age").flatMap { Int($0) })
        // With another status it says nothing (RFC 9110, section 14.4).
        contentRange = status == 206 ? header("Content-Range").flatMap(ContentRange.init) : nil
    }

    /// How far the whole file is when so many bytes of this reply are here.
    func progress(receivedBytes: Int, expectedBytes: Int?) -> FetchProgress {
        let earlier = contentRange?.first ?? 0
        return .receiving(
            bytes: earlier + receivedBytes, expected: expectedBytes.map { earlier + $0 })
    }
}

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
            first >= 0, first < total, last == total - 1, total <= ResourceKind.file.limitBytes
        else { return nil }
        self.first = first
        self.total = total
    }
}

/// How long a server lets its reply be kept (RFC 9111, section 5.2).
struct CacheControl: Hashable, Sendable {
    /// Seconds from now, less those it has spent in other caches; nil where the server is silent.
    let lifetimeSeconds: Int?
    let mayBeKept: Bool

    static let silent = CacheControl(nil, ageSeconds: nil)

    init(_ text: String?, ageSeconds: Int?) {
        let directives = (text ?? "").lowercased().split { $0 == "," || $0 == " " }
        mayBeKept = !directives.contains("no-store")
        if directives.contains("no-cache") {
            lifetimeSeconds = 0
        } else {
            let age = max(0, ageSeconds ?? 0)
            lifetimeSeconds = Self.maximumAge(directives).map { max(0, $0 - age) }
        }
    }

    private static func maximumAge(_ directives: [Substring]) -> Int? {
        let directive = directives.first { $0.hasPrefix("max-age=") }
        return directive.flatMap { Int($0.dropFirst(8)) }.flatMap { $0 >= 0 ? $0 : nil }
    }
}

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
