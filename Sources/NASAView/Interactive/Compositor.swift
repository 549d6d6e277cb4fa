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

        mutating func add(_ more: [UInt8]) { bytes = Array(joining: [bytes, more]) }
    }

    private var screen: ComposedScreen
    private var frames = PhotoFrames()
    private var stored = StoredPhotos()
    private var waitingSince: Clock.Milliseconds?
    /// The newest picture when the focus moved elsewhere; `nil` while it is ours.
    private var newestImageSeen: Int?

    var flow: FlowControl {
        get { screen.flow }
        set { screen.flow = newValue }
    }
    var overlay: DebugOverlay {
        get { screen.overlay }
        set { screen.overlay = newValue }
    }
    var motionUse: MotionUse {
        get { stored.movements.use }
        set { stored.movements.use = newValue }
    }

    init(
        size: CellSize, profile: TerminalProfile, sharing shared: SharedPictures,
        _ overlay: DebugOverlay
    ) throws {
        screen = ComposedScreen(
            page: try ComposedPage(size: size), driver: PictureDriver(profile),
            medium: PictureMedium(shared), overlay: overlay)
    }

    /// When to update even if nothing has come.
    var deadlines: [Clock.Milliseconds] {
        let waits = [Timeouts.waitingPicture, Timeouts.waitingPage]
        let waitingEnds = waits.map { wait in waitingSince.map { $0 + wait } }
        let step = stored.movements.current?.nextStep(after: screen.flow.now)
        let others = (waitingEnds + [screen.page.deadline, screen.medium.deadline, step])
            .compactMap(\.self)
        return screen.flow.deadlines + others.filter { screen.flow.now < $0 }
    }

    /// Has everything drawn again: something else may have drawn, or the terminal has changed.
    mutating func forget() {
        screen.content = .unknown
        stored.movements.current = nil
        frames.forget()
        if screen.driver.store == nil { _ = screen.jobs.popFrame() }
        screen.page.forget()
        screen.driver.forget()
        screen.flow.hurry()
    }

    /// The terminal has worked through a frame.
    mutating func acknowledged(at now: Clock.Milliseconds) {
        screen.flow.acknowledged(at: now)
        screen.overlay.arrived(at: now)
    }

    /// Deletes all our pictures, in the terminal and on their way.
    mutating func tearDown(_ profile: TerminalProfile) -> [UInt8] {
        screen.dropFrame()
        screen.medium.close()
        screen.page.forget()
        return screen.driver.leave(profile)
    }

    /// The terminal is ours again.
    mutating func resume() {
        screen.medium.reopen()
        forget()
    }

    /// The bytes that take our pictures from the screen of the terminal outside tmux, which displays another
    /// window: it would show them over that.
    var removalOutside: [UInt8] { screen.driver.store?.removal ?? [] }

    /// Whether pictures were sent while tmux may have displayed another window, and were lost.
    mutating func hasLostPictures(asFocusMovesToUs isOurs: Bool) -> Bool {
        defer { newestImageSeen = isOurs ? nil : screen.driver.store?.newestImage }
        return isOurs && newestImageSeen != nil
            && newestImageSeen != screen.driver.store?.newestImage
    }

    /// Receives what became of a request.
    mutating func receive(_ event: ImageEvent) {
        switch event {
        case .image(let image): screen.receive(image)
        case .failed(let request, _), .closed(let request): screen.fail(request)
        }
    }

    /// The questions how pictures reach a terminal that stores them; none if they were asked before.
    mutating func askForMedium(_ profile: TerminalProfile, at now: Clock.Milliseconds) -> [UInt8] {
        profile.graphics.keepsPictures && !screen.medium.hasAsked
            ? screen.medium.ask(profile.terminal, at: now) : []
    }

    /// Handles the reply to a picture command; false if the terminal refuses pictures for good.
    mutating func handleReply(image: Int, message: [UInt8], on profile: TerminalProfile) -> Bool {
        if screen.medium.receive(image: image, message: message) {
            screen.driver.store?.limits = screen.medium.limits(in: profile.terminal)
            return true
        }
        switch screen.driver.store?.reply(image: image, message: message) {
        case .nothing, nil: return true
        case .planAgain: screen.page.forgetPictures()
        case .sendDirectly:
            screen.medium.sendDirectly()
            screen.driver.store?.limits = screen.medium.limits(in: profile.terminal)
            screen.page.forgetPictures()
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
        screen.flow.advance(to: now, waiting: waiting)
        var update = Update()
        guard let look else { return update }
        if waiting > 0 {
            interrupt(for: view, waiting: waiting, on: look, &update)
            return update
        }
        // A look that needs another driver is a new one, for which everything was forgotten.
        if case .unknown = screen.content, !screen.driver.suits(look.profile) {
            update.bytes += screen.driver.leave(look.profile)
            screen.driver = PictureDriver(look.profile)
            screen.driver.store?.limits = screen.medium.limits(in: look.profile.terminal)
            screen.dropFrame()
            forget()
        }
        show(view, on: look, &update)
        update.wanted = screen.jobs.report()
        return update
    }

    /// Interrupts a fine frame that a slow line is still taking if it is no longer wanted, or if
    /// nothing would be seen of the photo for long.
    ///
    /// A moving one is never interrupted: while a key is held down none would ever be complete.
    private mutating func interrupt(
        for view: ScreenView, waiting: Int, on look: TerminalLook, _ update: inout Update
    ) {
        guard screen.flow.observe(waiting: waiting, at: screen.flow.now),
            let requests = frames.frame?.requests,
            requests.first?.quality == .atRest
        else { return }
        let isTooLong =
            frames.choice(on: look, screen).mayBeCoarse
            && screen.flow.isTooLong(waiting: waiting, at: screen.flow.now)
        guard isTooLong || !requests.contains(where: { $0.isWanted(by: view) }) else { return }
        screen.flow.interrupted()
        screen.content = .torn
        frames.forget()
        update.interrupts = true
        update.bytes = ControlSequence.bytes(.endString, .endUpdate, .plain)
    }

    private mutating func show(_ view: ScreenView, on look: TerminalLook, _ update: inout Update) {
        switch view {
        case .page(let text, let pictures):
            // On return from the help to a page that waits: 213 of 1620 keys had no answer for 300 ms.
            if waitingSince != nil { waitingSince = screen.flow.now - Timeouts.waitingPage }
            let way = stored.wayBack(to: pictures, on: look, screen)
            if let way {
                screen.page.cover(with: way.placement(at: screen.flow.now, look.profile.cell))
            }
            show(text, pictures, on: look, &update)
            if way != nil, case .page = screen.content { stored.movements.current = way }
            stored.moveOverlay(isLast: true, on: look, &screen, &update)
        case .waiting(let text, let pictures):
            stored.movements.preview = pictures.first { $0.fitting == .width }
            if stored.movements.current == nil {
                stored.movements.current = stored.wayToPhoto(on: look, screen)
            }
            let isReady = isReady(pictures, on: look)
            stored.moveOverlay(isLast: false, on: look, &screen, &update)
            guard stored.movements.current == nil, update.bytes.isEmpty else { return }
            if isReady { screen.page.cover(with: nil) }
            if isWaitingLong() || isReady || screen.page.overlay != nil {
                show(text, pictures, on: look, &update)
            }
        case .photo(var view):
            let columns = look.profile.window.cells.columns
            if screen.overlay.isShown, let text = screen.overlay.text(columns: columns) {
                view.bar = PhotoBar(text, columns: columns)
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
        screen.flow.line.movingPace == .quick && screen.driver.store?.limits.piece == nil
    }

    /// An animation stands still at the frame that is seen.
    private func hold(_ view: inout PhotoView) {
        view.isPlaying = false
        let subject = ImageSubject.photo(view.photo.reference)
        if let seen = frames.frame?.requests.first(where: { $0.subject == subject }) {
            view.photo.part = seen.part
        } else if screen.driver.store != nil, let placed = stored.movements.placed,
            placed.subject == subject
        {
            view.photo.part = placed.id.part
        }
    }

    /// Whether the pictures of a page that waits have been made, so that it is shown with them at once.
    ///
    /// Where each frame is drawn, the photo itself has a little time to come before them.
    private mutating func isReady(_ pictures: [PagePicture], on look: TerminalLook) -> Bool {
        guard !pictures.isEmpty else { return false }
        screen.page.setPictures(pictures, on: look, by: &screen.jobs)
        guard screen.jobs.isQueueMade else { return false }
        let since = waitingSince ?? screen.flow.now
        return screen.driver.store != nil || screen.flow.now >= since + Timeouts.waitingPicture
    }

    private mutating func isWaitingLong() -> Bool {
        let since = waitingSince ?? screen.flow.now
        waitingSince = since
        return screen.flow.now >= since + Timeouts.waitingPage
    }

    private mutating func show(
        _ text: TextPage, _ pictures: [PagePicture], on look: TerminalLook, _ update: inout Update
    ) {
        screen.page.setPictures(pictures, on: look, by: &screen.jobs)
        if let step = screen.page.step(to: text, on: look, by: &screen.driver, screen.flow) {
            screen.commit(FrameCommit(step.bytes, isBusy: step.isFrame), on: look, &update)
            screen.content = .page
            frames.forget()
        }
    }

    private mutating func show(
        _ pictures: ComparedPictures, on look: TerminalLook, _ update: inout Update
    ) {
        if screen.driver.store != nil {
            screen.dropFrame(unlessOf: pictures.all.map { [$0.picture.subject] })
            screen.jobs.want([])
            if screen.medium.isSettled(at: screen.flow.now), screen.flow.isOpen,
                !stored.move(to: pictures, on: look, &screen, &update)
            {
                stored.place(pictures, on: look, &screen, &update)
            }
        } else {
            frames.show(pictures, on: look, &screen, &update)
        }
    }

    /// The status line does not wait for a picture that takes long.
    private mutating func showStatusAlone(
        _ status: PhotoBar, on look: TerminalLook, _ update: inout Update
    ) {
        var isDue = false
        switch screen.content {
        case .unknown: isDue = isWaitingLong()
        case .status(let old):
            waitingSince = nil
            isDue = old != status
        case .torn, .page, .photo: waitingSince = nil
        }
        guard isDue, update.bytes.isEmpty else { return }
        update.bytes += PhotoBarWriter(look).bytes(of: status)
        screen.content = .status(status)
    }
}
