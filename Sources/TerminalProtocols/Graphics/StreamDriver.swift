/// Draws pictures over what is on the glass: sixel and iTerm2 whole each time, of characters only what
/// changes.
package struct StreamDriver: Sendable {
    /// Whether pictures are characters.
    package let isText: Bool
    /// The characters on the glass, by the cells they were drawn in.
    private var mosaics: [CellRect: BlockMosaic] = [:]

    package init(isText: Bool) { self.isText = isText }

    /// Nothing on the glass is what was drawn.
    package mutating func forget() { mosaics = [:] }

    /// The bytes that draw a picture in its cells; none where all of it is there.
    ///
    /// Blocks are text to any multiplexer, and know their place; a string goes to the terminal outside.
    mutating func draw(
        _ image: EncodedImage, in cells: CellRect, on profile: TerminalProfile
    ) -> [UInt8] {
        let shown = mosaics.removeValue(forKey: cells)
        switch image {
        case .string(let bytes): return Self.place(bytes, at: cells.origin, on: profile)
        case .stored: return []
        case .cells(let mosaic):
            mosaics[cells] = mosaic
            var output: [UInt8] = []
            if let shown {
                // Blocks that stand for pictures on a slow line leave parts of the screen to others.
                mosaic.append(
                    changesFrom: shown, at: cells.origin, isWholeScreen: isText, to: &output)
            } else {
                mosaic.append(at: cells.origin, to: &output)
            }
            return output
        }
    }

    /// A picture's string at a cell of ours; several strings where one would be too long.
    private static func place(
        _ picture: [UInt8], at origin: CellPosition, on profile: TerminalProfile
    ) -> [UInt8] {
        profile.parts(of: picture).reduce(into: []) { output, part in
            let cell = CellPosition(row: origin.row + part.row, column: origin.column)
            output += profile.passed(
                ControlSequence.bytes(.moveCursor(profile.outside(cell))) + part.bytes)
        }
    }
}
