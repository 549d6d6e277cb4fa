internal import Files
internal import Imaging
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// The process that workers are forked from: a copy of the program as it was before it had threads.
///
/// A program with threads cannot be forked safely, and starting it anew for each photo would cost the
/// 14 ms of a start; a copy that stays as it was is forked in less than one.
package final class Zygote: Sendable {
    private let socket: MessageChannel
    private let process: pid_t
    private let craft: WorkerConfiguration
    private let lastNumber = Atomic(0)
    private let isGone = Atomic(false)
    private let loss = Mutex<(@Sendable () -> Void)?>(nil)

    private init(_ socket: MessageChannel, _ process: pid_t, _ craft: WorkerConfiguration) {
        self.socket = socket
        self.process = process
        self.craft = craft
    }

    /// Forks it; nil where the system cannot.
    ///
    /// - Precondition: this process has one thread only.
    package static func start(_ craft: WorkerConfiguration) -> Zygote? {
        guard SystemCalls.hasSandbox, let (ours, its) = SystemCalls.socketPair(),
            let nothing = Descriptor.memory(byteCount: 0)
        else { return nil }
        switch SystemCalls.fork() {
        case 0: ZygoteProcess(its, streams: nothing, craft).run()
        case let number where number > 0: return Zygote(MessageChannel(ours), number, craft)
        default: return nil
        }
    }

    /// Ends it and all its workers, and waits until they are gone: where nobody reaps orphans, as in
    /// many containers, they would stay in the list of processes.
    package func leave() {
        socket.hangUp()
        while waitpid(process, nil, 0) < 0, errno == EINTR {}
    }

    /// Whether photos are decoded by workers, and the system fences them in.
    ///
    /// Without the one or the other they are decoded all the same: a viewer that shows nothing on an
    /// old kernel protects nobody. The overlay and `doctor` say so.
    package var isFencing: Bool { SystemCalls.hasFilters && !isGone.load(ordering: .relaxed) }

    /// Tells when workers are not to be had any more, so that photos are decoded without a fence.
    package func onLoss(_ tell: @escaping @Sendable () -> Void) {
        loss.withLock { $0 = tell }
    }

    /// Has a worker forked; nil where the zygote is gone.
    ///
    /// - Throws: `.noDecoder` where the zygote is there, but not what a line to a worker takes.
    func begin() throws(DecodingFailure) -> WorkerConnection? {
        guard let (ours, its) = SystemCalls.socketPair() else { throw .noDecoder }
        let number = lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
        switch socket.send(Message(kind: .begin, call: number), handing: its) {
        case .sent: break
        case .nobodyThere:
            tellLoss()
            return nil
        case .noRoom, .failed: throw .noDecoder
        }
        let socket = MessageChannel(ours, isPatient: false)
        return WorkerConnection(socket, number: number, of: self, within: craft.limits)
    }

    private func tellLoss() {
        let wasGone = isGone.exchange(true, ordering: .relaxed)
        if !wasGone { loss.withLock { $0 }?() }
    }

    /// Ends a worker, whatever it is doing.
    func end(_ number: Int) { socket.send(Message(kind: .end, call: number)) }

    var checkMemory: @Sendable (PixelSize, PixelSize) throws(DecodingFailure) -> Void {
        craft.checkMemory
    }
}
