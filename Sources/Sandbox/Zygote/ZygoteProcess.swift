internal import Files

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// The zygote's own life: it forks and ends what it is told to, and goes when the session does.
///
/// It never has a second thread, and never looks at a photo.
struct ZygoteProcess {
    /// How often it looks whether those it has ended are gone, in milliseconds.
    private static let reaping: Int32 = 20

    private var socket: MessageChannel
    private let craft: WorkerConfiguration
    private var workers: [Int: pid_t] = [:]
    private var ended: Set<pid_t> = []

    init(_ end: Descriptor, streams nothing: Descriptor, _ craft: WorkerConfiguration) {
        // The parent's end is a copy of its own here: it is closed with all else.
        socket = MessageChannel(SandboxPolicy.leaveTheSession(keeping: end, streams: nothing))
        self.craft = craft
    }

    consuming func run() -> Never {
        while true {
            reap()
            guard SystemCalls.hasMail(socket.number, within: ended.isEmpty ? -1 : Self.reaping)
            else {
                continue
            }
            guard let (letter, handed) = socket.receive() else { break }
            switch letter.kind {
            case .begin: if let handed { begin(letter.call, handed) }
            case .end: end(letter.call)
            default: break
            }
        }
        leave()
    }

    /// The kernel would end the workers too, but not reap them.
    private func leave() -> Never {
        for process in workers.values { kill(process, SIGKILL) }
        while waitpid(-1, nil, 0) > 0 || errno == EINTR {}
        _exit(0)
    }

    private mutating func begin(_ number: Int, _ end: Descriptor) {
        let parent = getpid()
        switch SystemCalls.fork() {
        case 0: WorkerProcess.run(end, craft, parent: parent)
        case let process where process > 0: workers[number] = process
        // Whoever waits for it gets the end of the line.
        default: break
        }
    }

    /// A number is not given to another process before its own has been reaped, which only we do.
    private mutating func end(_ number: Int) {
        guard let process = workers.removeValue(forKey: number) else { return }
        kill(process, SIGKILL)
        ended.insert(process)
    }

    private mutating func reap() {
        for process in ended where waitpid(process, nil, WNOHANG) != 0 { ended.remove(process) }
    }
}
