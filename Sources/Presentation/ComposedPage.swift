internal import Imaging
internal import PhotoPipeline
internal import Screens
internal import TerminalDevice
internal import TerminalProtocols

/// A page of text with thumbnails: what the terminal displays of it, and how it gets the rest.
///
/// Text is written first. A new picture overwrites its predecessor, which is not cleared; a picture
/// without a successor is erased, and the page's text takes its place.
struct ComposedPage {
    private let curses: CursesPage
    /// The displayed text; `nil` if something else, or something unknown, is displayed.
    private var text: TextPage?
    /// The displayed text without the backgrounds of pictures.
    private var plain: TextPage?
    private var shown: [PicturePlacement] = []
    private var wanted: [PicturePlacement] = []
    /// The pictures of the page.
    private var pictures: [PagePicture] = []
    /// The rendered pictures of the page.
    private var made: [ImageRequest: RenderedImage] = [:]
    /// A picture that moves over the page.
    private(set) var overlay: PicturePlacement?
    /// The start of the wait to draw a picture together with others.
    private var waitingSince: Clock.Milliseconds?

    init(size: CellSize) throws { curses = try CursesPage(size: size) }

    /// Forces a full redraw at the next step: something else has drawn, or will draw.
    mutating func forget() {
        text = nil
        shown = []
        waitingSince = nil
        overlay = nil
    }

    /// The displayed picture of a file.
    func picture(of source: ImageSubject) -> PicturePlacement? {
        shown.first { $0.subject == source }
    }

    /// Puts a picture over the page at the next write.
    mutating func cover(with picture: PicturePlacement?) { overlay = picture }

    /// Moves a picture over the page, or removes it.
    mutating func move(
        _ picture: PicturePlacement?, by driver: inout PictureDriver, on profile: TerminalProfile
    ) -> [UInt8] {
        overlay = picture
        return driver.update(
            to: shown + [picture].compactMap(\.self), with: [], anew: false, on: profile
        ).bytes
    }

    /// The cells with a link.
    var linkedCells: [CellRect] { curses.linkedCells }

    /// Forces a redraw of the pictures: the terminal has lost some.
    mutating func forgetPictures() { shown = [] }
    /// The time to draw the rendered pictures, even if others are missing.
    var deadline: Clock.Milliseconds? { waitingSince.map { $0 + Timeouts.pictureBatch } }

    /// Sets the pictures of the page and requests them, visible ones first.
    mutating func setPictures(
        _ pictures: [PagePicture], on context: RenderContext, by jobs: inout PictureJobs
    ) {
        self.pictures = pictures.filter { !$0.isAhead }
        wanted = context.placements(of: self.pictures)
        let next = context.placements(of: pictures.filter(\.isAhead))
        jobs.want((wanted + next).compactMap(\.thumbnail))
        made = jobs.made
    }

    /// Returns the next bytes for a page; `nil` if it is displayed, or must wait.
    mutating func step(
        to page: TextPage, on context: RenderContext, by driver: inout PictureDriver,
        _ flow: FlowControl
    ) -> FrameCommit? {
        let before = shown
        let scroll = scroll(on: context.profile)
        if let scroll { shown = scroll.shown }
        var change = change(to: page, on: context, driver, flow)
        guard change.isNeeded, mayWrite(change, flow), !awaitsMore(change, page, flow),
            scroll == nil || flow.isOpen
        else {
            shown = before
            return nil
        }
        waitingSince = nil
        var bytes: [UInt8]?
        var lost: [UInt8] = []
        // Only clearing the screen removes a picture from its cells, and it removes all of them.
        if !context.profile.keepsPicturesInCells || text != nil && !change.leavesHole {
            bytes = self.bytes(for: change, after: scroll?.move, on: context, by: &driver)
        }
        if bytes == nil {
            lost = reset(on: context.profile, by: &driver)
            change = self.change(to: page, on: context, driver, flow)
            bytes = self.bytes(for: change, on: context, by: &driver)
        }
        (plain, text) = (page, change.page)
        shown = change.staying + change.coming
        return FrameCommit((bytes ?? []) + lost, isBusy: !change.isLight || scroll != nil)
    }

    /// Returns how to scroll the tiles on screen to their next position, and what is displayed
    /// then; `nil` if they must be sent again.
    private func scroll(
        on profile: TerminalProfile
    ) -> (move: RowScroll, shown: [PicturePlacement])? {
        guard text != nil, pictures.allSatisfy({ $0.mat != .none }) else { return nil }
        let steps = wanted.lazy.compactMap { new in
            shown.first { $0.subject == new.subject && $0.size == new.size }.map {
                $0.cells.origin.row - new.cells.origin.row
            }
        }
        let ends = (shown + wanted).map(\.cells).map {
            ($0.origin.row, $0.origin.row + $0.size.rows)
        }
        guard let step = steps.first, let top = ends.map(\.0).min(), let end = ends.map(\.1).max(),
            let move = profile.scroll(top..<end, by: step)
        else { return nil }
        return (move, shown.compactMap { $0.moved(up: step, within: top..<end) })
    }

    /// Forces a full redraw and forgets the stored pictures that clearing the screen deletes.
    ///
    /// A page without pictures deletes none: a photo stays stored under the help.
    private mutating func reset(
        on profile: TerminalProfile, by driver: inout PictureDriver
    ) -> [UInt8] {
        forget()
        return profile.keepsPicturesInCells && !wanted.isEmpty ? driver.leave(profile) : []
    }

    /// True if only some of the pictures are new, and others will arrive soon.
    private mutating func awaitsMore(
        _ change: Change, _ page: TextPage, _ flow: FlowControl
    ) -> Bool {
        guard text != nil, page == plain, change.staying == shown,
            wanted.contains(where: { image(of: $0) == nil })
        else { return false }
        let since = waitingSince ?? flow.now
        waitingSince = since
        return flow.now < since + Timeouts.pictureBatch
    }

    private func image(of picture: PicturePlacement) -> RenderedImage? {
        picture.thumbnail.flatMap { made[$0] }
    }

    /// The step from the displayed page to what can be shown of the next.
    private struct Change {
        /// The text, with the backgrounds of its pictures.
        let page: TextPage
        let staying: [PicturePlacement]
        let coming: [PicturePlacement]
        let isNeeded: Bool
        /// True if the terminal can apply it almost without work.
        let isLight: Bool
        /// True if a picture that moves or disappears leaves a hole.
        let leavesHole: Bool
    }

    private func change(
        to page: TextPage, on context: RenderContext, _ driver: PictureDriver, _ flow: FlowControl
    ) -> Change {
        let waiting = wanted.filter { image(of: $0) != nil && !shown.contains($0) }
        let kept = waiting.filter(driver.has)
        let coming = flow.isLate ? kept : paced(waiting, kept: kept, flow)
        let staying = shown.filter { wanted.contains($0) || awaitsSuccessor($0, but: coming) }
        let page = context.grounded(
            page, under: pictures, shown: Set((staying + coming).map(\.cells)))
        let leaving = shown.filter { !staying.contains($0) }
        return Change(
            page: page, staying: staying, coming: coming,
            isNeeded: page != text || !coming.isEmpty || staying != shown,
            isLight: coming.count == kept.count,
            leavesHole: !context.profile.picturesLieApart
                && !leaving.allSatisfy { old in coming.contains { $0.succeeds(old) } })
    }

    /// True if another picture of the same photo, for example with a frame, will replace this one
    /// but has not arrived: it stays until then.
    private func awaitsSuccessor(
        _ old: PicturePlacement, but coming: [PicturePlacement]
    ) -> Bool {
        wanted.contains { $0.succeeds(old) && !coming.contains($0) }
    }

    /// On a slow line, limits pictures to one at a time, sent only between keys.
    private func paced(
        _ waiting: [PicturePlacement], kept: [PicturePlacement], _ flow: FlowControl
    ) -> [PicturePlacement] {
        let byteCount = waiting.reduce(0) { $0 + (image(of: $1)?.image.byteCount ?? 0) }
        guard let time = flow.line.milliseconds(for: byteCount), time > Timeouts.pagePictures
        else { return waiting }
        return !kept.isEmpty || flow.isMoving || !flow.isOpen ? kept : Array(waiting.prefix(1))
    }

    /// A frame waits for the previous one; text does not, and pictures that move with it wait only
    /// briefly.
    private func mayWrite(_ change: Change, _ flow: FlowControl) -> Bool {
        flow.isOpen || flow.isLate || change.isLight && !change.leavesHole
    }

    /// Returns the bytes for a change; `nil` if pictures on the screen would scroll with the text,
    /// so that everything must be redrawn.
    private mutating func bytes(
        for change: Change, after move: RowScroll? = nil, on context: RenderContext,
        by driver: inout PictureDriver
    ) -> [UInt8]? {
        let isAnew = text == nil
        let profile = context.profile
        let coming = change.coming.map(\.cells)
        let spared = driver.sparedCells(
            staying: change.staying.map(\.cells), coming: coming, on: profile)
        if let move {
            curses.drawnOver([move.area])
            curses.erased(move.blank)
        }
        if !isAnew, driver.overwritesText(before: true, on: profile) { curses.drawnOver(coming) }
        let erasure =
            driver.drawsPixels && !isAnew
            ? erase(allBut: spared, and: blocks(under: change, on: profile)) : []
        let page = context.ordered(profile.hasHyperlinks ? change.page : change.page.unlinked)
        var rows = curses.rows(for: page, under: spared, colours: context.colours, afresh: isAnew)
        guard isAnew || shown.isEmpty || !curses.hasScrolled else { return nil }
        if driver.overwritesText(before: false, on: profile) { curses.drawnOver(coming) }
        for step in pictures(change, by: &driver, on: profile) {
            rows[min(step.row, rows.count - 1)] += Self.aside(step.bytes)
        }
        let text =
            Self.aside(move?.bytes ?? []) + erasure + rows.joined()
            + cursor(on: page, profile)
        guard isAnew else { return text }
        return ClearStrategy.everything(on: profile) + Self.sparingPictures(text, profile)
    }

    /// The pictures, each with the row after which it is written.
    ///
    /// xterm, which shows bytes as they arrive, takes 70 to 130 ms for a list. Each picture follows
    /// its own text, so no title stands beside another's picture for that long.
    private func pictures(
        _ change: Change, by driver: inout PictureDriver, on profile: TerminalProfile
    ) -> [GraphicsUpdate<PictureID>.Step] {
        let images = change.coming.filter { !driver.has($0) }.compactMap { picture in
            image(of: picture).map { PlacedImage($0.image, at: picture) }
        }
        driver.forget()
        return driver.update(
            to: change.staying + change.coming + [overlay].compactMap(\.self), with: images,
            anew: text == nil, on: profile
        ).steps
    }

    /// Returns the bytes that show the cursor on the selection, for those who look for it there.
    private func cursor(on page: TextPage, _ profile: TerminalProfile) -> [UInt8] {
        guard profile.showsCursor else { return [] }
        guard let cell = page.cursor else { return ControlSequence.bytes(.hideCursor) }
        return curses.moveCursor(to: cell) + ControlSequence.bytes(.showCursor)
    }

    /// Wraps pictures written amid text: ncurses relies on the cursor staying where it left it.
    private static func aside(_ pictures: [UInt8]) -> [UInt8] {
        guard !pictures.isEmpty else { return [] }
        // mlterm is said to show the cursor after a sixel.
        return ControlSequence.bytes(.saveCursor, .plain) + pictures
            + ControlSequence.bytes(.restoreCursor, .hideCursor)
    }

    /// Erases the pictures that no other covers.
    ///
    /// Whole sixel bands leave up to five pixel rows of their cells unchanged. A multiplexer writes
    /// nothing where it sees no change, so it gets the blanks under a picture in order to have
    /// something to erase there later.
    private func erase(allBut covered: [CellRect], and others: [CellRect]) -> [UInt8] {
        let leaving = shown.map(\.cells).filter { !covered.contains($0) } + others
        guard !leaving.isEmpty else { return [] }
        curses.erased(leaving)
        var output = ControlSequence.bytes(.saveCursor, .plain)
        for area in leaving {
            for row in 0..<area.size.rows {
                ControlSequence.moveCursor(
                    CellPosition(row: area.origin.row + row, column: area.origin.column)
                ).append(to: &output)
                ControlSequence.erase(columns: area.size.columns).append(to: &output)
            }
        }
        return output + ControlSequence.bytes(.restoreCursor)
    }

    /// The last rows of blocks that pictures replace: whole bands do not cover them fully.
    private func blocks(under change: Change, on profile: TerminalProfile) -> [CellRect] {
        let before = Set(shown.map(\.cells))
        return change.coming.filter { picture in
            !before.contains(picture.cells) && picture.thumbnail?.options.graphics == .sixel
                && picture.size.height < profile.cell.down.pixels(of: picture.cells.size.rows)
        }.map { picture in
            let (origin, size) = (picture.cells.origin, picture.cells.size)
            return CellRect(
                origin: CellPosition(row: origin.row + size.rows - 1, column: origin.column),
                size: CellSize(columns: size.columns, rows: 1))
        }
    }

    /// Removes ED 2, with which ncurses clears the screen: it deletes the pictures in kitty's
    /// store.
    private static func sparingPictures(_ bytes: [UInt8], _ profile: TerminalProfile) -> [UInt8] {
        guard profile.picturesLieApart else { return bytes }
        return Array(
            bytes.replacing(
                ControlSequence.bytes(.clearScreen), with: ControlSequence.bytes(.eraseBelow)))
    }
}
