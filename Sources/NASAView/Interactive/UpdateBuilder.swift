internal import Imaging
internal import Screens
internal import TerminalProtocols

/// All the bytes of one update: clearing, pictures, the text around them, and the acknowledgement.
struct UpdateBuilder {
    private let look: TerminalLook

    init(_ look: TerminalLook) { self.look = look }

    private var profile: TerminalProfile { look.profile }
    private var colours: TextColours { look.colours }

    /// Asks the terminal that draws the pictures to acknowledge them; never through tmux.
    private var acknowledgement: [UInt8] {
        guard let passage = profile.passthrough else { return CapabilityQuery.acknowledgement }
        return passage.repliesReachUs
            ? passage.multiplexer.wrap(CapabilityQuery.acknowledgement) : []
    }

    /// A synchronized update, if the terminal has them.
    func update(_ content: [UInt8]..., acknowledged: Bool) -> [UInt8] {
        let isSynchronized = profile.hasSynchronizedUpdates
        let begin = isSynchronized ? ControlSequence.bytes(.beginUpdate) : []
        let end = isSynchronized ? ControlSequence.bytes(.endUpdate) : []
        return Array(joining: [begin] + content + [end, acknowledged ? acknowledgement : []])
    }

    /// A picture and the status line below it.
    func photo(
        _ picture: [UInt8], status: PhotoBar, clearing: ClearStrategy, acknowledged: Bool
    ) -> [UInt8] {
        // mlterm is said to show the cursor again after a sixel.
        update(
            clearing.bytes(on: profile), picture, self.status(status),
            ControlSequence.bytes(.hideCursor), acknowledged: acknowledged)
    }

    /// The bar: all of the last line of the screen, which is empty without one.
    func status(_ bar: PhotoBar) -> [UInt8] {
        guard !bar.isHidden else {
            return ControlSequence.bytes(.moveCursor(lastLine(from: 0)), .plain, .eraseLine)
        }
        return bytes(of: bar.runs, on: bar.ground)
    }

    /// Placements of pictures that the terminal stores, and what changes in the status line.
    ///
    /// Under 100 bytes while panning: too little for a synchronized update, unless text places them.
    func placing(_ pictures: [UInt8], status: PhotoBar, over old: PhotoBar) -> [UInt8] {
        let output = pictures + changes(to: status, from: old)
        guard !pictures.isEmpty else { return output }
        return profile.placeholders == nil
            ? output + acknowledgement : update(output, acknowledged: true)
    }

    private func changes(to bar: PhotoBar, from old: PhotoBar) -> [UInt8] {
        if bar == old { return [] }
        return bar.isHidden ? status(bar) : bytes(of: bar.changes(from: old), on: bar.ground)
    }

    private func lastLine(from column: Int) -> CellPosition {
        CellPosition(row: profile.window.cells.rows - 1, column: column)
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

/// How the screen is cleared for a photo, in the same write.
enum ClearStrategy {
    /// The previous photo is drawn over.
    ///
    /// Clearing it first showed an empty screen in 14 to 20 of 20 redraws in four terminals
    /// (facts/terminals.md §4.7).
    case nothing
    /// A page of text is drawn over: only what lies outside these cells is erased, and its links,
    /// which would lead somewhere from under the photo.
    case surroundings(CellRect, links: [CellRect])
    /// It is not known what is there.
    case everything

    func bytes(on profile: TerminalProfile) -> [UInt8] {
        switch self {
        case .nothing: []
        case .everything: Self.everything(on: profile)
        case .surroundings(let cells, let links):
            Self.surroundings(of: cells, in: profile.window.cells) + Self.erasure(of: links)
        }
    }

    /// ED 2 deletes the pictures in kitty's store, ED 0 leaves them and their placements alone.
    static func everything(on profile: TerminalProfile) -> [UInt8] {
        guard profile.picturesLieApart else {
            return ControlSequence.bytes(.plain, .resetMargins, .clearScreen)
        }
        let home = CellPosition(row: 0, column: 0)
        return ControlSequence.bytes(.plain, .resetMargins, .moveCursor(home), .eraseBelow)
    }

    private static func erasure(of links: [CellRect]) -> [UInt8] {
        links.flatMap {
            ControlSequence.bytes(.moveCursor($0.origin), .erase(columns: $0.size.columns))
        }
    }

    /// Everything except the cells that the photo covers wholly, and the status line.
    private static func surroundings(of cells: CellRect, in window: CellSize) -> [UInt8] {
        var output = ControlSequence.bytes(.plain, .resetMargins)
        for row in 0..<window.rows - 1 {
            let isCovered = row < cells.size.rows
            if isCovered, cells.origin.column > 0 {
                ControlSequence.moveCursor(CellPosition(row: row, column: 0)).append(to: &output)
                ControlSequence.erase(columns: cells.origin.column).append(to: &output)
            }
            let column = isCovered ? cells.origin.column + cells.size.columns : 0
            guard column < window.columns else { continue }
            ControlSequence.moveCursor(CellPosition(row: row, column: column)).append(to: &output)
            ControlSequence.eraseLine.append(to: &output)
        }
        return output
    }
}
