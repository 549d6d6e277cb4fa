import Foundation
import PhotoCatalog
import Testing
import Transfer

/// Possible faults of a server.
@Suite(.timeLimit(.minutes(10))) struct ChaosTests {
    @Test(
        "N8, N11: a picture arrives through redirects, retries and a wrong type",
        arguments: ["/ok", "/slow?n=100000", "/long", "/flaky?n=3", "/wrong-type", "/hops?n=5"])
    func aPictureArrivesThrough(path: String) async throws {
        let server = try FaultServer()
        defer { server.stop() }
        let client = try TestClient(address: server.address)
        let picture = try await client.bytes("/ok", for: .photo)
        #expect(picture.starts(with: [0xFF, 0xD8]))
        #expect(try await client.bytes(path, for: .photo) == picture)
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
        let server = try FaultServer()
        defer { server.stop() }
        let client = try TestClient(address: server.address)
        await #expect(throws: failure) { try await client.bytes(path, for: .preview) }
    }

    @Test(
        "N8: a broken transfer is retried, and then reported",
        arguments: [
            "/reset-before", "/reset-mid", "/short", "/bad-chunk", "/not-http", "/many-headers",
            "/neg-length",
        ])
    func aBrokenTransferIsTriedAgainAndThenTold(path: String) async throws {
        let server = try FaultServer()
        defer { server.stop() }
        let client = try TestClient(address: server.address)
        await #expect {
            try await client.bytes(path, for: .photo)
        } throws: { error in
            guard case FetchFailure.interrupted = error else { return false }
            return true
        }
        #expect(server.hits(path) == 3)
    }

    /// Clients of previews have a list of them, and retry themselves.
    @Test func aBrokenPreviewIsAskedForOnce() async throws {
        let server = try FaultServer()
        defer { server.stop() }
        let client = try TestClient(address: server.address)
        await #expect(throws: FetchFailure.self) {
            try await client.bytes("/reset-mid", for: .preview)
        }
        #expect(server.hits("/reset-mid") == 1)
    }

    @Test(
        "N7: a stall ends, wherever it starts",
        arguments: ["/stall-before", "/stall-headers", "/stall-mid", "/drip"])
    func aStallEnds(path: String) async throws {
        let server = try FaultServer()
        defer { server.stop() }
        let client = try TestClient(address: server.address, limits: .hasty)
        await #expect {
            try await client.bytes(path, for: .photo)
        } throws: { error in
            guard case FetchFailure.stalled = error else { return false }
            return true
        }
    }

    @Test func aServerThatIsGoneIsNoConnection() async throws {
        let server = try FaultServer()
        server.stop()
        await #expect {
            try await TestClient(address: server.address).bytes("/ok")
        } throws: { error in
            guard case FetchFailure.noConnection = error else { return false }
            return true
        }
    }
}

struct TrustTests {
    // An expired certificate of a trusted authority is tested with the whole program: trust is the
    // system's, and we have no option for it.
    @Test(
        "N5: a server with an untrusted certificate gets no request, for any name",
        .enabled(if: FileManager.default.isExecutableFile(atPath: openSSL), "no openssl"),
        arguments: ["127.0.0.1", "images-api.nasa.gov"])
    func aServerThatNobodyVouchesForIsNotAsked(name: String) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let certificate = (folder.path + "/certificate", folder.path + "/key")
        try Self.makeCertificate(certificate, for: name)
        let server = try SecureServer(certificate)
        defer { server.stop() }
        try await Self.expectDistrust(of: server.address)
    }

    @Test(
        "N5: a server without a TLS handshake, or that breaks it off, gets no request")
    func aServerWithoutTLSIsNotAsked() async throws {
        let server = try FaultServer()
        defer { server.stop() }
        try await Self.expectDistrust(
            of: server.address.replacing("http://", with: "https://"))
        #expect(server.hits("/ok") == 0)
    }

    private static func expectDistrust(of address: String) async throws {
        await #expect {
            try await TestClient(address: address).bytes("/ok", for: .photo)
        } throws: { error in
            guard case FetchFailure.tlsFailed = error else { return false }
            return true
        }
    }

    private static let openSSL = SecureServer.program

    private static func makeCertificate(
        _ certificate: (file: String, key: String), for name: String
    ) throws {
        let process = Process()
        process.executableURL = URL(filePath: openSSL)
        process.arguments = [
            "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
            "/CN=\(name)", "-out", certificate.file, "-keyout", certificate.key,
        ]
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
    }
}

/// A TLS server of the `openssl` command.
///
/// It must be stopped.
private struct SecureServer {
    static let program = "/usr/bin/openssl"

    /// `https://127.0.0.1:PORT`.
    let address: String
    private let process = Process()

    init(_ certificate: (file: String, key: String)) throws {
        let output = Pipe()
        process.executableURL = URL(filePath: Self.program)
        process.arguments = [
            "s_server", "-accept", "127.0.0.1:0", "-www", "-cert", certificate.file, "-key",
            certificate.key,
        ]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        var text = ""
        while !text.contains(/ACCEPT \S+:\d+\n/) {
            let data = output.fileHandleForReading.availableData
            try #require(!data.isEmpty, "the server did not start: \(text)")
            text += String(decoding: data, as: UTF8.self)
        }
        let port = try #require(text.firstMatch(of: /ACCEPT \S+:(\d+)\n/)?.1)
        address = "https://127.0.0.1:\(port)"
    }

    func stop() {
        // Not SIGTERM, which a test's child has blocked, like the threads of tests.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
