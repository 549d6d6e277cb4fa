internal import Dispatch
internal import Presentation
internal import TerminalDevice
internal import TerminalProtocols

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Functions that open pages in the user's web browser.
enum URLOpener {
    enum Failure: Error, Hashable {
        /// The address is not an https address.
        case notAPage
        /// The system has no program that opens pages.
        case noOpener(name: String)
        case unusable(reason: String)
    }

    #if canImport(Darwin)
    static let opener = "open"
    #else
    static let opener = "xdg-open"
    #endif

    /// Starts the opener, without a shell and without waiting for its end.
    ///
    /// The opener has its own session and none of this program's streams, so it cannot draw on the
    /// terminal, and continues when this program ends.
    static func open(_ address: String, by opener: String = opener) throws(Failure) {
        guard address.hasPrefix("https://") else { throw .notAPage }
        switch ChildProcess.start(opener, [address]) {
        case .success(let child): child.waitInBackground()
        case .failure(let number):
            throw number.value == ENOENT
                ? .noOpener(name: opener)
                : .unusable(reason: String(cString: strerror(number.value)))
        }
    }
}

/// The tmux server of this program's pane, queried through the `tmux` command.
struct TmuxServer: Sendable {
    /// tmux's identifier of the pane.
    private let pane: String
    private let program: String

    /// Creates the server; `nil` if the program does not run in a pane of tmux, or if tmux is on
    /// another machine.
    init?(_ environment: TerminalEnvironment, program: String = "tmux") {
        guard environment.multiplexer == .tmux, let pane = environment.tmuxPane else { return nil }
        self.pane = pane
        self.program = program
    }

    /// Queries tmux without waiting; calls `receive` on another thread.
    func ask(within milliseconds: Int, _ receive: @escaping @Sendable (TmuxReport?) -> Void) {
        DispatchQueue.global(qos: .userInteractive).async {
            receive(report(within: milliseconds))
        }
    }

    /// Queries tmux and waits for the reply; `nil` if tmux cannot be queried, or takes too long.
    // The query takes 5 to 9 ms in tmux 3.3a.
    func report(within milliseconds: Int) -> TmuxReport? {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        let (reading, writing) = (ends[0], ends[1])
        defer { close(reading) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let arguments = ["display-message", "-p", "-t", pane, TmuxReport.format]
        let child = try? ChildProcess.start(program, arguments, writingTo: writing).get()
        close(writing)
        guard let child else { return nil }
        let answer = Self.answer(from: reading, within: milliseconds)
        child.kill()
        return answer.flatMap { TmuxReport($0) }
    }

    /// Returns the output up to the end of the first line; `nil` if that line is not complete in
    /// time or is too long.
    ///
    /// This function does not wait for the end of the pipe, which a process started by another
    /// thread may keep open.
    private static func answer(from descriptor: Int32, within milliseconds: Int) -> [UInt8]? {
        let clock = Clock()
        let deadline = clock.now + milliseconds
        var answer: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: TmuxReport.limitBytes)
        while answer.count <= TmuxReport.limitBytes {
            guard clock.now < deadline else { return nil }
            guard Poll.wait(for: [.input(descriptor)], until: deadline, clock)[0] else { continue }
            let count = read(descriptor, &chunk, chunk.count)
            guard count > 0 || count < 0 && errno == EINTR else { return nil }
            answer += chunk.prefix(max(0, count))
            if answer.contains(UInt8(ascii: "\n")) { return answer }
        }
        return nil
    }
}

/// A child process in a new session, without this program's streams, and with default signal
/// handling.
private struct ChildProcess {
    struct SystemError: Error { let value: Int32 }

    #if canImport(Glibc)
    private typealias Files = posix_spawn_file_actions_t
    private typealias Attributes = posix_spawnattr_t
    private static let newSession: Int32 = 0x80
    private static let closeOthers: Int32 = 0
    #else
    private typealias Files = posix_spawn_file_actions_t?
    private typealias Attributes = posix_spawnattr_t?
    private static let newSession: Int32 = 0x0400
    private static let closeOthers: Int32 = 0x4000
    #endif

    private let id: pid_t

    static func start(
        _ program: String, _ arguments: [String], writingTo output: Int32? = nil
    ) -> Result<ChildProcess, SystemError> {
        #if canImport(Glibc)
        var files = Files()
        var attributes = Attributes()
        #else
        var files: Files
        var attributes: Attributes
        #endif
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        for stream in 0...2 as ClosedRange<Int32> {
            posix_spawn_file_actions_addopen(&files, stream, "/dev/null", O_RDWR, 0)
        }
        if let output { posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO) }
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        resetSignals(&attributes)
        let words: [UnsafeMutablePointer<CChar>?] =
            ([program] + arguments).map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        var id: pid_t = 0
        let number = posix_spawnp(&id, program, &files, &attributes, words, environ)
        return number == 0 ? .success(Self(id: id)) : .failure(SystemError(value: number))
    }

    private static func resetSignals(_ attributes: inout Attributes) {
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&attributes, &all)
        let flags =
            Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF) | newSession | closeOthers
        posix_spawnattr_setflags(&attributes, Int16(flags))
    }

    /// Kills the process, unless it has already ended.
    func kill() {
        _ = signal(id, SIGKILL)
        wait()
    }

    /// Waits for the process on another thread; otherwise the process would remain in the process
    /// list as a zombie.
    func waitInBackground() { DispatchQueue.global(qos: .background).async { wait() } }
    private func wait() { while waitpid(id, nil, 0) < 0, errno == EINTR {} }
}

/// Calls the system's `kill`, which the method of `ChildProcess` hides.
private func signal(_ process: pid_t, _ number: Int32) -> Int32 { kill(process, number) }

/// A detector of changes between tmux's windows, which tmux does not report to panes.
///
/// When this program's window is shown again, tmux redraws the window's text, but not the pictures
/// that tmux passed on.
struct TmuxWindows {
    private var last: TmuxReport?
    private var lastAt = 0

    /// Returns true if this program's window may have been hidden or shown since the previous
    /// report.
    ///
    /// If a user is active at the terminal but has sent no input to this program since `lastTouch`,
    /// the user has typed commands to tmux. tmux may have shown another window and then this one.
    /// Sending pictures once more does no harm.
    mutating func haveChanged(
        _ report: TmuxReport, lastTouch: Clock.Milliseconds, at now: Clock.Milliseconds
    ) -> Bool {
        defer { (last, lastAt) = (report, now) }
        guard let last else { return !report.isShown }
        guard report.isShown == last.isShown else { return true }
        return report.isAnswered && report.usedAt != last.usedAt && lastTouch < lastAt
    }
}
