internal import Imaging
internal import PhotoPipeline
internal import Screens
internal import TerminalDevice
internal import TerminalProtocols

/// A page of text with thumbnails: the displayed content, and the content to display next.
struct ComposedPage {
    fileprivate let curses: CursesPage
    /// The displayed text; `nil` if other or unknown content is displayed.
    fileprivate var text: TextPage?
    /// The displayed text without the backgrounds of pictures.
    fileprivate var plain: TextPage?
    fileprivate var shown: [PicturePlacement] = []
    fileprivate var wanted: [PicturePlacement] = []
    fileprivate var pictures: [PagePicture] = []
    /// A picture that moves over the page with the next frame.
    var overlay: PicturePlacement?
    /// The time at which a rendered picture began to wait for others; `nil` if no picture waits.
    fileprivate var waitingSince: Clock.Milliseconds?

    init(size: CellSize) throws { curses = try CursesPage(size: size) }

    /// Forces a full redraw at the next step, because something else draws on the screen.
    mutating func forget() {
        text = nil
        shown = []
        waitingSince = nil
        overlay = nil
    }

    /// Forces a redraw of the pictures, because the terminal has lost some of them.
    mutating func forgetPictures() { shown = [] }

    /// Returns the displayed picture of a file; `nil` if no such picture is displayed.
    func picture(of source: ImageSubject) -> PicturePlacement? {
        shown.first { $0.subject == source }
    }

    /// The cells of the displayed page that contain a link.
    var linkedCells: [CellRect] { curses.linkedCells }

    /// The time at which the rendered pictures are drawn even if others are missing; `nil` if no
    /// picture waits.
    var deadline: Clock.Milliseconds? { waitingSince.map { $0 + Timeouts.pictureBatch } }

    /// Returns the scroll that moves the displayed tiles to their next positions, and the tiles
    /// that remain visible; `nil` if the tiles must be sent again.
    fileprivate func scroll(
        on profile: TerminalProfile
    ) -> (move: RowScroll, shown: [PicturePlacement])? {
        guard text != nil, pictures.allSatisfy({ $0.mat != .none }) else { return nil }
        let steps = wanted.lazy.compactMap { new in
            shown.first { $0.subject == new.subject && $0.size == new.size }.map {
                $0.cells.origin.row - new.cells.origin.row
            }
        }
        let rows = (shown + wanted).map {
            $0.cells.origin.row..<$0.cells.origin.row + $0.cells.size.rows
        }
        guard let step = steps.first, let top = rows.map(\.lowerBound).min(),
            let end = rows.map(\.upperBound).max(), let move = profile.scroll(top..<end, by: step)
        else { return nil }
        return (move, shown.compactMap { $0.moved(up: step, within: top..<end) })
    }
}

/// The change from the displayed page to the part of the next page that can be shown now.
private struct PageChange {
    /// The text, with the backgrounds of its pictures.
    let page: TextPage
    let staying: [PicturePlacement]
    let coming: [PicturePlacement]
    let isNeeded: Bool
    /// True if no picture is sent, but only text and placements of pictures that the terminal
    /// stores.
    let isLight: Bool
    /// True if a picture is removed that no successor covers, on a terminal where pictures
    /// overwrite the text.
    let leavesHole: Bool
}

// Text is written first. A new picture overwrites its predecessor, which is not cleared. A picture
// without a successor is erased, and the page's text replaces it.
extension Display {
    /// Sets the pictures of the page and requests them, visible ones first.
    mutating func setPictures(_ pictures: [PagePicture]) {
        page.pictures = pictures.filter { !$0.isAhead }
        page.wanted = context.placements(of: page.pictures)
        let next = context.placements(of: pictures.filter(\.isAhead))
        jobs.want((page.wanted + next).compactMap(\.thumbnail))
    }

    /// Moves a picture over the page; `nil` removes the picture.
    mutating func movePage(_ picture: PicturePlacement?) -> [UInt8] {
        page.overlay = picture
        return driver.update(
            to: page.shown + [picture].compactMap(\.self), with: [], redrawsAll: false,
            on: context.profile
        ).bytes
    }

    /// Returns the next frame towards a page; `nil` if the page is already displayed or must wait.
    mutating func step(to text: TextPage) -> FrameCommit? {
        let before = page.shown
        let scroll = page.scroll(on: context.profile)
        if let scroll { page.shown = scroll.shown }
        var change = change(to: text)
        guard change.isNeeded, mayWrite(change), !awaitsMore(change, text),
            scroll == nil || flow.isOpen
        else {
            page.shown = before
            return nil
        }
        page.waitingSince = nil
        var bytes: [UInt8]?
        var lost: [UInt8] = []
        // If pictures stay in their cells, only clearing the screen removes them, all at once.
        if !context.profile.keepsPicturesInCells || page.text != nil && !change.leavesHole {
            bytes = self.bytes(for: change, after: scroll?.move)
        }
        if bytes == nil {
            lost = resetPage()
            change = self.change(to: text)
            bytes = self.bytes(for: change)
        }
        (page.plain, page.text) = (text, change.page)
        page.shown = change.staying + change.coming
        return FrameCommit((bytes ?? []) + lost, isBusy: !change.isLight || scroll != nil)
    }

    /// Forces a full redraw, and forgets the stored pictures that clearing the screen deletes.
    ///
    /// A page without pictures keeps the stored pictures, so a photo stays stored while the help is
    /// shown.
    private mutating func resetPage() -> [UInt8] {
        page.forget()
        let isDeleting = context.profile.keepsPicturesInCells && !page.wanted.isEmpty
        return isDeleting ? driver.leave(context.profile) : []
    }

    /// Returns true if the change only adds pictures, and others will arrive soon.
    private mutating func awaitsMore(_ change: PageChange, _ text: TextPage) -> Bool {
        guard page.text != nil, text == page.plain, change.staying == page.shown,
            page.wanted.contains(where: { image(of: $0) == nil })
        else { return false }
        let since = page.waitingSince ?? flow.now
        page.waitingSince = since
        return flow.now < since + Timeouts.pictureBatch
    }

    private func image(of picture: PicturePlacement) -> RenderedImage? {
        picture.thumbnail.flatMap { jobs.made[$0] }
    }

    private func change(to text: TextPage) -> PageChange {
        let waiting = page.wanted.filter { image(of: $0) != nil && !page.shown.contains($0) }
        let kept = waiting.filter(driver.has)
        let coming = flow.isLate ? kept : paced(waiting, kept: kept)
        // A picture stays until another picture of the same photo, for example with a frame,
        // replaces it.
        let staying = page.shown.filter { old in
            page.wanted.contains { $0 == old || $0.succeeds(old) && !coming.contains($0) }
        }
        let text = context.grounded(
            text, under: page.pictures, shown: Set((staying + coming).map(\.cells)))
        let leaving = page.shown.filter { !staying.contains($0) }
        return PageChange(
            page: text, staying: staying, coming: coming,
            isNeeded: text != page.text || !coming.isEmpty || staying != page.shown,
            isLight: coming.count == kept.count,
            leavesHole: !context.stacksPictures
                && !leaving.allSatisfy { old in coming.contains { $0.succeeds(old) } })
    }

    /// Returns the pictures to send: on a slow line, only one, or none while keys arrive.
    ///
    /// Pictures that the terminal has stored (`kept`) are always sent.
    private func paced(
        _ waiting: [PicturePlacement], kept: [PicturePlacement]
    ) -> [PicturePlacement] {
        let byteCount = waiting.reduce(0) { $0 + (image(of: $1)?.image.byteCount ?? 0) }
        guard let time = flow.line.milliseconds(for: byteCount), time > Timeouts.pagePictures
        else { return waiting }
        return !kept.isEmpty || flow.isMoving || !flow.isOpen ? kept : Array(waiting.prefix(1))
    }

    /// Returns true if a change may be written now.
    ///
    /// A change with pictures waits for the previous frame, but only briefly; a change of text does
    /// not wait.
    private func mayWrite(_ change: PageChange) -> Bool {
        flow.isOpen || flow.isLate || change.isLight && !change.leavesHole
    }

    /// Returns the bytes for a change; `nil` if pictures on the screen would scroll with the text,
    /// so that everything must be redrawn.
    private mutating func bytes(
        for change: PageChange, after move: RowScroll? = nil
    ) -> [UInt8]? {
        let (redrawsAll, profile, curses) = (page.text == nil, context.profile, page.curses)
        let coming = change.coming.map(\.cells)
        let spared = driver.sparedCells(
            staying: change.staying.map(\.cells), coming: coming, on: profile)
        if let move {
            curses.drawnOver([move.area])
            curses.erased(move.blank)
        }
        if !redrawsAll, driver.overwritesText(before: true, on: profile) {
            curses.drawnOver(coming)
        }
        let erasure =
            driver.drawsPixels && !redrawsAll
            ? erase(allBut: spared, and: blocks(under: change)) : []
        let text = context.ordered(profile.hasHyperlinks ? change.page : change.page.unlinked)
        var rows = curses.rows(
            for: text, under: spared, colours: context.colours, afresh: redrawsAll)
        guard redrawsAll || page.shown.isEmpty || !curses.hasScrolled else { return nil }
        if driver.overwritesText(before: false, on: profile) { curses.drawnOver(coming) }
        for step in pictures(change) {
            rows[min(step.row, rows.count - 1)] += Self.aside(step.bytes)
        }
        let bytes =
            Self.aside(move?.bytes ?? []) + erasure + rows.joined() + cursor(on: text, by: curses)
        guard redrawsAll else { return bytes }
        return profile.screenClearing + profile.sparingPictures(bytes)
    }

    /// Returns the bytes of the pictures, each with the row of text after which it is written.
    ///
    /// xterm, which shows bytes as they arrive, takes 70 to 130 ms for a list. Each picture follows
    /// its own text, so that meanwhile no title is shown beside the picture of another photo.
    private mutating func pictures(_ change: PageChange) -> [GraphicsUpdate<PictureID>.Step] {
        let images = change.coming.filter { !driver.has($0) }.compactMap { picture in
            image(of: picture).map { PlacedImage($0.image, at: picture) }
        }
        driver.forget()
        return driver.update(
            to: change.staying + change.coming + [page.overlay].compactMap(\.self), with: images,
            redrawsAll: page.text == nil, on: context.profile
        ).steps
    }

    /// Returns the bytes that place the cursor on the selection, for users who follow the cursor.
    private func cursor(on text: TextPage, by curses: CursesPage) -> [UInt8] {
        guard context.profile.showsCursor else { return [] }
        guard let cell = text.cursor else { return ControlSequence.bytes(.hideCursor) }
        return curses.moveCursor(to: cell) + ControlSequence.bytes(.showCursor)
    }

    /// Wraps pictures that are written between text, and restores the cursor, on whose position
    /// ncurses relies.
    private static func aside(_ pictures: [UInt8]) -> [UInt8] {
        guard !pictures.isEmpty else { return [] }
        // The cursor is hidden again, because mlterm is reported to show the cursor after a sixel
        // picture.
        return ControlSequence.bytes(.saveCursor, .plain) + pictures
            + ControlSequence.bytes(.restoreCursor, .hideCursor)
    }

    /// Returns the bytes that erase the pictures that other pictures do not cover.
    ///
    /// A picture of complete sixel bands leaves up to five pixel rows of its cells unchanged. A
    /// multiplexer writes nothing if it detects no change. Therefore, blanks are also written under
    /// a picture, so that erasing them is a change.
    private func erase(allBut covered: [CellRect], and others: [CellRect]) -> [UInt8] {
        let leaving = page.shown.map(\.cells).filter { !covered.contains($0) } + others
        guard !leaving.isEmpty else { return [] }
        page.curses.erased(leaving)
        var output = ControlSequence.bytes(.saveCursor, .plain)
        for area in leaving {
            for row in area.origin.row..<area.origin.row + area.size.rows {
                output += ControlSequence.bytes(
                    .moveCursor(CellPosition(row: row, column: area.origin.column)),
                    .erase(columns: area.size.columns))
            }
        }
        return output + ControlSequence.bytes(.restoreCursor)
    }

    /// Returns the last rows of the blocks that pictures replace, because complete sixel bands do
    /// not fully cover these rows.
    private func blocks(under change: PageChange) -> [CellRect] {
        let before = Set(page.shown.map(\.cells))
        return change.coming.filter { picture in
            !before.contains(picture.cells) && picture.thumbnail?.options.graphics == .sixel
                && picture.size.height < cell.down.pixels(of: picture.cells.size.rows)
        }.map { picture in
            let (origin, size) = (picture.cells.origin, picture.cells.size)
            return CellRect(
                row: origin.row + size.rows - 1, column: origin.column, columns: size.columns,
                rows: 1)
        }
    }
}
