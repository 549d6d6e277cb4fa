package import Foundation

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A file that is gone when it is no longer held.
package final class ScratchFile: Sendable {
    package let url: URL
    /// For writing, at the end of the file.
    package let descriptor: Int32

    package convenience init(_ bytes: [UInt8], name: String = "file") throws {
        try self.init(name: name)
        try Data(bytes).write(to: url)
    }

    package init(name: String = "file") throws {
        let folder = CleanEnvironment.home.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        url = folder.appending(path: name)
        descriptor = open(url.path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw TestEnvironmentError.call("open", number: errno) }
    }

    package var path: String { url.path }

    package func contents() throws -> [UInt8] { Array(try Data(contentsOf: url)) }

    deinit {
        close(descriptor)
        try? FileManager.default.removeItem(at: url.deletingLastPathComponent())
    }
}
