import Foundation
import Imaging
import TestSupport
import Testing

/// A TLS server on this machine, with a certificate of its own authority.
///
/// Trust is the system's; programs started through `trusting` see another list of authorities.
final class CertifiedServer {
    let address: String
    private let process: ChildProcess
    private let folder: URL

    private static let openSSL = "/usr/bin/openssl"
    private static let unshare = "/usr/bin/unshare"
    /// The path that libcurl uses on Debian and its derivatives.
    private static let systemList = "/etc/ssl/certs/ca-certificates.crt"

    /// True if the list exists, and this user may show a program another one.
    static let canBeTrusted: Bool = {
        let needed = [openSSL, unshare].allSatisfy(FileManager.default.isExecutableFile)
        guard needed, FileManager.default.fileExists(atPath: systemList) else { return false }
        let trial = ["-m", "mount", "--bind", "/dev/null", systemList]
        return (try? ProgramRun(ProgramStart(unshare, trial)).status) == .code(0)
    }()

    /// - Parameters:
    ///   - name: the subject's alternative name in the certificate.
    ///   - days: its validity; negative for an expired one.
    /// - Throws: `TestEnvironmentError` if the server does not start.
    init(for name: String, days: Int) throws {
        folder = CleanEnvironment.home.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("subjectAltName=\(name)\n".utf8).write(to: folder.appending(path: "names"))
        let new = "-newkey rsa:2048 -nodes"
        try Self.run("req -x509 \(new) -days 2 -subj /CN=tests -keyout A.key -out A", folder)
        try Self.run("req \(new) -subj /CN=server -keyout key -out request", folder)
        try Self.run(
            "x509 -req -in request -CA A -CAkey A.key -CAcreateserial -days \(days)"
                + " -extfile names -out certificate", folder)
        let output = try ScratchFile()
        var start = Self.start(
            "s_server -accept 127.0.0.1:0 -www -cert certificate -key key", folder)
        start.input = .nowhere
        start.output = .descriptor(output.descriptor)
        start.errors = .nowhere
        process = try ChildProcess(start)
        address = try Self.address(in: output)
    }

    /// The command prefix for a program that must trust the authority.
    var trusting: [String] {
        let list = folder.appending(path: "A").path
        let mount = "mount --bind '\(list)' \(Self.systemList) && exec \"$0\" \"$@\""
        return [Self.unshare, "-m", "/bin/sh", "-c", mount]
    }

    private static func start(_ words: String, _ folder: URL) -> ProgramStart {
        ProgramStart(
            "/bin/sh", ["-c", "cd '\(folder.path)' && exec \(openSSL) \(words)"])
    }

    private static func run(_ words: String, _ folder: URL) throws {
        let run = try ProgramRun(start(words, folder))
        try #require(run.status == .code(0), "\(run.errors)")
    }

    /// Returns the address after `ACCEPT 127.0.0.1:` in its output.
    private static func address(in output: ScratchFile) throws -> String {
        var port: Substring?
        let isThere = waitUntil(within: 30) {
            let text = String(decoding: (try? output.contents()) ?? [], as: UTF8.self)
            port = text.firstMatch(of: /ACCEPT 127\.0\.0\.1:(\d+)\n/)?.1
            return port != nil
        }
        guard isThere, let port else {
            throw TestEnvironmentError.outOfTime("the server tells its port")
        }
        return "https://127.0.0.1:\(port)"
    }

    deinit {
        process.end()
        try? FileManager.default.removeItem(at: folder)
    }
}

extension WholeProgram {
    /// A download found to be damaged is not used again.
    @Suite struct DamagedDownloads {
        private static let picture = TestPictures.gradient(PixelSize(width: 96, height: 64))

        @Test(
            "P1: a damaged photo is shown, reported as damaged, and fetched again the next time",
            arguments: [(lost: 6000, fetches: 2), (lost: 0, fetches: 1)])
        func isNotKept(lost: Int, fetches: Int) throws {
            var item = LibraryItem(id: "ROW-P", sizes: [("orig", Self.picture)])
            item.lostBytes = lost
            let library = try TestLibrary([item])
            let place = CleanEnvironment.ownPlace()
            for _ in 1...2 {
                var start = ProgramStart(
                    try BuiltProgram.viewer.path(),
                    ["--print", "ROW-P", "--size", "40x20", "--api", library.address])
                start.environment.merge(place) { _, own in own }
                let run = try ProgramRun(start)
                #expect(run.status == .code(0), "\(run.errors)")
                #expect(!run.output.isEmpty)
                #expect(run.errors.contains("damaged") == (lost > 0))
            }
            let files = library.requests.filter { $0.contains("~orig") }
            #expect(files.count == fetches, "\(files)")
        }
    }
}
