#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// The watched signals, as bytes in a pipe that the event loop polls.
///
/// Only one instance exists at a time; releasing it restores the previous handlers.
package final class SignalWatch {
    private let pipe: SelfPipe
    private let found: [(number: Int32, action: sigaction)]

    package init() throws(TTYFailure) {
        guard let pipe = Self.pipe else { throw .noTerminal }
        self.pipe = pipe
        signalPipe = pipe.writingEnd
        SignalWatchdog.prepare()
        // With these signals ignored, a closed reader or a file that must not grow is an error of
        // `write`.
        let ignored = [SIGPIPE, SIGXFSZ].map { ($0, Self.exchange($0, Self.action(SIG_IGN))) }
        let caught = WatchedSignal.all.map { ($0.number, Self.exchange($0.number, Self.notifying)) }
        found = ignored + caught
        // Signals that nohup or a background shell ignores stay ignored.
        for (number, found) in caught where Self.isIgnoring(found) { Self.exchange(number, found) }
    }

    /// Restores the previous handlers, and raises unhandled signals again.
    deinit {
        for (number, action) in found { Self.exchange(number, action) }
        SignalWatchdog.standDown()
        // The signals are sent to the process, because this thread may block them.
        for number in pipe.drain() { kill(getpid(), Int32(number)) }
    }

    /// The pipe, which is never closed, because a handler on another thread may be about to write
    /// to its number.
    private static let pipe = try? SelfPipe()

    package var descriptor: Int32 { pipe.readingEnd }

    package func pop() -> Set<WatchedSignal> {
        let numbers = Set(pipe.drain().map { Int32($0) })
        let signals = Set(WatchedSignal.all.filter { numbers.contains($0.number) })
        if signals.contains(where: \.isEnding) { SignalWatchdog.loopHasAnswered() }
        return signals
    }

    /// Ends the process by this signal, so that the parent gets the correct status.
    package static func end(by ending: WatchedSignal) -> Never {
        if CrashHandler.isArmed { CrashHandler.end(by: ending.number) }
        release(ending.number)
        raise(ending.number)
        _exit(128 + ending.number)
    }

    /// Stops the process and the other processes of its job, like Ctrl-Z; returns when the process
    /// continues.
    ///
    /// SIGCONT is not reported, because only a stop by another program requires a report.
    package static func stop() {
        // The other processes are stopped first, then this one by `raise`, which returns only after
        // the stop. A signal to the entire group may reach another thread after the handlers are
        // installed again.
        signal(SIGTSTP, SIG_IGN)
        kill(0, SIGTSTP)
        // A thread that is still in the handler blocks the signal, which then stays pending
        // although it is ignored: the program stopped twice, and needed two `fg`. Ignoring the
        // signal once more discards it.
        signal(SIGTSTP, SIG_IGN)
        release(SIGTSTP)
        signal(SIGCONT, SIG_DFL)
        raise(SIGTSTP)
        for number in [SIGCONT, SIGTSTP] { exchange(number, notifying) }
    }

    /// Restores a signal's default action; async-signal-safe.
    static func release(_ number: Int32) {
        signal(number, SIG_DFL)
        // libdispatch blocks signals on its threads, where the event loop may run.
        var only = sigset_t()
        sigemptyset(&only)
        sigaddset(&only, number)
        pthread_sigmask(SIG_UNBLOCK, &only, nil)
    }

    /// Sets a signal's action.
    ///
    /// - Returns: the previous action.
    @discardableResult
    static func exchange(_ number: Int32, _ action: sigaction) -> sigaction {
        var (action, found) = (action, sigaction())
        sigaction(number, &action, &found)
        return found
    }

    static func isIgnoring(_ action: sigaction) -> Bool {
        unsafeBitCast(action.handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    private static var notifying: sigaction {
        action(flags: Int32(SA_RESTART)) { number in
            let saved = errno
            var byte = UInt8(truncatingIfNeeded: number)
            write(signalPipe, &byte, 1)
            // Signals that end the program also do so if nothing reads the pipe.
            let isEnding = number != SIGWINCH && number != SIGTSTP && number != SIGCONT
            if isEnding { write(watchdogPipe, &byte, 1) }
            errno = saved
        }
    }

    static func action(flags: Int32 = 0, _ handler: SignalHandler) -> sigaction {
        var action = sigaction()
        action.sa_flags = flags
        action.handler = handler
        return action
    }
}

// The descriptor is set before the handlers are installed, always to the same value.
nonisolated(unsafe) private var signalPipe: Int32 = -1

package enum WatchedSignal: Hashable, Sendable {
    /// A signal, by its number, that ends the program.
    case ending(Int32)
    case resized, stopRequested, continued

    package static let interrupted = WatchedSignal.ending(SIGINT)

    package var isEnding: Bool {
        if case .ending = self { true } else { false }
    }

    var number: Int32 {
        switch self {
        case .ending(let number): number
        case .resized: SIGWINCH
        case .stopRequested: SIGTSTP
        case .continued: SIGCONT
        }
    }

    static let all = [resized, stopRequested, continued] + endings.map { ending($0) }

    /// All signals that end a program by default (signal(7)), except those of a crash, SIGKILL,
    /// SIGPIPE and SIGXFSZ.
    ///
    /// If the hard limit of CPU time equals the soft limit, the system kills the program without
    /// SIGXCPU.
    private static let endings: [Int32] =
        [
            SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF,
            SIGXCPU,
        ] + endingsHere

    #if canImport(Glibc)
    private static let endingsHere =
        [SIGPOLL, SIGPWR, SIGSTKFLT] + Array(__libc_current_sigrtmin()...__libc_current_sigrtmax())
    #else
    private static let endingsHere = [SIGEMT]
    #endif
}

/// A handler of a signal; `nil` is the default action.
typealias SignalHandler = (@convention(c) (Int32) -> Void)?

extension sigaction {
    var handler: SignalHandler {
        get {
            #if canImport(Glibc)
            __sigaction_handler.sa_handler
            #else
            __sigaction_u.__sa_handler
            #endif
        }
        set {
            #if canImport(Glibc)
            __sigaction_handler.sa_handler = newValue
            #else
            __sigaction_u.__sa_handler = newValue
            #endif
        }
    }
}

/// A pipe that wakes a thread in `poll`; neither end blocks.
package final class SelfPipe: Sendable {
    package let readingEnd: Int32
    let writingEnd: Int32

    package init() throws(TTYFailure) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .noTerminal }
        readingEnd = ends[0]
        writingEnd = ends[1]
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
    }

    deinit {
        close(readingEnd)
        close(writingEnd)
    }

    /// Wakes the reader; a full pipe has already woken it.
    package func wake() {
        var byte: UInt8 = 0
        write(writingEnd, &byte, 1)
    }

    package func drain() -> [UInt8] {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 256)
        while true {
            let count = read(readingEnd, &buffer, buffer.count)
            guard count > 0 else { return all }
            all.append(contentsOf: buffer.prefix(count))
        }
    }
}
