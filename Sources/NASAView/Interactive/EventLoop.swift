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

/// The loop that runs the session on one thread, and waits only in `poll`: for the terminal,
/// signals and the queue.
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
    private var watching: WatchingHandler
    private let files: FileEffectHandler
    private let makeDemo: () -> Services?
    private let configuration: ConfigurationFile
    private let terminal: TTY
    private var drawing: DrawingSession
    private var coordinator: ScreenCoordinator { didSet { builtView = nil } }
    /// The coordinator's view, built at first use after each change.
    private var builtView: ScreenView?
    private var parser = KeyParser()
    private var pointer = MouseGestureRecognizer()
    private var timers = TimerQueue()
    /// The timer being handled, and its due time; `nil` while no timer is handled.
    private var fired: (purpose: TimerRequest.Purpose, due: Clock.Milliseconds)?
    private var lastByteAt = 0
    private var ending: Ending?
    private var hasShownPhoto = false
    private var hasAdvised = false
    /// True while the program is suspended; the shell then uses the terminal.
    private var isSuspended = false

    init(_ session: TerminalSession, _ launch: LaunchContext) throws {
        signals = try SignalWatch()
        queue = try EventQueue()
        let services = launch.makeServices()
        photos = PhotoEffectHandler(services.pipeline, posting: queue)
        archive = ArchiveEffectHandler(services, posting: queue)
        library = LibraryEffectHandler(services, archive, posting: queue)
        watching = WatchingHandler(posting: queue)
        files = FileEffectHandler(trash: launch.trash, services.decoder, posting: queue)
        makeDemo = launch.makeDemoServices
        var session = session
        terminal = session.terminal
        if let server = TmuxServer(session.environment) {
            session.askTmux = { [queue] number in
                server.ask(within: Timeouts.tmux) {
                    queue.post(.tmux(TmuxAnswer(number: number, report: $0)))
                }
            }
        }
        configuration = launch.context.file
        coordinator = launch.makeCoordinator(size: session.screenSize)
        let compositor = try Compositor(
            session.context, sharing: services.shared, motion: coordinator.preferences.motion,
            DebugOverlay(launch.strings) { services.decoder.isSandboxed })
        drawing = DrawingSession(session, compositor)
        services.decoder.onSandboxLost { [queue] in
            queue.post(.library(.noticed(.notSandboxed)))
        }
    }

    /// The decoding statistics of the last photo shown; `nil` if there was none, or if it was
    /// decoded in one piece.
    var photoStatistics: DecodeStatistics? { drawing.photoStatistics }

    /// The marked photos.
    var marks: Marks { coordinator.marks }

    /// Runs until the user quits, a signal ends the program, or the terminal is gone.
    func run() -> Ending {
        drawing.session.enter(at: clock.now)
        perform(coordinator.start())
        if let fault = configuration.faults.first {
            notify(.misconfigured(fault, path: configuration.shortPath))
        }
        while ending == nil {
            if isSuspended {
                resume()
            } else {
                show()
                if !drawing.show(coordinator.progress) { ending = .terminalGone }
            }
            watching.watch(coordinator.watched)
            wait()
        }
        let ending = ending ?? .quit
        archive.stop()
        drawing.shutDown(after: ending, parser)
        return ending
    }

    private var view: ScreenView {
        if let builtView { return builtView }
        let view = coordinator.view
        log.note(at: clock.now, "view")
        builtView = view
        return view
    }

    /// Draws; when the first photo is visible, reads the photo's folder and shows advice.
    private func show() {
        guard drawing.show(view, requesting: { photos.want($0) }) else {
            return ending = .terminalGone
        }
        if !hasShownPhoto, drawing.showsPhoto {
            hasShownPhoto = true
            perform(coordinator.readNeighbours())
        }
        if !hasAdvised, drawing.isSeen { advise() }
    }

    /// Shows advice for better pictures once, over the first photo.
    private func advise() {
        let session = drawing.session
        guard session.capabilities.isComplete, session.isKnown(at: clock.now), case .photo = view
        else { return }
        hasAdvised = true
        guard let advice = session.advice else { return }
        notify(.advice(advice))
        show()
    }

    private func wait() {
        terminal.expectReplies(drawing.awaitsAnswers(at: clock.now))
        let ready = Poll.wait(
            for: [
                // During a suspension, the shell receives the input, but the end of the terminal is
                // still reported.
                isSuspended
                    ? .end(of: terminal)
                    : .terminal(terminal, isWriting: !drawing.session.isWritten),
                .signals(signals), .input(queue.descriptor),
            ], milliseconds: timeout)
        if ready[1] { handleSignals() }
        if ready[2] { handleEvents() }
        if ready[0] { readInput() }
        if !isSuspended { readWaitingInput() }
        expire()
    }

    /// The number of milliseconds until the next automatic action; -1 if no action is due.
    private var timeout: Int {
        var deadlines = drawing.deadlines(at: clock.now, isSuspended: isSuspended)
        if let timeout = parserTimeout { deadlines.append(lastByteAt + timeout) }
        if let next = timers.next { deadlines.append(next) }
        if isSuspended { deadlines.append(clock.now + Timeouts.foregroundPoll) }
        guard let next = deadlines.min() else { return -1 }
        return max(0, next - clock.now) + 1
    }

    private var parserTimeout: Int? {
        switch parser.pending {
        case .nothingOpen: nil
        case .escape: drawing.isAsking ? Timeouts.escapeWhileAsking : Timeouts.escape
        case .sequence: Timeouts.sequence
        case .paste: Timeouts.paste
        }
    }

    private func expire() {
        if let timeout = parserTimeout, clock.now >= lastByteAt + timeout {
            handle(parser.expire())
        }
        let now = clock.now
        if !isSuspended { drawing.session.pollTmux(at: now) }
        for (timer, due) in timers.popDue(at: now) {
            fired = (timer.purpose, max(due, now - Timeouts.missedTimer))
            perform(coordinator.receive(.woke(timer)))
        }
        fired = nil
    }

    /// Reads the input that has arrived in the meantime, up to a limit, so that the next frame
    /// shows the result of all keys.
    private func readWaitingInput() {
        for _ in 0..<Self.readLimit {
            guard ending == nil,
                Poll.wait(for: [.input(terminal.descriptor)], milliseconds: 0)[0]
            else { return }
            readInput()
        }
    }

    /// The maximum number of reads of 4 kB between two frames, so that a terminal that never stops
    /// sending does not stop the drawing.
    private static let readLimit = 16
    /// The bytes of Ctrl-C and Ctrl-L.
    ///
    /// If a read during an unfinished paste returns only one of these bytes, the user has pressed
    /// that key: terminals remove control characters from pasted text.
    private static let keysOutOfPaste: [[UInt8]] = [[0x03], [0x0C]]

    private func readInput() {
        switch terminal.read() {
        case .bytes(let bytes):
            if parser.pending == .paste, Self.keysOutOfPaste.contains(bytes) {
                handle(parser.expire())
            }
            handle(parser.parse(bytes))
            // The time is read after handling, during which further input may arrive.
            lastByteAt = clock.now
        case .nothing: break
        case .end: ending = .terminalGone
        }
    }

    /// Handles inputs in order, and ignores those after `q`.
    private func handle(_ inputs: [TerminalInput]) {
        for input in inputs where ending == nil { handle(input) }
    }

    private func handle(_ input: TerminalInput) {
        let now = clock.now
        switch input {
        case .key(let key):
            drawing.keyPressed(at: now)
            countRest(from: now)
            if log.isKept, !coordinator.isTyping {
                log.note(at: now, "key \(Strings().keys.name(of: key))")
            }
            perform(coordinator.press(key))
        case .mouse(let mouse) where mouse.kind == .move:
            pointerMoved(at: now)
            hover(mouse)
        case .mouse(let mouse):
            hover(mouse)
            guard let pointed = pointer.action(mouse, on: drawing.session, at: now)
            else { return }
            drawing.touched(at: now)
            countRest(from: now)
            perform(coordinator.click(pointed.action, at: pointed.cell))
        case .reply(let reply): resize(if: drawing.receive(reply))
        case .pasted(let bytes):
            perform(coordinator.paste(bytes))
        // The program requests focus reports only in tmux.
        case .focus(let isOurs): resize(if: drawing.focusMoved(toUs: isOurs))
        }
    }

    private func countRest(from now: Clock.Milliseconds) {
        timers.set(.rest, at: now + Int(TimerRequest.restDuration / .milliseconds(1)))
    }

    /// Handles a pointer move, which does not delay the fine picture as a key does.
    private func pointerMoved(at now: Clock.Milliseconds) {
        drawing.isSeen = true
        countRest(from: now)
        if coordinator.isAtRest { coordinator.pointerMoved() }
    }

    private func hover(_ mouse: MouseAction) {
        guard coordinator.isInspecting,
            let point = MouseGestureRecognizer.point(of: mouse, on: drawing.session)
        else { return }
        perform(coordinator.hover(at: point))
    }

    /// Resizes the screens if the terminal's size or properties have changed.
    private func resize(if isChanged: Bool) {
        if isChanged { perform(coordinator.resize(to: drawing.session.screenSize)) }
    }

    private func handleSignals() {
        for signal in signals.pop() {
            switch signal {
            case .resized: resize(if: drawing.remeasure(isSure: true))
            case .stopRequested: suspend()
            // Another process has stopped this one, and the shell has set its own terminal modes.
            case .continued: beginSuspension()
            case .ending: ending = .signal(signal)
            }
        }
    }

    private func handleEvents() {
        for event in queue.popAll() {
            switch event {
            case .photo(let event):
                perform(coordinator.receive(event))
                if case .opened = event { countRest(from: clock.now) }
            case .library(let event): perform(coordinator.receive(event))
            case .image(let event): handle(event)
            case .tmux(let answer): resize(if: drawing.receive(answer))
            case .files(let change): perform(coordinator.receive(change))
            }
        }
    }

    private func handle(_ event: ImageEvent) {
        drawing.receive(event)
        guard let event = event.photoEvent, !coordinator.knows(event) else { return }
        perform(coordinator.receive(event))
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
        case .file(let effect): files.perform(effect)
        case .wake(let timer, let delay):
            // A repeating timer keeps its rhythm, even if it is handled late.
            let start = fired?.purpose == timer.purpose ? fired?.due : nil
            timers.set(timer, at: (start ?? clock.now) + Int(delay / .milliseconds(1)))
        case .copy(let text):
            drawing.session.write(Clipboard.bytes(copying: text, in: drawing.session.environment))
        case .copyName(let path):
            drawing.session.write(
                Clipboard.bytes(copying: path.withoutControls, in: drawing.session.environment))
        case .openDemo: openDemo()
        case .app(.redraw): resize(if: drawing.redraw())
        case .app(.overlay): drawing.toggleOverlay()
        case .app(.suspend): suspend()
        case .app(.interrupt): ending = .signal(.interrupted)
        case .quit: ending = .quit
        }
    }

    /// Replaces the library with the built-in collection.
    private func openDemo() {
        guard let services = makeDemo() else { return notify(.noDemo) }
        photos.stop()
        photos = PhotoEffectHandler(services.pipeline, posting: queue)
        archive = ArchiveEffectHandler(services, posting: queue)
        library = LibraryEffectHandler(services, archive, posting: queue)
    }

    private func suspend() {
        drawing.shutDown(after: .quit, parser)
        SignalWatch.stop()
        beginSuspension()
    }

    private func beginSuspension() {
        isSuspended = true
        drawing.suspend()
    }

    /// Returns to the terminal if this program is in the foreground; a program continued by `bg` or
    /// `kill` alone is not.
    private func resume() {
        guard terminal.isOurs else { return }
        isSuspended = false
        parser = KeyParser()
        resize(if: drawing.resume())
    }
}
