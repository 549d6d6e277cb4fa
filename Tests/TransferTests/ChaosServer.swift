import Foundation
import Testing
import workbench

/// The fault server of `../shared/tools`, as a process of its own for one test.
///
/// It must be stopped.
struct ChaosServer {
    static let script = PackageFolders.standard.chaosServer
    static var isHere: Bool {
        FileManager.default.fileExists(atPath: script)
            && FileManager.default.isExecutableFile(atPath: "/usr/bin/env")
    }

    let address: String
    private let process = Process()

    init(certificate: (file: String, key: String)? = nil) throws {
        let port = try Self.freePort()
        let tls = certificate.map { ["--tls", $0.file, $0.key] } ?? []
        address = "\(certificate == nil ? "http" : "https")://127.0.0.1:\(port)"
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", Self.script, "\(port)"] + tls
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let line = output.fileHandleForReading.availableData
        try #require(!line.isEmpty, "the fault server did not start")
    }

    func stop() {
        // Not SIGTERM: a child of a test has that blocked, as the threads of tests have.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// A port that was free a moment ago: the script takes no 0.
    private static func freePort() throws -> Int {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, length) == 0 && getsockname(socket, $0, &length) == 0
            }
        }
        try #require(isBound)
        return Int(UInt16(bigEndian: address.sin_port))
    }
}
