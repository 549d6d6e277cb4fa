import Fuzzing
import PhotoCatalog

@testable import Transfer

/// A reply to a request for the bytes 10 to 19 of 100: a status and header lines, an empty line, and the
/// body, in pieces of the length of its first byte.
enum RangesTarget: FuzzTarget {
    static let name = "ranges"

    private static let asked = 10..<20
    private static let version = FileIdentity(
        validator: HTTPValidator(entityTag: "\"v1\"", lastModified: nil), byteCount: 100)

    static func take(_ bytes: [UInt8]) throws {
        let end = Array("\n\n".utf8)
        let split = bytes.indices.first { bytes[$0...].starts(with: end) } ?? bytes.endIndex
        let lines = String(decoding: bytes[..<split], as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false)
        let headers = HeadersTarget.headers(lines.dropFirst())
        let head = HTTPHead(status: lines.first.flatMap { Int($0) } ?? 206, expectedBytes: nil) {
            headers[$0]
        }
        let body = Array(bytes[split...].dropFirst(end.count))
        for version in [nil, version] { try take(head, body, of: version) }
    }

    private static func take(
        _ head: HTTPHead, _ body: [UInt8], of version: FileIdentity?
    ) throws {
        let reply = RangeReply(asked, of: version)
        let sink = reply.newSink()
        let length = max(1, Int(body.first ?? 1))
        var isGoingOn = sink.begin(head)
        for start in stride(from: 0, to: body.count, by: length) where isGoingOn {
            isGoingOn = body[start..<min(start + length, body.count)].withUnsafeBytes(sink.receive)
        }
        guard let found = try? reply.finish() else { return }
        try expect(head.status == 206 && isGoingOn, "no part")
        try expect(found.bytes == body && head.contentRange?.first == 10, "other bytes")
        try expect(found.bytes.count == min(20, found.version.byteCount) - 10, "another length")
        try expect(version == nil || found.version.byteCount == 100, "another file")
    }
}
