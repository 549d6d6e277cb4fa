#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// The device of tmux's outer terminal.
///
/// tmux forwards no bytes from a window that is not displayed.
package enum OuterDevice {
    /// Writes a few bytes in one system call.
    ///
    /// tmux also writes to the device, and its output must not be split.
    ///
    /// - Returns: true if all bytes were written.
    @discardableResult
    package static func write(_ bytes: [UInt8], to path: String) -> Bool {
        guard !bytes.isEmpty, bytes.count <= limitBytes, path.hasPrefix("/dev/") else {
            return false
        }
        let descriptor = open(path, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        guard isatty(descriptor) == 1 else { return false }
        #if canImport(Glibc)
        return Glibc.write(descriptor, bytes, bytes.count) == bytes.count
        #else
        return Darwin.write(descriptor, bytes, bytes.count) == bytes.count
        #endif
    }

    /// The maximum number of bytes that Linux accepts for a terminal in one write.
    private static let limitBytes = 4095
}
