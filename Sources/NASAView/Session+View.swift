internal import Screens
internal import TerminalDevice
internal import TerminalProtocols

extension Session {
    /// Shows the photos until the person leaves.
    ///
    /// - Returns: the exit status.
    func view() -> Int32 {
        guard TTY.isOutput, !environment.isDumb else {
            Complaint.print(ArgumentWording.noTerminal)
            return Complaint.usage
        }
        do {
            let terminal = try TTY()
            let loop = try EventLoop(
                TerminalSession(terminal, session: self), beginning, makeWorkings())
            return status(of: loop.run())
        } catch {
            Complaint.print(ArgumentWording.noTerminal)
            return Complaint.usage
        }
    }

    private var beginning: Beginning {
        if !photos.isEmpty { return .photos(photos) }
        return .library(options.list.source, options.list.grid.map { .grid(columns: $0) } ?? .list)
    }

    private func status(of ending: EventLoop.Ending) -> Int32 {
        switch ending {
        case .quit: 0
        case .signal(let signal): SignalWatch.end(by: signal)
        case .terminalGone: 1
        }
    }
}
