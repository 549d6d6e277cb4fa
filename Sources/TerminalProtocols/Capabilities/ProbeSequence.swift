package import Imaging

/// The sequence of queries that determines the terminal that draws pictures, and its capabilities.
///
/// Each step depends on the replies to the steps before it:
///
/// 1. All queries are sent at once, DA1 last. GNU screen sends some replies after the reply to DA1,
///    so it receives DA1 a second time.
/// 2. A terminal that may place regions of stored pictures wrongly must place a test picture
///    (`KittyCropProbe`).
/// 3. A multiplexer that does not draw pictures may pass them on: its outer terminal is queried
///    (`OuterTerminalProbe`). In tmux, this step waits until tmux reports that replies reach the
///    program's pane.
///
/// The sequence has no clock and sends nothing: its owner sends `begin()`, then passes each reply
/// to `receive` and sends what `next` returns.
package struct ProbeSequence: Sendable {
    /// The next query to send to the terminal.
    package enum Question: Hashable, Sendable {
        /// The last query a second time; replies that are still under way arrive before the second
        /// reply.
        case last([UInt8])
        /// The test picture to place, which moves the cursor.
        case picture([UInt8])
        /// A query to tmux itself about the pane; tmux's report must be passed to `receive`.
        case tmux
        /// Queries to a multiplexer's outer terminal; in GNU screen, they move the cursor.
        case outside([UInt8])
    }

    private enum Step: Hashable {
        case notAsked, asking
        /// Waiting for the second reply to the last query.
        case awaitingLast
        /// The terminal has replied; queries that depend on the replies have not been sent.
        case answered
        case trying(KittyCropProbe)
        case done
    }

    package private(set) var capabilities = TerminalCapabilities()
    /// The probe of a multiplexer's outer terminal; `nil` without a multiplexer.
    package private(set) var outside: OuterTerminalProbe?
    private var step = Step.notAsked
    /// True if tmux has been queried and `receive` has not been called with its report.
    package private(set) var awaitsTmux = false
    /// The device of the terminal attached to tmux; `nil` if the device is unknown.
    private var client: String?
    private let environment: TerminalEnvironment
    /// The protocol requested by the user; `nil` for the best protocol.
    private let graphics: GraphicsProtocol?

    package init(_ environment: TerminalEnvironment, graphics: GraphicsProtocol? = nil) {
        self.environment = environment
        self.graphics = graphics
    }

    /// True from `begin` until `next` finds the last query of the first step answered.
    package var isUnanswered: Bool { step == .asking }

    /// True while the terminal itself, not an outer terminal, still has to reply.
    package var isWaiting: Bool {
        switch step {
        case .asking, .awaitingLast, .trying: true
        case .notAsked, .answered, .done: false
        }
    }

    /// True if no further reply of the terminal, of tmux or of an outer terminal is expected.
    package var isSettled: Bool { step == .done && !awaitsTmux && outside?.isSettled != false }

    /// The table's row for the terminal that sends the program's input: inside tmux, tmux's row.
    package var known: KnownTerminal {
        KnownTerminal.recognise(capabilities, environment) ?? .unknown
    }

    /// True if pictures would go through tmux.
    package var isInTmux: Bool { outside?.terminal.multiplexer == .tmux }

    /// Starts the sequence and returns the queries of the first step.
    package mutating func begin() -> [UInt8] {
        step = .asking
        return CapabilityQuery.probe(in: environment)
    }

    /// Receives a reply of the terminal, or of the outer terminal once it has been queried.
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
    /// The size is ignored once an outer terminal is probed.
    package mutating func receive(size cells: CellSize, _ pixels: PixelSize) {
        if outside == nil { capabilities.receive(.resized(cells, pixels)) }
    }

    /// Discards properties that depend on the size of the window, which has changed.
    package mutating func forgetTextArea() { capabilities.forgetTextArea() }

    /// Returns the query that follows from the replies so far; `nil` if there is no query to send.
    ///
    /// - Parameters:
    ///   - cell: the known or assumed size of the terminal's cell.
    ///   - window: the size of the window in cells.
    /// - Returns: the query to send now; each query is returned once.
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

    /// Returns the query for the position of the program's pane, which may have changed with the
    /// window's size.
    ///
    /// The result is `nil` without a multiplexer, or if the window is too small for the query.
    package mutating func locate(in window: CellSize) -> Question? {
        guard let outside else { return nil }
        guard !isInTmux else {
            awaitsTmux = true
            return .tmux
        }
        guard window.columns >= OuterTerminalProbe.leastColumns,
            window.rows >= OuterTerminalProbe.leastRows
        else { return nil }
        var probe = outside
        let question = probe.begin()
        self.outside = probe
        return .outside(question)
    }

    /// Receives tmux's report on the program's pane; `report` is `nil` if tmux does not reply.
    ///
    /// - Returns: the queries for the outer terminal; empty if DA1 has been answered, or if the
    ///   replies would not reach the pane now.
    package mutating func receive(_ report: TmuxReport?) -> [UInt8] {
        awaitsTmux = false
        guard var probe = outside else { return [] }
        if let report, !report.client.isEmpty {
            // Another terminal has been attached, of which nothing is known yet.
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
