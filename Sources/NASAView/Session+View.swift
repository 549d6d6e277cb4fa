internal import Decoding
internal import Sandbox
internal import Screens
internal import TerminalDevice
internal import TerminalProtocols

extension Session {
    /// Shows the photos until the person leaves.
    ///
    /// - Returns: the exit status.
    func view() -> Int32 {
        defer { PhotoDecoding.zygote?.leave() }
        guard TTY.isOutput, !environment.isDumb else {
            Complaint.print(ArgumentWording.noTerminal)
            return Complaint.usage
        }
        do {
            let terminal = try TTY(lastWords: Complaint.bytes(of: FrameLog.crashed))
            return try KeyMap.$current.withValue(ConfigurationFile.found.keyMap) {
                run(
                    try EventLoop(TerminalSession(terminal, session: self), beginning, self))
            }
        } catch {
            Complaint.print(ArgumentWording.noTerminal)
            return Complaint.usage
        }
    }

    private var beginning: Beginning {
        if !photos.isEmpty { return .photos(photos) }
        let usual = library.demo == nil ? BrowserArrangement.list : .demo
        return .library(source, options.list.grid?.arrangement ?? usual)
    }

    /// With the keys and the pace that the person wishes.
    private func run(_ loop: EventLoop) -> Int32 {
        let display = options.display
        let seconds = display.slideshow?.count ?? Slideshow.usualSeconds
        let ending = Slideshow.$usualSeconds.withValue(seconds) {
            PanStep.$percent.withValue(display.step?.count ?? PanStep.usualPercent) { loop.run() }
        }
        if options.stats {
            // What its workers had is known when they are gone.
            PhotoDecoding.zygote?.leave()
            Complaint.print(
                OverlayWording.stats(loop.photoFigures, megabytes: PeakMemory.megabytes))
        }
        return status(of: ending)
    }

    private func status(of ending: EventLoop.Ending) -> Int32 {
        switch ending {
        case .quit: return 0
        case .terminalGone: return 1
        case .signal(let signal):
            PhotoDecoding.zygote?.leave()
            SignalWatch.end(by: signal)
        }
    }
}
