import Foundation
import TestSupport
import Testing

extension WholeProgramTerminals {
    /// Every mode set in a terminal is reset when the program has left.
    ///
    /// The simulated terminal knows the modes that a program may find set: any other mode set at
    /// the end is an error, even one unknown to this test, and so are margins, hyperlinks, progress
    /// and stored pictures.
    @Suite struct Exits {
        /// The exits.
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

            /// A crash handler does not know the pictures; kitty frees them with the next alternate
            /// screen.
            fileprivate var mayLeavePictures: Bool { self == .crashed || self == .aborted }
        }

        /// Terminals that offer different modes; the first offers all.
        private static let terminals: [SimulatedTerminal] = [
            .kitty048, .ghostty, .foot, .windowsTerminal, .iTerm2, .contour, .zellij,
            .xtermJSWithCrop, .konsole2212, .tmux38,
        ]

        private static let pairs = terminals.flatMap { terminal in
            Way.allCases.map { (terminal, $0) }
        }

        /// Every exit of the first, three of each of the others.
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

        /// Suspends with Ctrl-Z, as from a shell, then continues and leaves.
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

/// The private modes set in the simulated terminals: a matrix without them would prove nothing.
private enum ModesInUse {
    /// The alternate screen, the mouse, and bracketed pastes.
    static let everywhere: Set<Int> = [1049, 1002, 1003, 1006]
    /// Synchronized updates, mouse reports in pixels, changes of the window's size.
    static let whereOffered: Set<Int> = [2026, 1016, 2048]
    /// Changes of colours and of visibility: to be moved up when they are used.
    static let awaited: Set<Int> = [2031, 2033]
}
