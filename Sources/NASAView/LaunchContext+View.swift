internal import Localization
internal import Sandbox
internal import Screens
internal import TerminalDevice
internal import TerminalProtocols

extension LaunchContext {
    /// Shows the photos until the person leaves.
    ///
    /// - Returns: the exit status.
    func view() -> Int32 {
        defer { context.zygote?.leave() }
        guard TTY.isOutput, !environment.isDumb else {
            Diagnostics.print(strings.arguments.noTerminal)
            return Diagnostics.usage
        }
        do {
            let crashed = strings.arguments.crashed(FrameLog.path)
            let terminal = try TTY(crashMessage: Diagnostics.bytes(of: crashed))
            return run(try EventLoop(TerminalSession(terminal, session: self), beginning, self))
        } catch {
            Diagnostics.print(strings.arguments.noTerminal)
            return Diagnostics.usage
        }
    }

    private var beginning: LaunchRequest {
        if !photos.isEmpty { return .photos(photos) }
        let usual = library.demo == nil ? LibraryArrangement.list : .demo
        return .library(source, options.list.grid?.arrangement ?? usual)
    }

    private func run(_ loop: EventLoop) -> Int32 {
        let ending = loop.run()
        if options.stats {
            // What its workers had is known when they are gone.
            context.zygote?.leave()
            Diagnostics.print(strings.stats(loop.photoFigures, megabytes: PeakMemory.megabytes))
        }
        return status(of: ending)
    }

    private func status(of ending: EventLoop.Ending) -> Int32 {
        switch ending {
        case .quit: return 0
        case .terminalGone: return 1
        case .signal(let signal):
            context.zygote?.leave()
            SignalWatch.end(by: signal)
        }
    }
}
