import FlyingFox
import Foundation
import PhotoCatalog
import Synchronization
import TestSupport
import Testing

@testable import Transfer

@Suite(.timeLimit(.minutes(10)))
struct FetchingTests {
    @Test func bringsTheBytesAndTellsHowFarItIs() async throws {
        let body = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0) })
        let server = try await FixtureServer { _ in HTTPResponse(statusCode: .ok, body: body) }
        defer { server.stop() }
        let reports = Mutex<[FetchProgress]>([])
        let client = try TestClient(server)
        let bytes = try await client.fetcher.bytes(
            at: client.address("/image/a/a.jpg"), for: .photo
        ) {
            progress in reports.withLock { $0.append(progress) }
        }
        #expect(bytes == Array(body))
        let fractions = reports.withLock { $0.compactMap(\.fraction) }
        #expect(!fractions.isEmpty && fractions == fractions.sorted())
    }

    @Test(
        "N10: each status has its own failure",
        arguments: [
            (status: 404, failure: FetchFailure.notFound),
            (status: 410, failure: .notFound),
            (status: 400, failure: .refused(status: 400, reason: "Expected a word.")),
            (status: 403, failure: .refused(status: 403, reason: "Expected a word.")),
            (status: 500, failure: .serverFailed(status: 500)),
            (status: 503, failure: .serverFailed(status: 503)),
            (status: 429, failure: .rateLimited(retryAfterSeconds: nil)),
            (status: 302, failure: .interrupted(.noAddress(status: 302))),
        ])
    func aStatusBecomesAFailure(status: Int, failure: FetchFailure) async throws {
        let server = try await FixtureServer { _ in
            let reason = Data(#"{"reason":"Expected a word."}"#.utf8)
            return HTTPResponse(statusCode: HTTPStatusCode(status, phrase: "x"), body: reason)
        }
        defer { server.stop() }
        await #expect(throws: failure) { try await TestClient(server).bytes("/search?q=a") }
    }

    @Test func triesAgainWhatMayPassByItself() async throws {
        let requests = Atomic(0)
        let server = try await FixtureServer { _ in
            let number = requests.add(1, ordering: .relaxed).newValue
            return HTTPResponse(statusCode: number < 3 ? .badGateway : .ok, body: Data("{}".utf8))
        }
        defer { server.stop() }
        #expect(try await TestClient(server).bytes("/search?q=a") == Array("{}".utf8))
        #expect(requests.load(ordering: .relaxed) == 3)
    }

    @Test func asksOnceWhereTryingAgainIsOfNoUse() async throws {
        let requests = Atomic(0)
        let server = try await FixtureServer { _ in
            requests.add(1, ordering: .relaxed)
            return HTTPResponse(statusCode: .notFound)
        }
        defer { server.stop() }
        await #expect(throws: FetchFailure.notFound) { try await TestClient(server).bytes("/a") }
        #expect(requests.load(ordering: .relaxed) == 1)
    }

    @Test func aWebPageIsSaidToBeOne() async throws {
        let server = try await FixtureServer { _ in
            let page = Data("\n <!DOCTYPE HTML><html>Sign in</html>".utf8)
            return HTTPResponse(statusCode: .ok, headers: [.contentType: "image/jpeg"], body: page)
        }
        defer { server.stop() }
        await #expect(throws: FetchFailure.webPageInstead) {
            try await TestClient(server).bytes("/a")
        }
    }

    @Test("N12: a reply over its limit is refused") func aReplyOverItsLimitIsNotTaken()
        async throws
    {
        let server = try await FixtureServer { _ in
            HTTPResponse(statusCode: .ok, body: Data(count: 9 << 20))
        }
        defer { server.stop() }
        await #expect(throws: FetchFailure.tooLarge(limitBytes: 8 << 20)) {
            try await TestClient(server).bytes("/a")
        }
    }

    @Test(
        "N13: a compression bomb is cut off while it unpacks, also a doubly compressed one",
        arguments: [GzipBomb.once, .twice])
    func aBombIsCutOff(bomb: GzipBomb) async throws {
        let server = try await FixtureServer { _ in
            HTTPResponse(
                statusCode: .ok, headers: [HTTPHeader("Content-Encoding"): bomb.encoding],
                body: Data(bomb.bytes))
        }
        defer { server.stop() }
        #expect(bomb.bytes.count < 8 << 20 / 64)
        await #expect(throws: FetchFailure.tooLarge(limitBytes: 8 << 20)) {
            try await TestClient(server).bytes("/a")
        }
    }

    @Test(
        "N12: nonsensical numbers in headers are ignored",
        arguments: [
            "Content-Range: bytes 0-5/-5", "Content-Range: bytes -9223372036854775808-0/1",
            "Content-Range: bytes 9223372036854775806-9223372036854775806/9223372036854775807",
            "Age: -9223372036854775808", "Cache-Control: max-age=9223372036854775807",
        ])
    func numbersThatMakeNoSense(header: String) async throws {
        let server = try CannedServer(
            ["HTTP/1.1 200 OK", header, "Content-Length: 3"], body: "abc")
        let cachingClient = try CachingClient(server.address)
        #expect(try await cachingClient.bytes("/a.jpg", for: .photo) == Array("abc".utf8))
        await cachingClient.cache.settle()
        #expect(
            try await cachingClient.cache.entry(for: cachingClient.client.address("/a.jpg"))?
                .isFresh == true)
    }

    @Test(
        "N12: a nonsensical position in the file is ignored",
        arguments: [
            "bytes 0-5/-5", "bytes -9223372036854775808-0/1",
            "bytes 9223372036854775806-9223372036854775806/9223372036854775807",
        ])
    func aPlaceThatMakesNoSense(range: String) async throws {
        let server = try CannedServer(
            ["HTTP/1.1 206 Partial Content", "Content-Range: \(range)", "Content-Length: 3"],
            body: "abc")
        await #expect(throws: FetchFailure.interrupted(.part)) {
            try await TestClient(address: server.address).bytes("/a.jpg", for: .photo)
        }
    }

    @Test func saysWhoAsksAndSendsNamesWhole() async throws {
        let seen = Mutex<[String]>([])
        let server = try await FixtureServer { request in
            seen.withLock { $0 = [request.target.rawValue, request.headers[.userAgent] ?? ""] }
            return HTTPResponse(statusCode: .ok, body: Data("{}".utf8))
        }
        defer { server.stop() }
        _ = try await TestClient(server).bytes("/image/a b's #1? é/a~orig.jpg")
        #expect(
            seen.withLock { $0 } == ["/image/a%20b%27s%20%231%3F%20%C3%A9/a~orig.jpg", "test/1"])
    }
}

extension HTTPHeader {
    fileprivate static let userAgent = HTTPHeader("User-Agent")
}

@Suite(.timeLimit(.minutes(10)))
struct RedirectTests {
    @Test(
        "N4: a redirect to another scheme or host is refused",
        arguments: [
            (to: "file:///etc/passwd", refusal: URLPolicyViolation.scheme("file")),
            (to: "ftp://images-assets.nasa.gov/a", refusal: .scheme("ftp")),
            (to: "https://example.org/a", refusal: .host("example.org")),
            (to: "http://127.0.0.1:1/a", refusal: .host("127.0.0.1")),
            (to: "http://user@images-assets.nasa.gov/", refusal: .userInfo),
        ])
    func leadsNowhereElse(to target: String, refusal: URLPolicyViolation) async throws {
        let server = try await Self.server { _ in target }
        defer { server.stop() }
        await #expect(throws: FetchFailure.addressNotAllowed(refusal)) {
            try await TestClient(server).bytes("/a")
        }
    }

    @Test("N4: a redirect is followed five times") func isFollowedFiveTimes() async throws {
        let server = try await Self.server { path in
            Int(path.dropFirst()).flatMap { $0 > 0 ? "/\($0 - 1)" : nil }
        }
        defer { server.stop() }
        #expect(try await TestClient(server).bytes("/5") == Array("/0".utf8))
        await #expect(throws: FetchFailure.tooManyRedirects(limit: 5)) {
            try await TestClient(server).bytes("/6")
        }
    }

    /// Starts a server that redirects if the closure returns a target, and otherwise answers with
    /// the path.
    private static func server(
        _ target: @escaping @Sendable (String) -> String?
    ) async throws -> FixtureServer {
        try await FixtureServer { request in
            guard let target = target(request.path) else {
                return HTTPResponse(statusCode: .ok, body: Data(request.path.utf8))
            }
            return HTTPResponse(statusCode: .found, headers: HTTPHeaders([.location: target]))
        }
    }
}

/// A few bytes of gzip (RFC 1952) that unpack to at least 16 MB of zeros.
///
/// The checksums at the end are wrong: no reader should get that far.
struct GzipBomb {
    /// The name of its compression in a header.
    let encoding: String
    let bytes: [UInt8]

    private static let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]

    static let once = GzipBomb(encoding: "gzip", bytes: zeros(runs: 1 << 16))

    /// Another one, compressed again: eight codes of 13 bits are 13 repeated bytes.
    static let twice = {
        var outer = FixedDeflate()
        outer.append(zeros(runs: 16).prefix(head.count + 2 + 13))
        outer.copy(from: 13, runs: 1 << 10)
        return GzipBomb(encoding: "gzip, gzip", bytes: head + outer.bytes)
    }()

    private static func zeros(runs: Int) -> [UInt8] {
        var stream = FixedDeflate()
        stream.append([0])
        stream.copy(from: 1, runs: runs)
        return head + stream.bytes
    }
}

/// The file of certificate authorities that libcurl is told.
struct CertificateAuthoritiesTests {
    @Test(
        .disabled(if: Self.isElsewhere, "other systems have no such files"),
        arguments: [
            (files: ["/etc/ssl/certs/ca-certificates.crt", "/etc/ssl/cert.pem"], told: nil),
            (files: ["/etc/pki/tls/certs/ca-bundle.crt"], told: "/etc/pki/tls/certs/ca-bundle.crt"),
            (files: ["/etc/ssl/ca-bundle.pem"], told: "/etc/ssl/ca-bundle.pem"),
            (files: ["/etc/ssl/cert.pem"], told: "/etc/ssl/cert.pem"),
            (files: [], told: nil),
        ] as [(files: [String], told: String?)])
    func libcurlIsToldTheFileOnlyWhereItsOwnIsMissing(files: [String], told: String?) {
        #expect(CertificateAuthorities.file(where: files.contains) == told)
    }

    #if os(Linux)
    private static let isElsewhere = false
    #else
    private static let isElsewhere = true
    #endif
}
