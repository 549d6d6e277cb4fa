package import Imaging

/// Determines the abilities of a terminal, and which terminal draws the pictures.
///
/// Each query depends on the replies to those before it:
///
/// 1. All queries at once, DA1 last. GNU screen sends some replies after that to DA1: DA1 is sent
/// to it again.
/// 2. A terminal that may place regions of stored pictures wrongly gets one to place
/// (`KittyCropProbe`).
/// 3. A multiplexer that draws no pictures may pass them on: its outer terminal is queried
/// (`OuterTerminalProbe`), in tmux once tmux has reported that its replies are sent to our pane.
///
/// It has no clock and sends nothing: its owner sends `begin()`, then passes each reply to
/// `receive` and sends what `next` returns.
package struct ProbeSequence: Sendable {
    /// The next query, whose bytes are sent to the terminal.
    package enum Question: Hashable, Sendable {
        /// The last query again: replies that are still under way precede its second reply.
        case last([UInt8])
        /// Places a picture, which moves the cursor.
        case picture([UInt8])
        /// Queries tmux itself about our pane; its report is passed to `receive`.
        case tmux
        /// Queries the outer terminal of a multiplexer, which moves the cursor in GNU screen.
        case outside([UInt8])
    }

    private enum Step: Hashable {
        case notAsked, asking
        /// Waiting for the second reply to the last query.
        case awaitingLast
        /// The terminal has replied; queries that follow from that have not been sent.
        case answered
        case trying(KittyCropProbe)
        case done
    }

    package private(set) var capabilities = TerminalCapabilities()
    /// The outer terminal of a multiplexer and the queries to it; `nil` without a multiplexer.
    package private(set) var outside: OuterTerminalProbe?
    private var step = Step.notAsked
    /// The terminal attached to tmux.
    private var client: String?
    private let environment: TerminalEnvironment
    /// The protocol requested by the user; `nil` for the best.
    private let graphics: GraphicsProtocol?

    package init(_ environment: TerminalEnvironment, graphics: GraphicsProtocol? = nil) {
        self.environment = environment
        self.graphics = graphics
    }

    /// True if all queries were sent and the last one has not been answered.
    package var isUnanswered: Bool { step == .asking }

    /// True while a reply of the terminal itself is due.
    package var isWaiting: Bool {
        switch step {
        case .asking, .awaitingLast, .trying: true
        case .notAsked, .answered, .done: false
        }
    }

    /// True if everything that decides the protocol is known.
    package var isSettled: Bool { step == .done && outside?.isSettled != false }

    /// The table's row for the terminal from which our input comes: inside tmux, tmux's row.
    package var known: KnownTerminal {
        KnownTerminal.recognise(capabilities, environment) ?? .unknown
    }

    /// True if pictures, if there are any, go through tmux.
    package var isInTmux: Bool { outside?.terminal.multiplexer == .tmux }

    /// Returns all queries.
    package mutating func begin() -> [UInt8] {
        step = .asking
        return CapabilityQuery.probe(in: environment)
    }

    /// Receives a reply of the terminal, or of the outer one from the first query to it on.
    ///
    /// - Returns: the bytes to write next.
    package mutating func receive(_ reply: TerminalReply) -> [UInt8] {
        if outside != nil { return outside?.receive(reply) ?? [] }
        capabilities.receive(reply)
        switch step {
        case .awaitingLast:
            if case .primaryAttributes = reply { step = .answered }
        case .trying(var probe):
            probe.receive(reply)
            capabilities.receive(probe)
            step = probe.cropsPictures == nil ? .trying(probe) : .done
        case .notAsked, .asking, .answered, .done: break
        }
        return []
    }

    /// Receives a size that the terminal has reported without a query (mode 2048).
    ///
    /// Pictures through a multiplexer are measured by the outer terminal.
    package mutating func receive(size cells: CellSize, _ pixels: PixelSize) {
        if outside == nil { capabilities.receive(.resized(cells, pixels)) }
    }

    /// Forgets properties that depend on the size of the window, which has changed.
    package mutating func forgetTextArea() { capabilities.forgetTextArea() }

    /// Returns the query that follows from the replies so far; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - cell: the terminal's cell, as far as it is known.
    ///   - window: the size of the window in cells.
    /// - Returns: the query to send now; each is returned once.
    package mutating func next(cell: CellMetrics, in window: CellSize) -> Question? {
        switch step {
        case .notAsked, .asking:
            guard capabilities.isComplete else { return nil }
            guard known.passage != .screen else {
                step = .awaitingLast
                return .last(Array(CapabilityQuery.primaryAttributes.rawValue.utf8))
            }
            return conclude(cell, window)
        case .answered: return conclude(cell, window)
        case .awaitingLast, .trying, .done: return nil
        }
    }

    private mutating func conclude(_ cell: CellMetrics, _ window: CellSize) -> Question? {
        step = .done
        if graphics == nil, capabilities.needsTrial(known) {
            let probe = KittyCropProbe()
            step = .trying(probe)
            return .picture(probe.bytes(cell: cell))
        }
        guard graphics?.isText != true, !capabilities.hasSixel, !capabilities.hasKittyGraphics,
            let passage = known.passage
        else { return nil }
        outside = OuterTerminalProbe(passage)
        return locate(in: window)
    }

    /// Queries the position of our pane, which may have changed with its size.
    ///
    /// - Returns: `nil` without a multiplexer, or without room for the query.
    package mutating func locate(in window: CellSize) -> Question? {
        guard let outside else { return nil }
        guard !isInTmux else { return .tmux }
        guard window.columns >= OuterTerminalProbe.leastColumns,
            window.rows >= OuterTerminalProbe.leastRows
        else { return nil }
        var probe = outside
        let question = probe.begin()
        self.outside = probe
        return .outside(question)
    }

    /// Receives tmux's report about our pane, `nil` if it does not reply.
    ///
    /// - Returns: the queries to the outer terminal, if its replies would reach us now.
    package mutating func receive(_ report: TmuxReport?) -> [UInt8] {
        guard var probe = outside else { return [] }
        if let report, !report.client.isEmpty {
            // Another terminal has been attached, and nothing is known about it.
            if let client, report.client != client { probe = OuterTerminalProbe(.tmux) }
            client = report.client
        }
        probe.receive(report)
        defer { outside = probe }
        guard !probe.terminal.capabilities.isComplete, let report, report.passesOn,
            report.isAnswered
        else { return [] }
        return probe.begin()
    }
}
