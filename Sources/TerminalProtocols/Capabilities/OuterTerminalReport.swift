/// What was found out about the terminal outside a multiplexer, for `doctor`.
package struct OuterTerminalReport: Sendable {
    package let record: ProbeLog
    package let terminal: OuterTerminal
    /// What tmux says about our pane; `nil` if it could not be asked.
    package let tmux: TmuxReport?

    package init(_ record: ProbeLog, _ terminal: OuterTerminal, tmux: TmuxReport? = nil) {
        self.record = record
        self.terminal = terminal
        self.tmux = tmux
    }

    package var hasAnswered: Bool { !record.answers.isEmpty }
}
