internal import Localization
internal import Screens
internal import TerminalDevice
internal import TerminalProtocols

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Standard output, written to the last byte.
enum StandardOutput {
    /// Writes all bytes, or says why that cannot be.
    ///
    /// - Returns: false when the reader is gone or the disk is full.
    static func write(_ bytes: [UInt8], _ strings: Strings) -> Bool {
        do throws(TTYFailure) {
            var terminal = try TerminalOutput()
            return terminal.write(bytes)
        } catch {
            return writeAll(bytes, strings)
        }
    }

    private static func writeAll(_ bytes: [UInt8], _ strings: Strings) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = systemWrite(
                    STDOUT_FILENO, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else {
                    complain(errno, strings)
                    return false
                }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }

    /// Whoever closed a pipe has read enough, and knows.
    private static func complain(_ number: Int32, _ strings: Strings) {
        guard number != EPIPE else { return }
        Diagnostics.print(strings.arguments.outputFailed(String(cString: strerror(number))))
    }
}

/// The system's `write`, by a name that the method of this file does not hide.
private func systemWrite(
    _ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int
) -> Int {
    write(descriptor, bytes, count)
}
