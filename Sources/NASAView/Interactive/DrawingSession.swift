internal import Imaging
internal import Localization
internal import PhotoPipeline
internal import Presentation
internal import Screens
internal import TerminalDevice
internal import TerminalProtocols

/// A terminal's session, and the compositor that draws its contents.
struct DrawingSession {
    var session: TerminalSession
    private var compositor: Compositor
    private var progress = ProgressIndicator()
    private var windows = TmuxWindows()
    /// True if any part of the window is visible (mode 2033); otherwise nothing is drawn.
    var isSeen = true
    private let clock = Clock()

    init(_ session: TerminalSession, _ compositor: Compositor) {
        self.session = session
        self.compositor = compositor
    }

    private var terminal: TTY { session.terminal }

    /// The statistics of the last shown photo; `nil` if the photo was decoded in one piece.
    var photoStatistics: DecodeStatistics? { compositor.overlay.statistics }

    /// True if a photo's picture has been written.
    var showsPhoto: Bool { compositor.showsPhoto && session.isWritten }

    /// True if the terminal has not answered the probe or has not acknowledged a frame.
    var isAsking: Bool { !session.isSettled || !compositor.flow.acknowledgement.isOpen }

    /// Returns true if any reply may still arrive, or a query is among the unwritten bytes.
    func awaitsAnswers(at now: Clock.Milliseconds) -> Bool {
        isAsking || !session.isWritten || session.hasAsked(since: now - Timeouts.answered)
    }

    /// Returns the times at which drawing must continue even without an event.
    func deadlines(at now: Clock.Milliseconds, isSuspended: Bool) -> [Clock.Milliseconds] {
        let known = session.knownAt.flatMap { now < $0 ? $0 : nil }
        let others = [
            session.isWritten ? progress.deadline : nil, known,
            isSuspended ? nil : session.tmuxPollDue,
        ]
        return (isSeen ? compositor.deadlines : []) + others.compactMap(\.self)
    }

    /// Draws until everything is drawn, or the terminal accepts no more bytes for now.
    ///
    /// `request` receives all pictures to render, whenever they change.
    ///
    /// - Returns: false if the terminal is gone.
    mutating func show(_ view: ScreenView, requesting request: ([ImageRequest]) -> Void) -> Bool {
        while true {
            let now = clock.now
            guard let ready = session.flush(at: now) else { return false }
            guard isSeen else { return true }
            let update = compositor.update(
                to: view, on: ready.context, waiting: ready.waiting, at: now)
            if let wanted = update.wanted { request(wanted) }
            guard !update.bytes.isEmpty else { return true }
            if update.interrupts {
                session.discard()
                progress.forget()
            }
            session.write(update.bytes)
        }
    }

    /// Shows a task's progress in the terminal's own indicator, even while the window is not
    /// visible.
    ///
    /// - Returns: false if the terminal is gone.
    mutating func show(_ task: TaskProgress?) -> Bool {
        guard session.profile.takesProgress, session.isWritten else { return true }
        let bytes = progress.update(to: task, at: clock.now)
        guard !bytes.isEmpty else { return true }
        terminal.useProgress()
        session.write(bytes)
        return session.flush(at: clock.now) != nil
    }

    /// Receives the outcome of a request for a picture.
    mutating func receive(_ event: ImageEvent) { compositor.receive(event) }

    /// Records a key or mouse input, which proves that the window is visible.
    mutating func touched(at now: Clock.Milliseconds) {
        isSeen = true
        compositor.flow.lastTouch = now
    }

    /// Records a key; in tmux, also repeats unanswered queries, because the replies of the outer
    /// terminal then reach this program.
    mutating func keyPressed(at now: Clock.Milliseconds) {
        touched(at: now)
        if session.askTmux != nil { session.askAgain(at: now) }
    }

    mutating func toggleOverlay() { compositor.overlay.isShown.toggle() }

    mutating func shutDown(after ending: EventLoop.Ending, _ parser: KeyParser) {
        // A suspended program has already restored the terminal.
        guard terminal.isRaw else { return }
        var shutdown = TerminalShutdown(
            session: session, parser: parser, flow: compositor.flow,
            pictures: compositor.tearDown(session.profile))
        shutdown.run(after: ending)
    }

    /// Stops waiting for the acknowledgement of the last frame, which the shutdown or another
    /// reader of the terminal receives.
    ///
    /// Otherwise, an acknowledgement missed during the suspension would count as missing; after two
    /// missing ones, the terminal is no longer queried.
    mutating func suspend() {
        // The terminal reports its visibility when the mode is set again.
        isSeen = true
        progress.forget()
        compositor.flow.suspend()
    }
}

// Replies of the terminal and of tmux. Each method returns true if the size or the terminal's
// properties have changed, so that everything is redrawn.
extension DrawingSession {
    mutating func receive(_ reply: TerminalReply) -> Bool {
        let now = clock.now
        switch reply {
        case .ready: compositor.acknowledged(at: now)
        case .resized(let cells, let pixels):
            session.receive(size: cells, pixels)
            return remeasure(isSure: false)
        case .colourSchemeChanged: session.askForBackground(at: now)
        case .visibility(let isSeen): self.isSeen = isSeen
        case .kittyGraphics(let image, let message)
        where image != CapabilityQuery.kittyQueryImage && image != KittyCropProbe.image:
            return receive(image, message)
        default:
            let isChanged = session.receive(reply, at: now)
            askForKittyMedium()
            return forget(if: isChanged)
        }
        return false
    }

    private mutating func receive(_ image: Int, _ message: [UInt8]) -> Bool {
        guard !compositor.handleReply(image: image, message: message, on: session.profile)
        else { return false }
        // The terminal supports the protocol but rejects pictures, so another protocol is used from
        // now on.
        session.refuse(.kitty)
        return forget(if: true)
    }

    mutating func receive(_ answer: TmuxAnswer) -> Bool {
        let attachment = session.tmuxReport?.attachment
        let isChanged = session.receive(answer, at: clock.now)
        // The terminal that stored the pictures is no longer attached, and cannot delete them.
        if session.tmuxReport?.attachment != attachment {
            _ = compositor.tearDown(session.profile)
            compositor.resume()
        }
        askForKittyMedium()
        _ = forget(if: isChanged)
        let touch = compositor.flow.lastTouch
        if let report = session.tmuxReport,
            windows.haveChanged(report, lastTouch: touch, at: clock.now)
        {
            windowChanged(report)
        }
        return isChanged
    }

    /// Handles a report that tmux has shown another of its windows, or this program's window again.
    ///
    /// tmux redraws only text. When this program's window is shown again, its pictures are missing.
    /// While another window is shown, the pictures remain if the terminal draws them apart from
    /// text.
    private mutating func windowChanged(_ report: TmuxReport) {
        let profile = session.profile
        guard profile.passthrough != nil, profile.placeholders == nil else { return }
        if report.isShown {
            compositor.forget()
        } else if profile.picturesLieApart, !report.client.isEmpty {
            OuterDevice.write(compositor.removalOutside, to: report.client)
        }
    }

    private mutating func askForKittyMedium() {
        guard session.isSettled, session.mayAsk else { return }
        let questions = compositor.askForMedium(session.profile, at: clock.now)
        if !questions.isEmpty { session.write(session.profile.passed(questions)) }
    }

    private mutating func forget(if isChanged: Bool) -> Bool {
        if isChanged { compositor.forget() }
        return isChanged
    }

    /// Redraws everything if the size has changed, or if `isSure` is true.
    ///
    /// Content may have been lost if the size differed in the meantime; a multiplexer may have
    /// overwritten or moved the picture.
    mutating func remeasure(isSure: Bool) -> Bool {
        let isChanged = session.remeasure(at: clock.now)
        if isChanged { compositor.flow.resized(at: clock.now) }
        if isChanged || isSure { compositor.forget() }
        return isChanged
    }

    /// Redraws everything at the user's request.
    mutating func redraw() -> Bool {
        if session.profile.placeholders != nil { reload() }
        return remeasure(isSure: true)
    }

    /// Handles a change of focus in tmux, where another window may replace this program's pictures.
    ///
    /// tmux redraws text itself, but pictures sent while another window is shown are lost.
    mutating func focusMoved(toUs isOurs: Bool) -> Bool {
        guard session.profile.placeholders != nil else {
            if isOurs { return remeasure(isSure: true) }
            session.pollTmux(at: clock.now, atOnce: true)
            return false
        }
        if compositor.hasLostPictures(asFocusMovesToUs: isOurs) { reload() }
        return isOurs && remeasure(isSure: false)
    }

    /// Deletes all pictures in the terminal and sends them again, because some may have been lost.
    private mutating func reload() {
        session.write(compositor.tearDown(session.profile))
        compositor.resume()
    }

    /// Restores the session after a suspension.
    mutating func resume() -> Bool {
        // The unwritten part of a frame was for the previous screen, perhaps of another size; the
        // written bytes may have ended inside a picture.
        session.discard()
        session.write(ControlSequence.bytes(.endString) + compositor.tearDown(session.profile))
        session.reenter()
        defer { compositor.resume() }
        return session.remeasure(at: clock.now)
    }
}
