import Foundation
import TestSupport
import Testing

extension WholeProgramTerminals {
    /// Whatever a terminal is asked for, it is asked for no longer once the program has left.
    ///
    /// The played terminal knows which modes a program may find set: any other that is set at the end is
    /// an issue, whether this test has heard of it or not, and so are margins, hyperlinks, progress and
    /// stored pictures.
    @Suite struct Exits {
        /// The ways out.
        enum Way: String, CaseIterable, Sendable {
            case q, controlC, terminated, interrupted, hungUp, quit, crashed, aborted, suspended

            fileprivate var signal: Int32? {
                switch self {
                case .q, .controlC, .suspended: nil
                case .terminated: SIGTERM
                case .interrupted: SIGINT
                case .hungUp: SIGHUP
                case .quit: SIGQUIT
                case .crashed: SIGSEGV
                case .aborted: SIGABRT
                }
            }

            /// A crash handler cannot know the pictures; kitty frees them with the next alternate screen.
            fileprivate var mayLeavePictures: Bool { self == .crashed || self == .aborted }
        }

        /// Those that offer different modes; the first offers all.
        private static let terminals: [SimulatedTerminal] = [
            .kitty048, .ghostty, .foot, .windowsTerminal, .iTerm2, .contour, .zellij,
            .xtermJSWithCrop, .konsole2212, .tmux38,
        ]

        private static let pairs = terminals.flatMap { terminal in
            Way.allCases.map { (terminal, $0) }
        }

        /// Every way out of the first, each of the others by three.
        private static let few = pairs.filter { terminal, way in
            terminal.name == terminals[0].name || [.q, .terminated, .crashed].contains(way)
        }

        @Test(arguments: FullMatrix.all(pairs, else: few))
        func theTerminalIsLeftAsItWasFound(terminal: SimulatedTerminal, way: Way) throws {
            guard way != .suspended else { return try Self.suspend(in: terminal) }
            let viewer = try Viewer(
                [try TestPictures.wideGradient.path()], in: terminal,
                geometry: TerminalGeometry(columns: 80, rows: 24, cell: terminal.cell))
            try viewer.waitForFacts { _ in true }
            _ = viewer.waitForQuiet()
            let model = viewer.model
            let used = model.modes.everSet
            #expect(used.isSuperset(of: ModesInUse.everywhere))
            if terminal.name == Self.terminals[0].name {
                #expect(used.isSuperset(of: ModesInUse.whereOffered), "\(used.sorted())")
            }
            #expect(leave(viewer, by: way))
            try expectTerminalRestored(viewer.program)
            let stored = viewer.model.abandonedPictureCount
            #expect(stored == 0 || way.mayLeavePictures, "\(stored) pictures are stored")
            #expect(viewer.model.canvas.isTransparent)
        }

        private func leave(_ viewer: Viewer, by way: Way) -> Bool {
            if let signal = way.signal {
                viewer.program.send(signal)
                return viewer.program.waitForExit() == .signal(signal)
            }
            viewer.press(way == .q ? "q" : Key.controlC)
            return viewer.program.waitForExit() != nil
        }

        /// By Ctrl-Z, as a shell has it; then back, and out.
        static func suspend(in terminal: SimulatedTerminal) throws {
            let shell = try JobShell(in: terminal)
            #expect(shell.waitForPrompt())
            shell.program.type(
                "'\(try BuiltProgram.viewer.path())' '\(try TestPictures.wideGradient.path())'\n")
            #expect(shell.program.wait { ViewerFacts(shell.program.model.statusLine) != nil })
            shell.program.type("\u{1A}")
            #expect(shell.waitForPrompt())
            #expect(shell.program.model.leftovers == [])
            shell.program.type("fg\n")
            #expect(
                shell.program.wait {
                    shell.program.model.modes.isAlternateScreen
                        && ViewerFacts(shell.program.model.statusLine) != nil
                })
            shell.program.type("q")
            try shell.exit()
        }
    }
}

/// The private modes that are set in the played terminals: a matrix without them would prove nothing.
private enum ModesInUse {
    /// The alternate screen, the mouse, and pastes as such.
    static let everywhere: Set<Int> = [1049, 1002, 1003, 1006]
    /// Synchronized updates, mouse reports in pixels, changes of the window's size.
    static let whereOffered: Set<Int> = [2026, 1016, 2048]
    /// Changes of the colours and of visibility: to be moved up when they are set.
    static let awaited: Set<Int> = [2031, 2033]
}
