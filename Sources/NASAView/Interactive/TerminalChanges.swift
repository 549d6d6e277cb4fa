internal import Imaging
internal import Presentation
internal import Screens
internal import TerminalDevice
internal import TerminalProtocols

/// What changes about the terminal while it is ours: its size, its window, what tmux displays, how it takes
/// pictures; and leaving it to the shell for a while.
extension EventLoop {
    func handle(_ answer: TmuxAnswer) {
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
    func windowChanged(_ report: TmuxReport) {
        let profile = session.profile
        guard profile.passthrough != nil, profile.placeholders == nil else { return }
        if report.isShown {
            compositor.forget()
        } else if profile.picturesLieApart, !report.client.isEmpty {
            OuterDevice.write(compositor.removalOutside, to: report.client)
        }
    }

    func askForKittyMedium() {
        guard session.isSettled, session.mayAsk else { return }
        let questions = compositor.askForMedium(session.profile, at: clock.now)
        if !questions.isEmpty { session.write(session.profile.passed(questions)) }
    }

    func handleKittyReply(_ image: Int, _ message: [UInt8]) {
        let takesPictures = compositor.handleReply(
            image: image, message: message, on: session.profile)
        guard !takesPictures else { return }
        // It knows the protocol but takes no picture: another protocol is used from now on.
        session.refuse(.kitty)
        changed()
    }

    func handleSignals() {
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
    func resized(isSure: Bool) {
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
    func focusMoved(toUs isOurs: Bool) {
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
    func reload() {
        session.write(compositor.tearDown(session.profile))
        compositor.resume()
    }

    func changed() {
        compositor.forget()
        perform(coordinator.resize(to: session.screenSize))
    }

    func suspend() {
        shutDown(after: .quit)
        SignalWatch.stop()
        beginSuspension()
    }

    /// The last frame's acknowledgement went to the shutdown, or to what reads the terminal meanwhile.
    ///
    /// Noted now and not on return: acknowledgements missed during the suspension would count against
    /// the terminal, which is no longer asked after two of them.
    func beginSuspension() {
        isSuspended = true
        // The terminal reports it again when the mode is set again.
        isSeen = true
        progress.forget()
        compositor.flow.suspend()
    }

    /// Enters the terminal again once it is ours: not while only `bg` or `kill` has continued us.
    func resume() {
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
