internal import Imaging

/// Asks the terminal outside a multiplexer what it can, and where on its screen our pane lies.
///
/// All answers come back as if they had been typed: in tmux to whichever pane is active by then. So
/// there the terminal outside is asked once, when tmux has said that ours is the active one, and the
/// pane's place is asked of tmux itself (`TmuxReport`).
///
/// GNU screen can not be asked, but a multiplexer that is idle keeps the outside cursor where the
/// cursor of the active pane is. So ours is moved to a known cell, screen is asked for it (its answer
/// says that it got there), and then the terminal outside is asked for its own. Done at two cells,
/// whose distance must be the same outside: it is not while another pane is the active one.
package struct OuterTerminalProbe: Hashable, Sendable {
    private enum Step: Hashable {
        case done
        /// Until the terminal outside has answered what it can, in tmux.
        case asking
        /// Until the multiplexer says that our cursor is at the first, the second cell.
        case moving(second: Bool)
        /// Until the terminal outside says where that is.
        case locating(second: Bool)
    }

    package private(set) var terminal: OuterTerminal
    private var step = Step.done
    private var first = CellPosition(row: 0, column: 0)
    private var attempts = 0
    /// The cell as tmux told it last.
    private var tmuxCell: PixelSize?

    package init(_ passthrough: Multiplexer) { terminal = OuterTerminal(passthrough) }

    /// Whether all that is to be known is known.
    package var isSettled: Bool { step == .done }

    /// The first bytes to write; what else is to be written comes from `take`.
    ///
    /// In tmux they may be written only while answers come to our pane.
    package mutating func begin() -> [UInt8] {
        attempts = 0
        guard terminal.multiplexer == .tmux else { return move() }
        step = .asking
        return terminal.multiplexer.wrap(CapabilityQuery.outside(asking: []))
    }

    /// Takes in where the pane lies, as tmux says; `nil` if it is not known.
    package mutating func take(_ report: TmuxReport?) {
        terminal.pane = report?.pane
        // The font outside has changed: asking for its cell once more might tell another pane.
        if let cell = report?.cell, let known = tmuxCell, cell != known {
            terminal.capabilities.receive(.cellPixels(cell))
        }
        tmuxCell = report?.cell ?? tmuxCell
    }

    /// Takes an answer in.
    ///
    /// - Returns: what is to be written next.
    package mutating func take(_ reply: TerminalReply) -> [UInt8] {
        guard case .cursorPosition(let place) = reply else {
            terminal.capabilities.receive(reply)
            if step == .asking, terminal.capabilities.isComplete { step = .done }
            return []
        }
        switch step {
        case .done, .asking: return []
        case .moving(let isSecond):
            // Anything else is a late answer to an inquiry before.
            guard place == cell(isSecond) else { return [] }
            step = .locating(second: isSecond)
            return terminal.multiplexer.wrap(questions)
        case .locating(second: false):
            first = place
            step = .moving(second: true)
            return ask(true)
        case .locating(second: true): return conclude(place)
        }
    }

    /// Both places must be as far from each other outside as they are in the pane.
    private mutating func conclude(_ second: CellPosition) -> [UInt8] {
        let cell = cell(false)
        let pane = CellPosition(row: first.row - cell.row, column: first.column - cell.column)
        let isRight =
            second.row == first.row && second.column - first.column == Self.distance
            && pane.row >= 0 && pane.column >= 0
        step = .done
        terminal.pane = isRight ? pane : nil
        attempts += 1
        return isRight || attempts >= Self.patience ? [] : move()
    }

    private mutating func move() -> [UInt8] {
        number = (number + 1) % Self.distance
        step = .moving(second: false)
        return ask(false)
    }

    private func ask(_ isSecond: Bool) -> [UInt8] {
        ControlSequence.bytes(.moveCursor(cell(isSecond))) + CapabilityQuery.position
    }

    /// All questions the first time; DA1 comes last, as in the multiplexer's own probe.
    private var questions: [UInt8] {
        let isNew = !terminal.capabilities.isComplete && step == .locating(second: false)
        return isNew
            ? CapabilityQuery.outside(asking: CapabilityQuery.position)
            : Array(CapabilityQuery.cellPixels.rawValue.utf8) + CapabilityQuery.position
    }

    /// The cells of inquiries that follow each other are different, so that answers to one are not
    /// taken for answers to another.
    private var number = 0

    /// Never in the first row: there the answer looks like F3 with modifiers.
    private func cell(_ isSecond: Bool) -> CellPosition {
        CellPosition(row: 1, column: number + (isSecond ? Self.distance : 0))
    }

    private static var distance: Int { 4 }

    /// A wrong answer may be a late one, or be due to a prompt that is open; three are no accident.
    private static var patience: Int { 3 }

    /// The smallest pane in which the cells of the inquiry lie apart from each other.
    package static let leastColumns = 8
    package static let leastRows = 2
}
