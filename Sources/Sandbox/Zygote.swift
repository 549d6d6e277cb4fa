internal import Files
package import Imaging
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// The process from which workers are forked: a copy of the program before it started threads.
///
/// A program with threads cannot be forked safely, and starting the program for each photo would
/// take 14 ms; forking the copy takes less than 1 ms.
package final class Zygote: Sendable {
    private let socket: MessageChannel
    private let process: pid_t
    private let configuration: WorkerConfiguration
    private let lastNumber = Atomic(0)
    private let isGone = Atomic(false)
    /// True from the time when the program ends, and starts no more workers.
    private let hasLeft = Atomic(false)
    private let loss = Mutex<(@Sendable () -> Void)?>(nil)
    private let ahead = Mutex<Begun?>(nil)

    /// A worker without a photo.
    private struct Begun: Sendable {
        let number: Int
        let libraries: FileKind?
        let socket: MessageChannel
    }

    init(_ socket: MessageChannel, _ process: pid_t, _ configuration: WorkerConfiguration) {
        self.socket = socket
        self.process = process
        self.configuration = configuration
    }

    /// Forks the zygote; returns `nil` if the system cannot fork.
    ///
    /// - Precondition: this process has only one thread.
    package static func start(_ configuration: WorkerConfiguration) -> Zygote? {
        guard SystemCalls.hasSandbox, let (ours, its) = SystemCalls.socketPair(),
            let nothing = Descriptor.memory(byteCount: 0)
        else { return nil }
        switch SystemCalls.fork() {
        case 0: ZygoteProcess(its, streams: nothing, configuration).run()
        case let number where number > 0:
            // A stopped zygote reads no messages, and the session must not wait for it.
            let socket = MessageChannel(ours, waitsForRoom: false)
            return Zygote(socket, number, configuration)
        default: return nil
        }
    }

    /// Ends the zygote and all its workers, and waits until these processes have ended.
    ///
    /// In a container that does not reap orphans, workers would otherwise stay in the process list.
    /// A zygote that does not end in time is killed, and its workers end with it. Later photos are
    /// refused: they must not be decoded in this process, without a sandbox, while it ends.
    package func leave() {
        hasLeft.store(true, ordering: .sequentiallyConsistent)
        socket.endSending()
        let hasEnded = socket.waitForInput(within: Self.leavingMilliseconds)
        if !hasEnded { SystemCalls.end(process) }
        while waitpid(process, nil, 0) < 0, errno == EINTR {}
    }

    /// The time limit for ending all processes, in milliseconds.
    ///
    /// Ending takes about 2 ms, or more if a worker frees a gigabyte.
    private static let leavingMilliseconds: Int32 = 500

    /// True if photos are decoded by workers and the system restricts the workers.
    ///
    /// A kernel without filters does not prevent decoding, because showing no photos would protect
    /// nobody. The debug overlay and `doctor` report the missing filters.
    package var isSandboxed: Bool { SystemCalls.hasFilters && !isGone.load(ordering: .relaxed) }
    /// Registers `notify`, which is called when no more workers can be started and photos are
    /// decoded without a sandbox.
    package func onLoss(_ notify: @escaping @Sendable () -> Void) { loss.withLock { $0 = notify } }

    /// Forks a worker with the libraries for a kind of photo; returns `nil` if the zygote has
    /// ended unexpectedly.
    ///
    /// - Throws: `.noDecoder` if the system has no descriptors for a connection to the zygote, or
    ///   the program ends.
    func spawn(loading libraries: FileKind?) throws(DecodingFailure) -> WorkerConnection? {
        var worker = popAhead(loading: libraries)
        if worker == nil { worker = try begin(loading: libraries) }
        guard let worker else { return nil }
        return WorkerConnection(worker.socket, within: configuration.limits) { [self] in
            kill(worker.number)
        }
    }

    /// Starts a worker in advance, with the libraries for the photo's probable kind.
    ///
    /// Starting takes 1 ms, or 10 ms with libraries, which would delay a printed photo.
    package func spawnAhead(loading libraries: FileKind?) {
        // A failure occurs again when the session needs the worker.
        let worker = try? begin(loading: libraries)
        ahead.withLock { $0 = worker }
    }

    private func popAhead(loading libraries: FileKind?) -> Begun? {
        ahead.withLock { $0?.libraries == libraries ? $0.take() : nil }
    }

    private func begin(loading libraries: FileKind?) throws(DecodingFailure) -> Begun? {
        guard let (ours, its) = SystemCalls.socketPair() else { throw .noDecoder }
        let number = lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
        let begin = Message(
            kind: .begin, call: number, numbers: libraries.map { [$0.number] } ?? [])
        switch socket.send(begin, passing: its) {
        case .sent: break
        case .disconnected where hasLeft.load(ordering: .sequentiallyConsistent): throw .noDecoder
        case .disconnected:
            notifyLoss()
            return nil
        case .noRoom, .failed: throw .noDecoder
        }
        return Begun(
            number: number, libraries: libraries,
            socket: MessageChannel(ours, waitsForRoom: false))
    }

    private func notifyLoss() {
        let wasGone = isGone.exchange(true, ordering: .relaxed)
        if !wasGone { loss.withLock { $0 }?() }
    }

    /// Kills a worker, whatever its state.
    private func kill(_ number: Int) { socket.send(Message(kind: .end, call: number)) }

    var checkMemory: @Sendable (PixelSize, PixelSize) throws(DecodingFailure) -> Void {
        configuration.checkMemory
    }
}

/// The zygote's process, which forks and kills workers at the session's request and ends with the
/// session.
///
/// The process always has a single thread and never reads a photo.
struct ZygoteProcess {
    /// The interval at which the process checks whether killed workers have ended, in milliseconds.
    private static let reapingMilliseconds: Int32 = 20

    private var socket: MessageChannel
    private let configuration: WorkerConfiguration
    private var workers: [Int: pid_t] = [:]
    private var ended: Set<pid_t> = []

    init(_ end: Descriptor, streams nothing: Descriptor, _ configuration: WorkerConfiguration) {
        // This process's copy of the parent's end of the connection is closed with all other
        // descriptors.
        socket = MessageChannel(SandboxPolicy.leaveTheSession(keeping: end, streams: nothing))
        self.configuration = configuration
    }

    consuming func run() -> Never {
        while true {
            reap()
            let wait = ended.isEmpty ? -1 : Self.reapingMilliseconds
            guard socket.waitForInput(within: wait) else { continue }
            guard let (message, handed) = socket.receive() else { break }
            switch message.kind {
            case .begin:
                if let handed {
                    spawn(message.call, handed, message.numbers.first.flatMap(FileKind.init))
                }
            case .end: end(message.call)
            default: break
            }
        }
        leave()
    }

    /// Kills and reaps the workers; the kernel would kill them, but not reap them.
    private func leave() -> Never {
        for process in workers.values { kill(process, SIGKILL) }
        while waitpid(-1, nil, 0) > 0 || errno == EINTR {}
        _exit(0)
    }

    private mutating func spawn(_ number: Int, _ end: Descriptor, _ libraries: FileKind?) {
        let parent = getpid()
        switch SystemCalls.fork() {
        case 0: WorkerProcess.run(end, configuration, loading: libraries, parent: parent)
        case let process where process > 0: workers[number] = process
        default: WorkerProcess.reportNoDecoder(to: MessageChannel(end, waitsForRoom: false))
        }
    }

    /// Kills a worker; the process number is not reused before this process reaps the worker.
    private mutating func end(_ number: Int) {
        guard let process = workers.removeValue(forKey: number) else { return }
        kill(process, SIGKILL)
        ended.insert(process)
    }

    private mutating func reap() {
        for process in ended where waitpid(process, nil, WNOHANG) != 0 { ended.remove(process) }
    }
}

/// A process that decodes one photo.
enum WorkerProcess {
    /// Runs the worker in this newly forked process.
    ///
    /// - Parameters:
    ///   - end: the worker's end of the connection to the session.
    ///   - configuration: the decoding functions and the limits.
    ///   - libraries: the kind of photo whose libraries the zygote has not loaded.
    ///   - parent: the zygote's process number; the worker ends when the zygote ends.
    static func run(
        _ end: Descriptor, _ configuration: WorkerConfiguration, loading libraries: FileKind?,
        parent: pid_t
    ) -> Never {
        let end = SandboxPolicy.keepOnly(end)
        configuration.loadLibraries(libraries)
        guard SandboxPolicy.enter(configuration.limits, parent: parent) else { _exit(1) }
        let socket = MessageChannel(end)
        if !Worker(socket, configuration).run() { reportNoDecoder(to: socket) }
        _exit(0)
    }

    /// Reports to the session that the system cannot start a worker, so that the session stops
    /// waiting.
    static func reportNoDecoder(to session: MessageChannel) {
        let failure = DecodingFailure.noDecoder
        session.send(Message(kind: .failed, call: Message.noCall, numbers: failure.numbers))
    }
}
