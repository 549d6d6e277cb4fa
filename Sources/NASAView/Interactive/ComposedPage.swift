internal import Imaging
internal import PhotoPipeline
internal import TerminalDevice
internal import TerminalProtocols

/// A page of text and the small pictures on it: what of it is on the glass, and how it comes there.
///
/// Text goes first. A picture is written over the one before in its place, which is not cleared; one
/// that has no successor there is erased, and the page's text takes its place.
struct ComposedPage {
    /// Bytes to be written now; `isFrame` where the terminal has some work with them.
    struct Step {
        let bytes: [UInt8]
        let isFrame: Bool
    }

    typealias Driver = GraphicsDriver<Scene.PictureID>

    /// A list's pictures are 80 kB, a large grid's 1 MB: the last pages of each screen on the stack.
    private static let beforeLimitBytes = 8 << 20

    private let curses: CursesPage
    /// The text on the glass; nil where something else is, or nobody knows what.
    private var text: TextPage?
    private var shown: [Scene.Picture] = []
    private var wish: [Scene.Picture] = []
    private var ready: [ImageRequest: RenderedImage] = [:]
    /// Of pages before: who goes back to one of them finds it whole at once.
    private var before = LRUCache<ImageRequest, RenderedImage>(costLimit: beforeLimitBytes)
    /// Since when a picture has been waiting for others to be drawn with.
    private var waitingSince: Clock.Milliseconds?

    init(size: CellSize) throws { curses = try CursesPage(size: size) }

    /// Something else has drawn, or will: all is drawn again the next time.
    mutating func forget() {
        text = nil
        shown = []
        waitingSince = nil
    }

    /// The terminal has lost some of its pictures: they are shown again.
    mutating func forgetPictures() { shown = [] }

    /// When to draw the pictures that have come, though not all have.
    var deadline: Clock.Milliseconds? { waitingSince.map { $0 + Timeouts.pictureBatch } }

    mutating func take(_ image: RenderedImage) {
        // A late answer for a picture that has left the page lands nowhere.
        guard wish.contains(where: { $0.thumbnail == image.request }) else { return }
        ready[image.request] = image
        before.insert(image, cost: image.image.byteCount, for: image.request)
    }

    /// Takes in which pictures the page has.
    ///
    /// - Returns: those that are still to be asked for.
    mutating func want(_ pictures: [Scene.Picture]) -> [ImageRequest] {
        wish = pictures
        let requests = Set(wish.compactMap(\.thumbnail))
        ready = ready.filter { requests.contains($0.key) }
        for request in requests where ready[request] == nil {
            ready[request] = before.value(for: request)
        }
        return wish.compactMap(\.thumbnail).filter { ready[$0] == nil }
    }

    /// What is to be written next for a page; nil where the glass is right, or must be waited for.
    mutating func step(
        to page: TextPage, on look: TerminalLook, by driver: inout Driver, _ flow: FlowControl
    ) -> Step? {
        var change = change(to: page, on: look, driver, flow)
        guard change.isNeeded, mayWrite(change, flow), !awaitsMore(change, page, flow) else {
            return nil
        }
        waitingSince = nil
        var bytes: [UInt8]?
        var lost: [UInt8] = []
        // Nothing less than clearing the screen takes a picture out of its cells, and that takes all.
        if !look.profile.keepsPicturesInCells || text != nil && !change.leavesHole {
            bytes = self.bytes(for: page, change, on: look, by: &driver)
        }
        if bytes == nil {
            lost = beginAfresh(on: look.profile, by: &driver)
            change = self.change(to: page, on: look, driver, flow)
            bytes = self.bytes(for: page, change, on: look, by: &driver)
        }
        text = page
        shown = change.staying + change.coming
        return Step(bytes: (bytes ?? []) + lost, isFrame: !change.isLight)
    }

    /// Draws all again; what clearing the screen frees is not believed in the terminal's store.
    private mutating func beginAfresh(
        on profile: TerminalProfile, by driver: inout Driver
    ) -> [UInt8] {
        forget()
        return profile.keepsPicturesInCells ? driver.leave(profile) : []
    }

    /// Whether nothing but some of the pictures is new, and others are about to come.
    private mutating func awaitsMore(
        _ change: Change, _ page: TextPage, _ flow: FlowControl
    ) -> Bool {
        guard page == text, change.staying == shown, wish.contains(where: { image(of: $0) == nil })
        else { return false }
        let since = waitingSince ?? flow.now
        waitingSince = since
        return flow.now < since + Timeouts.pictureBatch
    }

    private func image(of picture: Scene.Picture) -> RenderedImage? {
        picture.thumbnail.flatMap { ready[$0] }
    }

    /// From what is on the glass to what can be.
    private struct Change {
        let staying: [Scene.Picture]
        let coming: [Scene.Picture]
        let isNeeded: Bool
        /// Whether the terminal has nearly nothing to do with it.
        let isLight: Bool
        /// Whether a picture that stands elsewhere, or no more, leaves a hole.
        let leavesHole: Bool
    }

    private func change(
        to page: TextPage, on look: TerminalLook, _ driver: Driver, _ flow: FlowControl
    ) -> Change {
        let staying = shown.filter(wish.contains)
        let waiting = wish.filter { image(of: $0) != nil && !staying.contains($0) }
        let kept = waiting.filter(driver.has)
        let coming = flow.isLate ? kept : paced(waiting, kept: kept, flow)
        return Change(
            staying: staying, coming: coming,
            isNeeded: page != text || !coming.isEmpty || staying != shown,
            isLight: coming.count == kept.count,
            leavesHole: staying != shown && !look.profile.picturesLieApart)
    }

    /// On a slow line pictures come one by one, when the hand rests.
    private func paced(
        _ waiting: [Scene.Picture], kept: [Scene.Picture], _ flow: FlowControl
    ) -> [Scene.Picture] {
        let byteCount = waiting.reduce(0) { $0 + (image(of: $1)?.image.byteCount ?? 0) }
        guard let time = flow.line.milliseconds(for: byteCount), time > Timeouts.pagePictures
        else { return waiting }
        return !kept.isEmpty || flow.isMoving || !flow.isOpen ? kept : Array(waiting.prefix(1))
    }

    /// A frame waits for the one before; text does not, nor long for pictures to move along with it.
    private func mayWrite(_ change: Change, _ flow: FlowControl) -> Bool {
        flow.isOpen || flow.isLate || change.isLight && !change.leavesHole
    }

    /// `nil` if pictures on the screen would move along with text: then all is to be drawn again.
    private mutating func bytes(
        for page: TextPage, _ change: Change, on look: TerminalLook, by driver: inout Driver
    ) -> [UInt8]? {
        let isAfresh = text == nil
        let profile = look.profile
        let coming = change.coming.map(\.cells)
        let spared = driver.sparedCells(
            staying: change.staying.map(\.cells), coming: coming, on: profile)
        if !isAfresh, driver.overwritesText(before: true, on: profile) { curses.drawnOver(coming) }
        let erasure = driver.drawsPixels && !isAfresh ? erase(allBut: spared) : []
        var rows = curses.rows(for: page, under: spared, colours: look.colours, afresh: isAfresh)
        guard isAfresh || shown.isEmpty || !curses.hasScrolled else { return nil }
        if driver.overwritesText(before: false, on: profile) { curses.drawnOver(coming) }
        for step in pictures(change, by: &driver, on: profile) {
            rows[min(step.row, rows.count - 1)] += Self.aside(step.bytes)
        }
        let text = erasure + rows.joined()
        guard isAfresh else { return text }
        return ClearStrategy.everything(on: profile) + Self.sparingPictures(text, profile)
    }

    /// The pictures by the row that they are written behind.
    ///
    /// A terminal that shows what comes as it comes, like xterm, takes 70 to 130 ms for a list: each
    /// picture follows its own text, so that no title stands beside another's picture for so long.
    private func pictures(
        _ change: Change, by driver: inout Driver, on profile: TerminalProfile
    ) -> [GraphicsUpdate<Scene.PictureID>.Step] {
        let images = change.coming.filter { !driver.has($0) }.compactMap { picture in
            image(of: picture).map { PlacedImage($0.image, at: picture) }
        }
        driver.forget()
        return driver.update(
            to: change.staying + change.coming, with: images, anew: text == nil, on: profile
        ).steps
    }

    /// Pictures amid text: ncurses believes that the cursor is where it left it.
    private static func aside(_ pictures: [UInt8]) -> [UInt8] {
        guard !pictures.isEmpty else { return [] }
        // mlterm is said to show the cursor again after a sixel.
        return ControlSequence.bytes(.saveCursor, .plain) + pictures
            + ControlSequence.bytes(.restoreCursor, .hideCursor)
    }

    /// Takes the pictures off the glass whose places no other takes.
    ///
    /// Whole bands of sixel leave up to five rows of their cells to what was there before. And a
    /// multiplexer writes nothing where it believes that nothing changes: it is given the blanks under a
    /// picture, so that it has something to erase there afterwards.
    private func erase(allBut covered: [CellRect]) -> [UInt8] {
        let leaving = shown.map(\.cells).filter { !covered.contains($0) }
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

    /// ncurses clears the screen by ED 2, which frees the pictures of kitty's store.
    private static func sparingPictures(_ bytes: [UInt8], _ profile: TerminalProfile) -> [UInt8] {
        guard profile.picturesLieApart else { return bytes }
        return Array(
            bytes.replacing(
                ControlSequence.bytes(.clearScreen), with: ControlSequence.bytes(.eraseBelow)))
    }
}
