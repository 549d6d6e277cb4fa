/// Which question of the probe was answered with what, and how soon.
package struct ProbeLog: Sendable {
    package struct Answer: Hashable, Sendable {
        package let reply: TerminalReply
        /// From the one write of all questions to the read that ended the answer.
        package let microseconds: Int
    }

    package var outcome: ProbeOutcome
    package private(set) var answers: [CapabilityQuery: Answer] = [:]
    package private(set) var capabilities = TerminalCapabilities()

    package init(_ outcome: ProbeOutcome) { self.outcome = outcome }

    /// The time of the last answer that came; nil where none did.
    package var lastReplyMicroseconds: Int? { answers.values.map(\.microseconds).max() }

    package mutating func take(_ reply: TerminalReply, afterMicroseconds microseconds: Int) {
        capabilities.receive(reply)
        // A second answer, as that to the fence at the end, belongs to no question of the probe.
        guard let query = question(of: reply), answers[query] == nil else { return }
        answers[query] = Answer(reply: reply, microseconds: microseconds)
    }

    private func question(of reply: TerminalReply) -> CapabilityQuery? {
        switch reply {
        case .version: .version
        case .primaryAttributes: .primaryAttributes
        case .secondaryAttributes: .secondaryAttributes
        case .kittyGraphics(CapabilityQuery.kittyQueryImage, _): .kittyGraphics
        case .sixelGraphics(let item, let status, _): sixelQuestion(item, status)
        case .cellPixels: .cellPixels
        case .textAreaPixels: .textAreaPixels
        case .mode(let mode, _): Self.questionsOfModes[mode]
        case .background: .background
        case .keyboardFlags: .keyboard
        default: nil
        }
    }

    private static let questionsOfModes: [Int: CapabilityQuery] = [
        1016: .mousePixels, 2026: .synchronizedUpdates, 2048: .resizeReports,
    ]

    /// The two questions about sizes have the same answers, and mlterm refuses them with the item of
    /// the registers: then the order of the questions tells.
    private func sixelQuestion(_ item: Int, _ status: Int) -> CapabilityQuery? {
        let asked: [CapabilityQuery] =
            switch (item, status) {
            case (1, 0): [.sixelRegisters]
            case (2, _): [.sixelGeometry, .sixelLimit]
            default: [.sixelGeometry, .sixelLimit, .sixelRegisters]
            }
        return asked.first { answers[$0] == nil }
    }
}
