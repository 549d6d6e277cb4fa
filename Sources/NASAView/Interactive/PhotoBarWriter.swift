internal import Imaging
internal import Screens
internal import TerminalProtocols

/// Writes the bar below a photo.
struct PhotoBarWriter {
    private let look: TerminalLook

    init(_ look: TerminalLook) { self.look = look }

    private var colours: TextColours { look.colours }

    /// The bar: all of the last line of the screen, which is empty without one.
    func bytes(of bar: PhotoBar) -> [UInt8] {
        guard !bar.isHidden else {
            return ControlSequence.bytes(.moveCursor(lastLine(from: 0)), .plain, .eraseLine)
        }
        return bytes(of: bar.runs, on: bar.ground)
    }

    /// The bytes that turn one bar into another.
    func changes(to bar: PhotoBar, from old: PhotoBar) -> [UInt8] {
        if bar == old { return [] }
        return bar.isHidden ? bytes(of: bar) : bytes(of: bar.changes(from: old), on: bar.ground)
    }

    private func lastLine(from column: Int) -> CellPosition {
        CellPosition(row: look.profile.window.cells.rows - 1, column: column)
    }

    /// Pieces of the bar, in their colours; what lies between two of them stays.
    private func bytes(of runs: [PhotoBar.Run], on ground: PhotoBar.Ground) -> [UInt8] {
        var output: [UInt8] = []
        var column: Int?
        for run in runs {
            if column != run.columns.lowerBound {
                ControlSequence.moveCursor(lastLine(from: run.column)).append(to: &output)
            }
            column = run.columns.upperBound
            output += attributes(run.style, on: ground)
            look.ordered(run.text).append(to: &output)
        }
        return output + ControlSequence.bytes(.plain)
    }

    private func attributes(_ style: TextPage.Style, on ground: PhotoBar.Ground) -> [UInt8] {
        var output = ControlSequence.bytes(.plain)
        if case .plain(let strength) = ground {
            if style == .strong { ControlSequence.bold.append(to: &output) }
            foreground(colours.fade.prefix(max(0, strength)).last, in: &output)
            return output
        }
        // Without a quiet ground the bar is reversed; faint and coloured text is hard to read there.
        let pair = colours.pair(style, on: .selection)
        guard let selection = pair.ground else {
            if style != .reversed { ControlSequence.reverse.append(to: &output) }
            if style == .strong { ControlSequence.bold.append(to: &output) }
            return output
        }
        if style == .strong { ControlSequence.bold.append(to: &output) }
        if style == .reversed { ControlSequence.reverse.append(to: &output) }
        foreground(pair.text, in: &output)
        ControlSequence.background(selection).append(to: &output)
        return output
    }

    private func foreground(_ colour: Int?, in output: inout [UInt8]) {
        if let colour { ControlSequence.foreground(colour).append(to: &output) }
    }
}
