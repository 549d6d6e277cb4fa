internal import Bounds
package import Imaging

/// The known facts about the outer terminal of a multiplexer.
package struct OuterTerminal: Hashable, Sendable {
    package let multiplexer: Multiplexer
    package var capabilities = TerminalCapabilities()
    /// The origin of the program's pane on the outer terminal's screen; `nil` if the origin is
    /// uncertain.
    package var pane: CellPosition?

    package init(_ multiplexer: Multiplexer) { self.multiplexer = multiplexer }

    /// The terminal recognised by its replies alone, because the environment describes the
    /// multiplexer.
    package var recognised: Decision<KnownTerminal>? {
        KnownTerminal.recognised(capabilities, TerminalEnvironment([:]))
    }
}

/// A probe of the outer terminal's capabilities and of the pane's position on the outer screen.
///
/// Replies arrive as typed input; in tmux, at the currently active pane. Therefore, tmux's outer
/// terminal is queried only when tmux reports that the program's pane is active, and the position
/// comes from tmux itself (`TmuxReport`).
///
/// GNU screen cannot report the position, but an idle multiplexer keeps the outer cursor at the
/// active pane's cursor. Therefore, the pane's cursor moves to a known cell, and screen reports
/// this cell when the move is done. Then the outer terminal reports the outer cursor. The procedure
/// is repeated at a second cell: if another pane is active, the distance between the outer cursors
/// differs.
package struct OuterTerminalProbe: Hashable, Sendable {
    private enum Step: Hashable {
        case done
        /// Waiting for the capabilities of the outer terminal, in tmux.
        case asking
        /// Waiting for the multiplexer to report that the pane's cursor is at a cell.
        case moving(second: Bool)
        /// Waiting for the outer terminal to report its cursor for the same cell.
        case locating(second: Bool)
    }

    package private(set) var terminal: OuterTerminal
    private var step = Step.done
    private var first = CellPosition(row: 0, column: 0)
    private var attempts = 0
    /// The outer terminal's cell size in tmux's last report.
    private var tmuxCell: PixelSize?

    package init(_ multiplexer: Multiplexer) { terminal = OuterTerminal(multiplexer) }

    package var isSettled: Bool { step == .done }

    /// Starts the probe and returns the first bytes to write; `receive` returns the following
    /// bytes.
    ///
    /// In tmux, the bytes may be written only while replies reach the program's pane.
    package mutating func begin() -> [UInt8] {
        attempts = 0
        guard terminal.multiplexer == .tmux else { return move() }
        step = .asking
        return terminal.multiplexer.wrap(CapabilityQuery.outside(asking: []))
    }

    /// Handles tmux's report; `report` is `nil` if tmux has not replied.
    package mutating func receive(_ report: TmuxReport?) {
        terminal.pane = report?.pane
        // The font has changed. The cell size is taken from the report, because the reply to a new
        // query might be sent to another pane.
        if let cell = report?.cell, let known = tmuxCell, cell != known {
            terminal.capabilities.receive(.cellPixels(cell))
        }
        tmuxCell = report?.cell ?? tmuxCell
    }

    /// Handles a reply.
    ///
    /// - Returns: the bytes to write next.
    package mutating func receive(_ reply: TerminalReply) -> [UInt8] {
        guard case .cursorPosition(let position) = reply else {
            terminal.capabilities.receive(reply)
            if step == .asking, terminal.capabilities.isComplete { step = .done }
            return []
        }
        switch step {
        case .done, .asking: return []
        case .moving(let isSecond):
            // Other positions are late replies to earlier queries.
            guard position == cell(isSecond) else { return [] }
            step = .locating(second: isSecond)
            return terminal.multiplexer.wrap(questions)
        case .locating(second: false):
            first = position
            step = .moving(second: true)
            return ask(true)
        case .locating(second: true): return conclude(position)
        }
    }

    /// Ends an attempt, which fails if the distance between the two cells differs on the outer
    /// screen, or if the pane's origin would be negative.
    private mutating func conclude(_ second: CellPosition) -> [UInt8] {
        let cell = cell(false)
        let pane = CellPosition(row: first.row - cell.row, column: first.column - cell.column)
        let isRight =
            second.row == first.row && second.column - first.column == Self.distance
            && pane.row >= 0 && pane.column >= 0
        step = .done
        terminal.pane = isRight ? pane : nil
        attempts += 1
        return isRight || attempts >= Self.attemptLimit ? [] : move()
    }

    private mutating func move() -> [UInt8] {
        number = (number + 1) % Self.distance
        step = .moving(second: false)
        return ask(false)
    }

    private func ask(_ isSecond: Bool) -> [UInt8] {
        ControlSequence.bytes(.moveCursor(cell(isSecond))) + CapabilityQuery.position
    }

    /// The queries to send with a cursor query: all queries at first, later only the query for the
    /// cell size.
    private var questions: [UInt8] {
        let isNew = !terminal.capabilities.isComplete && step == .locating(second: false)
        return isNew
            ? CapabilityQuery.outside(asking: CapabilityQuery.position)
            : Array(CapabilityQuery.cellPixels.rawValue.utf8) + CapabilityQuery.position
    }

    /// The number of the attempt, modulo `distance`; successive attempts use different cells, so
    /// that late replies are recognised.
    private var number = 0

    /// Returns a cell of the attempt, but not in the first row, where a reply looks like F3 with
    /// modifiers.
    private func cell(_ isSecond: Bool) -> CellPosition {
        CellPosition(row: 1, column: number + (isSecond ? Self.distance : 0))
    }

    private static var distance: Int { 4 }

    /// The maximum number of attempts.
    ///
    /// A late reply or an open prompt may make one attempt fail, but hardly three in a row.
    private static var attemptLimit: Int { 3 }

    /// The minimum number of columns of a pane that has room for both cells of an attempt.
    package static let leastColumns = 8
    /// The minimum number of rows of a pane; the cells of an attempt are in the second row.
    package static let leastRows = 2
}

/// The results of probing an outer terminal, for `doctor`.
package struct OuterTerminalReport: Sendable {
    package let record: ProbeLog
    package let terminal: OuterTerminal
    /// tmux's report; `nil` if tmux could not be queried.
    package let tmux: TmuxReport?

    package init(_ record: ProbeLog, _ terminal: OuterTerminal, tmux: TmuxReport? = nil) {
        self.record = record
        self.terminal = terminal
        self.tmux = tmux
    }

    package var hasAnswered: Bool { !record.answers.isEmpty }
}

/// tmux's report on the program's pane: the pane's position, and the attached terminal.
package struct TmuxReport: Hashable, Sendable {
    /// The pane's origin on the outer screen; `nil` if the pane is not completely visible.
    package let pane: CellPosition?
    /// True if replies of the outer terminal reach this pane and no other pane.
    package let isAnswered: Bool
    /// True unless `allow-passthrough` is off; tmux before 3.3 always passes bytes on.
    package let passesOn: Bool
    /// The device of the outer terminal; empty while no terminal is attached.
    package let client: String
    /// The attached terminal and the time of its attachment.
    ///
    /// If either changes, the terminal does not have the program's pictures.
    package var attachment: [String] { [client, attachedAt] }
    /// The time of the last attachment, in tmux's format; empty if tmux does not report it.
    package let attachedAt: String
    /// The time of the last key pressed in the outer terminal, in tmux's format.
    ///
    /// The key may be for any pane, or for tmux itself.
    package let usedAt: String
    /// True if the outer terminal shows the window of the program's pane.
    package let isShown: Bool
    /// True if the outer terminal is on another machine.
    package let isRemote: Bool
    /// The size of the outer terminal's cell; `nil` if unknown, as before tmux 3.2.
    package let cell: PixelSize?

    /// The format for `display-message -p`; tmux leaves unknown fields empty.
    ///
    /// A session's SSH_CONNECTION comes from the most recently attached client.
    package static let format =
        fields.dropLast().map { "#{\($0)}" }.joined(separator: ",").replacing(
            "#{client_tty}", with: "#{client_tty}@#{session_last_attached}@#{client_activity}")
        + ",#{?SSH_CONNECTION,1,}"

    private static let fields = [
        "pane_active", "window_active", "pane_in_mode", "pane_synchronized", "pane_left",
        "pane_top", "pane_width", "pane_height", "window_offset_x", "window_offset_y", "status",
        "status-position", "client_width", "client_height", "client_cell_width",
        "client_cell_height", "allow-passthrough", "client_tty", "SSH_CONNECTION",
    ]

    /// The maximum size of a report in bytes; all fields together are smaller.
    package static let limitBytes = 1024

    /// Parses the output for `format`; `nil` if the output has another form.
    package init?(_ answer: [UInt8]) {
        guard answer.count <= Self.limitBytes, let text = String(validating: answer, as: UTF8.self)
        else { return nil }
        let values = text.prefix { !$0.isNewline }.split(
            separator: ",", omittingEmptySubsequences: false)
        guard values.count == Self.fields.count else { return nil }
        let fields = Dictionary(uniqueKeysWithValues: zip(Self.fields, values.map(String.init)))
        guard Self.number(fields["pane_left"]) != nil, Self.number(fields["pane_top"]) != nil else {
            return nil
        }
        pane = Self.pane(fields)
        let attachment = (fields["client_tty"] ?? "").split(
            separator: "@", maxSplits: 2, omittingEmptySubsequences: false)
        client = attachment.first.map { String($0) } ?? ""
        attachedAt = attachment.count > 1 ? String(attachment[1]) : ""
        usedAt = attachment.count > 2 ? String(attachment[2]) : ""
        isAnswered = Self.isAnswered(fields) && !client.isEmpty
        isShown = fields["window_active"] == "1" && !client.isEmpty
        isRemote = fields["SSH_CONNECTION"] == "1"
        passesOn = !["0", "off"].contains(fields["allow-passthrough"])
        let cell = PixelSize(
            width: Self.number(fields["client_cell_width"]) ?? 0,
            height: Self.number(fields["client_cell_height"]) ?? 0)
        self.cell = cell.isEmpty ? nil : cell
    }

    /// Returns true if replies reach only this pane.
    ///
    /// In a mode such as copy mode, tmux itself reads the input; synchronized panes all receive the
    /// input.
    private static func isAnswered(_ fields: [String: String]) -> Bool {
        fields["pane_active"] == "1" && fields["window_active"] == "1"
            && fields["pane_in_mode"] == "0" && fields["pane_synchronized"] != "1"
    }

    /// Returns the pane's origin on the outer screen; `nil` if the pane is not completely visible.
    ///
    /// A client that is smaller than the window shows only an area, which begins at an offset.
    private static func pane(_ fields: [String: String]) -> CellPosition? {
        func number(_ name: String) -> Int { Self.number(fields[name]) ?? 0 }
        let isStatusOnTop = fields["status-position"] == "top"
        let pane = CellPosition(
            row: number("pane_top") - number("window_offset_y")
                + (isStatusOnTop ? statusLines(fields["status"]) : 0),
            column: number("pane_left") - number("window_offset_x"))
        let (columns, rows) = (number("client_width"), number("client_height"))
        let isWhole =
            pane.row >= 0 && pane.column >= 0
            && (columns == 0 || pane.column + number("pane_width") <= columns)
            && (rows == 0 || pane.row + number("pane_height") <= rows)
        return isWhole ? pane : nil
    }

    /// Parses a number of status lines: `off`, `on`, or a number from 2 to 5.
    private static func statusLines(_ status: String?) -> Int {
        status == "on" ? 1 : number(status) ?? 0
    }

    private static func number(_ text: String?) -> Int? {
        text.flatMap { (0...ScreenLimits.side).number(in: $0) }
    }
}
