internal import Synchronization
internal import TerminalProtocols

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// The handler that restores the terminal when the program crashes, then lets the crash continue.
///
/// A signal handler may call only async-signal-safe functions, and use only memory that was
/// allocated earlier. The bytes, the attributes and the alternate stack are allocated when the
/// handler is armed.
enum CrashHandler {
    /// The signals of a crash; Swift's traps are SIGILL and SIGTRAP.
    static let crashes = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS]

    /// Arms the handler to restore the attributes `found` and write the message to standard error,
    /// because Swift's own message is lost with the alternate screen.
    static func arm(
        descriptor: Int32, found: termios, leaving bytes: [UInt8], crashMessage: [UInt8]
    ) {
        armedBytes = kept(bytes)
        armedProgressBytes = kept(TerminalModes.leaving(clearingProgress: true))
        armedMessage = kept(crashMessage)
        let attributes = UnsafeMutablePointer<termios>.allocate(capacity: 1)
        attributes.initialize(to: found)
        armedAttributes = attributes
        armedDescriptor = descriptor
        useOwnStack()
        // The runtime may allocate memory at the first use of an atomic, which therefore happens
        // here rather than in the handler.
        _ = crasher(orElse: noThread)
        for signal in crashes { install(signal) }
    }

    /// True from the time the terminal becomes raw until it is restored.
    static var isArmed: Bool { armedDescriptor >= 0 }

    /// Copies bytes to memory that is never freed: about a hundred bytes each time the program
    /// resumes.
    static func kept(_ bytes: [UInt8]) -> UnsafeBufferPointer<UInt8> {
        let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
        _ = memory.initialize(from: bytes)
        return UnsafeBufferPointer(memory)
    }

    /// Disarms the handler after the terminal has been restored, because a later crash must not
    /// change the terminal again.
    ///
    /// During a crash, this function does not return: its caller might exit the program before the
    /// terminal is restored (an Esc that starts a reply causes such an exit).
    static func disarm() {
        while crasher(orElse: noThread) != noThread { pause() }
        armedDescriptor = -1
    }

    /// Ends the program by a signal; any thread may call this, whatever the other threads do.
    static func end(by number: Int32) -> Never {
        restoreAlone(saying: nil)
        SignalWatch.release(number)
        raise(number)
        _exit(128 + number)
    }

    /// Ends the program with a status; any thread may call this, whatever the other threads do.
    static func end(saying words: UnsafeBufferPointer<UInt8>?, status: Int32) -> Never {
        restoreAlone(saying: words)
        _exit(status)
    }

    private static func restoreAlone(saying words: UnsafeBufferPointer<UInt8>?) {
        // If another thread has crashed first, that thread ends the program.
        while crasher(orElse: thisThread) != thisThread { pause() }
        restoreTerminal(within: endingSteps)
        say(words)
        CrashCleanup.removeAll()
    }

    /// Records whether the terminal may still send replies, which must not reach the shell.
    static func expectReplies(_ areDue: Bool) { armedRepliesDue = areDue }

    /// Makes the handler also clear the progress bar.
    static func useProgress() { armedForProgress = true }

    /// Makes the handler also write these bytes.
    static func restoreLater(_ bytes: [UInt8]) {
        armedOthers.initialize(to: kept(bytes))
        armedForOthers = true
    }

    /// Sets a separate stack for the handler, because a crash may be a stack overflow;
    /// `ThreadCreation` sets the stacks of other threads.
    private static func useOwnStack() {
        let size = 64 << 10
        var stack = stack_t()
        stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        stack.ss_size = size
        sigaltstack(&stack, nil)
    }

    /// Installs the handler, which blocks other signals, but not those of a crash, because the
    /// handler itself may crash.
    private static func install(_ signal: Int32) {
        var action = sigaction()
        action.sa_flags = Int32(SA_ONSTACK) | Int32(SA_NODEFER)
        action.handler = { number in crashed(by: number) }
        sigfillset(&action.sa_mask)
        for crash in crashes { sigdelset(&action.sa_mask, crash) }
        sigaction(signal, &action, nil)
    }
}

private let noThread: UInt = 0
/// The thread that crashed first and restores the terminal; never reset.
private let firstCrasher = Atomic<UInt>(0)

/// Records a thread as the first to crash, unless another thread was first.
///
/// - Returns: the thread that crashed first; `candidate` if no other thread has crashed.
private func crasher(orElse candidate: UInt) -> UInt {
    let claim = firstCrasher.compareExchange(
        expected: noThread, desired: candidate, ordering: .sequentiallyConsistent)
    return claim.exchanged ? candidate : claim.original
}

/// A value unique to this thread; POSIX lists `pthread_self` as async-signal-safe.
private var thisThread: UInt {
    #if canImport(Glibc)
    pthread_self()
    #else
    UInt(bitPattern: pthread_self())
    #endif
}

/// Restores the terminal on the first thread to crash, then ends the program by that thread's
/// signal.
///
/// Two strips of a picture run the same code, so both threads may trap at once. With SA_RESETHAND,
/// the second thread ended the program while the first was still restoring (2 crashes of 8 left the
/// terminal raw), so the second thread waits here. A crash during the restoration ends the program
/// at once.
private func crashed(by number: Int32) {
    if crasher(orElse: noThread) != thisThread {
        while crasher(orElse: thisThread) != thisThread { pause() }
        let isArmed = CrashHandler.isArmed
        restoreTerminal(within: crashSteps)
        if isArmed { say(armedMessage) }
        CrashCleanup.removeAll()
    }
    SignalWatch.release(number)
    raise(number)
}

/// The number of steps of 50 ms after a crash, for a terminal that reads or sends bytes slowly.
private let crashSteps = 40
/// The number of steps of 50 ms if the program ends without a crash.
private let endingSteps = 5

/// Restores the terminal; at most half of the steps are for writing, and the others for discarding
/// replies.
private func restoreTerminal(within steps: Int) {
    guard armedDescriptor >= 0 else { return }
    let terminal = detachedTerminal()
    let used = writeArmedBytes(to: terminal, within: steps / 2)
    if armedRepliesDue { drainReplies(of: terminal, within: steps - used) }
    for _ in 0..<3 where tcsetattr(terminal, TCSAFLUSH, armedAttributes) == 0 { break }
}

private func say(_ words: UnsafeBufferPointer<UInt8>?) {
    guard let words else { return }
    _ = write(STDERR_FILENO, words.baseAddress, words.count)
}

// These variables are written while no handler is installed, or with one store each; the handler
// reads them.
nonisolated(unsafe) private var armedBytes: UnsafeBufferPointer<UInt8>?
nonisolated(unsafe) private var armedProgressBytes: UnsafeBufferPointer<UInt8>?
nonisolated(unsafe) private var armedForProgress = false
// The two words of a buffer are not written in one store, so the buffer is in separate memory,
// which is complete before the flag is set.
nonisolated(unsafe) private let armedOthers =
    UnsafeMutablePointer<UnsafeBufferPointer<UInt8>>.allocate(capacity: 1)
nonisolated(unsafe) private var armedForOthers = false
nonisolated(unsafe) private var armedMessage: UnsafeBufferPointer<UInt8>?
nonisolated(unsafe) private var armedAttributes: UnsafeMutablePointer<termios>?
nonisolated(unsafe) private var armedDescriptor: Int32 = -1
nonisolated(unsafe) private var armedRepliesDue = false

/// Returns the terminal under another descriptor; the old descriptor becomes a socket that is never
/// read.
///
/// Otherwise other threads would continue to draw on the shell's screen while this thread waits for
/// replies (the cursor was hidden). The socket accepts bytes and provides none, so the other
/// threads do not notice the exchange.
private func detachedTerminal() -> Int32 {
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

/// Writes all the bytes that restore the modes; returns the number of steps that it waited.
///
/// Output that the terminal has not read is discarded first: on a full line, a single non-blocking
/// `write` wrote nothing, and one crash in six left the modes set.
private func writeArmedBytes(to terminal: Int32, within steps: Int) -> Int {
    tcflush(terminal, TCOFLUSH)
    var used = 0
    if let bytes = armedForProgress ? armedProgressBytes : armedBytes {
        used = write(bytes, to: terminal, within: steps)
    }
    if armedForOthers { used += write(armedOthers.pointee, to: terminal, within: steps - used) }
    return used
}

/// Writes bytes, and returns the number of steps that it waited for the terminal.
private func write(
    _ bytes: UnsafeBufferPointer<UInt8>, to terminal: Int32, within steps: Int
) -> Int {
    var (written, used) = (0, 0)
    while written < bytes.count {
        let rest = bytes.baseAddress?.advanced(by: written)
        let count = write(terminal, rest, bytes.count - written)
        if count > 0 { written += count }
        guard written < bytes.count, used < steps else { break }
        var descriptor = pollfd(fd: terminal, events: Int16(POLLOUT), revents: 0)
        poll(&descriptor, 1, 50)
        used += 1
    }
    return used
}

/// Discards input, in steps of 50 ms, and returns the number of steps; poll and read are
/// async-signal-safe.
// When reading stopped at the first pause, the next reply on a slow line reached the shell.
@discardableResult
func drainReplies(of terminal: Int32, within steps: Int) -> Int {
    var bytes: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    var used = 0
    while used < steps {
        var descriptor = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
        let isReady = poll(&descriptor, 1, 50) > 0
        used += 1
        if isReady, used < steps {
            usleep(50_000)
            used += 1
        }
        while read(terminal, &bytes, 32) > 0 {}
    }
    return used
}
