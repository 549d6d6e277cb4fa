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
enum EmergencyExit {
    /// Swift's traps are SIGILL and SIGTRAP.
    private static let crashes = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS]

    static func arm(descriptor: Int32, found: termios) {
        let bytes = TerminalModes.leaving
        let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
        _ = memory.initialize(from: bytes)
        let attributes = UnsafeMutablePointer<termios>.allocate(capacity: 1)
        attributes.initialize(to: found)
        armedBytes = memory.baseAddress
        armedCount = bytes.count
        armedAttributes = attributes
        armedDescriptor = descriptor
        useOwnStack()
        for signal in crashes { install(signal) }
    }

    /// The terminal is as it was found: a crash from here on must not touch it.
    static func disarm() { armedDescriptor = -1 }

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

    private static func install(_ signal: Int32) {
        var action = sigaction()
        action.sa_flags = Int32(SA_ONSTACK) | Int32(bitPattern: UInt32(SA_RESETHAND))
        setHandler(&action) { number in
            if armedDescriptor >= 0 {
                writeArmedBytes()
                if armedAnswersDue { drainAnswers() }
                tcsetattr(armedDescriptor, TCSAFLUSH, armedAttributes)
            }
            EmergencyRemoval.removeAll()
            raise(number)
        }
        sigaction(signal, &action, nil)
    }
}

func setHandler(_ action: inout sigaction, _ handler: @escaping @convention(c) (Int32) -> Void) {
    #if canImport(Glibc)
    action.__sigaction_handler.sa_handler = handler
    #else
    action.__sigaction_u.__sa_handler = handler
    #endif
}

// Written while no signal handler is installed or with one store each; read by the handler.
nonisolated(unsafe) private var armedBytes: UnsafeMutablePointer<UInt8>?
nonisolated(unsafe) private var armedCount = 0
nonisolated(unsafe) private var armedAttributes: UnsafeMutablePointer<termios>?
nonisolated(unsafe) private var armedDescriptor: Int32 = -1
nonisolated(unsafe) private var armedAnswersDue = false

/// Writes what restores the modes, to the last byte.
///
/// What the terminal has not taken of a frame goes first: with a full line a single `write` took
/// nothing (the descriptor does not block), and one crash in six left the modes set.
private func writeArmedBytes() {
    tcflush(armedDescriptor, TCOFLUSH)
    var written = 0
    for _ in 0..<20 where written < armedCount {
        let count = write(armedDescriptor, armedBytes?.advanced(by: written), armedCount - written)
        if count > 0 { written += count }
        var descriptor = pollfd(fd: armedDescriptor, events: Int16(POLLOUT), revents: 0)
        if written < armedCount { poll(&descriptor, 1, 50) }
    }
}

/// Reads and forgets what comes within two seconds, until three steps of 50 ms behind something were
/// quiet; poll and read are async-signal-safe.
private func drainAnswers() {
    var bytes: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    var quietSteps: Int?
    for _ in 0..<40 {
        var descriptor = pollfd(fd: armedDescriptor, events: Int16(POLLIN), revents: 0)
        if poll(&descriptor, 1, 50) > 0 {
            quietSteps = 0
            while read(armedDescriptor, &bytes, 32) > 0 {}
            usleep(10_000)
        } else if let quiet = quietSteps {
            guard quiet < 2 else { return }
            quietSteps = quiet + 1
        }
    }
}
