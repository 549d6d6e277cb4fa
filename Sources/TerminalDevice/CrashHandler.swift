internal import Synchronization
internal import TerminalProtocols

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Puts the terminal back when the program crashes, then lets it crash.
///
/// A signal handler may only call async-signal-safe functions and touch memory made beforehand: the
/// bytes, the found attributes and the alternate stack are allocated when the guard is armed.
enum CrashHandler {
    /// Swift's traps are SIGILL and SIGTRAP.
    private static let crashes = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS]

    /// - Parameters:
    ///   - descriptor: the terminal.
    ///   - found: its attributes as they are to be again.
    ///   - crashMessage: what standard error is told then: Swift's own words went to the other screen.
    static func arm(descriptor: Int32, found: termios, crashMessage: [UInt8]) {
        armedBytes = kept(TerminalModes.leaving)
        armedWords = kept(crashMessage)
        let attributes = UnsafeMutablePointer<termios>.allocate(capacity: 1)
        attributes.initialize(to: found)
        armedAttributes = attributes
        armedDescriptor = descriptor
        useOwnStack()
        // What the runtime makes of an atomic at its first use is made here, not in a handler.
        _ = crasher(orElse: nobody)
        for signal in crashes { install(signal) }
    }

    /// In memory that stays: of a program that is resumed some hundred bytes each time.
    private static func kept(_ bytes: [UInt8]) -> UnsafeBufferPointer<UInt8> {
        let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
        _ = memory.initialize(from: bytes)
        return UnsafeBufferPointer(memory)
    }

    /// The terminal is as it was found: a crash from here on must not touch it.
    ///
    /// During a crash nobody comes back from here: a thread that left the program meanwhile would end
    /// it before the terminal is restored (an Esc that an answer began with is such a way out).
    static func disarm() {
        while crasher(orElse: nobody) != nobody { pause() }
        armedDescriptor = -1
    }

    /// Whether answers of the terminal may still be on their way: the shell must not get them.
    static func awaitAnswers(_ areDue: Bool) { armedAnswersDue = areDue }

    /// The crash may be a stack overflow: the handler needs a stack of its own.
    private static func useOwnStack() {
        let size = 64 << 10
        var stack = stack_t()
        stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        stack.ss_size = size
        sigaltstack(&stack, nil)
    }

    /// Other signals wait meanwhile, or find a thread that can take them; not those of a crash, which
    /// may be one within the handler.
    private static func install(_ signal: Int32) {
        var action = sigaction()
        action.sa_flags = Int32(SA_ONSTACK) | Int32(SA_NODEFER)
        action.handler = { number in crashed(by: number) }
        sigfillset(&action.sa_mask)
        for crash in crashes { sigdelset(&action.sa_mask, crash) }
        sigaction(signal, &action, nil)
    }
}

private let nobody: UInt = 0
/// The thread that crashed first, in which all is put back; it is never nobody again.
private let firstCrasher = Atomic<UInt>(0)

/// - Returns: the thread that crashed first; with nobody before, that is the candidate from here on.
private func crasher(orElse candidate: UInt) -> UInt {
    let claim = firstCrasher.compareExchange(
        expected: nobody, desired: candidate, ordering: .sequentiallyConsistent)
    return claim.exchanged ? candidate : claim.original
}

/// A number of this thread that no other has; POSIX has `pthread_self` among what a handler may call.
private var thisThread: UInt {
    #if canImport(Glibc)
    pthread_self()
    #else
    UInt(bitPattern: pthread_self())
    #endif
}

/// The first thread to crash restores the terminal, then the program ends by that thread's signal.
///
/// Two strips of a picture run the same code: both may trap at once. With SA_RESETHAND the second of
/// them ended the program within the work of the first (2 crashes of 8 left the terminal raw), so it
/// waits here for the end. Who crashes within this work has nothing left to wait for.
private func crashed(by number: Int32) {
    if crasher(orElse: nobody) != thisThread {
        while crasher(orElse: thisThread) != thisThread { pause() }
        restoreTerminal()
        CrashCleanup.removeAll()
    }
    SignalWatch.release(number)
    raise(number)
}

private func restoreTerminal() {
    guard armedDescriptor >= 0 else { return }
    let terminal = takenFromOthers()
    writeArmedBytes(to: terminal)
    if armedAnswersDue { drainAnswers(of: terminal) }
    for _ in 0..<3 where tcsetattr(terminal, TCSAFLUSH, armedAttributes) == 0 { break }
    guard let words = armedWords else { return }
    _ = write(STDERR_FILENO, words.baseAddress, words.count)
}

// Written while no signal handler is installed or with one store each; read by the handler.
nonisolated(unsafe) private var armedBytes: UnsafeBufferPointer<UInt8>?
nonisolated(unsafe) private var armedWords: UnsafeBufferPointer<UInt8>?
nonisolated(unsafe) private var armedAttributes: UnsafeMutablePointer<termios>?
nonisolated(unsafe) private var armedDescriptor: Int32 = -1
nonisolated(unsafe) private var armedAnswersDue = false

/// The terminal under another number; under its own the other threads find a socket nobody reads.
///
/// They go on while one waits here for answers, and would draw on the shell's screen (seen: a hidden
/// cursor). Nothing comes from the socket and it takes bytes, so that they notice nothing.
private func takenFromOthers() -> Int32 {
    #if canImport(Glibc)
    let kind = Int32(SOCK_STREAM.rawValue)
    #else
    let kind = SOCK_STREAM
    #endif
    var ends: (Int32, Int32) = (-1, -1)
    let own = dup(armedDescriptor)
    let isMade = withUnsafeMutablePointer(to: &ends) {
        $0.withMemoryRebound(to: Int32.self, capacity: 2) { socketpair(AF_UNIX, kind, 0, $0) == 0 }
    }
    guard own >= 0, isMade else { return armedDescriptor }
    _ = fcntl(ends.0, F_SETFL, O_NONBLOCK)
    dup2(ends.0, armedDescriptor)
    return own
}

/// Writes what restores the modes, to the last byte.
///
/// What the terminal has not taken of a frame goes first: with a full line a single `write` took
/// nothing (the descriptor does not block), and one crash in six left the modes set.
private func writeArmedBytes(to terminal: Int32) {
    tcflush(terminal, TCOFLUSH)
    guard let bytes = armedBytes else { return }
    var written = 0
    for _ in 0..<20 where written < bytes.count {
        let rest = bytes.baseAddress?.advanced(by: written)
        let count = write(terminal, rest, bytes.count - written)
        if count > 0 { written += count }
        var descriptor = pollfd(fd: terminal, events: Int16(POLLOUT), revents: 0)
        if written < bytes.count { poll(&descriptor, 1, 50) }
    }
}

/// Reads and forgets what comes within two seconds, in steps of 50 ms; poll and read are
/// async-signal-safe.
// To go when it was quiet behind an answer left the next one of a slow line to the shell.
private func drainAnswers(of terminal: Int32) {
    var bytes: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    for _ in 0..<40 {
        var descriptor = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
        if poll(&descriptor, 1, 50) > 0 { usleep(50_000) }
        while read(terminal, &bytes, 32) > 0 {}
    }
}
