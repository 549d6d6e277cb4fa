/// A query of the start-up probe; all queries are sent in one write, DA1 last.
///
/// Every terminal replies to DA1, so the reply to DA1 ends the probe (`KeyParser` handles late
/// replies). In tests of ten terminals, no query was visible on the screen, and no reply took more
/// than 10 ms. The query `CSI ? 4 m` is not used, because st interprets it as an underline.
package enum CapabilityQuery: String, CaseIterable, Hashable, Sendable {
    case version = "\u{1B}[>q"
    case secondaryAttributes = "\u{1B}[>c"
    /// A one-pixel picture; with `a=q`, the terminal checks the picture but does not store it.
    case kittyGraphics = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
    case sixelGeometry = "\u{1B}[?2;1;0S"
    case sixelLimit = "\u{1B}[?2;4;0S"
    case sixelRegisters = "\u{1B}[?1;1;0S"
    case cellPixels = "\u{1B}[16t"
    case textAreaPixels = "\u{1B}[14t"
    case synchronizedUpdates = "\u{1B}[?2026$p"
    case mousePixels = "\u{1B}[?1016$p"
    case resizeReports = "\u{1B}[?2048$p"
    case colourSchemeReports = "\u{1B}[?2031$p"
    case visibilityReports = "\u{1B}[?2033$p"
    case background = "\u{1B}]11;?\u{1B}\\"
    case keyboard = "\u{1B}[?u"
    case primaryAttributes = "\u{1B}[c"

    package static let kittyQueryImage = 31

    /// Returns all queries for a terminal.
    ///
    /// The kitty query is not sent to a multiplexer: multiplexers do not support kitty graphics,
    /// and tmux interprets the APC string as a window title.
    package static func probe(in environment: TerminalEnvironment) -> [UInt8] {
        allCases.filter { $0 != .kittyGraphics || !environment.isMultiplexer }
            .flatMap { Array($0.rawValue.utf8) }
    }

    /// The queries for the outer terminal of a multiplexer; all other queries concern only the
    /// multiplexer.
    package static let askedOutside: [CapabilityQuery] = [
        .version, .secondaryAttributes, .kittyGraphics, .sixelGeometry, .sixelLimit,
        .sixelRegisters, .cellPixels, .background, .primaryAttributes,
    ]

    /// Returns the queries for the outer terminal and the bytes of another query, with DA1 last.
    static func outside(asking other: [UInt8]) -> [UInt8] {
        askedOutside.dropLast().flatMap { Array($0.rawValue.utf8) } + other
            + Array(CapabilityQuery.primaryAttributes.rawValue.utf8)
    }

    /// The query for the cursor's position (CPR), never sent while the cursor is in the first row.
    static let position = Array("\u{1B}[6n".utf8)

    /// A query (DSR 5) sent after a frame; the reply means that the terminal has processed the
    /// frame.
    package static let acknowledgement = Array("\u{1B}[5n".utf8)
}

/// The replies to the queries of the probe, with their delays.
package struct ProbeLog: Sendable {
    package struct Answer: Hashable, Sendable {
        package let reply: TerminalReply
        /// The time from sending the queries to the end of the reply, in microseconds.
        package let microseconds: Int
    }

    package var outcome: ProbeOutcome
    package private(set) var answers: [CapabilityQuery: Answer] = [:]
    package private(set) var capabilities = TerminalCapabilities()

    package init(_ outcome: ProbeOutcome) { self.outcome = outcome }

    package var lastReplyMicroseconds: Int? { answers.values.map(\.microseconds).max() }

    package mutating func receive(_ reply: TerminalReply, afterMicroseconds microseconds: Int) {
        capabilities.receive(reply)
        // A repeated reply, such as the acknowledgement at exit, does not belong to a query of the
        // probe.
        guard let query = question(of: reply), answers[query] == nil else { return }
        answers[query] = Answer(reply: reply, microseconds: microseconds)
    }

    /// Replaces the capabilities with those that result from all replies and tests.
    package mutating func learn(_ capabilities: TerminalCapabilities) {
        self.capabilities = capabilities
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
        2031: .colourSchemeReports, 2033: .visibilityReports,
    ]

    /// Returns the query that a reply to XTSMGRAPHICS answers; `nil` if every query that it may
    /// answer is already answered.
    ///
    /// The order of the replies decides. The replies to the two queries for a size look alike, and
    /// mlterm rejects these queries with replies about the registers.
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

package enum ProbeOutcome: Hashable, Sendable {
    case answered
    /// The terminal did not reply to the last query in time.
    case timedOut(milliseconds: Int)
    case notAsked(ProbeFailure)

    package enum ProbeFailure: String, Hashable, Sendable {
        case noTerminal
        /// The output is a pipe; the program at its other end, such as a pager, may use the
        /// terminal itself.
        case pipe
        /// Another job of the shell controls the terminal.
        case background
        /// According to TERM, the terminal would display the queries.
        case kind
    }
}
