internal import ArgumentParser
internal import Dispatch

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// A pseudo-terminal whose other end is read by a thread of its own, as fast as it can.
///
/// What a write to it takes is what the kernel and a terminal that does nothing would take: the
/// least that any terminal needs.
final class NullTerminal {
    private let descriptor: Int32

    /// - Throws: where the system has no pseudo-terminal to give.
    init() throws {
        var (reader, writer): (Int32, Int32) = (-1, -1)
        // Raw: line ends stay as they are, nothing comes back as an echo.
        var attributes = termios()
        cfmakeraw(&attributes)
        guard openpty(&reader, &writer, nil, &attributes, nil) == 0 else {
            throw ValidationError("There is no pseudo-terminal to write to.")
        }
        descriptor = writer
        // A queue of its own has a thread of its own while its work runs.
        let end = reader
        DispatchQueue(label: "terminal").async { Self.drain(end) }
    }

    deinit { close(descriptor) }

    /// Writes all bytes; returns when the kernel has taken the last.
    func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { posixWrite(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            precondition(count > 0, "a terminal of our own takes all")
            rest = rest.dropFirst(count)
        }
    }

    /// Reads until the other end is closed.
    private static func drain(_ reader: Int32) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while read(reader, &buffer, buffer.count) > 0 {}
        close(reader)
    }
}

/// The C function, whose name the method above hides.
private let posixWrite: @Sendable (Int32, UnsafeRawPointer?, Int) -> Int = {
    write($0, $1, $2)
}
