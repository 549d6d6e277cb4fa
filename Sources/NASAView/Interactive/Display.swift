internal import Imaging
internal import PhotoPipeline
internal import Screens
internal import TerminalDevice
internal import TerminalProtocols

/// What is on the glass, and how it becomes what should be: one frame at a time, newest wish first.
struct Display {
    private enum Glass: Equatable {
        case unknown
        case page(TextPage)
        case photo(FrameRequest, status: SafeText)
        case placed(KittyView<PhotoReference>, status: SafeText)
        /// A photo that was broken off for a newer wish.
        case torn
    }

    private(set) var fence = FrameFence()
    var overlay = Overlay()
    var kitty = KittyDisplay()
    private let curses: CursesPage
    private var glass = Glass.unknown
    private var drawing: FrameRequest?
    private var finished: EncodedFrame?
    private var lastTouch = Int.min / 2
    private var line = LineSpeed()
    private var sent: (bytes: Int, at: Clock.Milliseconds, isNew: Bool)?
    private var waitingSince: Clock.Milliseconds?
    private var fencePending = false
    private var now = 0

    init(size: CellSize) throws { curses = try CursesPage(size: size) }

    /// When to look again though nothing has come.
    var deadlines: [Clock.Milliseconds] {
        var deadlines: [Clock.Milliseconds] = []
        if let deadline = fence.deadline { deadlines.append(deadline) }
        for rest in [Deadlines.rest, line.rest] where now < lastTouch + rest {
            deadlines.append(lastTouch + rest)
        }
        if let waitingSince, now < waitingSince + Deadlines.waitingPage {
            deadlines.append(waitingSince + Deadlines.waitingPage)
        }
        return deadlines
    }

    var isLineCrawling: Bool { line.isCrawling }

    mutating func touched(at now: Clock.Milliseconds) { lastTouch = now }

    /// Someone else may have drawn, or the window has changed: everything is drawn again.
    mutating func forget() {
        glass = .unknown
        finished = nil
    }

    mutating func take(_ frame: EncodedFrame) {
        drawing = nil
        finished = frame
    }

    mutating func drawingFailed() {
        drawing = nil
        kitty.drawingFailed()
    }

    mutating func fenceAnswered(at now: Clock.Milliseconds) {
        fence.answered()
        overlay.arrived(at: now)
        if let sent { line.measured(sent.bytes, in: now - sent.at) }
        sent = nil
    }

    /// Breaks off a fine frame that a slow line is still taking when it is no longer wanted, or when
    /// nothing would be seen of the photo for long.
    ///
    /// A moving one is never broken off: while a key is held down none would ever be whole.
    mutating func reconsider(
        _ view: ScreenView, on session: inout TerminalSession, at now: Clock.Milliseconds
    ) {
        guard let sent, fencePending, now - sent.at > Deadlines.breakOff,
            session.writer.waitingBytes > 0
        else { return }
        line.observed(sent.bytes - session.writer.waitingBytes, in: now - sent.at)
        let isTooLong =
            sent.isNew && session.style.graphics != .blocks && now - sent.at > Deadlines.answered
            && line.isLong(session.writer.waitingBytes) && session.profile.passage == nil
        guard isTooLong && isFine || !isWanted(by: view) else { return }
        session.writer.discard()
        session.writer.append(ControlSequence.bytes(.endString, .endUpdate, .plain))
        self.sent = nil
        fencePending = false
        glass = .torn
    }

    private var isFine: Bool {
        if case .photo(let request, _) = glass { return request.fineness == .atRest }
        return false
    }

    private func isShowing(_ photo: PhotoReference) -> Bool {
        if case .photo(let request, _) = glass { return request.photo == photo }
        return false
    }

    private func isWanted(by view: ScreenView) -> Bool {
        guard case .photo(let request, _) = glass, request.fineness == .atRest,
            case .photo(let photo, let viewport, _) = view
        else { return true }
        return request.photo == photo.reference && request.window == viewport.window
    }

    mutating func expire(at now: Clock.Milliseconds) {
        self.now = now
        fence.check(at: now)
    }

    /// The fence counts from when the last byte of the frame was written.
    mutating func wroteOut(_ isEmpty: Bool, at now: Clock.Milliseconds) {
        guard isEmpty, fencePending else { return }
        fencePending = false
        fence.ask(at: now)
    }

    mutating func show(
        _ view: ScreenView, on session: inout TerminalSession, at now: Clock.Milliseconds,
        runner: EffectRunner
    ) {
        self.now = now
        guard session.isKnown(at: now) else { return }
        switch view {
        case .page(let page, _): show(page, on: &session)
        case .waiting(let page):
            let since = waitingSince ?? now
            waitingSince = since
            if now >= since + Deadlines.waitingPage { show(page, on: &session) }
            return
        case .photo(let photo, let viewport, let status):
            show(photo, viewport, status: status, on: &session, runner: runner)
        }
        waitingSince = nil
    }

    private mutating func show(_ page: TextPage, on session: inout TerminalSession) {
        guard glass != .page(page), session.writer.isEmpty else { return }
        let isAfresh: Bool
        if case .page = glass { isAfresh = false } else { isAfresh = true }
        session.writer.append(
            session.passed(kitty.hide()) + curses.bytes(for: page, afresh: isAfresh))
        glass = .page(page)
    }

    private mutating func show(
        _ photo: PhotoVersion, _ viewport: Viewport, status: SafeText,
        on session: inout TerminalSession, runner: EffectRunner
    ) {
        guard let area = session.area, area.size == viewport.screen else { return }
        let status = overlay.text ?? status
        if session.profile.graphics == .kitty {
            return place(photo, viewport, status: status, on: &session, runner: runner)
        }
        let pace = line.pace(
            quietFor: now - lastTouch, isNew: !isShowing(photo.reference))
        let fine = FrameRequest(
            photo: photo, viewport: viewport, area: area, style: session.style,
            fineness: pace == .fine ? .atRest : .moving)
        let wish = wish(for: fine, at: pace, profile: session.profile)
        if let finished { put(finished, status: status, wish: wish, on: &session) }
        ask(for: wish, status: status, on: &session, draw: runner.draw)
    }

    /// What to draw of a view: less of it on a slow line, and nothing anew that is there already.
    private func wish(
        for view: FrameRequest, at pace: LineSpeed.Pace, profile: TerminalProfile
    ) -> FrameRequest {
        if case .photo(let shown, _) = glass, shown.isFiner(than: view) || pace == .words {
            return shown
        }
        // tmux does not send blocks that it believes on the screen, under a picture it knows nothing of.
        let isCoarse = pace == .coarse || pace == .words
        return isCoarse && view.style.graphics != .blocks && profile.passage == nil
            ? view.asBlocks(cell: profile.cell) : view
    }

    /// Shows a photo from what the terminal keeps of it; a few bytes where it is there already.
    private mutating func place(
        _ photo: PhotoVersion, _ viewport: Viewport, status: SafeText,
        on session: inout TerminalSession, runner: EffectRunner
    ) {
        guard let area = session.area, let origin = area.origin, kitty.isProbed,
            session.writer.isEmpty, fence.isOpen, !fencePending
        else { return }
        let view = KittyView(
            photo: photo.reference, version: photo.size.width, window: viewport.window,
            place: KittyPlace(
                target: viewport.target,
                origin: session.profile.passage?.outside(origin) ?? origin,
                cell: session.profile.cell))
        var shownStatus: SafeText?
        if case .placed(_, let status) = glass { shownStatus = status }
        let background = session.profile.background
        var commands: [UInt8] = []
        if shownStatus == nil {
            commands = kitty.screenIsCleared(through: session.profile.passage)
        }
        commands += kitty.show(view) { upload, encoder in
            runner.upload(upload, over: background, by: encoder)
        }
        let pictures = session.passed(commands)
        let isShown = glass == .placed(view, status: status)
        guard !pictures.isEmpty || !isShown else { return }
        session.writer.append(
            shownStatus.map {
                FrameBytes.compose(
                    placing: pictures, status: status, over: $0, profile: session.profile)
            }
                ?? FrameBytes.compose(
                    pictures, status: status, profile: session.profile, clearing: true,
                    fenced: !pictures.isEmpty))
        fencePending = !pictures.isEmpty
        glass = .placed(view, status: status)
    }

    /// Puts a finished frame on the glass once the one before has been worked through.
    ///
    /// A frame that a newer wish has overtaken is shown all the same: while a key is held down, the
    /// newest wish is always newer than the newest frame.
    private mutating func put(
        _ frame: EncodedFrame, status: SafeText, wish: FrameRequest,
        on session: inout TerminalSession
    ) {
        guard session.writer.isEmpty, fence.isOpen, !fencePending else { return }
        finished = nil
        guard frame.request.isSamePlace(as: wish) else { return }
        let isAfresh =
            switch glass {
            case .photo, .torn: false
            default: true
            }
        // A terminal that has not answered the probe is not asked after every frame as well.
        let isFenced = session.capabilities.isComplete && fence.isWorthAsking
        session.writer.append(
            FrameBytes.compose(
                FrameBytes.picture(frame, through: session.profile.passage), status: status,
                profile: session.profile,
                clearing: isAfresh, fenced: isFenced))
        fencePending = isFenced
        sent = isFenced ? (frame.bytes.count, now, !isShowing(frame.request.photo)) : nil
        overlay.sent(frame, at: now)
        glass = .photo(frame.request, status: status)
    }

    private mutating func ask(
        for wish: FrameRequest, status: SafeText, on session: inout TerminalSession,
        draw: (FrameRequest) -> Void
    ) {
        if case .photo(let shown, let shownStatus) = glass,
            shown == wish || shown.isFiner(than: wish)
        {
            guard shownStatus != status, session.writer.isEmpty else { return }
            session.writer.append(FrameBytes.status(status, profile: session.profile))
            glass = .photo(shown, status: status)
            return
        }
        guard drawing == nil, finished == nil, fence.isOpen, session.writer.isEmpty else { return }
        drawing = wish
        draw(wish)
    }
}

extension FrameRequest {
    /// The same photo for the same terminal; only the view differs.
    fileprivate func isSamePlace(as other: FrameRequest) -> Bool {
        photo == other.photo && area.origin == other.area.origin
            && (style == other.style || [style.graphics, other.style.graphics].contains(.blocks))
    }

    /// The same picture, drawn at rest: there is nothing to draw again.
    fileprivate func isFiner(than other: FrameRequest) -> Bool {
        isSamePlace(as: other) && version == other.version && window == other.window
            && fineness == .atRest
    }
}
