/// What was found out about the terminal outside a multiplexer, for `doctor`.
package struct OutsideFindings: Sendable {
    package let record: ProbeRecord
    package let terminal: OutsideTerminal

    package init(_ record: ProbeRecord, _ terminal: OutsideTerminal) {
        self.record = record
        self.terminal = terminal
    }

    package var hasAnswered: Bool { !record.answers.isEmpty }
}
