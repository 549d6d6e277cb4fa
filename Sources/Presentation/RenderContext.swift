internal import Imaging
internal import Localization
package import PhotoPipeline
internal import Screens
package import TerminalProtocols

/// The context in which views are rendered: the terminal and the user's options.
///
/// A new context is created when the terminal replies or changes; all frames until then share it.
package final class RenderContext: Sendable {
    package let profile: TerminalProfile
    package let glyphs: BlockGlyphs
    /// True if the terminal replies to queries.
    package let isAnswering: Bool
    /// The assumed speed of a terminal that does not acknowledge frames; `nil` if the terminal
    /// acknowledges them.
    let assumedBytesPerSecond: Int?
    let options: ImageOptions
    package let colours: TextColours
    /// The terminal's treatment of right-to-left text; `nil` if the language has no such text.
    private let bidi: BidiSupport?
    /// True if the terminal shows braille.
    private let hasBraille: Bool
    /// The area for a photo; `nil` if there is not enough space.
    package let area: PictureArea?
    /// The cells that a photo in `area` touches.
    package let photoCells: CellRect
    /// The cells that a photo in `area` covers completely.
    let coveredCells: CellRect

    package init(
        _ profile: TerminalProfile, glyphs: BlockGlyphs, isColourless: Bool,
        isAnswering: Bool = false, assumedBytesPerSecond: Int? = nil,
        readsFromRight: Bool = false, isUnicode: Bool = true
    ) {
        self.profile = profile
        hasBraille = isUnicode && profile.terminal.hasBraille
        bidi = readsFromRight ? profile.terminal.bidi : nil
        self.glyphs = glyphs
        self.isAnswering = isAnswering
        self.assumedBytesPerSecond = assumedBytesPerSecond
        options = ImageOptions(profile, glyphs: glyphs)
        colours = TextColours(profile, isColourless: isColourless)
        area = PictureArea(profile, glyphs: glyphs)
        let (metrics, origin) = (profile.metrics(glyphs), area?.origin ?? .home)
        let size = area?.size ?? PixelSize(width: 0, height: 0)
        photoCells = CellRect(origin: origin, size: metrics.cells(covering: size))
        coveredCells = CellRect(origin: origin, size: metrics.cells(within: size))
    }

    /// True if pictures can overlap and be moved.
    var stacksPictures: Bool { profile.picturesLieApart }
    /// True if a multiplexer passes the pictures on to the outer terminal.
    var isPassedOn: Bool { profile.passthrough != nil }

    /// Returns true if pictures may move by themselves; on a slow line or through a multiplexer,
    /// only if the user requests motion.
    func allows(_ motion: MotionSetting, onSlowLine isSlow: Bool) -> Bool {
        motion != .off && isAnswering && stacksPictures
            && (motion == .on || !isPassedOn && !isSlow)
    }

    /// Returns the page with the text order and the characters that this terminal needs.
    func ordered(_ page: TextPage) -> TextPage {
        let page = hasBraille ? page : page.withoutBraille
        return bidi.map { page.ordered(for: $0) } ?? page
    }
    func ordered(_ text: SafeText) -> SafeText {
        let text = hasBraille ? text : text.withoutBraille
        return bidi.map { text.ordered(for: $0) } ?? text
    }
}

// The thumbnails on a page.
extension RenderContext {
    /// Returns the thumbnails of a page; those beyond the terminal's limit of pictures are blocks.
    func placements(of pictures: [PagePicture]) -> [PicturePlacement] {
        let all = pictures.compactMap { placement(of: $0) }
        guard profile.graphics == .sixel, let limit = profile.terminal.pictureCountLimit else {
            return all
        }
        return Array(all.prefix(limit))
            + all.dropFirst(limit).map { $0.asBlocks(cell: profile.cell) }
    }

    /// Returns the placement of a thumbnail; `nil` if there is not enough space, or if the picture
    /// begins outside the page.
    func placement(of picture: PagePicture) -> PicturePlacement? {
        guard picture.origin.row >= 0, picture.origin.column >= 0 else { return nil }
        let size = profile.pictureSize(in: picture.cells, glyphs)
        guard !size.isEmpty else { return nil }
        return PicturePlacement(
            ImageRequest(
                picture.source, window: .fitted(fitting(of: picture)), size: size,
                options: options), in: picture.cells)
    }

    /// Returns a photo's position in its cells, and the border that is part of the picture.
    ///
    /// The border is omitted if the background of the text is visible around the picture, so that a
    /// new selection moves no picture.
    private func fitting(of picture: PagePicture) -> ImageFitting {
        let colour: RGBColour? =
            switch picture.mat {
            case .none: nil
            case .gutter: profile.placeholders == nil ? nil : options.background
            case .frame: stacksPictures ? nil : frameColour
            }
        return picture.mat == .none
            ? picture.fitting : .matted(PictureMat(size: matSize, colour: colour))
    }

    /// The border of a tile: a third of a cell's width on each side, which grows with the font, but
    /// at least two pixels.
    ///
    /// Two borders separate neighbours, by 6 pixels if a cell is 9 pixels wide. A narrower gap is
    /// not visible as a line, and a wider one looks like a table.
    private var matSize: PixelSize {
        let side = max(2, (profile.cell.across.pixels(of: 1) + 1) / 3)
        guard profile.graphics.isText else { return PixelSize(width: side, height: side) }
        let (cell, elements) = (profile.cell, glyphs.elements)
        return PixelSize(
            width: max(1, cell.across.elements(in: side, of: elements.width)),
            height: max(1, cell.down.elements(in: side, of: elements.height)))
    }

    /// The accent colour; without colours, black or white, whichever contrasts more with the
    /// background.
    private var frameColour: RGBColour {
        let contrast: RGBColour =
            options.background.contrast(to: .white) > options.background.contrast(to: .black)
            ? .white : .black
        return colours.accent.map { RGBColour(numberInTable: $0) } ?? contrast
    }

    /// Returns the page with the backgrounds of its tiles: the accent for the selected tile, if its
    /// frame is text, and a faint block for each photo that is not `shown`.
    func grounded(
        _ page: TextPage, under pictures: [PagePicture], shown: Set<CellRect>
    ) -> TextPage {
        var page = page
        for tile in pictures where tile.mat != .none {
            let isShown = shown.contains(tile.cells)
            if tile.mat == .frame, !isShown || stacksPictures {
                page.fill(tile.cells, with: .accent)
            }
            if !isShown { putBlock(in: tile.cells, on: &page) }
        }
        return page
    }

    /// Draws the placeholder of a missing photo: a block, or a dot without background colours.
    ///
    /// The block is one cell smaller than the tile on each side, if the tile is large enough.
    private func putBlock(in tile: CellRect, on page: inout TextPage) {
        let (row, column, size) = (tile.origin.row, tile.origin.column, tile.size)
        let (down, across) = (size.rows > 2 ? 1 : 0, size.columns > 2 ? 1 : 0)
        page.fill(
            CellRect(
                row: row + down, column: column + across, columns: size.columns - 2 * across,
                rows: size.rows - 2 * down), with: .selection)
        guard colours.selection == nil else { return }
        page.put(
            "·", row: row + (size.rows - 1) / 2, column: column + size.columns / 2, style: .faint)
    }
}

// The bar below a photo.
extension RenderContext {
    /// Returns the bytes of the bar in the last line of the screen, or of an empty line if the bar
    /// is hidden.
    ///
    /// With `old`, the result contains only the differences from that bar.
    func bytes(of bar: PhotoBar, over old: PhotoBar? = nil) -> [UInt8] {
        if bar == old { return [] }
        guard bar.isHidden else {
            return bytes(of: old.map { bar.changes(from: $0) } ?? bar.runs, on: bar.ground)
        }
        return ControlSequence.bytes(.moveCursor(lastLine(from: 0)), .plain, .eraseLine)
    }

    /// Returns the bytes that show the cursor at the start of the bar, or hide the cursor.
    ///
    /// The cursor is hidden after a picture is drawn, because mlterm is reported to show the cursor
    /// then.
    func cursor(isDrawnOver: Bool) -> [UInt8] {
        guard !profile.showsCursor else {
            return ControlSequence.bytes(.moveCursor(lastLine(from: 0)), .showCursor)
        }
        return isDrawnOver ? ControlSequence.bytes(.hideCursor) : []
    }

    private func lastLine(from column: Int) -> CellPosition {
        CellPosition(row: profile.window.cells.rows - 1, column: column)
    }

    /// Returns the bytes of runs of the bar in their colours; the cells between the runs stay
    /// unchanged.
    private func bytes(of runs: [PhotoBar.Run], on ground: PhotoBar.Background) -> [UInt8] {
        var output: [UInt8] = []
        var column: Int?
        for run in runs {
            if column != run.columns.lowerBound {
                ControlSequence.moveCursor(lastLine(from: run.column)).append(to: &output)
            }
            column = run.columns.upperBound
            for sequence in attributes(run.style, on: ground) { sequence.append(to: &output) }
            ordered(run.text).append(to: &output)
        }
        return output + ControlSequence.bytes(.plain)
    }

    private func attributes(
        _ style: TextPage.Style, on ground: PhotoBar.Background
    ) -> [ControlSequence] {
        let text, selection: Int?
        var sequences = [ControlSequence.plain]
        switch ground {
        case .plain(let strength):
            (text, selection) = (colours.fade.prefix(max(0, strength)).last, nil)
        case .bar:
            let pair = colours.pair(style, on: .selection)
            // Without a faint background, the bar is reversed; faint and coloured text is hard to
            // read on a reversed bar.
            if (style == .reversed) == (pair.ground != nil) { sequences.append(.reverse) }
            (text, selection) = (pair.ground == nil ? nil : pair.text, pair.ground)
        }
        if style == .strong { sequences.append(.bold) }
        if let text { sequences.append(.foreground(text)) }
        if let selection { sequences.append(.background(selection)) }
        return sequences
    }
}
