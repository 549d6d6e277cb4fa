internal import Bounds
internal import PhotoCatalog

/// A server's reply to one request.
struct HTTPReply: Sendable {
    let head: HTTPHead
    /// The body of a failed reply; the body of a success goes to the `BodyHandler`.
    let body: [UInt8]
    /// The absolute address of a redirect; `nil` if the reply is not a redirect.
    let redirect: String?
    /// The pause that the server requested; `nil` if the header is missing or invalid.
    let retryAfterSeconds: Int?

    var status: Int { head.status }
    /// True if the cached version is still current.
    var isNotModified: Bool { status == 304 }

    /// The failure for the status; `nil` for a success or a redirect.
    var failure: FetchFailure? {
        switch status {
        case 200..<400: nil
        case 404, 410: .notFound
        case 429: .rateLimited(retryAfterSeconds: retryAfterSeconds)
        case 503 where retryAfterSeconds != nil: .rateLimited(retryAfterSeconds: retryAfterSeconds)
        case 400..<500: .refused(status: status, reason: ErrorEntity.reason(in: body))
        case 500..<600: .serverFailed(status: status)
        default: .interrupted(.status(status))
        }
    }
}

/// The status of a reply, and those of its headers that the program uses.
struct HTTPHead: Hashable, Sendable {
    let status: Int
    let validator: HTTPValidator
    let cacheControl: CacheControl
    /// The range of the file that a reply of status 206 contains.
    let contentRange: ContentRange?
    /// The announced length of the body; `nil` if the length is unknown, or the bytes are
    /// compressed.
    let expectedBytes: Int?

    /// Reads and checks the headers, which are untrusted; `header` returns the value for a name.
    init(status: Int, expectedBytes: Int?, header: (String) -> String?) {
        self.status = HeaderLimits.Status.range.clamped(status)
        self.expectedBytes = expectedBytes.flatMap { HeaderLimits.ByteCount.range.number($0) }
        validator = HTTPValidator(entityTag: header("ETag"), lastModified: header("Last-Modified"))
        cacheControl = CacheControl(
            header("Cache-Control"),
            ageSeconds: header("Age").flatMap { HeaderLimits.Seconds.range.clamped(in: $0) })
        // The header has no meaning with another status (RFC 9110, section 14.4).
        contentRange = status == 206 ? header("Content-Range").flatMap(ContentRange.init) : nil
    }

    /// Returns the progress of the complete file after `receivedBytes` bytes of this reply.
    func progress(receivedBytes: Int, expectedBytes: Int?) -> FetchProgress {
        let earlier = contentRange?.first ?? 0
        let limit = HeaderLimits.ByteCount.range
        return .receiving(
            bytes: earlier + limit.clamped(receivedBytes),
            expected: expectedBytes.map { earlier + limit.clamped($0) })
    }
}

/// The limits of the numbers in a reply's head, each with its reason.
enum HeaderLimits {
    /// A status, which has three digits by RFC 9110.
    enum Status: NumberLimit { static let range = 0...999 }

    /// A time in seconds; by RFC 9111, section 1.2.2, 2^31 stands for all longer times.
    enum Seconds: NumberLimit { static let range = 0...(1 << 31) }

    /// A length in bytes; a petabyte is more than any disk holds, and downloads have smaller
    /// limits.
    enum ByteCount: NumberLimit { static let range = 0...1_000_000_000_000_000 }
}

/// The range of a file's bytes in a reply of status 206 (RFC 9110, section 14.4).
struct ContentRange: Hashable, Sendable {
    let first: Int
    let last: Int
    /// The length of the whole file.
    let total: Int

    /// The offsets of the range's bytes in the file.
    var bytes: Range<Int> { first..<(last + 1) }
    /// True if the range reaches the end of the file.
    var isRest: Bool { last == total - 1 }

    /// Reads a header such as `bytes 100-199/200`; `nil` if the header is incomplete or
    /// inconsistent, or exceeds `HeaderLimits.ByteCount`, so that sums cannot overflow.
    init?(_ text: String) {
        guard text.hasPrefix("bytes ") else { return nil }
        let parts = text.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
        let sizes = HeaderLimits.ByteCount.range
        guard parts.count == 2, let total = sizes.number(in: parts[1]) else { return nil }
        let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = sizes.number(in: ends[0]),
            let last = sizes.number(in: ends[1]), first <= last, last < total
        else { return nil }
        self.first = first
        self.last = last
        self.total = total
    }
}

/// The time for which a reply may be cached (RFC 9111, section 5.2).
struct CacheControl: Hashable, Sendable {
    /// The number of seconds for which the reply is fresh, minus the time that it spent in other
    /// caches; `nil` if the server does not specify a time.
    let lifetimeSeconds: Int?
    let mayBeStored: Bool

    init(_ text: String?, ageSeconds: Int?) {
        let directives = (text ?? "").lowercased().split { $0 == "," || $0 == " " }
        mayBeStored = !directives.contains("no-store")
        if directives.contains("no-cache") {
            lifetimeSeconds = 0
        } else {
            let age = HeaderLimits.Seconds.range.clamped(ageSeconds ?? 0)
            lifetimeSeconds = Self.maximumAge(directives).map { max(0, $0 - age) }
        }
    }

    private static func maximumAge(_ directives: [Substring]) -> Int? {
        let directive = directives.first { $0.hasPrefix("max-age=") }
        let seconds = directive?.dropFirst(8)
        guard let seconds, !seconds.hasPrefix("-") else { return nil }
        return HeaderLimits.Seconds.range.clamped(in: seconds)
    }
}

/// The server's identification of a version of a file (RFC 9110, section 8.8).
struct HTTPValidator: Hashable, Sendable {
    let entityTag: String?
    let lastModified: String?

    /// Creates a validator; values that are too long or not printable ASCII count as absent,
    /// because they are sent back unchanged.
    init(entityTag: String?, lastModified: String?) {
        self.entityTag = Self.checked(entityTag, limit: Self.tagLimit)
        self.lastModified = Self.checked(lastModified, limit: Self.dateLimit)
    }

    var isEmpty: Bool { entityTag == nil && lastModified == nil }

    /// The value for the header `If-Range`: a strong tag or a date; `nil` if the server sent
    /// neither.
    var ifRange: String? {
        if let entityTag, !entityTag.hasPrefix("W/") { return entityTag }
        return lastModified
    }

    /// The maximum length of an entity tag; those of Amazon S3 have 34 characters.
    private static let tagLimit = 256
    /// The maximum length of a date; an HTTP date has 29 characters.
    private static let dateLimit = 64

    private static func checked(_ text: String?, limit: Int) -> String? {
        guard let text, !text.isEmpty, text.utf8.count <= limit,
            text.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
        else { return nil }
        return text
    }
}

/// One request to one address, without redirects.
struct HTTPRequest: Sendable {
    var address: PhotoAddress
    let purpose: ResourceKind
    let userAgent: String
    let limits: TransferLimits
    /// The receiver of the body of a success.
    let sink: BodyHandler
    var condition: HTTPCondition?
}

/// The condition under which the server sends a file or a range of it.
enum HTTPCondition: Hashable, Sendable {
    /// The file is sent only if it no longer has this version.
    case ifChanged(HTTPValidator)
    /// The file is sent from this byte on if it still has this version, and otherwise completely.
    case rest(from: Int, of: HTTPValidator)
    /// A range of the file is sent if the file still has this version; `nil` stands for any
    /// version.
    case range(Range<Int>, of: HTTPValidator?)

    /// The request's header lines.
    var lines: [String] {
        switch self {
        case .ifChanged(let validator):
            [
                validator.entityTag.map { "If-None-Match: \($0)" },
                validator.lastModified.map { "If-Modified-Since: \($0)" },
            ].compactMap(\.self)
        case .rest(let first, let validator):
            validator.ifRange.map { ["Range: bytes=\(first)-", "If-Range: \($0)"] } ?? []
        case .range(let bytes, let validator):
            ["Range: bytes=\(bytes.lowerBound)-\(bytes.upperBound - 1)"]
                + (validator?.ifRange.map { ["If-Range: \($0)"] } ?? [])
        }
    }

    /// True if the request is for a range of the file.
    var isForRange: Bool {
        switch self {
        case .ifChanged: false
        case .rest, .range: true
        }
    }
}

/// Callbacks that receive the body of a success as it arrives; they may wait for a disk, because
/// they do not run on curl's thread.
struct BodyHandler: Sendable {
    /// Receives the head, once, before the bytes; returns false to end the transfer.
    let begin: @Sendable (HTTPHead) -> Bool
    /// Receives the next bytes; returns false to end the transfer.
    let receive: @Sendable (UnsafeRawBufferPointer) -> Bool
    /// Returns the reason why the handler ended the transfer; `nil` if the network is at fault.
    var failure: @Sendable () -> FetchFailure? = { nil }
}
