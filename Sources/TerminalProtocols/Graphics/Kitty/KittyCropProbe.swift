package import Imaging

/// A test of whether a kitty terminal places regions of stored pictures.
///
/// Some terminals accept the keys and reply OK, but show the whole picture. The test stores a
/// transparent picture that is wider than a cell, places one pixel of it, queries the cursor, and
/// deletes the picture. After a region, the cursor is in the next column; after the whole picture,
/// it is further right. The picture is invisible, but the cursor moves.
package struct KittyCropProbe: Hashable, Sendable {
    /// True if the terminal places regions; `nil` until the replies have arrived.
    package private(set) var cropsPictures: Bool?
    private var isAccepted: Bool?

    package init() {}

    // The number of the test picture, which follows the numbers of `KittyMediumProbe` and precedes
    // `CommandPlacing.first`.
    package static let image = 40

    /// Returns the commands for the test picture and the query for the cursor's position.
    ///
    /// The cursor is not in the first row, where the reply would look like F3 with modifiers.
    package func bytes(cell: CellMetrics) -> [UInt8] {
        var output: [UInt8] = []
        let width = cell.across.pixels(of: 2)
        KittyCommand.append(
            "a=t,t=d,f=32,s=\(width),v=1,i=\(Self.image),q=1",
            payload: [UInt8](repeating: 0, count: 4 * width)[...], to: &output)
        ControlSequence.moveCursor(Self.cell).append(to: &output)
        KittyCommand.append("a=p,i=\(Self.image),p=1,x=1,y=0,w=1,h=1", to: &output)
        output += CapabilityQuery.position
        KittyCommand.append("a=d,d=I,i=\(Self.image),q=2", to: &output)
        return output
    }

    /// Receives a reply; the reply to the placement precedes the cursor's position.
    package mutating func receive(_ reply: TerminalReply) {
        switch reply {
        case .kittyGraphics(Self.image, let message):
            isAccepted = message == Array("OK".utf8) && isAccepted != false
        case .cursorPosition(let cell):
            let hasMovedOn = cell.column - Self.cell.column > 1
            cropsPictures = isAccepted == true && !hasMovedOn
        default: break
        }
    }

    private static let cell = CellPosition(row: 1, column: 0)
}
