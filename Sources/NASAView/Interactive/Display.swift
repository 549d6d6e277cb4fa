internal import Imaging
internal import PhotoPipeline
internal import Screens
internal import TerminalDevice
internal import TerminalProtocols

/// What is on the glass, and how it becomes what should be: one frame at a time, newest wish first.
struct Display {
    private enum Glass: Equatable {
        case unknown
        /// The same, but for the status line: the picture is long in coming.
        case status(SafeText)
        case page
        /// With the cells that were drawn, where it is drawn with characters.
        case photo(FrameRequest, BlockMosaic?, status: SafeText)
        case placed(KittyView<PhotoReference>, status: SafeText)
        /// A photo that was broken off for a newer wish.
        case torn
    }

    var overlay: Overlay
    var kitty = KittyDisplay()
    var pace = FramePace()
    private var pages: PageDisplay
    private var glass = Glass.unknown
    private var drawing: FrameRequest?
    private var finished: EncodedFrame?
    private var waitingSince: Clock.Milliseconds?

    init(size: CellSize, _ overlay: Overlay) throws {
        self.overlay = overlay
        pages = try PageDisplay(size: size)
    }

    /// When to look again though nothing has come.
    var deadlines: [Clock.Milliseconds] {
        let waitingEnds = waitingSince.map { [$0 + Deadlines.waitingPage] } ?? []
        let others = waitingEnds + [pages.deadline, kitty.deadline].compactMap { $0 }
        return pace.deadlines + others.filter { pace.now < $0 }
    }

    mutating func expire(at now: Clock.Milliseconds) {
        pace.expire(at: now)
        kitty.expire(at: now)
    }

    /// Someone else may have drawn, or the window has changed: everything is drawn again.
    mutating func forget() {
        glass = .unknown
        finished = nil
        pages.forget()
        pace.hurry()
    }

    mutating func take(_ frame: EncodedFrame) {
        drawing = nil
        finished = frame
    }

    mutating func take(_ preview: EncodedPreview) { pages.take(preview) }

    /// Takes an answer to a picture command in.
    ///
    /// - Returns: false when the terminal refuses pictures for good.
    mutating func takeKitty(image: Int, message: [UInt8]) -> Bool {
        kitty.take(image: image, message: message)
            && pages.reply(image: image, message: message) != .giveUp
    }

    mutating func drawingFailed(_ photo: PhotoReference) {
        drawing = nil
        kitty.drawingFailed(photo)
    }

    /// Deletes all pictures of ours, in the terminal and on their way.
    mutating func leave() -> [UInt8] { kitty.leave() + pages.leave() }

    mutating func fenceAnswered(at now: Clock.Milliseconds) {
        pace.fenceAnswered(at: now)
        overlay.arrived(at: now)
    }

    /// Breaks off a fine frame that a slow line is still taking when it is no longer wanted, or when
    /// nothing would be seen of the photo for long.
    ///
    /// A moving one is never broken off: while a key is held down none would ever be whole.
    mutating func reconsider(
        _ view: ScreenView, on session: inout TerminalSession, at now: Clock.Milliseconds
    ) {
        let waiting = session.writer.waitingBytes
        guard pace.observe(waiting: waiting, at: now) else { return }
        let isTooLong = mayBeCoarse(session) && isFine && pace.isTooLong(waiting: waiting, at: now)
        guard isTooLong || !isWanted(by: view) else { return }
        pace.brokeOff()
        session.writer.discard()
        session.writer.append(ControlSequence.bytes(.endString, .endUpdate, .plain))
        glass = .torn
    }

    /// tmux does not send blocks that it believes on the screen, under a picture it knows nothing of.
    private func mayBeCoarse(_ session: TerminalSession) -> Bool {
        session.style.graphics != .blocks && session.profile.passage == nil
    }

    private var isFine: Bool {
        if case .photo(let request, _, _) = glass { return request.fineness == .atRest }
        return false
    }

    private func isShowing(_ photo: PhotoReference) -> Bool {
        if case .photo(let request, _, _) = glass { return request.photo == photo }
        return false
    }

    private func isWanted(by view: ScreenView) -> Bool {
        guard case .photo(let request, _, _) = glass, request.fineness == .atRest,
            case .photo(let photo, let viewport, _) = view
        else { return true }
        return request.photo == photo.reference && request.window == viewport.window
    }

    mutating func show(
        _ view: ScreenView, on session: inout TerminalSession, at now: Clock.Milliseconds,
        runner: EffectRunner
    ) {
        pace.turned(to: now)
        guard session.isKnown(at: now) else { return }
        switch view {
        case .page(let page, let pictures):
            // Back from the help one waits on: 213 of 1620 keys had no answer for 300 ms.
            if waitingSince != nil { waitingSince = now - Deadlines.waitingPage }
            show(page, pictures, on: &session, runner: runner)
        case .waiting(let page, let pictures):
            let since = waitingSince ?? now
            waitingSince = since
            if now >= since + Deadlines.waitingPage {
                show(page, pictures, on: &session, runner: runner)
            }
        case .photo(let photo, let viewport, let status):
            if pages.stopAsking() { runner.want([]) }
            show(photo, viewport, status: status, on: &session, runner: runner)
            showStatusAlone(overlay.text ?? status, on: &session)
        }
    }

    /// A picture that is long in coming, for whatever reason, does not keep the line below it away.
    private mutating func showStatusAlone(
        _ status: SafeText, on session: inout TerminalSession
    ) {
        waitingSince = glass == .unknown ? waitingSince ?? pace.now : nil
        var isDue = waitingSince.map { pace.now >= $0 + Deadlines.waitingPage } ?? false
        if case .status(let shown) = glass { isDue = shown != status }
        guard isDue, session.writer.isEmpty else { return }
        session.writer.append(FrameBytes.status(status, profile: session.profile))
        glass = .status(status)
    }

    private mutating func show(
        _ page: TextPage, _ pictures: [PagePicture], on session: inout TerminalSession,
        runner: EffectRunner
    ) {
        if let requests = pages.want(pictures, on: session.look) { runner.want(requests) }
        guard session.writer.isEmpty, let step = pages.step(to: page, on: session.look, pace) else {
            return
        }
        let isFenced = step.isFrame && isWorthFencing(session)
        kitty.keepsUnseen = !session.profile.keepsPicturesInCells
        session.writer.append(
            FrameBytes.page(
                step.bytes + session.passed(kitty.hide()), profile: session.profile,
                fenced: isFenced))
        if isFenced { pace.send(step.bytes.count, assuming: session.assumedBytesPerSecond) }
        glass = .page
    }

    /// A terminal that has not answered the probe is not asked after every frame as well.
    private func isWorthFencing(_ session: TerminalSession) -> Bool {
        session.capabilities.isComplete && pace.fence.isWorthAsking
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
        let step = pace.pace(isNew: !isShowing(photo.reference))
        let view = FrameRequest(
            photo: photo, viewport: viewport, area: area, style: session.style,
            fineness: step == .fine ? .atRest : .moving)
        let wish = wish(for: view, at: step, on: session)
        if let finished { put(finished, status: status, wish: wish, on: &session) }
        ask(for: wish, status: status, on: &session, draw: runner.draw)
    }

    /// What to draw of a view: less of it on a slow line, and nothing anew that is there already.
    private func wish(
        for view: FrameRequest, at step: LineSpeed.Pace, on session: TerminalSession
    ) -> FrameRequest {
        if case .photo(let shown, _, _) = glass, shown.isFiner(than: view) || step == .words {
            return shown
        }
        let isCoarse = step == .coarse || step == .words
        return isCoarse && mayBeCoarse(session) ? view.asBlocks(cell: session.profile.cell) : view
    }

    /// Shows a photo from what the terminal keeps of it; a few bytes where it is there already.
    private mutating func place(
        _ photo: PhotoVersion, _ viewport: Viewport, status: SafeText,
        on session: inout TerminalSession, runner: EffectRunner
    ) {
        guard let area = session.area, let origin = area.origin, kitty.isProbed,
            session.writer.isEmpty, pace.isOpen
        else { return }
        let view = KittyView(
            photo: photo.reference, version: photo.size.width, window: viewport.window,
            place: KittyPlace(
                target: viewport.target,
                origin: session.profile.outside(origin),
                cell: session.profile.cell))
        var shownStatus: SafeText?
        if case .placed(_, let status) = glass { shownStatus = status }
        let background = session.profile.background
        kitty.keepsUnseen = !session.profile.keepsPicturesInCells
        // What is there of before, when nobody knows what; from a page nothing.
        let hiding = shownStatus == nil ? kitty.hide() : []
        let showing = kitty.show(view) { rendering, encoder in
            runner.render(rendering, over: background, by: encoder)
        }
        let pictures = session.passed(hiding + showing.bytes)
        if showing.uncovers { shownStatus = nil }
        // A page stays until there is something to see in its place.
        let isShown = glass == .placed(view, status: status) || glass == .page
        guard !pictures.isEmpty || !isShown else { return }
        let page = shownStatus == nil ? session.passed(pages.hide(on: session.profile)) : []
        session.writer.append(
            shownStatus.map {
                FrameBytes.compose(
                    placing: pictures, status: status, over: $0, profile: session.profile)
            }
                ?? FrameBytes.compose(
                    pictures + page, status: status, profile: session.profile,
                    clearing: .everything, fenced: !pictures.isEmpty))
        if !pictures.isEmpty {
            pace.send(pictures.count, assuming: session.assumedBytesPerSecond)
            overlay.sent(
                overlay.strings.text(of: .kitty, area.size), kitty.cost(ofSending: pictures.count),
                at: pace.now)
        }
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
        guard session.writer.isEmpty, pace.isOpen else { return }
        finished = nil
        guard frame.request.isSamePlace(as: wish) else { return }
        var shown: (mosaic: BlockMosaic?, status: SafeText)?
        if case .photo(_, let mosaic, let status) = glass { shown = (mosaic, status) }
        defer { glass = .photo(frame.request, frame.mosaic, status: status) }
        // Blocks that stand for pictures on a slow line leave parts of the screen to others.
        let isWholeScreen = session.profile.graphics == .blocks
        let frame = frame.over(shown?.mosaic, isWholeScreen: isWholeScreen)
        guard !frame.bytes.isEmpty || shown?.status != status else { return }
        send(frame, status: status, on: &session)
    }

    private mutating func send(
        _ frame: EncodedFrame, status: SafeText, on session: inout TerminalSession
    ) {
        let clearing: ScreenClearing =
            switch glass {
            case .photo(_, nil, _) where staysOver(frame, on: session): .everything
            case .torn where staysOver(frame, on: session): .everything
            case .photo, .torn: .nothing
            // tmux would show the page again where another window has been.
            case .page where session.profile.passage != nil: .everything
            case .page: .surroundings(frame.request.area)
            case .unknown, .status, .placed: .everything
            }
        let isFenced = isWorthFencing(session)
        session.writer.append(
            FrameBytes.compose(
                FrameBytes.picture(frame, on: session.profile), status: status,
                profile: session.profile, clearing: clearing, fenced: isFenced))
        pages.forget()
        if isFenced {
            pace.send(
                frame.bytes.count, frame.request.fineness,
                isNew: !isShowing(frame.request.photo), assuming: session.assumedBytesPerSecond)
        }
        overlay.sent(overlay.strings.text(of: frame.request), frame.cost, at: pace.now)
    }

    /// Whether a picture would stay over the frame: blocks are text.
    private func staysOver(_ frame: EncodedFrame, on session: TerminalSession) -> Bool {
        frame.mosaic != nil && session.profile.keepsPicturesInCells
    }

    private mutating func ask(
        for wish: FrameRequest, status: SafeText, on session: inout TerminalSession,
        draw: (FrameRequest) -> Void
    ) {
        if case .photo(let shown, let mosaic, let shownStatus) = glass,
            shown == wish || shown.isFiner(than: wish)
        {
            guard shownStatus != status, session.writer.isEmpty else { return }
            session.writer.append(FrameBytes.status(status, profile: session.profile))
            glass = .photo(shown, mosaic, status: status)
            return
        }
        guard drawing == nil, finished == nil, pace.isOpen, session.writer.isEmpty else { return }
        drawing = wish
        FrameLog.found.note(at: pace.now, "ask \(overlay.strings.text(of: wish).string)")
        draw(wish)
    }
}
