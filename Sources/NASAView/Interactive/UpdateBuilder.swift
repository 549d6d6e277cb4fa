internal import Imaging
internal import TerminalProtocols

/// All the bytes of one update: clearing, pictures, the text around them, and the acknowledgement.
struct UpdateBuilder {
    let profile: TerminalProfile

    /// Asks the terminal that draws the pictures to acknowledge them; never through tmux.
    private var acknowledgement: [UInt8] {
        guard let passage = profile.passthrough else { return CapabilityQuery.acknowledgement }
        return passage.repliesReachUs
            ? passage.multiplexer.wrap(CapabilityQuery.acknowledgement) : []
    }

    /// A synchronized update, if the terminal has them.
    func update(_ content: [UInt8], acknowledged: Bool) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(content.count + 64)
        if profile.hasSynchronizedUpdates { ControlSequence.beginUpdate.append(to: &output) }
        output += content
        if profile.hasSynchronizedUpdates { ControlSequence.endUpdate.append(to: &output) }
        return acknowledged ? output + acknowledgement : output
    }

    /// A picture and the status line below it.
    func photo(
        _ picture: [UInt8], status: SafeText, clearing: ClearStrategy, acknowledged: Bool
    ) -> [UInt8] {
        // mlterm is said to show the cursor again after a sixel.
        update(
            clearing.bytes(on: profile) + picture + self.status(status)
                + ControlSequence.bytes(.hideCursor), acknowledged: acknowledged)
    }

    /// The status line: all of the last line of the screen.
    func status(_ text: SafeText) -> [UInt8] {
        let cells = profile.window.cells
        var output = ControlSequence.bytes(
            .moveCursor(CellPosition(row: cells.rows - 1, column: 0)), .plain, .reverse)
        text.padded(to: cells.columns).append(to: &output)
        ControlSequence.plain.append(to: &output)
        return output
    }

    /// Placements of pictures that the terminal stores, and what changes in the status line.
    ///
    /// Under 100 bytes while panning: too little for a synchronized update, unless text places them.
    func placing(_ pictures: [UInt8], status: SafeText, over old: SafeText) -> [UInt8] {
        let output = placements(pictures, status: status, over: old)
        guard !pictures.isEmpty else { return output }
        return profile.placeholders == nil
            ? output + acknowledgement : update(output, acknowledged: true)
    }

    private func placements(
        _ pictures: [UInt8], status: SafeText, over old: SafeText
    ) -> [UInt8] {
        let columns = profile.window.cells.columns
        var output = pictures
        if let change = status.padded(to: columns).change(from: old.padded(to: columns)) {
            let place = CellPosition(row: profile.window.cells.rows - 1, column: change.column)
            output += ControlSequence.bytes(.moveCursor(place), .reverse)
            change.text.append(to: &output)
            ControlSequence.plain.append(to: &output)
        }
        return output
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
