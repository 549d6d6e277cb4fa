import Foundation
import PhotoCatalog
import Testing
import Transfer

struct TrustTests {
    @Test(
        "N5: a server that nobody vouches for is not asked",
        .enabled(if: ChaosServer.isHere, "no fault server in ../shared/tools"),
        .enabled(if: FileManager.default.isExecutableFile(atPath: openSSL), "no openssl"))
    func aServerThatNobodyVouchesForIsNotAsked() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let certificate = (folder.path + "/certificate", folder.path + "/key")
        try Self.makeCertificate(certificate)
        let server = try ChaosServer(certificate: certificate)
        defer { server.stop() }
        await #expect {
            try await Asked(address: server.address).bytes("/ok", for: .photo)
        } throws: { error in
            guard case FetchFailure.tlsFailed = error else { return false }
            return true
        }
    }

    private static let openSSL = "/usr/bin/openssl"

    private static func makeCertificate(_ certificate: (file: String, key: String)) throws {
        let process = Process()
        process.executableURL = URL(filePath: openSSL)
        process.arguments = [
            "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
            "/CN=127.0.0.1", "-out", certificate.file, "-keyout", certificate.key,
        ]
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
    }
}
