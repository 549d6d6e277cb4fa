import Foundation
import PhotoCatalog
import Testing
import Transfer

@Suite(
    .enabled(if: ChaosServer.isHere, "no fault server in ../shared/tools"),
    .timeLimit(.minutes(10)))
struct ChaosTests {
    @Test(
        "N8, N11: a picture arrives through redirects, retries and a wrong type",
        arguments: ["/ok", "/slow?n=100000", "/long", "/flaky?n=3", "/wrong-type", "/hops?n=5"])
    func aPictureArrivesThrough(path: String) async throws {
        let server = try ChaosServer()
        defer { server.stop() }
        let asked = try Asked(address: server.address)
        let picture = try await asked.bytes("/ok", for: .photo)
        #expect(picture.starts(with: [0xFF, 0xD8]))
        #expect(try await asked.bytes(path, for: .photo) == picture)
    }

    @Test(arguments: [
        ("/html", FetchFailure.webPageInstead),
        ("/header-escapes", .notFound),
        ("/loop", .tooManyRedirects(limit: 5)),
        ("/hops?n=6", .tooManyRedirects(limit: 5)),
        ("/redirect?to=file:///etc/passwd", .addressNotAllowed(.scheme("file"))),
        ("/infinite", .tooLarge(limitBytes: 4 << 20)),
        ("/huge-length", .tooLarge(limitBytes: 4 << 20)),
        ("/status?n=429&ra=99999999", .rateLimited(retryAfterSeconds: 99_999_999)),
        ("/status?n=503&ra=junk", .serverFailed(status: 503)),
        ("/status?n=401", .refused(status: 401, reason: "x")),
    ])
    func aFaultIsNamed(path: String, failure: FetchFailure) async throws {
        let server = try ChaosServer()
        defer { server.stop() }
        let asked = try Asked(address: server.address)
        await #expect(throws: failure) { try await asked.bytes(path, for: .preview) }
    }

    @Test("N13: a bomb is cut off as it is unpacked") func anUnpackedBombIsCutOff() async throws {
        let server = try ChaosServer()
        defer { server.stop() }
        let asked = try Asked(address: server.address)
        await #expect(throws: FetchFailure.tooLarge(limitBytes: 8 << 20)) {
            try await asked.bytes("/gzip-bomb?n=64")
        }
    }

    @Test(
        "N8: a broken transfer is tried again, and then told",
        arguments: [
            "/reset-before", "/reset-mid", "/short", "/bad-chunk", "/not-http", "/many-headers",
            "/neg-length",
        ])
    func aBrokenTransferIsTriedAgainAndThenTold(path: String) async throws {
        let server = try ChaosServer()
        defer { server.stop() }
        let asked = try Asked(address: server.address)
        await #expect {
            try await asked.bytes(path, for: .photo)
        } throws: { error in
            guard case FetchFailure.interrupted = error else { return false }
            return true
        }
        let hits = String(decoding: try await asked.bytes("/hits"), as: UTF8.self)
        #expect(hits.contains("'\(path)': 3"), "\(hits)")
    }

    /// Those who ask for previews have a list of them, and try again themselves.
    @Test func aBrokenPreviewIsAskedForOnce() async throws {
        let server = try ChaosServer()
        defer { server.stop() }
        let asked = try Asked(address: server.address)
        await #expect(throws: FetchFailure.self) {
            try await asked.bytes("/reset-mid", for: .preview)
        }
        let hits = String(decoding: try await asked.bytes("/hits"), as: UTF8.self)
        #expect(hits.contains("'/reset-mid': 1"), "\(hits)")
    }

    @Test(
        "N7: a stall ends, wherever it begins",
        arguments: ["/stall-before", "/stall-headers", "/stall-mid", "/drip"])
    func aStallEnds(path: String) async throws {
        let server = try ChaosServer()
        defer { server.stop() }
        let asked = try Asked(address: server.address)
        await #expect {
            try await asked.bytes(path, for: .photo)
        } throws: { error in
            guard case FetchFailure.stalled = error else { return false }
            return true
        }
    }

    @Test func aServerThatIsGoneIsNoConnection() async throws {
        let server = try ChaosServer()
        server.stop()
        await #expect {
            try await Asked(address: server.address).bytes("/ok")
        } throws: { error in
            guard case FetchFailure.noConnection = error else { return false }
            return true
        }
    }
}
