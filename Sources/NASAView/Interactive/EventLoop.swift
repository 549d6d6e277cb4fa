internal import Decoding
internal import Imaging
internal import Localization
internal import PhotoPipeline
internal import Screens
internal import TerminalDevice
internal import TerminalProtocols

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// One thread in `poll` on the terminal, the signals and the inbox: everything a person sees
/// happens here, and nothing here waits for anything else.
final class EventLoop {
    enum Ending {
        case quit
        case signal(WatchedSignal)
        case terminalGone
    }

    private let clock = Clock()
    private let signals: SignalWatch
    private let inbox: EventQueue
    private var runner: PhotoEffectHandler
    private var library: LibraryEffectHandler
    private var keeping: ArchiveEffectHandler
    private let makeDemo: () -> Services?
    private let configuration: ConfigurationFile
    private let terminal: TTY
    private var session: TerminalSession
    private var coordinator: ScreenCoordinator { didSet { view = nil } }
    /// What the coordinator shows, until it changes.
    private var view: ScreenView?
    private var compositor: Compositor
    private var parser = KeyParser()
    private var pointer = MouseGestureRecognizer()
    private var alarms = TimerQueue()
    private var lastByteAt = 0
    private var ending: Ending?
    private var hasAdvised = false
    /// The program was stopped: the terminal is the shell's until the shell gives it back.
    private var isAway = false

    init(_ session: TerminalSession, _ beginning: LaunchRequest, _ typed: LaunchContext) throws {
        signals = try SignalWatch()
        inbox = try EventQueue()
        let workings = typed.makeWorkings()
        runner = PhotoEffectHandler(workings.pipeline, inbox: inbox)
        keeping = ArchiveEffectHandler(workings, inbox: inbox)
        library = LibraryEffectHandler(workings, keeping, inbox: inbox)
        makeDemo = typed.makeDemoWorkings
        self.session = session
        terminal = session.terminal
        if let server = TmuxServer(session.environment) {
            self.session.askTmux = { [inbox] number in
                server.ask(within: Timeouts.tmux) {
                    inbox.post(.tmux(TmuxAnswer(number: number, report: $0)))
                }
            }
        }
        configuration = typed.context.file
        coordinator = beginning.coordinator(
            of: typed.shown, size: session.screenSize, typed.preferences)
        compositor = try Compositor(
            size: session.screenSize.cells, profile: session.profile, sharing: workings.shared,
            DebugOverlay(typed.strings, workings.decoder))
        workings.decoder.onSandboxLost { [inbox] in
            inbox.post(.library(.noticed(.notSandboxed)))
        }
    }

    /// What the photo shown last has cost, where that is more than a decode.
    var photoFigures: DecodeStatistics? { compositor.figures }

    /// Runs until the person leaves, a signal ends it, or the terminal goes away.
    func run() -> Ending {
        session.enter(at: clock.now)
        perform(coordinator.start())
        if let fault = configuration.faults.first {
            say(.misconfigured(fault, path: configuration.shortPath))
        }
        while ending == nil {
            if isAway { comeBack() } else { show() }
            wait()
        }
        let ending = ending ?? .quit
        sayFarewell(to: ending)
        return ending
    }

    private func sayFarewell(to ending: Ending) {
        // Who has stopped itself has left already.
        guard terminal.isRaw else { return }
        TerminalShutdown(
            session: session, parser: parser, flow: compositor.flow,
            pictures: compositor.leave(session.profile), clock: clock
        ).say(to: ending)
    }

    /// Draws until there is nothing more to draw, or the terminal takes no more for now.
    private func show() {
        let view = self.view ?? coordinator.view
        self.view = view
        while true {
            guard session.flush() else { return ending = .terminalGone }
            let now = clock.now
            let step = compositor.update(
                to: view, on: session.isKnown(at: now) ? session.look : nil,
                waiting: session.waitingBytes, at: now)
            if let wanted = step.wanted { runner.want(wanted) }
            guard !step.bytes.isEmpty else { break }
            if step.breaksOff { session.discard() }
            session.write(step.bytes)
        }
        advise()
    }

    /// Says once, over the first photo, how its pictures could be better.
    private func advise() {
        guard !hasAdvised, session.capabilities.isComplete, session.isKnown(at: clock.now),
            case .photo = view
        else { return }
        hasAdvised = true
        guard let advice = session.advice else { return }
        say(.advice(advice))
        show()
    }

    private func wait() {
        terminal.expectReplies(isAwaitingAnswers(at: clock.now))
        let output = session.isWritten ? 0 : Int16(POLLOUT)
        // What is typed meanwhile is the shell's; that the terminal is gone is told all the same.
        let wished = isAway ? 0 : Int16(POLLIN) | output
        var descriptors = [
            pollfd(fd: terminal.descriptor, events: wished, revents: 0),
            pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: inbox.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        poll(&descriptors, nfds_t(descriptors.count), Int32(patience))
        if descriptors[1].revents != 0 { takeSignals() }
        if descriptors[2].revents != 0 { takeEvents() }
        if descriptors[0].revents & ~Int16(POLLOUT) != 0 { takeInput() }
        if !isAway { takeWaitingInput() }
        expire()
    }

    /// Takes what has come meanwhile too, up to a limit: what is drawn next is to be what all keys
    /// have asked for.
    private func takeWaitingInput() {
        for _ in 0..<Self.readLimit where ending == nil && isInputWaiting { takeInput() }
    }

    /// Reads of 4 kB between two frames; a terminal that never stops sending is not to stop us drawing.
    private static let readLimit = 16

    private var isInputWaiting: Bool {
        var descriptor = pollfd(
            fd: terminal.descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, 0) > 0 && descriptor.revents & Int16(POLLIN) != 0
    }

    /// Whether a question of ours may still be answered: of the probe, or behind a frame.
    private func isAwaitingAnswers(at now: Clock.Milliseconds) -> Bool {
        !session.isSettled || compositor.isAwaitingAnswer
            || session.hasAsked(since: now - Timeouts.answered)
    }

    /// Milliseconds until something must happen by itself; -1 for ever.
    private var patience: Int {
        var deadlines = compositor.deadlines
        if let limit = parserLimit { deadlines.append(lastByteAt + limit) }
        if let next = alarms.next { deadlines.append(next) }
        if let known = session.knownAt, clock.now < known { deadlines.append(known) }
        if isAway { deadlines.append(clock.now + Timeouts.absence) }
        guard let next = deadlines.min() else { return -1 }
        return max(0, next - clock.now) + 1
    }

    private var parserLimit: Int? {
        let isAsking = !session.isSettled || compositor.isAwaitingAnswer
        return switch parser.pending {
        case .nothingOpen: nil
        case .escape: isAsking ? Timeouts.escapeWhileAsking : Timeouts.escape
        case .sequence: Timeouts.sequence
        case .paste: Timeouts.paste
        }
    }

    private func expire() {
        if let limit = parserLimit, clock.now >= lastByteAt + limit { take(parser.expire()) }
        for alarm in alarms.take(at: clock.now) { perform(coordinator.receive(.woke(alarm))) }
    }

    /// Ctrl-C and Ctrl-L, typed while the end of a paste is missing: terminals take them out of what is
    /// pasted, and no paste comes as one such byte.
    private static let keysOutOfPaste: [[UInt8]] = [[0x03], [0x0C]]

    private func takeInput() {
        switch terminal.read() {
        case .bytes(let bytes):
            if parser.pending == .paste, Self.keysOutOfPaste.contains(bytes) {
                take(parser.expire())
            }
            take(parser.parse(bytes))
            // Behind it: what takes long to read has not stopped coming.
            lastByteAt = clock.now
        case .nothing: break
        case .end: ending = .terminalGone
        }
    }

    private func take(_ inputs: [TerminalInput]) {
        // What is typed behind a q is nobody's any more.
        for input in inputs where ending == nil { take(input) }
    }

    private func take(_ input: TerminalInput) {
        switch input {
        case .key(let key):
            compositor.touched(at: clock.now)
            session.wasTouched(at: clock.now)
            if !coordinator.isTyping {
                FrameLog.found.note(
                    at: clock.now, "key \(coordinator.preferences.strings.keys.name(of: key))")
            }
            perform(coordinator.press(key))
        case .mouse(let mouse):
            guard let pointed = pointer.read(mouse, on: session, at: clock.now) else { return }
            compositor.touched(at: clock.now)
            perform(coordinator.click(pointed.action, at: pointed.cell))
        case .reply(.ready): compositor.fenceAnswered(at: clock.now)
        case .reply(.resized): resized(isSure: false)
        case .reply(.kittyGraphics(let image, let message))
        where image != CapabilityQuery.kittyQueryImage:
            takeKitty(image, message)
        case .reply(let reply): learn(reply)
        case .pasted(let bytes):
            perform(coordinator.paste(String(decoding: bytes, as: UTF8.self)))
        // Only tmux is asked to say so: another window has been where our pictures were.
        case .focus(let isOurs): if isOurs { resized(isSure: true) }
        }
    }

    private func learn(_ reply: TerminalReply) {
        let isChanged = session.take(reply, at: clock.now)
        askForKittyMedium()
        if isChanged { changed() }
    }

    private func learn(_ answer: TmuxAnswer) {
        let client = session.tmuxReport?.client
        let isChanged = session.take(answer, at: clock.now)
        // The terminal that kept our pictures is not there to delete them.
        if session.tmuxReport?.client != client {
            _ = compositor.leave(session.profile)
            compositor.comeBack()
        }
        askForKittyMedium()
        if isChanged { changed() }
    }

    private func askForKittyMedium() {
        guard session.isSettled, session.mayAsk, compositor.mustAskForMedium(session.profile)
        else { return }
        session.write(session.passed(compositor.askForMedium(at: clock.now)))
    }

    private func takeKitty(_ image: Int, _ message: [UInt8]) {
        let isTaken = compositor.takeAnswer(
            image: image, message: message, on: session.profile)
        guard !isTaken else { return }
        // It knows the protocol but takes no picture: shown some other way from now on.
        session.refuse(.kitty)
        changed()
    }

    private func takeSignals() {
        for signal in signals.pop() {
            switch signal {
            case .resized: resized(isSure: true)
            case .stopRequested: suspend()
            // Someone else has stopped us, and the shell has set modes of its own.
            case .continued: goAway()
            case .ending: ending = .signal(signal)
            }
        }
    }

    /// After a signal, or at the person's wish, everything is drawn again, also at the size of before.
    ///
    /// It may have been another meanwhile, and what did not fit then is gone; a multiplexer may have
    /// drawn over the picture, or moved it.
    private func resized(isSure: Bool) {
        if session.remeasure(at: clock.now) {
            changed()
        } else if isSure {
            compositor.forget()
        }
    }

    private func changed() {
        compositor.forget()
        perform(coordinator.resize(to: session.screenSize))
    }

    private func takeEvents() {
        for event in inbox.take() {
            switch event {
            case .photo(let event): perform(coordinator.receive(event))
            case .library(let event): perform(coordinator.receive(event))
            case .image(let event): take(event)
            case .tmux(let answer): learn(answer)
            }
        }
    }

    private func take(_ event: ImageEvent) {
        compositor.take(event)
        switch event {
        case .image: break
        case .failed(let request, let failure):
            // A page shows its text where a small picture does not come.
            guard let photo = request.viewed else { return }
            perform(coordinator.receive(.undrawable(photo, failure)))
        case .closed(let request):
            guard let photo = request.viewed else { return }
            perform(coordinator.receive(.letGo(photo)))
        }
    }

    private func say(_ notice: Notice) { perform(coordinator.receive(.noticed(notice))) }

    private func perform(_ effects: [Effect]) {
        for effect in effects { perform(effect) }
    }

    private func perform(_ effect: Effect) {
        switch effect {
        case .photo(let effect): perform(effect)
        case .library(let effect): library.perform(effect)
        case .archive(let effect): keeping.perform(effect)
        case .wake(let alarm, let delay):
            alarms.set(alarm, at: clock.now + Int(delay / .milliseconds(1)))
        case .copy(let text):
            session.write(Clipboard.bytes(copying: text, in: session.environment))
        case .openDemo: openDemo()
        case .redraw: resized(isSure: true)
        case .toggleOverlay: compositor.toggleOverlay()
        case .suspend: suspend()
        case .quit: ending = .quit
        case .interrupt: ending = .signal(.interrupted)
        }
    }

    private func perform(_ effect: PhotoEffect) {
        switch effect {
        case .open(let photo, let width): runner.open(photo, covering: width, anew: false)
        case .reopen(let photo, let width): runner.open(photo, covering: width, anew: true)
        case .abandon(let photo): runner.abandon(photo)
        case .prepare(let photos, let width): runner.prepare(photos, covering: width)
        case .retryPreviews: runner.retryPreviews()
        }
    }

    /// From now on the built-in collection is the library.
    private func openDemo() {
        guard let workings = makeDemo() else { return say(.noDemo) }
        runner.stop()
        runner = PhotoEffectHandler(workings.pipeline, inbox: inbox)
        keeping = ArchiveEffectHandler(workings, inbox: inbox)
        library = LibraryEffectHandler(workings, keeping, inbox: inbox)
    }

    private func suspend() {
        sayFarewell(to: .quit)
        SignalWatch.stop()
        goAway()
    }

    /// The farewell, or whoever reads the terminal meanwhile, has taken the answer to the last frame.
    ///
    /// Told at once and not on coming back: what was not answered while we were away would count against
    /// the terminal, and after two of these it is asked no more.
    private func goAway() {
        isAway = true
        compositor.left()
    }

    /// Takes the terminal again, once it is ours: not while `bg` or `kill` alone let us go on.
    private func comeBack() {
        guard terminal.isOurs else { return }
        isAway = false
        parser = KeyParser()
        // What was not written of a frame is of the screen before, perhaps of another size; what was
        // may have ended within a picture.
        session.discard()
        session.write(ControlSequence.bytes(.endString) + compositor.leave(session.profile))
        session.reenter()
        if session.remeasure(at: clock.now) { perform(coordinator.resize(to: session.screenSize)) }
        compositor.comeBack()
    }
}
