package import Imaging

/// The area of the screen for a photo: all rows except the last one, which is the status line.
package struct PictureArea: Hashable, Sendable {
    package let origin: CellPosition
    /// The size in picture elements: screen pixels, or the dots of block characters.
    package let size: PixelSize
    /// The interval of the cheapest pans, in picture elements: whole characters, sixel bands or
    /// pixels.
    package let snapInterval: PixelSize
    /// The height of the last line in pixels if a picture may also fill this line without scrolling
    /// the screen; otherwise 0.
    package let lastLine: Int
    /// The areas of two photos side by side; `nil` if there is no room for two photos.
    package let panes: PicturePanes?
    /// True if small pictures can be placed over the photo.
    ///
    /// A cell of text shows only one picture, and a terminal that keeps pictures in cells cannot
    /// remove a picture.
    package private(set) var takesOverlays = true
    /// True if the picture consists of block characters, so that it has few elements.
    package var hasBlocks = false

    /// True if the terminal stores the photo, so that a pan only places another region of the
    /// photo.
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

    /// The area of one of two photos side by side; `nil` if there is no room for two photos.
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
            // The picture consists of whole cells and is centred.
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
        // Pictures in iTerm2's protocol never scroll the screen. Pictures in kitty's protocol may
        // also fill the last line; pixels that the status line covers reappear without being sent
        // again.
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

/// The areas of two photos side by side, which consist of whole cells and are of equal size.
package struct PicturePanes: Hashable, Sendable {
    /// The size of each photo, in picture elements.
    package let size: PixelSize
    /// The start of the second photo, in cells from the area's left edge.
    package let secondColumn: Int
    /// The start of the second photo, in picture elements from the area's left edge.
    package let secondX: Int

    /// Creates the panes; `nil` if the area is too narrow for two photos.
    package init?(in area: PixelSize, _ cell: CellMetrics) {
        let columns = cell.across.cells(within: area.width)
        let half = (columns - Self.gapColumns) / 2
        guard half >= Self.leastColumns else { return nil }
        size = PixelSize(width: cell.across.pixels(of: half), height: area.height)
        secondColumn = columns - half
        secondX = cell.across.pixels(of: secondColumn)
    }

    private static let gapColumns = 1
    /// The minimum number of columns of a photo, below which it would not be recognisable.
    private static let leastColumns = 10
}

extension GraphicsProtocol {
    /// Returns the size of a cell in picture elements: its pixels, or the elements of one
    /// character.
    package func elements(of cell: CellMetrics, _ glyphs: BlockGlyphs) -> CellMetrics {
        isText ? glyphs.metrics : cell
    }
}

extension TerminalProfile {
    package func metrics(_ glyphs: BlockGlyphs) -> CellMetrics {
        graphics.elements(of: cell, glyphs)
    }

    /// Returns the size of a picture that fills cells; empty if there is no room for a picture.
    ///
    /// A sixel picture consists of whole bands of six rows above the last line. Every terminal
    /// scrolls the screen for a picture that reaches further, and Konsole rounds the height up to a
    /// whole band. An area that exceeds the terminal's limit is drawn as several pictures.
    package func pictureSize(in cells: CellRect, _ glyphs: BlockGlyphs) -> PixelSize {
        let all = metrics(glyphs).pixels(of: cells.size)
        guard graphics == .sixel else { return all }
        let rows = cell.down.pixels(of: window.cells.rows - 1 - cells.origin.row)
        let size = PixelSize(
            width: all.width,
            height: max(0, min(all.height, rows)) / FrameStrip.bandHeight * FrameStrip.bandHeight)
        return sixelTiling?.area(within: size) ?? size
    }

    /// The division of a picture that exceeds the terminal's limit; `nil` without a known limit.
    package var sixelTiling: SixelTiling? {
        guard graphics == .sixel else { return nil }
        return pictureLimit.map { SixelTiling(limit: $0, cell: cell) }
    }

    /// True if pictures stay unchanged whatever text is written to their cells.
    package var picturesLieApart: Bool {
        graphics.keepsPictures && !keepsPicturesInCells && placeholders == nil
    }

    /// The bytes that clear the screen.
    ///
    /// ED 2 deletes the pictures in kitty's store, whereas ED 0 keeps them with their placements.
    package var screenClearing: [UInt8] {
        picturesLieApart
            ? ControlSequence.bytes(.plain, .resetMargins, .moveCursor(.home), .eraseBelow)
            : ControlSequence.bytes(.plain, .resetMargins, .clearScreen)
    }

    /// Returns output of ncurses in which ED 0 replaces ED 2 if ED 2 would delete the pictures.
    package func sparingPictures(_ bytes: [UInt8]) -> [UInt8] {
        guard picturesLieApart else { return bytes }
        return Array(
            bytes.replacing(
                ControlSequence.bytes(.clearScreen), with: ControlSequence.bytes(.eraseBelow)))
    }
}
