internal import Dispatch
internal import TerminalProtocols

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// The tmux server that our pane belongs to, asked by tmux's own program.
struct TmuxServer: Sendable {
    /// The pane, by tmux's name for it.
    private let pane: String
    private let program: String

    /// `nil` if we do not run in a pane of tmux, or it is on another machine.
    init?(_ environment: TerminalEnvironment, program: String = "tmux") {
        guard environment.multiplexer == .tmux, let pane = environment.tmuxPane else { return nil }
        self.pane = pane
        self.program = program
    }

    /// Asks without waiting; the answer comes on some other thread.
    func ask(within milliseconds: Int, _ take: @escaping @Sendable (TmuxReport?) -> Void) {
        DispatchQueue.global(qos: .userInteractive).async {
            take(report(within: milliseconds))
        }
    }

    /// Waits for the answer; `nil` if tmux cannot be asked, or takes too long.
    // 5 to 9 ms in tmux 3.3a.
    func report(within milliseconds: Int) -> TmuxReport? {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        let (reading, writing) = (ends[0], ends[1])
        defer { close(reading) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let child = start(writingTo: writing)
        close(writing)
        guard let child else { return nil }
        let answer = Self.answer(from: reading, within: milliseconds)
        // It has nothing more to say, or is not waited for any longer.
        kill(child, SIGKILL)
        while waitpid(child, nil, 0) < 0, errno == EINTR {}
        return answer.flatMap { TmuxReport($0) }
    }

    private func start(writingTo descriptor: Int32) -> pid_t? {
        var settings = SpawnSettings()
        defer { settings.destroy() }
        posix_spawn_file_actions_adddup2(&settings.files, descriptor, STDOUT_FILENO)
        let arguments = ["display-message", "-p", "-t", pane, TmuxReport.format]
        let words: [UnsafeMutablePointer<CChar>?] =
            ([program] + arguments).map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        var child: pid_t = 0
        let number = posix_spawnp(
            &child, program, &settings.files, &settings.attributes, words, environ)
        return number == 0 ? child : nil
    }

    /// The first line that is written; `nil` if it does not end in time, or is too long.
    ///
    /// Not waited for is the end of the pipe: a process started meanwhile by another thread may have it.
    private static func answer(from descriptor: Int32, within milliseconds: Int) -> [UInt8]? {
        let deadline = DispatchTime.now().uptimeNanoseconds + UInt64(milliseconds) * 1_000_000
        var answer: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: TmuxReport.limitBytes)
        while answer.count <= TmuxReport.limitBytes {
            let now = DispatchTime.now().uptimeNanoseconds
            guard now < deadline else { return nil }
            var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&event, 1, Int32((deadline - now) / 1_000_000) + 1) > 0 else { continue }
            let count = read(descriptor, &chunk, chunk.count)
            guard count > 0 || count < 0 && errno == EINTR else { return nil }
            answer += chunk.prefix(max(0, count))
            if answer.contains(UInt8(ascii: "\n")) { return answer }
        }
        return nil
    }
}

/// Opens pages in the browser the user has chosen.
enum URLOpener {
    enum Failure: Error, Hashable {
        /// Only pages on the web are opened.
        case notAPage
        /// There is no program that opens pages.
        case noOpener(name: String)
        case unusable(reason: String)
    }

    #if canImport(Darwin)
    static let opener = "open"
    #else
    static let opener = "xdg-open"
    #endif

    /// Starts the opener and does not wait for it; no shell sees the address.
    ///
    /// The opener has a session of its own and none of our streams: it cannot draw on the terminal,
    /// and lives on when this program ends.
    static func open(_ address: String, by opener: String = opener) throws(Failure) {
        guard address.hasPrefix("https://") else { throw .notAPage }
        var actions = SpawnSettings()
        defer { actions.destroy() }
        let words: [UnsafeMutablePointer<CChar>?] = [strdup(opener), strdup(address), nil]
        defer { words.forEach { free($0) } }
        var child: pid_t = 0
        let number = posix_spawnp(
            &child, opener, &actions.files, &actions.attributes, words, environ)
        guard number == 0 else {
            throw number == ENOENT
                ? .noOpener(name: opener) : .unusable(reason: String(cString: strerror(number)))
        }
        wait(for: child)
    }

    /// A child nobody waits for stays in the list of processes as a zombie.
    private static func wait(for child: pid_t) {
        DispatchQueue.global(qos: .background).async {
            var status: Int32 = 0
            while waitpid(child, &status, 0) < 0, errno == EINTR {}
        }
    }
}

/// How a program that outlives this one is started: a session of its own, no streams of ours, and
/// the signals as a shell sets them.
struct SpawnSettings {
    #if canImport(Glibc)
    var files = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    private static let newSession: Int32 = 0x80
    private static let closeOthers: Int32 = 0
    #else
    var files: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
    private static let newSession: Int32 = 0x0400
    private static let closeOthers: Int32 = 0x4000
    #endif

    init() {
        posix_spawn_file_actions_init(&files)
        posix_spawnattr_init(&attributes)
        for stream in 0...2 as ClosedRange<Int32> {
            posix_spawn_file_actions_addopen(&files, stream, "/dev/null", O_RDWR, 0)
        }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&attributes, &all)
        let flags =
            Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF) | Self.newSession
            | Self.closeOthers
        posix_spawnattr_setflags(&attributes, Int16(flags))
    }

    mutating func destroy() {
        posix_spawn_file_actions_destroy(&files)
        posix_spawnattr_destroy(&attributes)
    }
}
