internal import TerminalDevice
internal import TerminalProtocols

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

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
            take(signals.pop(), writing: bytes)
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
