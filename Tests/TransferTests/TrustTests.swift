import Foundation
import PhotoCatalog
import Testing
import Transfer

struct TrustTests {
    // One that has run out, of somebody whom the system trusts, is tried with the whole program: who is
    // trusted is the system's, and there is no switch of ours.
    @Test(
        "N5: a server that nobody vouches for is not asked, whatever name it has",
        .enabled(if: ChaosServer.isHere, "no fault server in ../shared/tools"),
        .enabled(if: FileManager.default.isExecutableFile(atPath: openSSL), "no openssl"),
        arguments: ["127.0.0.1", "images-api.nasa.gov"])
    func aServerThatNobodyVouchesForIsNotAsked(name: String) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let certificate = (folder.path + "/certificate", folder.path + "/key")
        try Self.makeCertificate(certificate, for: name)
        let server = try ChaosServer(certificate: certificate)
        defer { server.stop() }
        try await Self.expectDistrust(of: server.address)
    }

    @Test(
        "N5: a server that breaks off the handshake, or knows none, is not asked without one",
        .enabled(if: ChaosServer.isHere, "no fault server in ../shared/tools"))
    func aServerWithoutTLSIsNotAsked() async throws {
        let server = try ChaosServer()
        defer { server.stop() }
        try await Self.expectDistrust(
            of: server.address.replacing("http://", with: "https://"))
        let hits = try await Asked(address: server.address).bytes("/hits")
        #expect(!String(decoding: hits, as: UTF8.self).contains("/ok"))
    }

    private static func expectDistrust(of address: String) async throws {
        await #expect {
            try await Asked(address: address).bytes("/ok", for: .photo)
        } throws: { error in
            guard case FetchFailure.tlsFailed = error else { return false }
            return true
        }
    }

    private static let openSSL = "/usr/bin/openssl"

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
