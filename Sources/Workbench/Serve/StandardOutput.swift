#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

enum StandardOutput {
    /// Writes at once: whoever started the program may be waiting for the line in a pipe.
    static func write(_ text: String) {
        emit(text, to: STDOUT_FILENO)
    }

    static func writeError(_ text: String) {
        emit(text, to: STDERR_FILENO)
    }

    private static func emit(_ text: String, to descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { posixWrite(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}

/// The C function, whose name the method above hides.
private let posixWrite: @Sendable (Int32, UnsafeRawPointer?, Int) -> Int = {
    write($0, $1, $2)
}
