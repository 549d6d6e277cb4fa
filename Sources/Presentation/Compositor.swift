package import Imaging
package import PhotoPipeline
package import Screens
package import TerminalDevice
package import TerminalProtocols

/// The conversion of views to bytes for the terminal, and to requests for the pictures that the
/// views need.
package struct Compositor {
    /// The bytes and requests that a view needs.
    package struct Update {
        package var bytes: [UInt8] = []
        /// True if bytes that have not been written yet must be discarded.
        package var interrupts = false
        /// All pictures to render; `nil` if the requests are the same as before.
        package var wanted: [ImageRequest]?
    }

    private var display: Display
    private var photos: any PictureOutput
    /// The scene of the last view of a photo.
    private var scene: PhotoScene?
    private var waitingSince: Clock.Milliseconds?
    /// The number of the newest picture when the focus moved to another window; `nil` while the
    /// program has the focus.
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
        _ context: RenderContext, sharing shared: SharedPictures, motion: MotionSetting = .off,
        _ overlay: DebugOverlay
    ) throws {
        display = try Display(context, KittyTransfer(shared), overlay, motion)
        photos = display.driver.pictureOutput
    }

    /// True if a photo is displayed.
    package var showsPhoto: Bool { display.photoBar != nil }

    /// The times at which an update is due even without an event.
    package var deadlines: [Clock.Milliseconds] {
        let now = display.flow.now
        let waits = [Timeouts.waitingPicture, Timeouts.waitingPage]
        let others =
            waits.map { wait in waitingSince.map { $0 + wait } } + [
                display.page.deadline, display.medium.deadline,
                display.movement.current?.nextStep(after: now),
            ]
        return display.flow.deadlines + others.compactMap(\.self).filter { now < $0 }
    }

    /// Forces a full redraw, because something else may have drawn on the screen, or the terminal
    /// has changed.
    package mutating func forget() {
        display.content = .unknown
        display.movement.current = nil
        photos.forget()
        display.jobs.allowRetry()
        if !photos.storesFrames { _ = display.jobs.popFrame() }
        display.page.forget()
        display.driver.forget()
        display.flow.hurry()
    }

    /// Records that the terminal has processed a frame.
    package mutating func acknowledged(at now: Clock.Milliseconds) {
        display.flow.acknowledged(at: now)
        display.overlay.arrived(at: now)
    }

    /// Deletes all pictures of the program, including those being sent.
    package mutating func tearDown(_ profile: TerminalProfile) -> [UInt8] {
        display.dropFrame()
        display.medium.close()
        display.page.forget()
        return display.driver.leave(profile)
    }

    /// Resumes using the terminal after a suspension.
    package mutating func resume() {
        display.medium.reopen()
        forget()
    }

    /// The bytes that remove the program's pictures from the outer terminal while tmux displays
    /// another window, which the pictures would cover.
    package var removalOutside: [UInt8] { display.driver.removal }

    /// Returns true if pictures were lost, because they were sent while tmux may have displayed
    /// another window.
    package mutating func hasLostPictures(asFocusMovesToUs isOurs: Bool) -> Bool {
        defer { newestImageSeen = isOurs ? nil : display.driver.newestImage }
        return isOurs && newestImageSeen != nil && newestImageSeen != display.driver.newestImage
    }

    /// Receives the outcome of a request.
    package mutating func receive(_ event: ImageEvent) {
        switch event {
        case .image(let image): display.receive(image)
        case .failed(let request, _): display.fail(request)
        case .closed(let request): display.close(request)
        }
    }

    /// Returns the queries that determine how pictures can be transferred to a terminal that stores
    /// them; empty if the queries were already sent.
    package mutating func askForMedium(_ profile: TerminalProfile, at now: Clock.Milliseconds)
        -> [UInt8]
    {
        display.medium.ask(profile, at: now)
    }

    /// Handles the reply to a picture command; returns false if the terminal refuses pictures
    /// permanently.
    package mutating func handleReply(image: Int, message: [UInt8], on profile: TerminalProfile)
        -> Bool
    {
        if display.medium.receive(image: image, message: message) {
            display.limitDriver(in: profile.terminal)
            return true
        }
        switch display.driver.reply(image: image, message: message) {
        case .nothing: return true
        case .planAgain: break
        case .sendDirectly:
            display.medium.sendDirectly()
            display.limitDriver(in: profile.terminal)
        case .giveUp: return false
        }
        display.page.forgetPictures()
        return true
    }

    /// Returns the bytes and requests for displaying a view; empty while a frame that is still
    /// useful is being written.
    ///
    /// `context` is `nil` until the terminal has replied or timed out; `waiting` is the number of
    /// bytes that the terminal has not accepted yet.
    package mutating func update(
        to view: ScreenView, on context: RenderContext?, waiting: Int, at now: Clock.Milliseconds
    ) -> Update {
        display.flow.advance(to: now, waiting: waiting)
        guard let context else { return Update() }
        display.context = context
        if waiting > 0 {
            return isOvertaken(by: view, waiting: waiting) ? interrupt() : Update()
        }
        adoptDriver()
        if case .photo = view {} else { display.jobs.allowRetry() }
        switch view {
        case .page(let text, let pictures): showPage(text, pictures)
        case .waiting(let text, let pictures): showWaiting(text, pictures)
        case .photo(let view): show(view)
        }
        return Update(bytes: display.popOutput(), wanted: display.jobs.report())
    }

    /// Replaces the driver if the terminal needs another one and the displayed content is unknown.
    private mutating func adoptDriver() {
        let profile = display.context.profile
        guard case .unknown = display.content, !display.driver.suits(profile) else { return }
        display.write(display.driver.leave(profile))
        display.driver = PictureDriver(profile)
        display.limitDriver(in: profile.terminal)
        display.dropFrame()
        photos = display.driver.pictureOutput
        forget()
    }

    /// Returns true if a fine frame that is being sent on a slow line is outdated, or delays the
    /// photo for too long.
    private mutating func isOvertaken(by view: ScreenView, waiting: Int) -> Bool {
        display.flow.observe(waiting: waiting, at: display.flow.now)
            && photos.isOvertaken(by: view, waiting: waiting, on: display)
    }

    private mutating func interrupt() -> Update {
        display.flow.interrupted()
        display.content = .torn
        photos.forget()
        return Update(
            bytes: ControlSequence.bytes(.endString, .endUpdate, .plain), interrupts: true)
    }
}

// The display of pages and photos.
extension Compositor {
    private mutating func showPage(_ text: TextPage, _ pictures: [PagePicture]) {
        // The wait for a page has ended: otherwise, 213 of 1620 keys had no effect for 300 ms after
        // the help on a waiting page was closed.
        if waitingSince != nil { waitingSince = display.flow.now - Timeouts.waitingPage }
        let transition = display.closingTransition(to: pictures)
        if let transition {
            display.page.overlay = transition.placement(at: display.flow.now, display.cell)
        }
        compose(text, pictures)
        if transition != nil, case .page = display.content { display.movement.current = transition }
        moveOverPage(isLast: true)
    }

    private mutating func showWaiting(_ text: TextPage, _ pictures: [PagePicture]) {
        display.movement.preview = pictures.first { $0.fitting == .width }
        display.movement.current = display.movement.current ?? display.openingTransition()
        let isReady = isReady(pictures)
        moveOverPage(isLast: false)
        guard display.movement.current == nil, display.output.isEmpty else { return }
        if isReady { display.page.overlay = nil }
        if isWaitingLong() || isReady || display.page.overlay != nil { compose(text, pictures) }
    }

    private mutating func show(_ view: PhotoView) {
        var view = view
        let columns = display.context.profile.window.cells.columns
        if display.overlay.isShown, let text = display.overlay.text(columns: columns) {
            view.bar = PhotoBar(text, columns: columns)
        }
        if view.isPlaying, !sustainsAnimation { hold(&view) }
        if scene?.shows(view, on: display.context) != true {
            scene = PhotoScene(view, on: display.context)
        }
        if let scene { photos.show(scene, on: &display) }
        showBarAlone(view.bar)
    }

    /// True if the terminal can play an animation: the line is fast, and frames are sent whole,
    /// because a frame in pieces would be visible half drawn.
    private var sustainsAnimation: Bool {
        display.flow.line.movingPace == .quick && display.driver.limits?.piece == nil
    }

    /// Pauses an animation at the visible frame.
    private func hold(_ view: inout PhotoView) {
        view.isPlaying = false
        let subject = ImageSubject.photo(view.photo.reference)
        if let page = photos.page(of: subject, on: display) { view.photo.page = page }
    }

    /// Returns true if the pictures of a waiting page are ready, so that the page appears complete.
    private mutating func isReady(_ pictures: [PagePicture]) -> Bool {
        guard !pictures.isEmpty else { return false }
        display.setPictures(pictures)
        let now = display.flow.now
        return display.jobs.isQueueMade && now >= (waitingSince ?? now) + photos.headStart
    }

    private mutating func isWaitingLong() -> Bool {
        let since = waitingSince ?? display.flow.now
        waitingSince = since
        return display.flow.now >= since + Timeouts.waitingPage
    }

    private mutating func compose(_ text: TextPage, _ pictures: [PagePicture]) {
        display.setPictures(pictures)
        guard let frame = display.step(to: text) else { return }
        display.commit(frame)
        display.content = .page
        photos.forget()
    }

    private mutating func moveOverPage(isLast: Bool) {
        if let frame = display.moveOverPage(isLast: isLast) { display.commit(frame) }
    }

    /// Shows only the bar if no picture is displayed and the next one takes long.
    private mutating func showBarAlone(_ bar: PhotoBar) {
        var isDue = false
        switch display.content {
        case .unknown: isDue = isWaitingLong()
        case .bar(let old):
            waitingSince = nil
            isDue = old != bar
        case .torn, .page, .photo: waitingSince = nil
        }
        guard isDue, display.output.isEmpty else { return }
        display.write(display.context.bytes(of: bar))
        display.content = .bar(bar)
    }
}

/// The content of the terminal, the pictures being rendered for it, and the bytes being sent.
struct Display {
    enum Content {
        case unknown
        /// A photo that was only partly sent when a newer view interrupted it.
        case torn
        case page
        case photo(PhotoBar)
        /// Only a bar, over the previous content, because the picture is not ready.
        case bar(PhotoBar)
    }

    var context: RenderContext
    var content = Content.unknown
    var page: ComposedPage
    var driver: PictureDriver
    var medium: KittyTransfer
    var flow = FlowControl()
    var overlay: DebugOverlay
    var jobs = PictureJobs()
    var movement: TransitionState
    /// The bytes to write now.
    private(set) var output: [UInt8] = []

    init(
        _ context: RenderContext, _ medium: KittyTransfer, _ overlay: DebugOverlay,
        _ motion: MotionSetting
    ) throws {
        self.context = context
        self.medium = medium
        self.overlay = overlay
        page = try ComposedPage(size: context.profile.window.cells)
        driver = PictureDriver(context.profile)
        movement = TransitionState(use: motion)
    }

    var cell: CellMetrics { context.profile.cell }

    /// The bar of the displayed photo; `nil` if no photo is displayed.
    var photoBar: PhotoBar? { if case .photo(let bar) = content { bar } else { nil } }

    mutating func write(_ bytes: [UInt8]) { output = Array(joining: [output, bytes]) }

    mutating func popOutput() -> [UInt8] {
        defer { output = [] }
        return output
    }

    mutating func limitDriver(in terminal: KnownTerminal) {
        driver.limit(to: medium.limits(in: terminal))
    }

    /// Starts to render a frame of a photo, or a region that the terminal stores.
    mutating func make(_ frame: FrameJob) {
        guard jobs.make(frame) else { return }
        flow.request()
        for request in frame.requests { overlay.asked(request, at: flow.now) }
    }

    mutating func receive(_ image: RenderedImage) {
        if let stale = jobs.receive(image) { medium.discard(stale) }
    }

    /// Ends the frame of a request that failed.
    mutating func fail(_ request: ImageRequest) {
        guard jobs.frame?.isOf(request) == true else { return }
        if let upload = request.upload { driver.abandoned(upload) }
        jobs.endFrame()
    }

    /// Discards the frame of a photo that is no longer open.
    mutating func close(_ request: ImageRequest) {
        guard jobs.frame?.isOf(request) == true else { return }
        dropFrame()
        jobs.closeFrame()
    }

    /// Discards the frame being rendered, and its pictures.
    mutating func dropFrame() {
        guard let frame = jobs.frame else { return }
        for upload in frame.requests.compactMap(\.upload) { driver.abandoned(upload) }
        for image in frame.ready ?? [] { medium.discard(image) }
        jobs.dropFrame()
    }

    /// Discards the frame being rendered if that frame shows other photos; otherwise the next frame
    /// would wait for it: 4.6 s were measured for a PNG of 14000×14000 pixels.
    mutating func dropFrame(unlessOf subjects: [[ImageSubject]]) {
        guard let frame = jobs.frame, !subjects.contains(frame.requests.map(\.subject))
        else { return }
        dropFrame()
    }
}
