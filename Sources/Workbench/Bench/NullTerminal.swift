internal import ArgumentParser
internal import Dispatch
internal import Foundation

/// A pseudo-terminal that a thread reads as fast as it can.
///
/// A write takes as long as with a terminal that does nothing: the minimum for any terminal.
final class NullTerminal {
    private let descriptor: Int32

    /// - Throws: `ValidationError` if the system has no pseudo-terminal left.
    init() throws {
        var (reader, writer): (Int32, Int32) = (-1, -1)
        // Raw: line ends are unchanged, and there is no echo.
        var attributes = termios()
        cfmakeraw(&attributes)
        guard openpty(&reader, &writer, nil, &attributes, nil) == 0 else {
            throw ValidationError("There is no pseudo-terminal to write to.")
        }
        descriptor = writer
        let end = reader
        DispatchQueue(label: "terminal").async { Self.drain(end) }
    }

    deinit { close(descriptor) }

    /// Writes all bytes; returns when the kernel has taken the last.
    func write(_ bytes: [UInt8]) { writeAll(bytes, to: descriptor) }

    /// Reads until the other end is closed.
    private static func drain(_ reader: Int32) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while read(reader, &buffer, buffer.count) > 0 {}
        close(reader)
    }
}
