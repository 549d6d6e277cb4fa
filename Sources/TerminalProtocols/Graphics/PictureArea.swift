package import Imaging

/// The area of the screen for a photo: all but the last line, which is the status line.
package struct PictureArea: Hashable, Sendable {
    package let origin: CellPosition
    /// The size in picture elements: screen pixels, or the dots of block characters.
    package let size: PixelSize
    /// The interval, in picture elements, of which multiples are the cheapest pans: whole
    /// characters, or bands of sixel.
    package let snapInterval: PixelSize
    /// The height of the last line, if a picture may fill it, too, without scrolling the screen;
    /// otherwise 0.
    package let lastLine: Int
    /// The panes; `nil` if there is no room for two photos side by side.
    package let panes: PicturePanes?
    /// True if small pictures can be placed over the photo.
    ///
    /// A cell of text shows only one picture, and a terminal that keeps pictures in cells cannot
    /// remove one.
    package private(set) var takesOverlays = true
    /// True if the picture's elements are the dots of block characters, some thousand in all.
    package var hasBlocks = false

    /// True if the terminal already has the photo and only places another region of it.
    package var isPlacedFreely: Bool { lastLine > 0 }

    package init(
        origin: CellPosition, size: PixelSize,
        snapInterval: PixelSize = PixelSize(width: 1, height: 6), lastLine: Int = 0,
        panes: PicturePanes? = nil
    ) {
        self.origin = origin
        self.size = size
        self.snapInterval = snapInterval
        self.lastLine = lastLine
        self.panes = panes
    }

    /// The area of one of two photos side by side; `nil` if there is no room for two.
    package var pane: PictureArea? {
        panes.map { panes in
            var area = PictureArea(origin: origin, size: panes.size, snapInterval: snapInterval)
            area.hasBlocks = hasBlocks
            return area
        }
    }

    /// Creates the area on a terminal; `nil` if there is no room for a picture.
    package init?(_ profile: TerminalProfile, glyphs: BlockGlyphs) {
        let cells = CellSize(
            columns: profile.window.cells.columns, rows: profile.window.cells.rows - 1)
        guard cells.columns > 0, cells.rows > 0 else { return nil }
        let home = CellPosition.home
        let size = profile.pictureSize(in: CellRect(origin: home, size: cells), glyphs)
        let panes = PicturePanes(in: size, profile.metrics(glyphs))
        switch profile.graphics {
        case .blocks:
            self.init(origin: home, size: size, snapInterval: glyphs.elements, panes: panes)
        case .sixel:
            // Whole cells, centred.
            let across = profile.cell.across
            let columns = across.cells(within: size.width)
            self.init(
                origin: CellPosition(row: 0, column: (cells.columns - columns) / 2),
                size: PixelSize(width: across.pixels(of: columns), height: size.height),
                snapInterval: profile.scrollInterval, panes: panes)
        case .kitty where profile.placeholders != nil:
            let cell = CellSize(columns: 1, rows: 1)
            self.init(
                origin: home, size: size, snapInterval: profile.cell.pixels(of: cell), panes: panes)
        // Pictures in iTerm2's protocol never scroll the screen; those of kitty and konsole may
        // fill the last line, too, and its covered pixels return without being sent.
        case .kitty, .iTerm2:
            let down = profile.cell.down
            let lastLine = down.pixels(of: cells.rows + 1) - down.pixels(of: cells.rows)
            self.init(
                origin: home, size: size, snapInterval: PixelSize(width: 1, height: 1),
                lastLine: profile.picturesLieApart && profile.passthrough == nil ? lastLine : 0,
                panes: panes)
        }
        hasBlocks = profile.graphics.isText
        takesOverlays = !profile.graphics.keepsPictures || profile.picturesLieApart
        guard !self.size.isEmpty else { return nil }
    }
}

/// The positions of two photos side by side in an area: both in whole cells and equally large.
package struct PicturePanes: Hashable, Sendable {
    /// The size of each photo, in picture elements.
    package let size: PixelSize
    /// The start of the second, in cells of the area and in its picture elements.
    package let secondColumn: Int
    package let secondX: Int

    /// Creates the panes; `nil` if the area is too narrow.
    package init?(in area: PixelSize, _ cell: CellMetrics) {
        let columns = cell.across.cells(within: area.width)
        let half = (columns - Self.gapColumns) / 2
        guard half >= Self.leastColumns else { return nil }
        size = PixelSize(width: cell.across.pixels(of: half), height: area.height)
        secondColumn = columns - half
        secondX = cell.across.pixels(of: secondColumn)
    }

    private static let gapColumns = 1
    /// The minimum number of columns of a photo; a narrower one shows nothing.
    private static let leastColumns = 10
}

extension GraphicsProtocol {
    /// Returns the picture elements of a cell: its pixels, or those of one character.
    package func elements(of cell: CellMetrics, _ glyphs: BlockGlyphs) -> CellMetrics {
        isText ? glyphs.metrics : cell
    }
}

extension TerminalProfile {
    package func metrics(_ glyphs: BlockGlyphs) -> CellMetrics {
        graphics.elements(of: cell, glyphs)
    }

    /// Returns the size of a picture that fills cells; empty if there is no room for one.
    ///
    /// Sixel has whole bands of six above the last line, because a picture further down scrolls the
    /// screen in every terminal, and konsole rounds its height up to a band. An area larger than
    /// the terminal's limit is drawn as several pictures.
    package func pictureSize(in cells: CellRect, _ glyphs: BlockGlyphs) -> PixelSize {
        let all = metrics(glyphs).pixels(of: cells.size)
        guard graphics == .sixel else { return all }
        let rows = cell.down.pixels(of: window.cells.rows - 1 - cells.origin.row)
        let size = PixelSize(
            width: all.width,
            height: max(0, min(all.height, rows)) / FrameStrip.bandHeight * FrameStrip.bandHeight)
        return sixelTiling?.area(within: size) ?? size
    }

    /// The division of a picture that exceeds the terminal's limit; `nil` if the terminal reported
    /// none.
    package var sixelTiling: SixelTiling? {
        guard graphics == .sixel else { return nil }
        return pictureLimit.map { SixelTiling(limit: $0, cell: cell) }
    }

    /// True if pictures stay where they are, whatever text is in their cells.
    package var picturesLieApart: Bool {
        graphics.keepsPictures && !keepsPicturesInCells && placeholders == nil
    }

    /// The bytes that clear the screen: ED 2 deletes the pictures in kitty's store, ED 0 keeps them
    /// with their placements.
    package var screenClearing: [UInt8] {
        picturesLieApart
            ? ControlSequence.bytes(.plain, .resetMargins, .moveCursor(.home), .eraseBelow)
            : ControlSequence.bytes(.plain, .resetMargins, .clearScreen)
    }

    /// Returns the bytes without ED 2, with which ncurses clears the screen.
    package func sparingPictures(_ bytes: [UInt8]) -> [UInt8] {
        guard picturesLieApart else { return bytes }
        return Array(
            bytes.replacing(
                ControlSequence.bytes(.clearScreen), with: ControlSequence.bytes(.eraseBelow)))
    }
}
