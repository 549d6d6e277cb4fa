internal import Decoding
internal import Files
internal import Imaging
internal import Localization
internal import PhotoPipeline
internal import Presentation
internal import Screens
internal import SystemPackage
internal import TerminalDevice
internal import TerminalProtocols

/// One thread that waits in `poll` for the terminal, signals and the queue: everything the user sees
/// happens here, and nothing here waits for anything else.
final class EventLoop {
    enum Ending {
        case quit
        case signal(WatchedSignal)
        case terminalGone
    }

    private let clock = Clock()
    private let log = FrameLog.found
    private let signals: SignalWatch
    private let queue: EventQueue
    private var photos: PhotoEffectHandler
    private var library: LibraryEffectHandler
    private var archive: ArchiveEffectHandler
    private var files: WatchingHandler
    private let makeDemo: () -> Services?
    private let configuration: ConfigurationFile
    private let terminal: TTY
    private var session: TerminalSession
    private var coordinator: ScreenCoordinator { didSet { builtView = nil } }
    /// The coordinator's view, built once for each change of it.
    private var builtView: ScreenView?
    private var compositor: Compositor
    private var parser = KeyParser()
    private var pointer = MouseGestureRecognizer()
    private var timers = TimerQueue()
    /// The timer that is being served, and when it was due.
    private var fired: (purpose: TimerRequest.Purpose, due: Clock.Milliseconds)?
    private var progress = ProgressIndicator()
    private var windows = TmuxWindows()
    private var lastByteAt = 0
    private var ending: Ending?
    private var hasAdvised = false
    /// The program was stopped: the terminal is the shell's until the shell gives it back.
    private var isSuspended = false
    /// True if any of the window can be seen (mode 2033); if not, nothing is drawn.
    private var isSeen = true

    init(_ session: TerminalSession, _ launch: LaunchContext) throws {
        signals = try SignalWatch()
        queue = try EventQueue()
        let services = launch.makeServices()
        photos = PhotoEffectHandler(services.pipeline, posting: queue)
        archive = ArchiveEffectHandler(services, posting: queue)
        library = LibraryEffectHandler(services, archive, posting: queue)
        files = WatchingHandler(posting: queue)
        makeDemo = launch.makeDemoServices
        self.session = session
        terminal = session.terminal
        if let server = TmuxServer(session.environment) {
            self.session.askTmux = { [queue] number in
                server.ask(within: Timeouts.tmux) {
                    queue.post(.tmux(TmuxAnswer(number: number, report: $0)))
                }
            }
        }
        configuration = launch.context.file
        coordinator = launch.makeCoordinator(size: session.screenSize)
        compositor = try Compositor(
            size: session.screenSize.cells, profile: session.profile, sharing: services.shared,
            motion: coordinator.preferences.motion,
            DebugOverlay(launch.strings) { services.decoder.isSandboxed })
        services.decoder.onSandboxLost { [queue] in
            queue.post(.library(.noticed(.notSandboxed)))
        }
    }

    /// The statistics of the photo shown last; `nil` if it was decoded in one piece.
    var photoStatistics: DecodeStatistics? { compositor.overlay.statistics }

    /// Runs until the user quits, a signal ends it, or the terminal goes away.
    func run() -> Ending {
        session.enter(at: clock.now)
        perform(coordinator.start())
        if let fault = configuration.faults.first {
            notify(.misconfigured(fault, path: configuration.shortPath))
        }
        while ending == nil {
            if isSuspended {
                resume()
            } else {
                show()
                showProgress()
            }
            files.watch(coordinator.watched)
            wait()
        }
        let ending = ending ?? .quit
        archive.stop()
        shutDown(after: ending)
        return ending
    }

    private func shutDown(after ending: Ending) {
        // A suspended program has restored the terminal already.
        guard terminal.isRaw else { return }
        var shutdown = TerminalShutdown(
            session: session, parser: parser, flow: compositor.flow,
            pictures: compositor.tearDown(session.profile))
        shutdown.run(after: ending)
    }

    private var view: ScreenView {
        let view = builtView ?? coordinator.view
        builtView = view
        return view
    }

    /// Draws until there is nothing more to draw, or the terminal takes no more for now.
    private func show() {
        while true {
            let now = clock.now
            guard let ready = session.flush(at: now) else { return ending = .terminalGone }
            guard isSeen else { return }
            let update = compositor.update(
                to: view, on: ready.context, waiting: ready.waiting, at: now)
            if let wanted = update.wanted { photos.want(wanted) }
            guard !update.bytes.isEmpty else { break }
            if update.interrupts {
                session.discard()
                progress.forget()
            }
            session.write(update.bytes)
        }
        if !hasAdvised { advise() }
    }

    /// Shows in the terminal's own bar how far a task is, also while the window cannot be seen.
    private func showProgress() {
        guard session.profile.takesProgress, session.isWritten else { return }
        let bytes = progress.update(to: coordinator.progress, at: clock.now)
        guard !bytes.isEmpty else { return }
        terminal.useProgress()
        session.write(bytes)
        if session.flush(at: clock.now) == nil { ending = .terminalGone }
    }

    /// Shows once, over the first photo, how its pictures could be better.
    private func advise() {
        guard session.capabilities.isComplete, session.isKnown(at: clock.now), case .photo = view
        else { return }
        hasAdvised = true
        guard let advice = session.advice else { return }
        notify(.advice(advice))
        show()
    }

    private func wait() {
        terminal.expectReplies(isAwaitingAnswers(at: clock.now))
        let ready = Poll.wait(
            for: [
                // During a suspension input is the shell's, but the end of the terminal is reported.
                isSuspended
                    ? .end(of: terminal) : .terminal(terminal, isWriting: !session.isWritten),
                .signals(signals), .input(queue.descriptor),
            ], milliseconds: timeout)
        if ready[1] { handleSignals() }
        if ready[2] { handleEvents() }
        if ready[0] { readInput() }
        if !isSuspended { readWaitingInput() }
        expire()
    }

    /// Milliseconds until something must happen by itself; -1 for ever.
    private var timeout: Int {
        var deadlines = isSeen ? compositor.deadlines : []
        if let timeout = parserTimeout { deadlines.append(lastByteAt + timeout) }
        if let next = timers.next { deadlines.append(next) }
        if session.isWritten, let next = progress.deadline { deadlines.append(next) }
        if let known = session.knownAt, clock.now < known { deadlines.append(known) }
        if let poll = session.tmuxPollDue, !isSuspended { deadlines.append(poll) }
        if isSuspended { deadlines.append(clock.now + Timeouts.foregroundPoll) }
        guard let next = deadlines.min() else { return -1 }
        return max(0, next - clock.now) + 1
    }

    private var parserTimeout: Int? {
        let isAsking = !session.isSettled || !compositor.flow.acknowledgement.isOpen
        return switch parser.pending {
        case .nothingOpen: nil
        case .escape: isAsking ? Timeouts.escapeWhileAsking : Timeouts.escape
        case .sequence: Timeouts.sequence
        case .paste: Timeouts.paste
        }
    }

    private func expire() {
        if let timeout = parserTimeout, clock.now >= lastByteAt + timeout {
            handle(parser.expire())
        }
        let now = clock.now
        if !isSuspended { session.pollTmux(at: now) }
        for (timer, due) in timers.popDue(at: now) {
            fired = (timer.purpose, max(due, now - Timeouts.missedTimer))
            perform(coordinator.receive(.woke(timer)))
        }
        fired = nil
    }

    /// True if an answer may still come: to the probe, or after a frame.
    private func isAwaitingAnswers(at now: Clock.Milliseconds) -> Bool {
        !session.isSettled || !compositor.flow.acknowledgement.isOpen
            || session.hasAsked(since: now - Timeouts.answered)
    }

    /// Reads what has come meanwhile too, up to a limit, so that the next frame shows what all keys
    /// have asked for.
    private func readWaitingInput() {
        for _ in 0..<Self.readLimit {
            guard ending == nil,
                Poll.wait(for: [.input(terminal.descriptor)], milliseconds: 0)[0]
            else { return }
            readInput()
        }
    }

    /// Reads of 4 kB between two frames: a terminal that never stops sending must not stop us drawing.
    private static let readLimit = 16
    /// Ctrl-C and Ctrl-L, typed while the end of a paste is missing: terminals remove them from what is
    /// pasted, and no paste comes as one such byte.
    private static let keysOutOfPaste: [[UInt8]] = [[0x03], [0x0C]]

    private func readInput() {
        switch terminal.read() {
        case .bytes(let bytes):
            if parser.pending == .paste, Self.keysOutOfPaste.contains(bytes) {
                handle(parser.expire())
            }
            handle(parser.parse(bytes))
            // Afterwards: input that takes long to handle has not stopped coming.
            lastByteAt = clock.now
        case .nothing: break
        case .end: ending = .terminalGone
        }
    }

    /// Ignores input after `q`.
    private func handle(_ inputs: [TerminalInput]) {
        for input in inputs where ending == nil { handle(input) }
    }

    private func handle(_ input: TerminalInput) {
        let now = clock.now
        switch input {
        case .key(let key):
            touched(at: now)
            if session.askTmux != nil { session.askAgain(at: now) }
            if log.isKept, !coordinator.isTyping {
                log.note(at: now, "key \(Strings().keys.name(of: key))")
            }
            perform(coordinator.press(key))
        case .mouse(let mouse) where mouse.kind == .move:
            pointerMoved(at: now)
            hover(mouse)
        case .mouse(let mouse):
            hover(mouse)
            guard let pointed = pointer.action(mouse, on: session, at: now) else { return }
            touched(at: now)
            perform(coordinator.click(pointed.action, at: pointed.cell))
        case .reply(.ready): compositor.acknowledged(at: now)
        case .reply(.resized(let cells, let pixels)):
            session.receive(size: cells, pixels)
            resized(isSure: false)
        case .reply(.colourSchemeChanged): session.askForBackground(at: now)
        case .reply(.visibility(let isSeen)): self.isSeen = isSeen
        case .reply(.kittyGraphics(let image, let message))
        where image != CapabilityQuery.kittyQueryImage && image != KittyCropProbe.image:
            handleKittyReply(image, message)
        case .reply(let reply):
            let isChanged = session.receive(reply, at: now)
            askForKittyMedium()
            if isChanged { changed() }
        case .pasted(let bytes):
            perform(coordinator.paste(bytes))
        // Only tmux is asked to report it.
        case .focus(let isOurs): focusMoved(toUs: isOurs)
        }
    }

    /// Someone is there, whatever the terminal has said about its window.
    private func touched(at now: Clock.Milliseconds) {
        isSeen = true
        compositor.flow.lastTouch = now
        countRest(from: now)
    }

    private func countRest(from now: Clock.Milliseconds) {
        timers.set(.rest, at: now + Int(TimerRequest.restDuration / .milliseconds(1)))
    }

    /// Moving the pointer does not keep the fine picture waiting, as a key does.
    private func pointerMoved(at now: Clock.Milliseconds) {
        isSeen = true
        countRest(from: now)
        if coordinator.isAtRest { coordinator.pointerMoved() }
    }

    private func hover(_ mouse: MouseAction) {
        guard coordinator.isInspecting,
            let place = MouseGestureRecognizer.place(of: mouse, on: session)
        else { return }
        perform(coordinator.hover(at: place))
    }

    private func handle(_ answer: TmuxAnswer) {
        let attachment = session.tmuxReport?.attachment
        let isChanged = session.receive(answer, at: clock.now)
        // The terminal that stored our pictures is not there to delete them.
        if session.tmuxReport?.attachment != attachment {
            _ = compositor.tearDown(session.profile)
            compositor.resume()
        }
        askForKittyMedium()
        if isChanged { changed() }
        guard let report = session.tmuxReport else { return }
        let touch = compositor.flow.lastTouch
        if windows.haveChanged(report, lastTouch: touch, at: clock.now) { windowChanged(report) }
    }

    /// tmux displays another of its windows, or ours again: with the text that it knows, without pictures
    /// that it passed on, or under those that lie apart from text.
    private func windowChanged(_ report: TmuxReport) {
        let profile = session.profile
        guard profile.passthrough != nil, profile.placeholders == nil else { return }
        if report.isShown {
            compositor.forget()
        } else if profile.picturesLieApart, !report.client.isEmpty {
            OuterDevice.write(compositor.removalOutside, to: report.client)
        }
    }

    private func askForKittyMedium() {
        guard session.isSettled, session.mayAsk else { return }
        let questions = compositor.askForMedium(session.profile, at: clock.now)
        if !questions.isEmpty { session.write(session.profile.passed(questions)) }
    }

    private func handleKittyReply(_ image: Int, _ message: [UInt8]) {
        let takesPictures = compositor.handleReply(
            image: image, message: message, on: session.profile)
        guard !takesPictures else { return }
        // It knows the protocol but takes no picture: another protocol is used from now on.
        session.refuse(.kitty)
        changed()
    }

    private func handleSignals() {
        for signal in signals.pop() {
            switch signal {
            case .resized: resized(isSure: true)
            case .stopRequested: suspend()
            // Another process has stopped us, and the shell has set its own modes.
            case .continued: beginSuspension()
            case .ending: ending = .signal(signal)
            }
        }
    }

    /// After a signal, or at the user's request, everything is drawn again, even at the same size.
    ///
    /// The size may have been another meanwhile, and what did not fit then is gone; a multiplexer may
    /// have drawn over the picture, or moved it.
    private func resized(isSure: Bool) {
        if session.remeasure(at: clock.now) {
            compositor.flow.resized(at: clock.now)
            changed()
        } else if isSure {
            compositor.forget()
        }
    }

    /// Another window of tmux was displayed in place of our pictures, or will be.
    ///
    /// tmux displays text again by itself, but pictures that were sent meanwhile are lost.
    private func focusMoved(toUs isOurs: Bool) {
        guard session.profile.placeholders != nil else {
            if isOurs {
                resized(isSure: true)
            } else {
                session.pollTmux(at: clock.now, atOnce: true)
            }
            return
        }
        if compositor.hasLostPictures(asFocusMovesToUs: isOurs) { reload() }
        if isOurs { resized(isSure: false) }
    }

    /// Sends all pictures again: nothing tells whether the terminal has them.
    private func reload() {
        session.write(compositor.tearDown(session.profile))
        compositor.resume()
    }

    private func changed() {
        compositor.forget()
        perform(coordinator.resize(to: session.screenSize))
    }

    private func handleEvents() {
        for event in queue.popAll() {
            switch event {
            case .photo(let event):
                perform(coordinator.receive(event))
                if case .opened = event { countRest(from: clock.now) }
            case .library(let event): perform(coordinator.receive(event))
            case .image(let event): handle(event)
            case .tmux(let answer): handle(answer)
            case .files(let change): perform(coordinator.receive(change))
            }
        }
    }

    private func handle(_ event: ImageEvent) {
        compositor.receive(event)
        if let event = event.photoEvent { perform(coordinator.receive(event)) }
    }

    private func notify(_ notice: Notice) { perform(coordinator.receive(.noticed(notice))) }

    private func perform(_ effects: [Effect]) {
        for effect in effects { perform(effect) }
    }

    private func perform(_ effect: Effect) {
        switch effect {
        case .photo(let effect): photos.perform(effect)
        case .library(let effect): library.perform(effect)
        case .archive(let effect): archive.perform(effect)
        case .wake(let timer, let delay):
            // A timer that follows itself keeps time, however late it is served.
            let start = fired?.purpose == timer.purpose ? fired?.due : nil
            timers.set(timer, at: (start ?? clock.now) + Int(delay / .milliseconds(1)))
        case .copy(let text):
            session.write(Clipboard.bytes(copying: text, in: session.environment))
        case .copyName(let path):
            session.write(Clipboard.bytes(copying: path.withoutControls, in: session.environment))
        case .openDemo: openDemo()
        case .app(.redraw):
            if session.profile.placeholders != nil { reload() }
            resized(isSure: true)
        case .app(.overlay): compositor.overlay.isShown.toggle()
        case .app(.suspend): suspend()
        case .app(.interrupt): ending = .signal(.interrupted)
        case .quit: ending = .quit
        }
    }

    /// Makes the built-in collection the library.
    private func openDemo() {
        guard let services = makeDemo() else { return notify(.noDemo) }
        photos.stop()
        photos = PhotoEffectHandler(services.pipeline, posting: queue)
        archive = ArchiveEffectHandler(services, posting: queue)
        library = LibraryEffectHandler(services, archive, posting: queue)
    }

    private func suspend() {
        shutDown(after: .quit)
        SignalWatch.stop()
        beginSuspension()
    }

    /// The last frame's acknowledgement went to the shutdown, or to what reads the terminal meanwhile.
    ///
    /// Noted now and not on return: acknowledgements missed during the suspension would count against
    /// the terminal, which is no longer asked after two of them.
    private func beginSuspension() {
        isSuspended = true
        // The terminal reports it again when the mode is set again.
        isSeen = true
        progress.forget()
        compositor.flow.suspend()
    }

    /// Enters the terminal again once it is ours: not while only `bg` or `kill` has continued us.
    private func resume() {
        guard terminal.isOurs else { return }
        isSuspended = false
        parser = KeyParser()
        // The rest of a frame is of the screen before, perhaps of another size; what was written of it
        // may have ended inside a picture.
        session.discard()
        session.write(ControlSequence.bytes(.endString) + compositor.tearDown(session.profile))
        session.reenter()
        if session.remeasure(at: clock.now) { perform(coordinator.resize(to: session.screenSize)) }
        compositor.resume()
    }
}
