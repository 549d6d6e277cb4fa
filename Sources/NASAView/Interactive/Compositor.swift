internal import Imaging
internal import Localization
internal import PhotoPipeline
internal import Screens
internal import TerminalDevice
internal import TerminalProtocols

/// What the terminal displays, and how it becomes what it should: the bytes to write, and the pictures
/// that must be made.
struct Compositor {
    /// What is to be done for a view.
    struct Update {
        var bytes: [UInt8] = []
        /// Whether to discard what has not been written yet.
        var interrupts = false
        /// All pictures that are to be made; `nil` if they are the same as before.
        var wanted: [ImageRequest]?
    }

    private enum Displayed {
        case unknown
        /// A photo that was interrupted for a newer request.
        case torn
        case page
        case photo(status: PhotoBar)
        /// Only a status line, over what was there before: the picture takes long.
        case status(PhotoBar)
    }

    /// The photo of a terminal that does not store pictures.
    private struct Frame {
        let request: ImageRequest
        let isText: Bool
        /// Whether a better one follows: another part of it would not fit.
        let isDraft: Bool
    }

    var flow = FlowControl()
    var motionUse = MotionUse.off
    var overlay: DebugOverlay
    private var driver: PictureDriver
    private var medium: PictureMedium
    private var page: ComposedPage
    private var displayed = Displayed.unknown
    /// The frame that is displayed; `nil` if the terminal stores pictures.
    private var frame: Frame?
    /// The part of a photo that is being made.
    private var making: ImageRequest?
    /// How it is made, if only strips of it are; `nil` if it is made whole.
    private var scrolled: ScrolledFrame?
    /// Whether there was a draft of it, so that a newer request may replace it.
    private var hasDraft = false
    private var made: RenderedImage?
    /// The cost of the picture that was sent last, for a terminal that stores pictures.
    private var cost: PictureCost?
    private var wanted: [ImageRequest] = []
    private var waitingSince: Clock.Milliseconds?
    private var motion: PictureMotion?
    /// The view of the photo that was placed last.
    private var placed: PicturePlacement?
    /// The small picture of the photo that was opened last.
    private var preview: PagePicture?
    /// The newest picture when the focus moved elsewhere; `nil` while it is ours.
    private var newestImageSeen: Int?

    init(
        size: CellSize, profile: TerminalProfile, sharing shared: SharedPictures,
        _ overlay: DebugOverlay
    ) throws {
        self.overlay = overlay
        page = try ComposedPage(size: size)
        driver = PictureDriver(profile)
        medium = PictureMedium(shared)
    }

    /// When to update even if nothing has come.
    var deadlines: [Clock.Milliseconds] {
        let waits = [Timeouts.waitingPicture, Timeouts.waitingPage]
        let waitingEnds = waits.map { wait in waitingSince.map { $0 + wait } }
        let step = motion?.nextStep(after: flow.now)
        let others = (waitingEnds + [page.deadline, medium.deadline, step]).compactMap(\.self)
        return flow.deadlines + others.filter { flow.now < $0 }
    }

    /// Has everything drawn again: something else may have drawn, or the terminal has changed.
    mutating func forget() {
        displayed = .unknown
        motion = nil
        frame = nil
        if driver.store == nil { made = nil }
        page.forget()
        driver.forget()
        flow.hurry()
    }

    /// The terminal has worked through a frame.
    mutating func acknowledged(at now: Clock.Milliseconds) {
        flow.acknowledged(at: now)
        overlay.arrived(at: now)
    }

    /// Deletes all our pictures, in the terminal and on their way.
    mutating func tearDown(_ profile: TerminalProfile) -> [UInt8] {
        medium.close()
        if let making { cancel(making) }
        made = nil
        page.forget()
        return driver.leave(profile)
    }

    /// The terminal is ours again.
    mutating func resume() {
        medium.reopen()
        forget()
    }

    /// Whether pictures were sent while tmux may have displayed another window, and were lost.
    mutating func hasLostPictures(asFocusMovesToUs isOurs: Bool) -> Bool {
        defer { newestImageSeen = isOurs ? nil : driver.store?.newestImage }
        return isOurs && newestImageSeen != nil && newestImageSeen != driver.store?.newestImage
    }

    /// Receives what became of a request.
    mutating func receive(_ event: ImageEvent) {
        switch event {
        case .image(let image):
            if !image.isDraft { wanted.removeAll { $0 == image.request } }
            if case .part = image.request.window {
                receivePart(image)
            } else {
                page.receive(image)
            }
        case .failed(let request, _), .closed(let request): cancel(request)
        }
    }

    private mutating func receivePart(_ image: RenderedImage) {
        if let frame = scrolled?.received(image) { return receive(frame) }
        guard image.request == making else { return medium.discard(image) }
        discardMade()
        made = image
        hasDraft = image.isDraft
        if !image.isDraft { making = nil }
    }

    /// Receives a strip of a frame.
    private mutating func receive(_ frame: ScrolledFrame) {
        scrolled = frame.isSharp ? frame : nil
        guard let image = frame.image else { return }
        scrolled = nil
        making = nil
        made = image
    }

    /// Deletes a picture that will not be sent, and its shared memory.
    private mutating func discardMade() {
        if let made { medium.discard(made) }
        made = nil
    }

    private mutating func cancel(_ request: ImageRequest) {
        guard request == making || scrolled?.requests.contains(request) == true else { return }
        if let upload = request.upload { driver.store?.abandoned(upload) }
        making = nil
        scrolled = nil
    }

    /// Cancels what is made of other photos: behind a PNG of 14000x14000 the next one waited for 4.6 s.
    private mutating func cancel(allBut subject: ImageSubject) {
        if let making, making.subject != subject { cancel(making) }
        guard let made, made.request.subject != subject else { return }
        if let upload = made.request.upload { driver.store?.abandoned(upload) }
        discardMade()
    }

    /// The questions how pictures reach a terminal that stores them; none if they were asked before.
    mutating func askForMedium(_ profile: TerminalProfile, at now: Clock.Milliseconds) -> [UInt8] {
        profile.graphics.keepsPictures && !medium.hasAsked
            ? medium.ask(profile.terminal, at: now) : []
    }

    /// Handles the reply to a picture command; false if the terminal refuses pictures for good.
    mutating func handleReply(image: Int, message: [UInt8], on profile: TerminalProfile) -> Bool {
        if medium.receive(image: image, message: message) {
            driver.store?.limits = medium.limits(in: profile.terminal)
            return true
        }
        switch driver.store?.reply(image: image, message: message) {
        case .nothing, nil: return true
        case .planAgain: page.forgetPictures()
        case .sendDirectly:
            medium.sendDirectly()
            driver.store?.limits = medium.limits(in: profile.terminal)
            page.forgetPictures()
        case .giveUp: return false
        }
        return true
    }

    /// What to do to display a view; nothing while a useful frame is still being written.
    ///
    /// `look` is `nil` until the terminal has answered, or has had its time; `waiting` is the number of
    /// bytes that it has not taken yet.
    mutating func update(
        to view: ScreenView, on look: TerminalLook?, waiting: Int, at now: Clock.Milliseconds
    ) -> Update {
        flow.advance(to: now, waiting: waiting)
        var update = Update()
        guard let look else { return update }
        if waiting > 0 {
            interrupt(for: view, waiting: waiting, on: look, &update)
            return update
        }
        // A look that needs another driver is a new one, for which everything was forgotten.
        if case .unknown = displayed, !driver.suits(look.profile) {
            update.bytes += driver.leave(look.profile)
            driver = PictureDriver(look.profile)
            driver.store?.limits = medium.limits(in: look.profile.terminal)
            if let making { cancel(making) }
            discardMade()
            forget()
        }
        show(view, on: look, &update)
        return update
    }

    /// Interrupts a fine frame that a slow line is still taking if it is no longer wanted, or if
    /// nothing would be seen of the photo for long.
    ///
    /// A moving one is never interrupted: while a key is held down none would ever be complete.
    private mutating func interrupt(
        for view: ScreenView, waiting: Int, on look: TerminalLook, _ update: inout Update
    ) {
        guard flow.observe(waiting: waiting, at: flow.now), let request = frame?.request,
            request.quality == .atRest
        else { return }
        let isTooLong = mayBeCoarse(on: look) && flow.isTooLong(waiting: waiting, at: flow.now)
        guard isTooLong || !request.isWanted(by: view) else { return }
        flow.interrupted()
        displayed = .torn
        frame = nil
        update.interrupts = true
        update.bytes = ControlSequence.bytes(.endString, .endUpdate, .plain)
    }

    private mutating func show(_ view: ScreenView, on look: TerminalLook, _ update: inout Update) {
        switch view {
        case .page(let text, let pictures):
            // On return from the help to a page that waits: 213 of 1620 keys had no answer for 300 ms.
            if waitingSince != nil { waitingSince = flow.now - Timeouts.waitingPage }
            let way = wayBack(to: pictures, on: look)
            if let way { page.cover(with: way.placement(at: flow.now, look.profile.cell)) }
            show(text, pictures, on: look, &update)
            if way != nil, case .page = displayed { motion = way }
            moveOverlay(isLast: true, on: look, &update)
        case .waiting(let text, let pictures):
            preview = pictures.first { $0.fitting == .width }
            motion = motion ?? wayToPhoto(on: look)
            let isReady = isReady(pictures, on: look, &update)
            moveOverlay(isLast: false, on: look, &update)
            guard motion == nil, update.bytes.isEmpty else { return }
            if isReady { page.cover(with: nil) }
            if isWaitingLong() || isReady || page.overlay != nil {
                show(text, pictures, on: look, &update)
            }
        case .photo(var view):
            if overlay.isShown, let text = overlay.text {
                view.bar = PhotoBar(text, columns: look.profile.window.cells.columns)
            }
            // The view may be for a screen of another size.
            if let area = look.area, area.size == view.viewport.screen {
                show(PicturePlacement(view, on: look), of: view, on: look, &update)
            }
            showStatusAlone(view.bar, on: look, &update)
        }
    }

    /// Whether the pictures of a page that waits have been made, so that it is shown with them at once.
    ///
    /// Where each frame is drawn, the photo itself has a little time to come before them.
    private mutating func isReady(
        _ pictures: [PagePicture], on look: TerminalLook, _ update: inout Update
    ) -> Bool {
        guard !pictures.isEmpty else { return false }
        let missing = page.setPictures(pictures, on: look)
        want(missing, &update)
        guard missing.isEmpty else { return false }
        let since = waitingSince ?? flow.now
        return driver.store != nil || flow.now >= since + Timeouts.waitingPicture
    }

    private mutating func isWaitingLong() -> Bool {
        let since = waitingSince ?? flow.now
        waitingSince = since
        return flow.now >= since + Timeouts.waitingPage
    }

    private mutating func show(
        _ text: TextPage, _ pictures: [PagePicture], on look: TerminalLook, _ update: inout Update
    ) {
        let missing = page.setPictures(pictures, on: look)
        if let step = page.step(to: text, on: look, by: &driver, flow) {
            let isAcknowledged = step.isFrame && isAcknowledged(by: look)
            update.bytes += UpdateBuilder(look).update(
                step.bytes, acknowledged: isAcknowledged)
            if isAcknowledged {
                flow.send(step.bytes.count, assuming: look.assumedBytesPerSecond)
            }
            displayed = .page
            frame = nil
        }
        want(missing, &update)
    }

    private mutating func show(
        _ picture: PicturePlacement, of view: PhotoView, on look: TerminalLook,
        _ update: inout Update
    ) {
        cancel(allBut: picture.subject)
        if driver.store == nil {
            let request = request(for: picture, of: view, on: look)
            if let made, flow.isOpen {
                self.made = nil
                if made.request.isSamePlace(as: request), mayDraw(made, on: look) {
                    draw(made, at: picture, status: view.bar, on: look, &update)
                }
            }
            ask(for: request, status: view.bar, on: look, &update)
        } else if medium.isSettled(at: flow.now), flow.isOpen {
            if !move(to: picture, of: view, on: look, &update) {
                place(picture, of: view, on: look, &update)
            }
        }
        want([], &update)
    }

    /// Reports which pictures are wanted, if that has changed.
    private mutating func want(_ thumbnails: [ImageRequest], _ update: inout Update) {
        let wanted = (scrolled?.missing ?? [making].compactMap { $0 }) + thumbnails
        if wanted != self.wanted { update.wanted = wanted }
        self.wanted = wanted
    }

    /// A terminal that has not answered the probe is not asked after every frame either.
    private func isAcknowledged(by look: TerminalLook) -> Bool {
        look.isAnswering && flow.acknowledgement.isWorthAsking
    }

    /// tmux does not send blocks that it believes are on the screen, under a picture.
    private func mayBeCoarse(on look: TerminalLook) -> Bool {
        driver.drawsPixels && look.profile.passthrough == nil
    }

    /// The status line does not wait for a picture that takes long.
    private mutating func showStatusAlone(
        _ status: PhotoBar, on look: TerminalLook, _ update: inout Update
    ) {
        var isDue = false
        switch displayed {
        case .unknown: isDue = isWaitingLong()
        case .status(let old):
            waitingSince = nil
            isDue = old != status
        case .torn, .page, .photo: waitingSince = nil
        }
        guard isDue, update.bytes.isEmpty else { return }
        update.bytes += UpdateBuilder(look).status(status)
        displayed = .status(status)
    }

    /// What to draw of a photo: less on a slow line, and nothing that is there already.
    private func request(
        for picture: PicturePlacement, of photo: PhotoView, on look: TerminalLook
    ) -> ImageRequest {
        let pace = flow.pace(isNew: frame?.request.subject != picture.subject)
        let quality: RenderQuality = pace == .fine ? .atRest : .moving
        let registers = registers(for: picture, quality, on: look)
        var view = ImageRequest(
            .photo(photo.photo.reference), version: photo.photo.size,
            adjustments: photo.adjustments, window: picture.window,
            size: picture.size, options: look.options.limited(toRegisters: registers),
            quality: quality, movingQuality: movingQuality(at: pace), drafts: .same)
        view.overlays = photo.overlays
        if let frame, frame.request.isFiner(than: view) || pace == .words { return frame.request }
        // What is fine stays so while something comes to lie over it, or goes.
        if let fine = frame?.request.under(view.overlays), fine.isFiner(than: view) { return fine }
        let isCoarse = pace == .coarse || pace == .words
        return isCoarse && mayBeCoarse(on: look) ? view.asBlocks(cell: look.profile.cell) : view
    }

    /// The registers of a photo's palette: all of the terminal's if the measured line takes such a frame
    /// in time.
    ///
    /// While it moves a photo keeps the palette that it is shown with: another would have to be made, and
    /// would change its colours.
    private func registers(
        for picture: PicturePlacement, _ quality: RenderQuality, on look: TerminalLook
    ) -> Int {
        guard look.options.graphics.hasPalette else { return look.options.registers }
        if quality == .moving, let shown = frame?.request, shown.subject == picture.subject {
            return shown.options.registers
        }
        let bytes = picture.size.area.map { $0 * Self.fineBytesPerPixel }
        let time = bytes.flatMap { flow.line.milliseconds(for: $0) } ?? .max
        return time <= Timeouts.fineFrame ? look.options.registers : Palette.usualLimit
    }

    /// Of a frame with 1024 registers: five photos at 1280x720 had .9 to 4 a pixel, 1.9 on average.
    private static let fineBytesPerPixel = 2

    /// Only what is drawn as pixels each time is sent in fewer bytes.
    private func movingQuality(at pace: ThroughputEstimator.PacingStep) -> MovingQuality {
        driver.drawsPixels && pace == .quick ? flow.rate.quality : .finest
    }

    /// Draws a frame, even one that a newer request has overtaken: while a key is held down, the newest
    /// request is always newer than the newest frame.
    private mutating func draw(
        _ image: RenderedImage, at picture: PicturePlacement, status: PhotoBar,
        on look: TerminalLook, _ update: inout Update
    ) {
        let old = displayedStatus
        let bytes = driver.update(
            to: [picture], with: [PlacedImage(image.image, at: picture)], anew: old == nil,
            on: look.profile
        ).bytes
        let isText = if case .cells = image.image { true } else { false }
        let isScrolled = if case .scrolled = image.image { true } else { false }
        defer {
            displayed = .photo(status: status)
            frame = Frame(request: image.request, isText: isText, isDraft: image.isDraft)
        }
        guard !bytes.isEmpty || old != status else { return }
        let isAcknowledged = isAcknowledged(by: look)
        update.bytes += UpdateBuilder(look).photo(
            bytes, status: status, clearing: clearing(forText: isText, on: look),
            acknowledged: isAcknowledged)
        page.forget()
        if isAcknowledged {
            flow.send(
                bytes.count, image.request.quality,
                movingQuality: image.request.qualityOfMoving,
                isNew: frame?.request.subject != image.request.subject, isScrolled: isScrolled,
                assuming: look.assumedBytesPerSecond)
        }
        overlay.sent(.frame(image.request), image.cost, byteCount: bytes.count, at: flow.now)
    }

    private var displayedStatus: PhotoBar? {
        if case .photo(let status) = displayed { return status }
        return nil
    }

    private func clearing(forText isText: Bool, on look: TerminalLook) -> ClearStrategy {
        // A picture would stay over a frame that is text.
        let staysOver = isText && look.profile.keepsPicturesInCells
        switch displayed {
        case .photo: return staysOver && frame?.isText == false ? .everything : .nothing
        case .torn: return staysOver ? .everything : .nothing
        // Others leave the pictures of a page beside it; and tmux would show the page again after
        // another window.
        case .page where look.profile.passthrough != nil || look.profile.keepsPicturesInCells:
            return .everything
        case .page: return .surroundings(look.coveredCells, links: page.linkedCells)
        case .unknown, .status: return .everything
        }
    }

    private mutating func ask(
        for request: ImageRequest, status: PhotoBar, on look: TerminalLook,
        _ update: inout Update
    ) {
        if let frame, frame.request == request || frame.request.isFiner(than: request) {
            guard let old = displayedStatus, old != status, update.bytes.isEmpty else { return }
            update.bytes += UpdateBuilder(look).status(status)
            displayed = .photo(status: status)
            return
        }
        let mayMake = request.quality == .moving ? flow.mayMakeNext : flow.isOpen
        guard making == nil || hasDraft && making != request, made == nil, mayMake,
            update.bytes.isEmpty
        else { return }
        make(request)
        if let scroll = scroll(to: request, on: look) {
            scrolled = ScrolledFrame(of: request, by: scroll)
        }
    }

    /// How the terminal gets from the displayed frame to a moving one; `nil` if that is drawn whole.
    private func scroll(to request: ImageRequest, on look: TerminalLook) -> PictureScroll? {
        guard let frame, !frame.isText, !frame.isDraft,
            request.quality == .moving || frame.request.isUnder(request),
            frame.request.isSamePlace(as: request), frame.request.version == request.version,
            frame.request.adjustments == request.adjustments
        else { return nil }
        return look.profile.scroll(
            from: frame.request.window, to: request.window, of: request.size,
            at: look.photoCells,
            under: (frame.request.overlays.map(\.place), request.overlays.map(\.place)))
    }

    /// Strips fit only the frame that they were made for.
    private func mayDraw(_ image: RenderedImage, on look: TerminalLook) -> Bool {
        guard case .scrolled(let scroll, _) = image.image else { return true }
        return scroll == self.scroll(to: image.request, on: look)
    }

    private mutating func make(_ request: ImageRequest) {
        making = request
        flow.request()
        scrolled = nil
        hasDraft = false
        overlay.asked(request, at: flow.now)
    }

    /// Places a photo that the terminal has, with a few bytes, and asks for what it lacks of it.
    private mutating func place(
        _ picture: PicturePlacement, of view: PhotoView, on look: TerminalLook,
        _ update: inout Update
    ) {
        let old = displayedStatus
        var bytes: [UInt8] = []
        let images = made.map { [PlacedImage($0, at: picture)] } ?? []
        cost = made.flatMap { $0.isDraft ? nil : $0.cost } ?? cost
        made = nil
        // Clearing the screen deletes what such a terminal stores.
        if old == nil, look.profile.keepsPicturesInCells, !images.isEmpty {
            bytes += driver.leave(look.profile)
        }
        // A page's pictures stay until there is another, unless they are text, which is cleared.
        let isText = look.profile.placeholders != nil
        let isAnew = if case .page = displayed { isText } else { old == nil }
        let placed = driver.update(
            to: [picture] + view.overlayPlacements(on: look), with: images, anew: isAnew,
            on: look.profile)
        bytes += placed.bytes
        write(
            bytes, status: view.bar, over: placed.uncovers ? nil : old, at: picture, on: look,
            &update)
        self.placed = picture
        upload(placed.missing, of: view, on: look)
    }

    private mutating func upload(
        _ missing: [PictureDriver.Upload], of view: PhotoView, on look: TerminalLook
    ) {
        guard let upload = missing.first else { return }
        // Nothing that lies over a photo keeps the photo waiting.
        if let making, making.overlay != nil, upload.id.overlay == nil { cancel(making) }
        guard making == nil else { return }
        make(
            ImageRequest(
                upload, of: view.photo,
                options: ImageOptions(look.profile, glyphs: look.glyphs, medium: medium.medium),
                drafts: drafts(for: upload, on: look)))
    }

    /// What to show of a photo of which nothing is there, while an upload takes long.
    ///
    /// Text shows no picture at another scale: it is sent the same part, coarser.
    private func drafts(for upload: PictureDriver.Upload, on look: TerminalLook) -> Drafts {
        guard look.profile.placeholders == nil else {
            return driver.store?.isEmpty(of: upload.id) == true ? .same : .none
        }
        return driver.store?.standIn(for: upload).map { .other($0) } ?? .none
    }

    /// Writes placements; `old` is the status line of a photo that stays until they are there.
    private mutating func write(
        _ placements: [UInt8], status: PhotoBar, over old: PhotoBar?, at picture: PicturePlacement,
        on look: TerminalLook, _ update: inout Update
    ) {
        // A page stays until there is something to show in its place.
        if placements.isEmpty, case .page = displayed { return }
        let builder = UpdateBuilder(look)
        update.bytes +=
            old.map { builder.placing(placements, status: status, over: $0) }
            ?? builder.photo(
                placements, status: status, clearing: .everything,
                acknowledged: !placements.isEmpty)
        displayed = .photo(status: status)
        page.forget()
        guard !placements.isEmpty else { return }
        flow.send(placements.count, assuming: look.assumedBytesPerSecond)
        overlay.sent(
            .placement(look.profile.graphics, picture.size), cost ?? PictureCost(byteCount: 0),
            byteCount: placements.count, at: flow.now)
        cost?.stages = [:]
    }
}

// Movements of what the terminal has.
extension Compositor {
    /// A change of scale that is seen as a jump.
    private static let leastScale = 1.3
    /// A line that takes longer for ten steps is slow.
    private static let slowLine = (bytes: 1000, milliseconds: 20)

    private func mayMove(on look: TerminalLook) -> Bool {
        guard motionUse != .off, driver.store != nil, look.profile.picturesLieApart,
            look.isAnswering
        else { return false }
        let time = flow.line.milliseconds(for: Self.slowLine.bytes) ?? 0
        return motionUse == .on
            || look.profile.passthrough == nil && time <= Self.slowLine.milliseconds
    }

    /// From the tile of the photo that is opened to where the photo will be.
    private func wayToPhoto(on look: TerminalLook) -> PictureMotion? {
        guard mayMove(on: look), page.overlay == nil, case .page = displayed, let area = look.area,
            let tile = preview.flatMap({ page.picture(of: $0.source) }),
            tile.window != .fitted(.width),
            let (part, target) = driver.store?.part(in: tile)
        else { return nil }
        let view = Viewport(photo: part.photo, screen: area.size)
        let cell = look.profile.cell
        return PictureMotion(
            picture: PictureMotion.Picture(
                id: tile.id, photo: part.photo, version: tile.version, layer: 1),
            from: PicturePlace(part, at: target, in: tile.cells, cell),
            to: PicturePlace(view.window, at: view.target, in: look.photoCells, cell),
            startedAt: flow.now)
    }

    /// From the photo to its tile on a page that is about to be shown.
    private func wayBack(
        to pictures: [PagePicture], on look: TerminalLook
    ) -> PictureMotion? {
        guard mayMove(on: look), case .photo = displayed, let placed,
            case .part(let window, _) = placed.window,
            let picture = pictures.first(where: { $0.source == preview?.source }),
            let tile = look.placement(of: picture),
            let (part, target) = driver.store?.part(in: tile)
        else { return nil }
        let cell = look.profile.cell
        return PicturePlace(placed, cell).map { from in
            PictureMotion(
                picture: PictureMotion.Picture(
                    id: placed.id, photo: window.photo, version: placed.version, layer: 1),
                from: from, to: PicturePlace(part, at: target, in: tile.cells, cell),
                startedAt: flow.now)
        }
    }

    /// Moves the picture over a page; at its end it goes, or stays until there is something in its place.
    private mutating func moveOverlay(
        isLast: Bool, on look: TerminalLook, _ update: inout Update
    ) {
        guard update.bytes.isEmpty, motion != nil || isLast && page.overlay != nil else { return }
        var picture = motion?.placement(at: flow.now, look.profile.cell)
        if motion?.isOver(at: flow.now, touchedAt: flow.lastTouch) == true {
            motion = nil
            if isLast { picture = nil }
        } else if !flow.isOpen {
            return
        }
        let bytes = page.move(picture, by: &driver, on: look.profile)
        guard !bytes.isEmpty else { return }
        let isAcknowledged = isAcknowledged(by: look)
        update.bytes += UpdateBuilder(look).update(bytes, acknowledged: isAcknowledged)
        if isAcknowledged { flow.send(bytes.count, assuming: look.assumedBytesPerSecond) }
    }

    /// Moves a photo from one scale to another, or lets the tile arrive that is opened.
    ///
    /// Meanwhile what the photo lacks at its place is made.
    ///
    /// - Returns: whether it is still on its way.
    private mutating func move(
        to picture: PicturePlacement, of view: PhotoView, on look: TerminalLook,
        _ update: inout Update
    ) -> Bool {
        let cell = look.profile.cell
        motion = motion ?? zooming(to: picture, on: look)
        guard let motion else { return false }
        guard !motion.isOver(at: flow.now, touchedAt: flow.lastTouch) else {
            self.motion = nil
            return false
        }
        if case .photo(let old) = displayed, let step = motion.placement(at: flow.now, cell) {
            guard motion.picture.id == picture.id else {
                self.motion = nil
                return false
            }
            let bytes = driver.update(
                to: [step] + view.overlayPlacements(on: look), with: [], anew: false,
                on: look.profile
            ).bytes
            write(bytes, status: view.bar, over: old, at: picture, on: look, &update)
        } else {
            moveOverlay(isLast: false, on: look, &update)
        }
        let lacking = driver.store?.missing(for: picture, cell: cell) ?? []
        if made == nil { upload(lacking, of: view, on: look) }
        return true
    }

    /// From one scale of the photo on the screen to another.
    private func zooming(to picture: PicturePlacement, on look: TerminalLook) -> PictureMotion? {
        let cell = look.profile.cell
        guard mayMove(on: look), case .photo = displayed, let placed, placed.id == picture.id,
            placed.version == picture.version, case .part(let window, _) = picture.window,
            let from = PicturePlace(placed, cell), let to = PicturePlace(picture, cell),
            max(from.scale(of: to), to.scale(of: from)) >= Self.leastScale
        else { return nil }
        return PictureMotion(
            picture: PictureMotion.Picture(
                id: picture.id, photo: window.photo, version: picture.version, layer: 0),
            // The bar, if it is coming back, is not covered meanwhile.
            from: from.seen(within: to), to: to, startedAt: flow.now)
    }
}
