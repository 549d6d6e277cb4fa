package import Imaging
package import PhotoPipeline
package import Screens
package import TerminalDevice
package import TerminalProtocols

/// Turns views into bytes for the terminal, and into requests for the pictures they need.
package struct Compositor {
    /// The work to do for a view.
    package struct Update {
        package var bytes: [UInt8] = []
        /// True if bytes that have not been written yet are discarded.
        package var interrupts = false
        /// All pictures to render; `nil` if they are the same as before.
        package var wanted: [ImageRequest]?
    }

    private var display: Display
    private var photos: any PictureOutput
    private var waitingSince: Clock.Milliseconds?
    /// The newest picture at the time the focus moved elsewhere; `nil` while we have the focus.
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
        motion: MotionSetting = .off, _ overlay: DebugOverlay
    ) throws {
        display = Display(
            page: try ComposedPage(size: size), driver: PictureDriver(profile),
            medium: KittyTransfer(shared), overlay: overlay, motion: motion)
        photos = display.driver.pictureOutput
    }

    /// The times to update even without an event.
    package var deadlines: [Clock.Milliseconds] {
        let waits = [Timeouts.waitingPicture, Timeouts.waitingPage]
        let waitingEnds = waits.map { wait in waitingSince.map { $0 + wait } }
        let step = display.movements.current?.nextStep(after: display.flow.now)
        let others = (waitingEnds + [display.page.deadline, display.medium.deadline, step])
            .compactMap(\.self)
        return display.flow.deadlines + others.filter { display.flow.now < $0 }
    }

    /// Forces a full redraw: something else may have drawn, or the terminal has changed.
    package mutating func forget() {
        display.content = .unknown
        display.movements.current = nil
        photos.forget()
        if !display.driver.keepsPictures { _ = display.jobs.popFrame() }
        display.page.forget()
        display.driver.forget()
        display.flow.hurry()
    }

    /// Records that the terminal has processed a frame.
    package mutating func acknowledged(at now: Clock.Milliseconds) {
        display.flow.acknowledged(at: now)
        display.overlay.arrived(at: now)
    }

    /// Deletes all our pictures, in the terminal and in flight.
    package mutating func tearDown(_ profile: TerminalProfile) -> [UInt8] {
        display.dropFrame()
        display.medium.close()
        display.page.forget()
        return display.driver.leave(profile)
    }

    /// Takes the terminal back after a suspension.
    package mutating func resume() {
        display.medium.reopen()
        forget()
    }

    /// The bytes that remove our pictures from the terminal outside tmux while tmux displays
    /// another window, over which they would be visible.
    package var removalOutside: [UInt8] { display.driver.removal }

    /// True if pictures were sent while tmux may have displayed another window, and were lost.
    package mutating func hasLostPictures(asFocusMovesToUs isOurs: Bool) -> Bool {
        defer { newestImageSeen = isOurs ? nil : display.driver.newestImage }
        return isOurs && newestImageSeen != nil && newestImageSeen != display.driver.newestImage
    }

    /// Receives the outcome of a request.
    package mutating func receive(_ event: ImageEvent) {
        switch event {
        case .image(let image): display.receive(image)
        case .failed(let request, _), .closed(let request): display.fail(request)
        }
    }

    /// Returns queries for how pictures can be transferred to a terminal that stores them; empty if
    /// already sent.
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

    /// Returns the work to display a view; empty while a useful frame is still being written.
    ///
    /// `look` is `nil` until the terminal has answered or timed out; `waiting` is the number of
    /// bytes it has not taken yet.
    package mutating func update(
        to view: ScreenView, on context: RenderContext?, waiting: Int, at now: Clock.Milliseconds
    ) -> Update {
        display.flow.advance(to: now, waiting: waiting)
        guard let context else { return Update() }
        if waiting > 0 {
            return interrupts(for: view, waiting: waiting, on: context) ? interrupt() : Update()
        }
        adoptDriver(for: context)
        show(view, on: context)
        return Update(bytes: display.popOutput(), wanted: display.jobs.report())
    }

    /// Replaces the driver if `look` needs another one and the displayed content is forgotten.
    private mutating func adoptDriver(for context: RenderContext) {
        guard case .unknown = display.content, !display.driver.suits(context.profile) else {
            return
        }
        display.write(display.driver.leave(context.profile))
        display.driver = PictureDriver(context.profile)
        display.driver.limit(to: display.medium.limits(in: context.profile.terminal))
        display.dropFrame()
        photos = display.driver.pictureOutput
        forget()
    }

    /// True if a fine frame that a slow line is still taking is no longer wanted, or delays the
    /// photo for long.
    private mutating func interrupts(
        for view: ScreenView, waiting: Int, on context: RenderContext
    ) -> Bool {
        display.flow.observe(waiting: waiting, at: display.flow.now)
            && photos.isOvertaken(by: view, waiting: waiting, on: context, display)
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
    private mutating func show(_ view: ScreenView, on context: RenderContext) {
        switch view {
        case .page(let text, let pictures): showPage(text, pictures, on: context)
        case .waiting(let text, let pictures): showWaiting(text, pictures, on: context)
        case .photo(let view): show(view, on: context)
        }
    }

    private mutating func showPage(
        _ text: TextPage, _ pictures: [PagePicture], on context: RenderContext
    ) {
        // After the help, back on a waiting page, 213 of 1620 keys had no answer for 300 ms.
        if waitingSince != nil { waitingSince = display.flow.now - Timeouts.waitingPage }
        let way = display.closingTransition(to: pictures, on: context)
        if let way {
            display.page.cover(with: way.placement(at: display.flow.now, context.profile.cell))
        }
        compose(text, pictures, on: context)
        if way != nil, case .page = display.content { display.movements.current = way }
        moveOverPage(isLast: true, on: context)
    }

    private mutating func showWaiting(
        _ text: TextPage, _ pictures: [PagePicture], on context: RenderContext
    ) {
        display.movements.preview = pictures.first { $0.fitting == .width }
        if display.movements.current == nil {
            display.movements.current = display.openingTransition(on: context)
        }
        let isReady = isReady(pictures, on: context)
        moveOverPage(isLast: false, on: context)
        guard display.movements.current == nil, display.output.isEmpty else { return }
        if isReady { display.page.cover(with: nil) }
        if isWaitingLong() || isReady || display.page.overlay != nil {
            compose(text, pictures, on: context)
        }
    }

    private mutating func show(_ view: PhotoView, on context: RenderContext) {
        var view = view
        let columns = context.profile.window.cells.columns
        if display.overlay.isShown, let text = display.overlay.text(columns: columns) {
            view.bar = PhotoBar(text, columns: columns)
        }
        if view.isPlaying, !sustainsAnimation { hold(&view) }
        if let scene = PhotoScene(view, on: context) {
            if let frame = photos.show(scene, on: context, &display) {
                display.commit(frame, on: context)
            }
            if let job = photos.missing(for: scene, on: context, &display) { display.make(job) }
        }
        showBarAlone(view.bar, on: context)
    }

    /// True if the terminal can play an animation: the line is not slow, and frames are not sent in
    /// pieces, which would show half-drawn frames.
    private var sustainsAnimation: Bool {
        display.flow.line.movingPace == .quick && display.driver.limits?.piece == nil
    }

    /// Pauses an animation at the visible frame.
    private func hold(_ view: inout PhotoView) {
        view.isPlaying = false
        let subject = ImageSubject.photo(view.photo.reference)
        if let page = photos.page(of: subject, on: display) { view.photo.page = page }
    }

    /// True if the pictures of a waiting page are ready, so that it appears complete.
    ///
    /// Where each frame is drawn, the photo itself gets a short head start.
    private mutating func isReady(_ pictures: [PagePicture], on context: RenderContext) -> Bool {
        guard !pictures.isEmpty else { return false }
        display.page.setPictures(pictures, on: context, by: &display.jobs)
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
        _ text: TextPage, _ pictures: [PagePicture], on context: RenderContext
    ) {
        display.page.setPictures(pictures, on: context, by: &display.jobs)
        guard
            let frame = display.page.step(
                to: text, on: context, by: &display.driver, display.flow)
        else { return }
        display.commit(frame, on: context)
        display.content = .page
        photos.forget()
    }

    private mutating func moveOverPage(isLast: Bool, on context: RenderContext) {
        guard let frame = display.moveOverPage(isLast: isLast, on: context) else { return }
        display.commit(frame, on: context)
    }

    /// Shows the bar without waiting for a slow picture.
    private mutating func showBarAlone(_ bar: PhotoBar, on context: RenderContext) {
        var isDue = false
        switch display.content {
        case .unknown: isDue = isWaitingLong()
        case .bar(let old):
            waitingSince = nil
            isDue = old != bar
        case .torn, .page, .photo: waitingSince = nil
        }
        guard isDue, display.output.isEmpty else { return }
        display.write(PhotoBarWriter(context).bytes(of: bar))
        display.content = .bar(bar)
    }
}

extension PictureDriver {
    /// The output of photos for this kind of terminal.
    fileprivate var pictureOutput: any PictureOutput {
        keepsPictures ? StoredPictures() : DrawnPictures()
    }
}
