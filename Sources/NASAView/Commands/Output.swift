internal import ArgumentParser
internal import FoundationEssentials
internal import PhotoCatalog
internal import Screens
internal import Synchronization
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

/// Standard output that is a terminal: a signal within a picture does not leave it within a string.
///
/// The shell's next words would be a part of that string, and would not be seen.
struct TerminalOutput {
    private let terminal: TTY
    private let signals: SignalWatch
    private var writer: FrameWriter
    private let clock = Clock()

    /// - Throws: `TTYFailure` where it is no terminal, or not one that can be opened by its name.
    init() throws(TTYFailure) {
        terminal = try TTY.output()
        signals = try SignalWatch()
        writer = FrameWriter(terminal)
    }

    /// Writes all bytes, as fast as the terminal takes them.
    ///
    /// - Returns: false when the terminal is gone.
    mutating func write(_ bytes: [UInt8]) -> Bool {
        writer.append(bytes)
        while writer.flush() {
            if writer.isEmpty { return true }
            wait(until: nil)
            take(signals.take(), writing: bytes)
        }
        return false
    }

    private mutating func take(_ came: Set<WatchedSignal>, writing bytes: [UInt8]) {
        if let ending = came.first(where: \.isEnding) {
            endString()
            SignalWatch.end(by: ending)
        }
        guard came.contains(.stopRequested) else { return }
        endString()
        SignalWatch.stop()
        // What follows half a picture is no picture.
        writer.append(bytes)
    }

    private mutating func endString() {
        writer.discard()
        writer.append(ControlSequence.bytes(.endString, .plain))
        let limit = clock.now + Timeouts.lastWrite
        while writer.flush(), !writer.isEmpty, clock.now < limit { wait(until: limit) }
        if !writer.isEmpty { writer.discard() }
    }

    private func wait(until limit: Clock.Milliseconds?) {
        let output = pollfd(fd: terminal.descriptor, events: Int16(POLLOUT), revents: 0)
        let came = pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)
        // Who has said goodbye listens to nothing more.
        var descriptors = limit == nil ? [output, came] : [output]
        poll(
            &descriptors, nfds_t(descriptors.count),
            limit.map { Int32(max(1, $0 - clock.now)) } ?? -1)
    }
}

/// What commands for scripts print: results on standard output, all else where a person sees it.
enum CommandOutput {
    /// Prints one JSON document.
    static func print(json document: some Encodable, _ strings: Strings) throws {
        try write(try CommandDocument.bytes(document), strings)
    }

    static func print(_ lines: [SafeText], _ strings: Strings) throws {
        var output: [UInt8] = []
        for line in lines {
            line.append(to: &output)
            output += Array("\n".utf8)
        }
        try write(output, strings)
    }

    /// Says something that is no result, if a person is there to read it.
    static func remark(_ sentence: SafeText) {
        if isWatched { Diagnostics.print(sentence) }
    }

    /// Whether a person sees standard error.
    static var isWatched: Bool { isatty(STDERR_FILENO) == 1 }

    private static func write(_ bytes: [UInt8], _ strings: Strings) throws {
        guard StandardOutput.write(bytes, strings) else { throw ExitCode(Diagnostics.failed) }
    }
}

/// What commands print with `--json`: one document, which is safe to look at in a terminal.
enum CommandDocument {
    /// The document, and a line feed.
    static func bytes(_ document: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return SafeJSON.bytes(of: try encoder.encode(document)) + Array("\n".utf8)
    }
}

/// A line on standard error that tells how far a transfer is, where a person sees it.
final class ProgressLine: Sendable {
    private let name: String
    private let isShown = CommandOutput.isWatched
    private let columns = Mutex(0)
    private let rate = TransferRate()

    private let strings: Strings

    init(_ name: String, _ strings: Strings) {
        self.name = name
        self.strings = strings
    }

    func show(_ step: FetchProgress) {
        guard isShown else { return }
        let rate = rate.bytesPerSecond(at: step)
        write(strings.progress(of: name, step, bytesPerSecond: rate).truncated(to: 78))
    }

    /// Takes the line away.
    func clear() {
        guard isShown else { return }
        write("")
        Self.write(Array("\r".utf8))
    }

    private func write(_ text: SafeText) {
        let columns = columns.withLock { columns in
            defer { columns = text.width }
            return max(columns, text.width)
        }
        var line = Array("\r".utf8)
        text.padded(to: columns).append(to: &line)
        Self.write(line)
    }

    private static func write(_ bytes: [UInt8]) {
        // Standard error that cannot be written to leaves nobody to tell.
        _ = bytes.withUnsafeBytes { systemWrite(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}

/// The system's `write`, by a name that the methods of this file do not hide.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(file, bytes, count)
}
