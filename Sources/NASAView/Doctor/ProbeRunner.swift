internal import TerminalDevice
internal import TerminalProtocols

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Decides whether the terminal may be asked, and asks it.
struct ProbeRunner {
    private let environment: TerminalEnvironment

    init(_ environment: TerminalEnvironment) { self.environment = environment }

    /// What was found, and the signal that is to end the program, if one came meanwhile.
    func run() -> (TerminalFindings, WatchedSignal?) {
        do throws(TTYFailure) {
            let terminal = try TTY()
            if let obstacle = obstacle(terminal) {
                return (findings(ProbeLog(.notAsked(obstacle)), terminal.window), nil)
            }
            var interview = try TerminalProbe(terminal, environment)
            interview.run()
            let findings = TerminalFindings(
                interview.record, environment, window: terminal.window, outside: interview.outside)
            return (findings, interview.ending)
        } catch {
            return (findings(ProbeLog(.notAsked(.noTerminal)), nil), nil)
        }
    }

    private func findings(_ record: ProbeLog, _ window: WindowSize?) -> TerminalFindings {
        TerminalFindings(record, environment, window: window)
    }

    private func obstacle(_ terminal: TTY) -> ProbeOutcome.ProbeFailure? {
        if !environment.mayBeAsked { return .kind }
        if isOutputPiped { return .pipe }
        return terminal.isOurs ? nil : .background
    }

    private var isOutputPiped: Bool {
        if TTY.isOutput { return false }
        var status = stat()
        guard fstat(STDOUT_FILENO, &status) == 0 else { return true }
        return status.st_mode & S_IFMT == S_IFIFO || status.st_mode & S_IFMT == S_IFSOCK
    }
}
