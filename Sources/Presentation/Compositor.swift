package import Imaging
package import PhotoPipeline
package import Screens
package import TerminalDevice
package import TerminalProtocols

/// Turns views into bytes for the terminal, and into the pictures that must be made for them.
package struct Compositor {
    /// The work to do for a view.
    package struct Update {
        package var bytes: [UInt8] = []
        /// True if bytes that have not been written yet are discarded.
        package var interrupts = false
        /// All pictures that are to be made; `nil` if they are the same as before.
        package var wanted: [ImageRequest]?
    }

    private var display: Display
    private var photos: any PictureOutput
    private var waitingSince: Clock.Milliseconds?
    /// The newest picture when the focus moved elsewhere; `nil` while it is ours.
    private var newestImageSeen: Int?

    package var flow: FlowControl {
        get { display.flow }
        set { display.flow = newValue }
    }
    package var overlay: DebugOverlay {
        get { display.overlay }
        set { display.overlay = newValue }
    }

    package init(
        size: CellSize, profile: TerminalProfile, sharing shared: SharedPictures,
        motion: MotionUse = .off, _ overlay: DebugOverlay
    ) throws {
        display = Display(
            page: try ComposedPage(size: size), driver: PictureDriver(profile),
            medium: PictureMedium(shared), overlay: overlay, motion: motion)
        photos = display.driver.pictureOutput
    }

    /// When to update even if nothing has come.
    package var deadlines: [Clock.Milliseconds] {
        let waits = [Timeouts.waitingPicture, Timeouts.waitingPage]
        let waitingEnds = waits.map { wait in waitingSince.map { $0 + wait } }
        let step = display.movements.current?.nextStep(after: display.flow.now)
        let others = (waitingEnds + [display.page.deadline, display.medium.deadline, step])
            .compactMap(\.self)
        return display.flow.deadlines + others.filter { display.flow.now < $0 }
    }

    /// Has everything drawn again: something else may have drawn, or the terminal has changed.
    package mutating func forget() {
        display.content = .unknown
        display.movements.current = nil
        photos.forget()
        if !display.driver.keepsPictures { _ = display.jobs.popFrame() }
        display.page.forget()
        display.driver.forget()
        display.flow.hurry()
    }

    /// The terminal has worked through a frame.
    package mutating func acknowledged(at now: Clock.Milliseconds) {
        display.flow.acknowledged(at: now)
        display.overlay.arrived(at: now)
    }

    /// Deletes all our pictures, in the terminal and on their way.
    package mutating func tearDown(_ profile: TerminalProfile) -> [UInt8] {
        display.dropFrame()
        display.medium.close()
        display.page.forget()
        return display.driver.leave(profile)
    }

    /// The terminal is ours again.
    package mutating func resume() {
        display.medium.reopen()
        forget()
    }

    /// The bytes that take our pictures from the screen of the terminal outside tmux, which displays another
    /// window: it would show them over that.
    package var removalOutside: [UInt8] { display.driver.removal }

    /// True if pictures were sent while tmux may have displayed another window, and were lost.
    package mutating func hasLostPictures(asFocusMovesToUs isOurs: Bool) -> Bool {
        defer { newestImageSeen = isOurs ? nil : display.driver.newestImage }
        return isOurs && newestImageSeen != nil && newestImageSeen != display.driver.newestImage
    }

    /// Receives what became of a request.
    package mutating func receive(_ event: ImageEvent) {
        switch event {
        case .image(let image): display.receive(image)
        case .failed(let request, _), .closed(let request): display.fail(request)
        }
    }

    /// The questions how pictures reach a terminal that stores them; none if they were asked before.
    package mutating func askForMedium(_ profile: TerminalProfile, at now: Clock.Milliseconds)
        -> [UInt8]
    {
        profile.graphics.keepsPictures && !display.medium.hasAsked
            ? display.medium.ask(profile.terminal, at: now) : []
    }

    /// Handles the reply to a picture command; false if the terminal refuses pictures for good.
    package mutating func handleReply(image: Int, message: [UInt8], on profile: TerminalProfile)
        -> Bool
    {
        if display.medium.receive(image: image, message: message) {
            display.driver.limit(to: display.medium.limits(in: profile.terminal))
            return true
        }
        switch display.driver.reply(image: image, message: message) {
        case .nothing: break
        case .planAgain: display.page.forgetPictures()
        case .sendDirectly:
            display.medium.sendDirectly()
            display.driver.limit(to: display.medium.limits(in: profile.terminal))
            display.page.forgetPictures()
        case .giveUp: return false
        }
        return true
    }

    /// Returns the work to display a view; none while a useful frame is still being written.
    ///
    /// `look` is `nil` until the terminal has answered, or has had its time; `waiting` is the number of
    /// bytes that it has not taken yet.
    package mutating func update(
        to view: ScreenView, on look: TerminalLook?, waiting: Int, at now: Clock.Milliseconds
    ) -> Update {
        display.flow.advance(to: now, waiting: waiting)
        guard let look else { return Update() }
        if waiting > 0 {
            return interrupts(for: view, waiting: waiting, on: look) ? interrupt() : Update()
        }
        adoptDriver(for: look)
        show(view, on: look)
        return Update(bytes: display.popOutput(), wanted: display.jobs.report())
    }

    /// A look that needs another driver is a new one, for which everything was forgotten.
    private mutating func adoptDriver(for look: TerminalLook) {
        guard case .unknown = display.content, !display.driver.suits(look.profile) else { return }
        display.write(display.driver.leave(look.profile))
        display.driver = PictureDriver(look.profile)
        display.driver.limit(to: display.medium.limits(in: look.profile.terminal))
        display.dropFrame()
        photos = display.driver.pictureOutput
        forget()
    }

    /// True if a fine frame that a slow line is still taking is no longer wanted, or keeps the photo from
    /// being seen for long.
    private mutating func interrupts(
        for view: ScreenView, waiting: Int, on look: TerminalLook
    ) -> Bool {
        display.flow.observe(waiting: waiting, at: display.flow.now)
            && photos.isOvertaken(by: view, waiting: waiting, on: look, display)
    }

    private mutating func interrupt() -> Update {
        display.flow.interrupted()
        display.content = .torn
        photos.forget()
        return Update(
            bytes: ControlSequence.bytes(.endString, .endUpdate, .plain), interrupts: true)
    }
}

extension Compositor {
    private mutating func show(_ view: ScreenView, on look: TerminalLook) {
        switch view {
        case .page(let text, let pictures): showPage(text, pictures, on: look)
        case .waiting(let text, let pictures): showWaiting(text, pictures, on: look)
        case .photo(let view): show(view, on: look)
        }
    }

    private mutating func showPage(
        _ text: TextPage, _ pictures: [PagePicture], on look: TerminalLook
    ) {
        // On return from the help to a page that waits: 213 of 1620 keys had no answer for 300 ms.
        if waitingSince != nil { waitingSince = display.flow.now - Timeouts.waitingPage }
        let way = display.wayBack(to: pictures, on: look)
        if let way {
            display.page.cover(with: way.placement(at: display.flow.now, look.profile.cell))
        }
        compose(text, pictures, on: look)
        if way != nil, case .page = display.content { display.movements.current = way }
        moveOverPage(isLast: true, on: look)
    }

    private mutating func showWaiting(
        _ text: TextPage, _ pictures: [PagePicture], on look: TerminalLook
    ) {
        display.movements.preview = pictures.first { $0.fitting == .width }
        if display.movements.current == nil {
            display.movements.current = display.wayToPhoto(on: look)
        }
        let isReady = isReady(pictures, on: look)
        moveOverPage(isLast: false, on: look)
        guard display.movements.current == nil, display.output.isEmpty else { return }
        if isReady { display.page.cover(with: nil) }
        if isWaitingLong() || isReady || display.page.overlay != nil {
            compose(text, pictures, on: look)
        }
    }

    private mutating func show(_ view: PhotoView, on look: TerminalLook) {
        var view = view
        let columns = look.profile.window.cells.columns
        if display.overlay.isShown, let text = display.overlay.text(columns: columns) {
            view.bar = PhotoBar(text, columns: columns)
        }
        if view.isPlaying, !keepsUp { hold(&view) }
        if let scene = PhotoScene(view, on: look) {
            if let frame = photos.show(scene, on: look, &display) {
                display.commit(frame, on: look)
            }
            if let job = photos.missing(for: scene, on: look, &display) { display.make(job) }
        }
        showBarAlone(view.bar, on: look)
    }

    /// True if the terminal takes the frames of an animation: not on a slow line, and not in pieces, of
    /// which a frame would be seen in the making.
    private var keepsUp: Bool {
        display.flow.line.movingPace == .quick && display.driver.limits?.piece == nil
    }

    /// An animation stands still at the frame that is seen.
    private func hold(_ view: inout PhotoView) {
        view.isPlaying = false
        let subject = ImageSubject.photo(view.photo.reference)
        if let part = photos.part(of: subject, on: display) { view.photo.part = part }
    }

    /// True if the pictures of a page that waits have been made, so that it is shown with them at once.
    ///
    /// Where each frame is drawn, the photo itself has a little time to come before them.
    private mutating func isReady(_ pictures: [PagePicture], on look: TerminalLook) -> Bool {
        guard !pictures.isEmpty else { return false }
        display.page.setPictures(pictures, on: look, by: &display.jobs)
        guard display.jobs.isQueueMade else { return false }
        let since = waitingSince ?? display.flow.now
        return display.driver.keepsPictures
            || display.flow.now >= since + Timeouts.waitingPicture
    }

    private mutating func isWaitingLong() -> Bool {
        let since = waitingSince ?? display.flow.now
        waitingSince = since
        return display.flow.now >= since + Timeouts.waitingPage
    }

    private mutating func compose(
        _ text: TextPage, _ pictures: [PagePicture], on look: TerminalLook
    ) {
        display.page.setPictures(pictures, on: look, by: &display.jobs)
        guard
            let frame = display.page.step(
                to: text, on: look, by: &display.driver, display.flow)
        else { return }
        display.commit(frame, on: look)
        display.content = .page
        photos.forget()
    }

    private mutating func moveOverPage(isLast: Bool, on look: TerminalLook) {
        guard let frame = display.moveOverPage(isLast: isLast, on: look) else { return }
        display.commit(frame, on: look)
    }

    /// The bar does not wait for a picture that takes long.
    private mutating func showBarAlone(_ bar: PhotoBar, on look: TerminalLook) {
        var isDue = false
        switch display.content {
        case .unknown: isDue = isWaitingLong()
        case .bar(let old):
            waitingSince = nil
            isDue = old != bar
        case .torn, .page, .photo: waitingSince = nil
        }
        guard isDue, display.output.isEmpty else { return }
        display.write(PhotoBarWriter(look).bytes(of: bar))
        display.content = .bar(bar)
    }
}

extension PictureDriver {
    /// The way of photos to a terminal of that kind.
    fileprivate var pictureOutput: any PictureOutput {
        keepsPictures ? StoredPictures() : DrawnPictures()
    }
}
