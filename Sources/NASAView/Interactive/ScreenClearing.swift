internal import Imaging
internal import TerminalProtocols

/// How a screen is made ready for a photo, in the same write.
enum ScreenClearing {
    /// The photo before is drawn over.
    ///
    /// Clearing it first showed an empty screen in 14 to 20 of 20 redraws in four terminals
    /// (facts/terminals.md §4.7).
    case nothing
    /// A page of text is drawn over: only what the photo does not cover is erased.
    case surroundings(PictureArea)
    /// Nobody knows what is there.
    case everything

    func bytes(on profile: TerminalProfile) -> [UInt8] {
        switch self {
        case .nothing: []
        case .everything: Self.everything(on: profile)
        // A kitty terminal shows text beside a photo that does not fill the screen, and others leave
        // the pictures of a page beside it.
        case .surroundings where profile.graphics == .kitty || profile.keepsPicturesInCells:
            Self.everything(on: profile)
        case .surroundings(let area): Self.surroundings(of: area, profile)
        }
    }

    /// ED 2 frees the pictures of kitty's store, ED 0 leaves them and their placements alone.
    static func everything(on profile: TerminalProfile) -> [UInt8] {
        guard profile.graphics == .kitty, !profile.keepsPicturesInCells else {
            return ControlSequence.bytes(.plain, .resetMargins, .clearScreen)
        }
        let home = CellPosition(row: 0, column: 0)
        return ControlSequence.bytes(.plain, .resetMargins, .moveCursor(home), .eraseBelow)
    }

    private static func surroundings(of area: PictureArea, _ profile: TerminalProfile) -> [UInt8] {
        guard let origin = area.origin else { return [] }
        let rows = profile.window.cells.rows - 1
        let covered = covered(by: area, profile)
        var output = ControlSequence.bytes(.plain, .resetMargins)
        for row in 0..<rows {
            let isCovered = row < covered.rows
            if isCovered, origin.column > 0 {
                ControlSequence.moveCursor(CellPosition(row: row, column: 0)).append(to: &output)
                ControlSequence.erase(columns: origin.column).append(to: &output)
            }
            let column = isCovered ? origin.column + covered.columns : 0
            guard column < profile.window.cells.columns else { continue }
            ControlSequence.moveCursor(CellPosition(row: row, column: column)).append(to: &output)
            ControlSequence.eraseLine.append(to: &output)
        }
        return output
    }

    /// The cells that the photo covers wholly.
    private static func covered(by area: PictureArea, _ profile: TerminalProfile) -> CellSize {
        guard profile.graphics != .blocks else { return profile.window.cells }
        return profile.cell.cells(within: area.size)
    }
}
