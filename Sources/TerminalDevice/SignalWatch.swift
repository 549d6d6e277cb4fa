#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Signals as bytes in a pipe, so that the event loop meets them between two steps of its own.
///
/// One at a time: when it goes, each signal does again what it did before.
package final class SignalWatch {
    private let pipe: SelfPipe
    private let found: [(number: Int32, action: sigaction)]

    package init() throws(TTYFailure) {
        guard let pipe = Self.pipe else { throw .noTerminal }
        self.pipe = pipe
        signalPipe = pipe.writingEnd
        // Whoever reads us may go away, and a file may not grow further: errors of write, not the end.
        let ignored = [SIGPIPE, SIGXFSZ].map { ($0, Self.exchange($0, Self.ignoring)) }
        let told = WatchedSignal.all.map { ($0.number, Self.exchange($0.number, Self.telling)) }
        found = ignored + told
        // What nohup, or a shell for what it puts in the background, has us ignore does not end us.
        for (number, action) in told where Self.isIgnoring(action) { Self.exchange(number, action) }
    }

    /// What came and was not looked at does what it would have done.
    deinit {
        for (number, action) in found { Self.exchange(number, action) }
        // To the process: the thread that this is on may block it.
        for number in pipe.drain() { kill(getpid(), Int32(number)) }
    }

    /// Never closed: a handler on another thread may be about to write, and the number would be that of
    /// another file.
    private static let pipe = try? SelfPipe()

    package var descriptor: Int32 { pipe.readingEnd }

    /// The signals that came since the last call.
    package func take() -> Set<WatchedSignal> {
        let numbers = Set(pipe.drain().map { Int32($0) })
        return Set(WatchedSignal.all.filter { numbers.contains($0.number) })
    }

    /// Ends the process by that signal, as if it had not been caught: the parent sees the truth.
    package static func end(by ending: WatchedSignal) -> Never {
        release(ending.number)
        raise(ending.number)
        exit(128 + ending.number)
    }

    /// Stops the process and those it is piped to, as Ctrl-Z does; returns when it goes on.
    ///
    /// It is not told that it goes on: only one that others have stopped need be.
    package static func stop() {
        // The others first, and itself by `raise`, which returns stopped and continued: of a signal to
        // all another thread takes notice, later than this one has its handlers again.
        signal(SIGTSTP, SIG_IGN)
        kill(0, SIGTSTP)
        release(SIGTSTP)
        signal(SIGCONT, SIG_DFL)
        raise(SIGTSTP)
        for number in [SIGCONT, SIGTSTP] { install(number) }
    }

    /// Lets a signal do what it does by default; async-signal-safe.
    static func release(_ number: Int32) {
        signal(number, SIG_DFL)
        // libdispatch blocks signals on its threads, and the event loop may run on one.
        var only = sigset_t()
        sigemptyset(&only)
        sigaddset(&only, number)
        pthread_sigmask(SIG_UNBLOCK, &only, nil)
    }

    private static func install(_ number: Int32) { exchange(number, telling) }

    /// - Returns: what it did before.
    @discardableResult
    private static func exchange(_ number: Int32, _ action: sigaction) -> sigaction {
        var (action, found) = (action, sigaction())
        sigaction(number, &action, &found)
        return found
    }

    private static var ignoring: sigaction {
        var action = sigaction()
        action.handler = SIG_IGN
        return action
    }

    private static func isIgnoring(_ action: sigaction) -> Bool {
        unsafeBitCast(action.handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    private static var telling: sigaction {
        var action = sigaction()
        action.sa_flags = Int32(SA_RESTART)
        action.handler = { number in
            let saved = errno
            var byte = UInt8(truncatingIfNeeded: number)
            write(signalPipe, &byte, 1)
            errno = saved
        }
        return action
    }
}

// Set before the handlers are installed, to the same each time.
nonisolated(unsafe) private var signalPipe: Int32 = -1
