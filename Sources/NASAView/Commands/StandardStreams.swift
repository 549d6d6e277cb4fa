internal import ArgumentParser
internal import Files
internal import FoundationEssentials
internal import Imaging
internal import Localization
internal import PhotoCatalog
internal import PhotoPipeline
internal import Presentation
internal import Screens
internal import Synchronization
internal import SystemPackage
internal import TerminalDevice
internal import TerminalProtocols

/// Sentences on standard error, and the exit statuses for failures.
enum Diagnostics {
    static let failed: Int32 = 1
    static let usage: Int32 = 2

    static func bytes(of sentence: SafeText) -> [UInt8] {
        Array("nasa-view: \(sentence.string)\n".utf8)
    }

    static func print(_ sentence: SafeText) {
        print(bytes: bytes(of: sentence))
    }

    static func print(bytes: [UInt8]) {
        // A failure to write to standard error cannot be reported.
        _ = try? FileDescriptor.standardError.writeAll(bytes)
    }
}

/// The output of commands for scripts: results on standard output, remarks on standard error.
enum CommandOutput {
    /// Prints a JSON document, made safe for a terminal.
    static func print(json document: JSON, _ strings: Strings) throws {
        try write(try bytes(of: document), strings)
    }

    /// Prints a JSON document that contains several items: `{"version":1,"items":[…]}`.
    static func print(items: [JSON], _ strings: Strings) throws {
        try print(json: .object(["version": .integer(1), "items": .list(items)]), strings)
    }

    static func bytes(of document: JSON) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return SafeJSON.bytes(of: try encoder.encode(document)) + Array("\n".utf8)
    }

    static func print(_ lines: [SafeText], _ strings: Strings) throws {
        try write(bytes(of: lines), strings)
    }

    static func bytes(of lines: [SafeText]) -> [UInt8] {
        lines.reduce(into: []) { output, line in
            line.append(to: &output)
            output.append(UInt8(ascii: "\n"))
        }
    }

    /// Prints a path as safe text; a path that is not UTF-8 is printed to a file or pipe as bytes,
    /// without control characters.
    static func print(path: FilePath, _ strings: Strings) throws {
        guard !path.isText, !TTY.isOutput else {
            return try print([SafeText(path.string)], strings)
        }
        try write(path.withoutControls + Array("\n".utf8), strings)
    }

    static func write(_ bytes: [UInt8], _ strings: Strings) throws {
        guard StandardOutput(strings).write(bytes) else { throw ExitCode(Diagnostics.failed) }
    }

    /// Prints a remark about the results if standard error is a terminal.
    static func remark(_ sentence: SafeText) {
        if isWatched { Diagnostics.print(sentence) }
    }

    /// True if standard error is a terminal.
    static var isWatched: Bool { TTY.isError }
}

/// The output of the marked photos' names, for another program.
enum MarkedNames {
    /// Returns the names in the order of marking: one per line, or each followed by a NUL.
    ///
    /// Only names followed by a NUL are the files' exact bytes; in lines and on a terminal, control
    /// characters are omitted.
    static func bytes(of photos: [PhotoReference], endingWithNUL: Bool) -> [UInt8] {
        photos.flatMap { photo in
            endingWithNUL ? exactName(of: photo) + [0] : line(exactName(of: photo))
        }
    }

    private static func exactName(of photo: PhotoReference) -> [UInt8] {
        if case .file(let path) = photo { path.bytes } else { Array((photo.name ?? "").utf8) }
    }

    private static func line(_ name: [UInt8]) -> [UInt8] {
        guard !TTY.isOutput else {
            return CommandOutput.bytes(of: [SafeText(String(decoding: name, as: UTF8.self))])
        }
        return name.filter { $0 >= 0x20 && $0 != 0x7F } + Array("\n".utf8)
    }
}

/// Standard output; a terminal is opened when the first bytes are written.
final class StandardOutput: Sendable {
    private enum Destination {
        case unknown, file, gone
        case terminal(TerminalOutput)
    }

    private let strings: Strings
    private let destination = Mutex(Destination.unknown)

    init(_ strings: Strings) { self.strings = strings }

    /// Writes all bytes; prints an error such as a full disk.
    ///
    /// Returns false after an error, or if the reader has closed the pipe; later writes then also
    /// fail.
    @discardableResult
    func write(_ bytes: [UInt8]) -> Bool {
        destination.withLock { destination in
            if case .unknown = destination { destination = Self.found() }
            if !write(bytes, to: &destination) { destination = .gone }
            if case .gone = destination { return false }
            return true
        }
    }

    private static func found() -> Destination {
        do throws(TTYFailure) { return .terminal(try TerminalOutput()) } catch { return .file }
    }

    private func write(_ bytes: [UInt8], to destination: inout Destination) -> Bool {
        switch destination {
        case .unknown, .gone: false
        case .file: writeToFile(bytes)
        case .terminal(let terminal): terminal.write(bytes)
        }
    }

    private func writeToFile(_ bytes: [UInt8]) -> Bool {
        do {
            try FileDescriptor.standardOutput.writeAll(bytes)
            return true
        } catch Errno.brokenPipe {
            // The reader has closed the pipe.
        } catch {
            Diagnostics.print(strings.program.outputFailed("\(error)"))
        }
        return false
    }

    static var isPipe: Bool {
        if TTY.isOutput { return false }
        guard let status = try? Stat(FileDescriptor.standardOutput) else { return true }
        return status.type == .fifo || status.type == .socket
    }
}

/// Standard output that is a terminal.
///
/// If a signal arrives in the middle of a picture, the terminal's string is ended; otherwise the
/// string would include the shell's next words.
private final class TerminalOutput {
    private let terminal: TTY
    private let signals: SignalWatch
    private var writer: FrameWriter
    /// The bytes written so far, which are written again after a suspension.
    private var written: [[UInt8]] = []
    private let clock = Clock()

    /// Opens the terminal.
    ///
    /// - Throws: `TTYFailure` if standard output is not a terminal, or the terminal cannot be
    ///   opened.
    init() throws(TTYFailure) {
        terminal = try TTY.output()
        signals = try SignalWatch()
        writer = FrameWriter(terminal)
    }

    /// Writes all bytes, as fast as the terminal accepts them; returns false if the terminal is
    /// gone.
    func write(_ bytes: [UInt8]) -> Bool {
        written.append(bytes)
        writer.append(bytes)
        while writer.flush() {
            if writer.isEmpty { return true }
            Poll.wait(for: [.output(of: terminal), .signals(signals)], until: nil, clock)
            handle(signals.pop())
        }
        return false
    }

    private func handle(_ received: Set<WatchedSignal>) {
        if let ending = received.first(where: \.isEnding) {
            endString()
            SignalWatch.end(by: ending)
        }
        guard received.contains(.stopRequested) else { return }
        endString()
        SignalWatch.stop()
        // Half a picture is useless, so all bytes are written again.
        for bytes in written { writer.append(bytes) }
    }

    private func endString() {
        writer.discard()
        writer.append(ControlSequence.bytes(.endString, .plain))
        let limit = clock.now + Timeouts.lastWrite
        while writer.flush(), !writer.isEmpty, clock.now < limit {
            Poll.wait(for: [.output(of: terminal)], until: limit, clock)
        }
        if !writer.isEmpty { writer.discard() }
    }
}

/// The line that shows the progress of a transfer, on standard error if that is a terminal.
final class ProgressLine: Sendable {
    private let name: String
    private let strings: Strings
    private let isShown = CommandOutput.isWatched
    private let columns = Mutex(0)
    private let rate = TransferRate()
    /// The terminal's own progress indicator; `nil` unless the terminal is known to have one.
    private let indicator: Mutex<ProgressIndicator?>

    init(_ name: String, in environment: TerminalEnvironment, _ strings: Strings) {
        self.name = name
        self.strings = strings
        let terminal = KnownTerminal.recognise(TerminalCapabilities(), environment)
        indicator = Mutex(terminal?.takesProgress == true ? ProgressIndicator() : nil)
    }

    func show(_ step: FetchProgress) {
        guard isShown else { return }
        let rate = rate.bytesPerSecond(at: step)
        write(strings.progress(of: name, step, bytesPerSecond: rate).truncated(to: 78))
        indicate(TaskProgress(step))
    }

    func clear() {
        guard isShown else { return }
        write("")
        _ = try? FileDescriptor.standardError.writeAll("\r".utf8)
        indicate(nil)
        ProgressBar.disarm()
    }

    private func indicate(_ progress: TaskProgress?) {
        indicator.withLock { indicator in
            let bytes = indicator?.update(to: progress, at: Clock().now) ?? []
            guard !bytes.isEmpty else { return }
            ProgressBar.arm()
            _ = try? FileDescriptor.standardError.writeAll(bytes)
        }
    }

    private func write(_ text: SafeText) {
        let columns = columns.withLock { columns in
            defer { columns = text.width }
            return max(columns, text.width)
        }
        var line = Array("\r".utf8)
        text.padded(to: columns).append(to: &line)
        _ = try? FileDescriptor.standardError.writeAll(line)
    }
}

extension TaskProgress {
    fileprivate init(_ step: FetchProgress) {
        self =
            if case .receiving(let bytes, let expected) = step {
                TaskProgress(bytes, of: expected)
            } else {
                .unknown
            }
    }
}
