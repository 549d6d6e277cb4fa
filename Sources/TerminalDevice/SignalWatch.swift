#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Signals as bytes in a pipe, so that the event loop meets them between two steps of its own.
package final class SignalWatch {
    private let pipe: WakePipe

    package init() throws(TTYFailure) {
        pipe = try WakePipe()
        signalPipe = pipe.writingEnd
        // Whoever reads us may go away, and a file may not grow further: errors of write, not the end.
        for ignored in [SIGPIPE, SIGXFSZ] { signal(ignored, SIG_IGN) }
        for watched in WatchedSignal.all { Self.install(watched.number) }
    }

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

    /// Lets a signal do what it does by default.
    private static func release(_ number: Int32) {
        signal(number, SIG_DFL)
        // libdispatch blocks signals on its threads, and the event loop may run on one.
        var only = sigset_t()
        sigemptyset(&only)
        sigaddset(&only, number)
        pthread_sigmask(SIG_UNBLOCK, &only, nil)
    }

    private static func install(_ number: Int32) {
        var action = sigaction()
        action.sa_flags = Int32(SA_RESTART)
        setHandler(&action) { number in
            let saved = errno
            var byte = UInt8(truncatingIfNeeded: number)
            write(signalPipe, &byte, 1)
            errno = saved
        }
        sigaction(number, &action, nil)
    }
}

// Set once before the handlers are installed.
nonisolated(unsafe) private var signalPipe: Int32 = -1
