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

    /// All that is written until the end; `nil` if that does not come in time, or it is too much.
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
            if count == 0 { return answer }
            if count < 0, errno != EINTR { return nil }
            answer += chunk.prefix(max(0, count))
        }
        return nil
    }
}
