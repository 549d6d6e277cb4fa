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
    var motionUse: MotionUse {
        get { movements.use }
        set { movements.use = newValue }
    }
    var overlay: DebugOverlay
    private var driver: PictureDriver
    private var medium: PictureMedium
    private var page: ComposedPage
    private var displayed = Displayed.unknown
    /// The frame that is displayed; `nil` if the terminal stores pictures.
    private var frame: Frame? { didSet { pairOnScreen = [] } }
    /// The frame of two photos side by side that is displayed, and the one that is being made.
    private var pairOnScreen: [ImageRequest] = []
    private var paired: PairedFrame?
    /// Frames of two photos that are compared.
    private var compared = ComparedFrames()
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
    private var movements = PictureMovements()
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
        let step = movements.current?.nextStep(after: flow.now)
        let others = (waitingEnds + [page.deadline, medium.deadline, step]).compactMap(\.self)
        return flow.deadlines + others.filter { flow.now < $0 }
    }

    /// Has everything drawn again: something else may have drawn, or the terminal has changed.
    mutating func forget() {
        displayed = .unknown
        movements.current = nil
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
        if paired?.receive(image) == true || compared.receive(image) { return }
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
        compared.cancel(request)
        if paired?.requests.contains(request) == true { paired = nil }
        guard request == making || scrolled?.requests.contains(request) == true else { return }
        if let upload = request.upload { driver.store?.abandoned(upload) }
        making = nil
        scrolled = nil
    }

    /// Cancels what is made of other photos: behind a PNG of 14000x14000 the next one waited for 4.6 s.
    private mutating func cancel(allBut subjects: [ImageSubject]) {
        if let making, !subjects.contains(making.subject) { cancel(making) }
        guard let made, !subjects.contains(made.request.subject) else { return }
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
        let isTooLong =
            choice(on: look).mayBeCoarse && flow.isTooLong(waiting: waiting, at: flow.now)
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
            if way != nil, case .page = displayed { movements.current = way }
            moveOverlay(isLast: true, on: look, &update)
        case .waiting(let text, let pictures):
            movements.preview = pictures.first { $0.fitting == .width }
            if movements.current == nil { movements.current = wayToPhoto(on: look) }
            let isReady = isReady(pictures, on: look, &update)
            moveOverlay(isLast: false, on: look, &update)
            guard movements.current == nil, update.bytes.isEmpty else { return }
            if isReady { page.cover(with: nil) }
            if isWaitingLong() || isReady || page.overlay != nil {
                show(text, pictures, on: look, &update)
            }
        case .photo(var view):
            if overlay.isShown, let text = overlay.text {
                view.bar = PhotoBar(text, columns: look.profile.window.cells.columns)
            }
            if view.isPlaying, !keepsUp { hold(&view) }
            if let pictures = ComparedPictures(view, on: look) {
                show(pictures, on: look, &update)
            }
            showStatusAlone(view.bar, on: look, &update)
        }
    }

    /// Whether the terminal takes the frames of an animation: not on a slow line, and not in pieces, of
    /// which a frame would be seen in the making.
    private var keepsUp: Bool {
        flow.line.movingPace == .quick && driver.store?.limits.piece == nil
    }

    /// An animation stands still at the frame that is seen.
    private func hold(_ view: inout PhotoView) {
        view.isPlaying = false
        let subject = ImageSubject.photo(view.photo.reference)
        if let request = frame?.request, request.subject == subject {
            view.photo.part = request.part
        } else if driver.store != nil, let placed = movements.placed, placed.subject == subject {
            view.photo.part = placed.id.part
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
        _ pictures: ComparedPictures, on look: TerminalLook, _ update: inout Update
    ) {
        cancel(allBut: pictures.subjects)
        if driver.store != nil {
            if medium.isSettled(at: flow.now), flow.isOpen,
                !move(to: pictures, on: look, &update)
            {
                place(pictures, on: look, &update)
            }
        } else if let pair = pictures.pair {
            show(pair, status: pictures.seen.view.bar, on: look, &update)
        } else {
            show(pictures.seen, comparedWith: pictures.other, on: look, &update)
        }
        want([compared.ahead].compactMap(\.self), &update)
    }

    /// Shows a photo on a terminal that stores no pictures.
    private mutating func show(
        _ part: ComparedPictures.Part, comparedWith other: ComparedPictures.Part?,
        on look: TerminalLook, _ update: inout Update
    ) {
        endPair()
        let request = choice(on: look).request(for: part)
        if other != nil { recall(part, on: look) }
        if let made, flow.isOpen {
            self.made = nil
            if made.request.isSamePlace(as: request), mayDraw(made, on: look) {
                if other != nil { compared.keep(made) }
                draw(made, at: part.picture, status: part.view.bar, on: look, &update)
            }
        }
        ask(for: request, status: part.view.bar, on: look, &update)
        prepare(other, on: look)
    }

    /// Takes the frame that there was of a photo that is compared with another: a flip makes nothing.
    private mutating func recall(_ part: ComparedPictures.Part, on look: TerminalLook) {
        let pace = flow.pace(isNew: true)
        guard flow.isOpen, frame?.request.subject != part.picture.subject,
            pace == .fine || pace == .quick,
            let image = compared.image(for: choice(on: look).restingRequest(for: part))
        else { return }
        if let making { cancel(making) }
        made = image
    }

    /// Has the frame of the other photo made while nothing else is, or forgets what there is if there is
    /// no other photo.
    private mutating func prepare(_ other: ComparedPictures.Part?, on look: TerminalLook) {
        guard let other else { return compared = ComparedFrames() }
        guard making == nil, made == nil, frame?.request.quality == .atRest else {
            return compared.prepare(nil)
        }
        compared.prepare(choice(on: look).restingRequest(for: other))
    }

    /// Reports which pictures are wanted, if that has changed.
    private mutating func want(_ thumbnails: [ImageRequest], _ update: inout Update) {
        let wanted =
            (paired?.missing ?? scrolled?.missing ?? [making].compactMap { $0 }) + thumbnails
        if wanted != self.wanted { update.wanted = wanted }
        self.wanted = wanted
    }

    /// A terminal that has not answered the probe is not asked after every frame either.
    private func isAcknowledged(by look: TerminalLook) -> Bool {
        look.isAnswering && flow.acknowledgement.isWorthAsking
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

    private func choice(on look: TerminalLook) -> FrameChoice {
        FrameChoice(look: look, flow: flow, shown: frame?.request, drawsPixels: driver.drawsPixels)
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
            return changeStatus(to: status, on: look, &update)
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

    /// Writes another status line below a photo that stays.
    private mutating func changeStatus(
        to status: PhotoBar, on look: TerminalLook, _ update: inout Update
    ) {
        guard let old = displayedStatus, old != status, update.bytes.isEmpty else { return }
        update.bytes += UpdateBuilder(look).status(status)
        displayed = .photo(status: status)
    }

    /// How the terminal gets from the displayed frame to a moving one; `nil` if that is drawn whole.
    private func scroll(to request: ImageRequest, on look: TerminalLook) -> PictureScroll? {
        guard let frame, !frame.isText, !frame.isDraft,
            request.quality == .moving || frame.request.isUnder(request),
            frame.request.isSamePlace(as: request), frame.request.version == request.version,
            frame.request.adjustments == request.adjustments,
            frame.request.part == request.part
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

    /// Shows two photos side by side on a terminal that stores no pictures.
    private mutating func show(
        _ pair: [ComparedPictures.Part], status: PhotoBar, on look: TerminalLook,
        _ update: inout Update
    ) {
        if let making { cancel(making) }
        made = nil
        compared = ComparedFrames()
        let requests = pair.map(choice(on: look).request(for:))
        if flow.isOpen, let images = paired?.pop() {
            if paired?.isSamePlace(as: requests) == true {
                draw(images, at: pair.map(\.picture), status: status, on: look, &update)
            }
            if paired?.missing.isEmpty == true { paired = nil }
        }
        ask(for: requests, status: status, on: look, &update)
    }

    private mutating func ask(
        for pair: [ImageRequest], status: PhotoBar, on look: TerminalLook, _ update: inout Update
    ) {
        let isShown =
            pairOnScreen.count == pair.count
            && zip(pairOnScreen, pair).allSatisfy { $0 == $1 || $0.isFiner(than: $1) }
        if isShown { changeStatus(to: status, on: look, &update) }
        let mayMake = pair.contains { $0.quality == .moving } ? flow.mayMakeNext : flow.isOpen
        guard !isShown, paired.map({ $0.hasDraft && $0.requests != pair }) ?? true, mayMake,
            update.bytes.isEmpty
        else { return }
        paired = PairedFrame(pair)
        flow.request()
    }

    private mutating func draw(
        _ images: [RenderedImage], at pictures: [PicturePlacement], status: PhotoBar,
        on look: TerminalLook, _ update: inout Update
    ) {
        let old = displayedStatus
        // What was drawn in other cells is drawn over.
        if pairOnScreen.isEmpty { driver.forget() }
        let placed = zip(images, pictures).map { PlacedImage($0.image, at: $1) }
        let bytes = driver.update(
            to: pictures, with: placed, anew: old == nil, on: look.profile
        ).bytes
        let isText = images.contains { if case .cells = $0.image { true } else { false } }
        let isAcknowledged = isAcknowledged(by: look)
        update.bytes += UpdateBuilder(look).photo(
            bytes, status: status, clearing: clearing(forText: isText, on: look),
            acknowledged: isAcknowledged)
        page.forget()
        if isAcknowledged, let request = images.first?.request {
            flow.send(
                bytes.count, request.quality, movingQuality: request.qualityOfMoving,
                isNew: pairOnScreen.isEmpty, isScrolled: false,
                assuming: look.assumedBytesPerSecond)
        }
        displayed = .photo(status: status)
        frame = nil
        // A draft is drawn again.
        pairOnScreen = images.contains(where: \.isDraft) ? [] : images.map(\.request)
    }

    /// From two photos side by side back to one: what was drawn in other cells is drawn over.
    private mutating func endPair() {
        guard paired != nil || !pairOnScreen.isEmpty else { return }
        driver.forget()
        paired = nil
        pairOnScreen = []
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
        _ pictures: ComparedPictures, on look: TerminalLook, _ update: inout Update
    ) {
        let old = displayedStatus
        var bytes: [UInt8] = []
        let wanted = pictures.seen.picture
        let pictures = shown(pictures, on: look)
        let images = [made].compactMap(\.self).compactMap { image in
            pictures.part(of: image).map { PlacedImage(image, at: $0.picture) }
        }
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
            to: pictures.shown(on: look) + pictures.overlays(on: look), with: images, anew: isAnew,
            on: look.profile)
        bytes += placed.bytes
        let picture = pictures.seen.picture
        write(
            bytes, status: pictures.seen.view.bar, over: placed.uncovers ? nil : old, at: picture,
            on: look, &update)
        movements.placed = pictures.place.isBeside ? nil : picture
        let missing =
            picture.id == wanted.id
            ? placed.missing : driver.store?.missing(for: wanted, cell: look.profile.cell) ?? []
        upload(missing, of: pictures, on: look)
        uploadAhead(pictures, on: look)
    }

    /// Has the other photo of a comparison stored before it is seen.
    private mutating func uploadAhead(_ pictures: ComparedPictures, on look: TerminalLook) {
        guard making == nil, let other = pictures.other, look.profile.picturesLieApart else {
            return
        }
        let cell = look.profile.cell
        upload(
            driver.store?.missing(for: other.picture, cell: cell) ?? [], of: pictures, on: look)
    }

    /// A frame that has just come, if the one after it is already due and is not there yet: otherwise none
    /// would be seen where making one takes longer than it is shown.
    private func shown(_ pictures: ComparedPictures, on look: TerminalLook) -> ComparedPictures {
        let picture = pictures.seen.picture
        guard let made, !made.isDraft, let id = made.request.upload?.id, id.part != picture.id.part,
            made.request.subject == picture.subject,
            driver.store?.missing(for: picture, cell: look.profile.cell).isEmpty == false
        else { return pictures }
        return pictures.showing(
            PicturePlacement(
                id: id, version: picture.version, window: picture.window, size: picture.size,
                cells: picture.cells, layer: picture.layer))
    }

    private mutating func upload(
        _ missing: [PictureDriver.Upload], of pictures: ComparedPictures, on look: TerminalLook
    ) {
        guard let upload = missing.first, let part = pictures.part(of: upload.id) else { return }
        // Nothing that lies over a photo keeps the photo waiting.
        if let making, making.overlay != nil, upload.id.overlay == nil { cancel(making) }
        guard making == nil else { return }
        make(
            ImageRequest(
                upload, of: part.view.photo,
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
    private func wayToPhoto(on look: TerminalLook) -> PictureMotion? {
        guard case .page = displayed else { return nil }
        return movements.wayToPhoto(from: page, by: driver, on: look, flow)
    }

    private func wayBack(to pictures: [PagePicture], on look: TerminalLook) -> PictureMotion? {
        guard case .photo = displayed else { return nil }
        return movements.wayBack(to: pictures, by: driver, on: look, flow)
    }

    /// Moves the picture over a page; at its end it goes, or stays until there is something in its place.
    private mutating func moveOverlay(
        isLast: Bool, on look: TerminalLook, _ update: inout Update
    ) {
        guard update.bytes.isEmpty, movements.current != nil || isLast && page.overlay != nil else {
            return
        }
        var picture = movements.current?.placement(at: flow.now, look.profile.cell)
        if movements.current?.isOver(at: flow.now, touchedAt: flow.lastTouch) == true {
            movements.current = nil
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
        to pictures: ComparedPictures, on look: TerminalLook, _ update: inout Update
    ) -> Bool {
        let (cell, picture) = (look.profile.cell, pictures.seen.picture)
        if pictures.place.isBeside { movements.current = nil }
        if movements.current == nil, case .photo = displayed {
            movements.current = movements.zooming(to: picture, by: driver, on: look, flow)
        }
        guard let motion = movements.current else { return false }
        guard !motion.isOver(at: flow.now, touchedAt: flow.lastTouch) else {
            movements.current = nil
            return false
        }
        if case .photo(let old) = displayed, let step = motion.placement(at: flow.now, cell) {
            guard motion.picture.id == picture.id else {
                movements.current = nil
                return false
            }
            let bytes = driver.update(
                to: [step] + pictures.overlays(on: look), with: [], anew: false, on: look.profile
            ).bytes
            write(
                bytes, status: pictures.seen.view.bar, over: old, at: picture, on: look, &update)
        } else {
            moveOverlay(isLast: false, on: look, &update)
        }
        let lacking = driver.store?.missing(for: picture, cell: cell) ?? []
        if made == nil { upload(lacking, of: pictures, on: look) }
        return true
    }
}
