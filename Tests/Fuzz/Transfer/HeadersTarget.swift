import Fuzzing
import PhotoCatalog

@testable import Transfer

/// The head of a reply: a status, a length, and header lines, each of which may be wrong.
enum HeadersTarget: FuzzTarget {
    static let name = "headers"

    static func take(_ bytes: [UInt8]) throws {
        let lines = String(decoding: bytes, as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false)
        let status = lines.first.flatMap { Int($0) } ?? 200
        let headers = headers(lines.dropFirst())
        let length = headers["Content-Length"].flatMap { Int($0) }
        let head = HTTPHead(status: status, expectedBytes: length) { headers[$0] }
        try expectProgress(head)
        try expectPlainLines(head.validator)
        try expectKept(head)
        try expectPatience(headers["Retry-After"].flatMap { Int($0) })
    }

    static func headers(_ lines: ArraySlice<Substring>) -> [String: String] {
        let pairs = lines.compactMap { line in
            line.firstIndex(of: ":").map { colon in
                let value = line[line.index(after: colon)...].drop { $0 == " " }
                return (String(line[..<colon]), String(value))
            }
        }
        return Dictionary(pairs) { first, _ in first }
    }

    /// Any number of bytes up to the limit may arrive, and be announced.
    private static func expectProgress(_ head: HTTPHead) throws {
        let limit = ResourceKind.file.limitBytes
        if let range = head.contentRange {
            try expect(head.status == 206, "a place in the file with status \(head.status)")
            try expect(0 <= range.first && range.first <= range.last, "an empty part")
            try expect(range.last < range.total, "a place behind the end")
            try expect(HeaderLimits.ByteCount.range.contains(range.total), "a file larger than any")
        }
        for received in [0, 1, limit] {
            let progress = head.progress(receivedBytes: received, expectedBytes: limit)
            guard case .receiving(let bytes, let expected?) = progress else {
                throw BrokenPromise("no progress")
            }
            try expect(received <= bytes && bytes <= expected, "\(bytes) of \(expected)")
        }
    }

    /// Each header sent back to the server is exactly one line.
    private static func expectPlainLines(_ validator: HTTPValidator) throws {
        let conditions = [HTTPCondition.ifChanged(validator), .rest(from: 1, of: validator)]
        for line in conditions.flatMap(\.lines) {
            try expect(line.utf8.allSatisfy { (0x20...0x7E).contains($0) }, "a strange line")
            try expect(line.utf8.count < 300, "a long line")
        }
    }

    /// The cache lifetime of a reply is read back from the disk, and can be evaluated.
    private static func expectKept(_ head: HTTPHead) throws {
        for purpose in [ResourceKind.reply, .preview, .photo, .file] {
            let lifetime = FreshnessPolicy.lifetimeSeconds(of: head, for: purpose)
            let record = CacheRecord(
                address: "https://images-assets.nasa.gov/image/a/a.jpg", lifetimeSeconds: lifetime,
                validator: head.validator, length: 1, checksum: 1)
            try expect(CacheRecord.read(record.bytes)?.record == record, "not read back")
            _ = record.isFresh(atAge: .max)
        }
    }

    private static func expectPatience(_ seconds: Int?) throws {
        let limits = TransferLimits()
        var rule = RetryPolicy(limits, for: .reply)
        let pause = rule.pause(after: .rateLimited(retryAfterSeconds: seconds)) ?? .zero
        try expect(pause <= limits.longestRetryAfter, "a pause of \(pause)")
    }
}
