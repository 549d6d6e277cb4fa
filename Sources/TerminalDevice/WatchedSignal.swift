#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// A signal that the event loop is told of.
package enum WatchedSignal: Hashable, Sendable {
    /// The program ends by it, with the status that says so.
    case ending(Int32)
    case resized, stopRequested, continued

    /// What Ctrl-C sends.
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

    /// All that would end the program by themselves (signal(7)), but for those of a crash, SIGKILL, and
    /// SIGPIPE and SIGXFSZ, which become errors of `write`.
    ///
    /// Where the hard limit of processor time is the soft one, the system kills without SIGXCPU.
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
