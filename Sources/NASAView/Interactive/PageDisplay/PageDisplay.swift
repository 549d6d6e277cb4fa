internal import Imaging
internal import PhotoPipeline
internal import Screens
internal import TerminalDevice
internal import TerminalProtocols

/// A page of text and the pictures on it: what of it is on the glass, and how it comes there.
///
/// Text goes first. A picture is written over the one before in its place, which is not cleared; one
/// that has no successor there is erased, and the page's text takes its place.
struct PageDisplay {
    /// Bytes to be written now; `isFrame` where the terminal has some work with them.
    struct Step {
        let bytes: [UInt8]
        let isFrame: Bool
    }

    /// A list's pictures are 80 kB, a large grid's 1 MB: the last pages of each screen on the stack.
    private static let beforeLimitBytes = 8 << 20

    private let curses: CursesPage
    /// The text on the glass; nil where something else is, or nobody knows what.
    private var text: TextPage?
    private var shown: [PlacedPreview] = []
    private var wish: [PlacedPreview] = []
    private var ready: [PreviewRequest: EncodedPreview] = [:]
    /// Of pages before: who goes back to one of them finds it whole at once.
    private var before = MemoryCache<PreviewRequest, EncodedPreview>(limitBytes: beforeLimitBytes)
    private var asked: [PreviewRequest] = []
    /// Since when a picture has been waiting for others to be drawn with.
    private var waitingSince: Clock.Milliseconds?
    private var pinboard = KittyPinboard<PreviewRequest>()

    init(size: CellSize) throws { curses = try CursesPage(size: size) }

    /// Someone else has drawn, or will: all is drawn again the next time.
    mutating func forget() {
        text = nil
        shown = []
        waitingSince = nil
    }

    /// When to draw the pictures that have come, though not all have.
    var deadline: Clock.Milliseconds? { waitingSince.map { $0 + Deadlines.pictureBatch } }

    mutating func take(_ preview: EncodedPreview) {
        // A late answer for a picture that has left the page lands nowhere.
        guard wish.contains(where: { $0.request == preview.request }) else { return }
        ready[preview.request] = preview
        before.keep(preview, of: preview.byteCount, for: preview.request)
    }

    mutating func reply(image: Int, message: [UInt8]) -> KittyVerdict {
        let verdict = pinboard.reply(image: image, message: message)
        if verdict != .nothing { shown = [] }
        return verdict
    }

    /// Takes the pictures off the glass that text would not erase: a photo is there instead.
    mutating func hide(on profile: TerminalProfile) -> [UInt8] {
        forget()
        return profile.keepsPicturesInCells ? pinboard.leave() : pinboard.hide()
    }

    /// Deletes all pictures of pages from the terminal's store.
    mutating func leave() -> [UInt8] {
        forget()
        return pinboard.leave()
    }

    /// Takes in which pictures the page has.
    ///
    /// - Returns: what is still to be asked for, where that has changed.
    mutating func want(
        _ pictures: [PagePicture], on look: PageLook
    ) -> [PreviewRequest]? {
        wish = pictures.compactMap { PlacedPreview($0, on: look) }
        let requests = Set(wish.map(\.request))
        ready = ready.filter { requests.contains($0.key) }
        for request in requests where ready[request] == nil {
            ready[request] = before.value(for: request)
        }
        let missing = wish.map(\.request).filter { ready[$0] == nil }
        // What has come since the last time has left the list by itself.
        let open = asked.filter { ready[$0] == nil }
        guard missing != open else { return nil }
        asked = missing
        return missing
    }

    /// Another screen is shown: nothing is asked for any more.
    ///
    /// - Returns: whether something was.
    mutating func stopAsking() -> Bool {
        defer { asked = [] }
        return asked.contains { ready[$0] == nil }
    }

    /// What is to be written next for a page; nil where the glass is right, or must be waited for.
    mutating func step(
        to page: TextPage, on look: PageLook, _ pace: FramePace
    ) -> Step? {
        var change = change(to: page, on: look, pace)
        guard change.isNeeded, mayWrite(change, pace), !awaitsMore(change, page, pace) else {
            return nil
        }
        waitingSince = nil
        var lost: [UInt8] = []
        if look.profile.keepsPicturesInCells, text == nil || change.leavesHole {
            // Nothing less than clearing the screen takes a picture away, and that takes them all.
            lost = beginAfresh(on: look.profile)
            change = self.change(to: page, on: look, pace)
        }
        var bytes = bytes(for: page, change, on: look)
        if bytes == nil {
            lost += beginAfresh(on: look.profile)
            change = self.change(to: page, on: look, pace)
            bytes = self.bytes(for: page, change, on: look)
        }
        text = page
        shown = change.staying + change.coming
        return Step(bytes: (bytes ?? []) + lost, isFrame: !change.isLight)
    }

    /// Draws all again; what clearing the screen frees is not believed in the terminal's store.
    private mutating func beginAfresh(on profile: TerminalProfile) -> [UInt8] {
        forget()
        return profile.keepsPicturesInCells ? pinboard.leave() : []
    }

    /// Whether nothing but some of the pictures is new, and others are about to come.
    private mutating func awaitsMore(
        _ change: Change, _ page: TextPage, _ pace: FramePace
    ) -> Bool {
        guard page == text, change.staying == shown,
            wish.contains(where: { ready[$0.request] == nil })
        else { return false }
        let since = waitingSince ?? pace.now
        waitingSince = since
        return pace.now < since + Deadlines.pictureBatch
    }

    /// From what is on the glass to what can be.
    private struct Change {
        let staying: [PlacedPreview]
        let coming: [PlacedPreview]
        let isNeeded: Bool
        /// Whether the terminal has nearly nothing to do with it.
        let isLight: Bool
        /// Whether a picture that stands elsewhere, or no more, leaves a hole.
        let leavesHole: Bool
    }

    private func change(
        to page: TextPage, on look: PageLook, _ pace: FramePace
    ) -> Change {
        let staying = shown.filter(wish.contains)
        let waiting = wish.filter { ready[$0.request] != nil && !staying.contains($0) }
        let kept = waiting.filter { pinboard.has($0.request) }
        let coming = pace.isLate ? kept : paced(waiting, kept: kept, pace)
        return Change(
            staying: staying, coming: coming,
            isNeeded: page != text || !coming.isEmpty || staying != shown,
            isLight: coming.count == kept.count,
            leavesHole: staying != shown && !look.profile.keepsPicturesApart)
    }

    /// On a slow line pictures come one by one, when the hand rests.
    private func paced(
        _ waiting: [PlacedPreview], kept: [PlacedPreview], _ pace: FramePace
    ) -> [PlacedPreview] {
        let byteCount = waiting.reduce(0) { $0 + (ready[$1.request]?.byteCount ?? 0) }
        guard let time = pace.line.milliseconds(for: byteCount), time > Deadlines.pagePictures
        else { return waiting }
        return !kept.isEmpty || pace.isMoving || !pace.isOpen ? kept : Array(waiting.prefix(1))
    }

    /// A frame waits for the one before; text does not, nor long for pictures to move along with it.
    private func mayWrite(_ change: Change, _ pace: FramePace) -> Bool {
        pace.isOpen || pace.isLate || change.isLight && !change.leavesHole
    }

    /// `nil` if pictures on the screen would move along with text: then all is to be drawn again.
    private mutating func bytes(
        for page: TextPage, _ change: Change, on look: PageLook
    ) -> [UInt8]? {
        let isAfresh = text == nil
        let profile = look.profile
        let coming = change.coming.map(\.area)
        let staying = change.staying.map(\.area)
        let isDrawn = profile.graphics == .sixel || profile.graphics == .iTerm2
        let isKitty = profile.graphics == .kitty
        // A picture of kitty's protocol need not fill its cells: the page's text is written under it.
        let covered =
            profile.keepsPicturesApart ? [] : isKitty ? staying : staying + coming
        if !isAfresh, !isDrawn, !isKitty { curses.drawnOver(coming) }
        let erasure = isDrawn && !isAfresh ? erase(allBut: covered) : []
        var rows = curses.rows(
            for: page, under: covered, colours: look.colours, afresh: isAfresh)
        guard isAfresh || shown.isEmpty || !curses.hasScrolled else { return nil }
        if isKitty, profile.keepsPicturesInCells { curses.drawnOver(coming) }
        for (row, pictures) in pictures(change, on: profile, below: rows.count) {
            rows[row] += Self.aside(pictures)
        }
        let text = erasure + rows.joined()
        guard isAfresh else { return text }
        return ScreenClearing.everything(on: profile) + Self.sparingPictures(text, profile)
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
        let leaving = shown.map(\.area).filter { !covered.contains($0) }
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
        guard profile.keepsPicturesApart else { return bytes }
        return Array(
            bytes.replacing(
                ControlSequence.bytes(.clearScreen), with: ControlSequence.bytes(.eraseBelow)))
    }

    /// The pictures by the row that they are written behind.
    ///
    /// A terminal that shows what comes as it comes, like xterm, takes 70 to 130 ms for a list: each
    /// picture follows its own text, so that no title stands beside another's picture for so long.
    private mutating func pictures(
        _ change: Change, on profile: TerminalProfile, below rowCount: Int
    ) -> [(row: Int, bytes: [UInt8])] {
        guard profile.graphics != .kitty else {
            return [(rowCount - 1, placements(change, on: profile))]
        }
        return change.coming.compactMap { picture in
            guard let preview = ready[picture.request] else { return nil }
            let last = picture.area.origin.row + picture.area.size.rows - 1
            let bytes = PreviewBytes.bytes(of: preview, at: picture.area.origin, on: profile)
            return (min(last, rowCount - 1), bytes)
        }
    }

    private mutating func placements(
        _ change: Change, on profile: TerminalProfile
    ) -> [UInt8] {
        let ready = ready
        let pins = (change.staying + change.coming).compactMap { picture in
            let origin = picture.area.origin
            return ready[picture.request].flatMap {
                PreviewBytes.pin(of: $0, at: profile.outside(origin), cell: profile.cell)
            }
        }
        let bytes = pinboard.show(pins, anew: text == nil) { PreviewBytes.file(of: ready[$0]) }
        return profile.passed(bytes)
    }
}

extension TerminalProfile {
    /// A terminal's store keeps its pictures whatever their cells hold.
    fileprivate var keepsPicturesApart: Bool { graphics == .kitty && !keepsPicturesInCells }
}
