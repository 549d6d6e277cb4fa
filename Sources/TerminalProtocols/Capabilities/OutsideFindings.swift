/// What was found out about the terminal outside a multiplexer, for `doctor`.
package struct OutsideFindings: Sendable {
    package let record: ProbeRecord
    package let terminal: OutsideTerminal
    /// What tmux says about our pane; `nil` if it could not be asked.
    package let tmux: TmuxReport?

    package init(_ record: ProbeRecord, _ terminal: OutsideTerminal, tmux: TmuxReport? = nil) {
        self.record = record
        self.terminal = terminal
        self.tmux = tmux
    }

    package var hasAnswered: Bool { !record.answers.isEmpty }
}
