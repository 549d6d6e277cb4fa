import Foundation
import TestSupport
import Testing

/// A TLS server on this machine, with a certificate of an authority of its own.
///
/// Who is trusted is the system's; programs that are started behind `trusting` see another list of it.
final class CertifiedServer {
    let address: String
    private let process: ChildProcess
    private let folder: URL

    private static let openSSL = "/usr/bin/openssl"
    private static let unshare = "/usr/bin/unshare"
    /// Where libcurl looks on Debian and its kin.
    private static let systemList = "/etc/ssl/certs/ca-certificates.crt"

    /// Whether there is such a list, and this user may show a program another.
    static let canBeTrusted: Bool = {
        let needed = [openSSL, unshare].allSatisfy(FileManager.default.isExecutableFile)
        guard needed, FileManager.default.fileExists(atPath: systemList) else { return false }
        let trial = ["-m", "mount", "--bind", "/dev/null", systemList]
        return (try? ProgramRun(ProgramStart(unshare, trial)).status) == .code(0)
    }()

    /// - Parameters:
    ///   - name: whom the certificate is for, as a subject's alternative name.
    ///   - days: how long it holds; less than none where it has run out.
    /// - Throws: `TestEnvironmentError` where the server does not start.
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

    /// The words before a program that shall trust the authority.
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

    /// What follows `ACCEPT 127.0.0.1:` in what it prints.
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
