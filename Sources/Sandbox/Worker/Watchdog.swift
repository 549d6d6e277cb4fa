internal import Imaging
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Tells the session once a second that there is work and that it goes on.
///
/// Not from the work itself, which is in a library's hands for seconds, and not without looking at it,
/// or a hang would go on for ever: what has come of it counts, and for a while the processor's time.
final class Watchdog: Sendable {
    private struct State {
        var underWay = 0
        var finished = 0
    }

    /// Looking costs some 0.1 ms; a decoder that gets less than this of a second hardly exists.
    private static let restSeconds = 0.002

    private let socket: MessageChannel
    private let patience: Double
    private let state = Mutex(State())

    /// - Parameters:
    ///   - socket: the line to the session.
    ///   - patience: seconds of the processor without anything coming of it.
    init(_ socket: MessageChannel, patience: Int) {
        self.socket = socket
        self.patience = Double(patience)
    }

    func begin() { state.withLock { $0.underWay += 1 } }

    func end() {
        state.withLock { state in
            state.underWay -= 1
            state.finished += 1
        }
    }

    /// Looks once a second, for ever.
    func run(figures: () -> DecodeStatistics?) {
        var mark = Mark(finished: 0, figures: nil)
        var (marked, last) = (0.0, 0.0)
        while true {
            sleep(1)
            let state = state.withLock { $0 }
            let now = Mark(finished: state.finished, figures: figures())
            let spent = Self.processorSeconds
            if now != mark || state.underWay == 0 { (mark, marked) = (now, spent) }
            // A process that waits for itself uses no more than looking at it does.
            let isAtWork = spent - last > Self.restSeconds && spent - marked < patience
            last = spent
            if state.underWay > 0, isAtWork { socket.send(Message(kind: .alive, call: 0)) }
        }
    }

    private struct Mark: Equatable {
        let finished: Int
        let figures: DecodeStatistics?
    }

    private static var processorSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
