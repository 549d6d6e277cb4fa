internal import Imaging
internal import Localization
internal import PhotoPipeline
internal import Presentation
internal import Screens
internal import TerminalDevice
internal import TerminalProtocols

/// A terminal's session, and what is drawn in it.
struct DrawingSession {
    var session: TerminalSession
    private var compositor: Compositor
    private var progress = ProgressIndicator()
    private var windows = TmuxWindows()
    /// True if any of the window can be seen (mode 2033); if not, nothing is drawn.
    var isSeen = true
    private let clock = Clock()

    init(_ session: TerminalSession, _ compositor: Compositor) {
        self.session = session
        self.compositor = compositor
    }

    private var terminal: TTY { session.terminal }

    /// The statistics of the photo shown last; `nil` if it was decoded in one piece.
    var photoStatistics: DecodeStatistics? { compositor.overlay.statistics }

    /// True if a photo's picture has been written.
    var showsPhoto: Bool { compositor.showsPhoto && session.isWritten }

    /// True if the terminal owes an answer to the probe, or after a frame.
    var isAsking: Bool { !session.isSettled || !compositor.flow.acknowledgement.isOpen }

    /// True if any answer may still come, or a question is among the bytes still to be written.
    func awaitsAnswers(at now: Clock.Milliseconds) -> Bool {
        isAsking || !session.isWritten || session.hasAsked(since: now - Timeouts.answered)
    }

    /// The times to go on even without an event.
    func deadlines(at now: Clock.Milliseconds, isSuspended: Bool) -> [Clock.Milliseconds] {
        let known = session.knownAt.flatMap { now < $0 ? $0 : nil }
        let others = [
            session.isWritten ? progress.deadline : nil, known,
            isSuspended ? nil : session.tmuxPollDue,
        ]
        return (isSeen ? compositor.deadlines : []) + others.compactMap(\.self)
    }

    /// Draws until there is nothing more to draw, or the terminal takes no more for now; `request`
    /// gets all pictures to render when they change.
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

    /// Shows in the terminal's own bar how far a task is, also while the window cannot be seen.
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

    /// Someone has used a key or the mouse, whatever the terminal has said about its window.
    mutating func touched(at now: Clock.Milliseconds) {
        isSeen = true
        compositor.flow.lastTouch = now
    }

    /// A key has come in tmux: the terminal outside will answer us too.
    mutating func keyPressed(at now: Clock.Milliseconds) {
        touched(at: now)
        if session.askTmux != nil { session.askAgain(at: now) }
    }

    mutating func toggleOverlay() { compositor.overlay.isShown.toggle() }

    mutating func shutDown(after ending: EventLoop.Ending, _ parser: KeyParser) {
        // A suspended program has restored the terminal already.
        guard terminal.isRaw else { return }
        var shutdown = TerminalShutdown(
            session: session, parser: parser, flow: compositor.flow,
            pictures: compositor.tearDown(session.profile))
        shutdown.run(after: ending)
    }

    /// The last frame's acknowledgement went to the shutdown, or to what reads the terminal meanwhile.
    ///
    /// Noted now and not on return: acknowledgements missed during the suspension would count against
    /// the terminal, which is no longer asked after two of them.
    mutating func suspend() {
        // The terminal reports it again when the mode is set again.
        isSeen = true
        progress.forget()
        compositor.flow.suspend()
    }
}

// What the terminal and tmux say. Each returns true if the size or the terminal's properties are
// others, and so everything is drawn again.
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
        // It knows the protocol but takes no picture: another protocol is used from now on.
        session.refuse(.kitty)
        return forget(if: true)
    }

    mutating func receive(_ answer: TmuxAnswer) -> Bool {
        let attachment = session.tmuxReport?.attachment
        let isChanged = session.receive(answer, at: clock.now)
        // The terminal that stored our pictures is not there to delete them.
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

    /// tmux displays another of its windows, or ours again: with the text that it knows, without pictures
    /// that it passed on, or under those that lie apart from text.
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

    /// After a signal, or at the user's request, everything is drawn again, even at the same size.
    ///
    /// The size may have been another meanwhile, and what did not fit then is gone; a multiplexer may
    /// have drawn over the picture, or moved it.
    mutating func remeasure(isSure: Bool) -> Bool {
        let isChanged = session.remeasure(at: clock.now)
        if isChanged { compositor.flow.resized(at: clock.now) }
        if isChanged || isSure { compositor.forget() }
        return isChanged
    }

    /// Draws everything again at the user's request.
    mutating func redraw() -> Bool {
        if session.profile.placeholders != nil { reload() }
        return remeasure(isSure: true)
    }

    /// Another window of tmux was displayed in place of our pictures, or will be.
    ///
    /// tmux displays text again by itself, but pictures that were sent meanwhile are lost.
    mutating func focusMoved(toUs isOurs: Bool) -> Bool {
        guard session.profile.placeholders != nil else {
            if isOurs { return remeasure(isSure: true) }
            session.pollTmux(at: clock.now, atOnce: true)
            return false
        }
        if compositor.hasLostPictures(asFocusMovesToUs: isOurs) { reload() }
        return isOurs && remeasure(isSure: false)
    }

    /// Sends all pictures again: nothing tells whether the terminal has them.
    private mutating func reload() {
        session.write(compositor.tearDown(session.profile))
        compositor.resume()
    }

    /// Takes the terminal back after a suspension.
    mutating func resume() -> Bool {
        // The rest of a frame is of the screen before, perhaps of another size; what was written of it
        // may have ended inside a picture.
        session.discard()
        session.write(ControlSequence.bytes(.endString) + compositor.tearDown(session.profile))
        session.reenter()
        defer { compositor.resume() }
        return session.remeasure(at: clock.now)
    }
}
