#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A program that was started; it is gone at the latest when this is.
package final class ChildProcess {
    package let identifier: Int32
    private var ended: ExitStatus?
    /// What it has used of the processor, with those it has waited for; nothing before it has ended.
    private(set) var processorSeconds = 0.0

    /// Starts a program as the leader of a session of its own.
    ///
    /// - Parameters:
    ///   - start: what to start, and with which streams.
    ///   - terminal: the path of the terminal that becomes its controlling one, if any.
    /// - Throws: `TestEnvironmentError` where the system refuses.
    package init(_ start: ProgramStart, terminal: String? = nil) throws {
        let attributes = try SpawnAttributes()
        let actions = try SpawnActions(start, terminal: terminal)
        let words = CStrings([start.path] + start.arguments)
        let variables = CStrings(start.environment.map { "\($0.key)=\($0.value)" })
        var identifier: pid_t = 0
        let number = posix_spawn(
            &identifier, start.path, &actions.raw, &attributes.raw, words.pointers,
            variables.pointers)
        guard number == 0 else { throw TestEnvironmentError.call("posix_spawn", number: number) }
        self.identifier = identifier
    }

    /// How it ended, or nil while it runs.
    package var status: ExitStatus? {
        if let ended { return ended }
        var word: Int32 = 0
        var usage = rusage()
        guard wait4(identifier, &word, WNOHANG, &usage) == identifier else { return nil }
        ended = ExitStatus(waitStatus: word)
        processorSeconds = [usage.ru_utime, usage.ru_stime].reduce(0) {
            $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
        }
        return ended
    }

    /// Whether it was stopped since this was last asked.
    var hasStopped: Bool {
        var word: Int32 = 0
        // A stopped one is told by 0x7f where others tell their signal (wait(2), the W… macros).
        return waitpid(identifier, &word, WNOHANG | WUNTRACED) == identifier && word & 0xff == 0x7f
    }

    package func send(_ signal: Int32) {
        if status == nil { kill(identifier, signal) }
    }

    /// Ends it and all of its group, and waits until it is gone.
    package func end() {
        guard status == nil else { return }
        // The program leads its session, so its group has its number.
        kill(-identifier, SIGKILL)
        kill(identifier, SIGKILL)
        var word: Int32 = 0
        if waitpid(identifier, &word, 0) == identifier { ended = ExitStatus(waitStatus: word) }
    }

    deinit { end() }
}
