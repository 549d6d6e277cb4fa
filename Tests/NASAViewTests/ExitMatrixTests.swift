import Foundation
import TestSupport
import Testing

extension WholeProgramLeaving {
    /// Terminals of every kind, and every exit from each: at rest, before any answer, while the
    /// window changes, on a slow line.
    @Suite struct ExitMatrix {
        /// The way and the moment of the exit.
        enum Way: Hashable, Sendable, CustomTestStringConvertible {
            case key, controlC
            case signal(Int32)
            /// Ctrl-Z, `fg`, then a key.
            case suspended
            /// After a hundred changes of the window's size.
            case resized
            /// Before any query is answered.
            case early
            /// In the middle of a picture that the terminal reads slowly.
            case slowly
            /// The window is closed.
            case closed

            var testDescription: String { "\(self)" }

            static let all: [Way] =
                [.key, .controlC, .suspended, .resized, .early, .slowly, .closed]
                + [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGSEGV, SIGABRT, SIGTRAP].map { .signal($0) }
        }

        private static let terminals: [SimulatedTerminal] = [
            .vt340, .kitty, .silent, .late, .split, .garbage,
        ]

        /// After noise the effect of a shell's keys is unknown: that terminal is not suspended.
        private static let all = terminals.flatMap { terminal in
            Way.all.map { (terminal, $0) }
        }.filter { $0.name != SimulatedTerminal.garbage.name || $1 != .suspended }

        /// Every exit of one terminal, every terminal with one exit, and pairs that have failed
        /// once or differ from the others.
        private static let few = all.filter { terminal, way in
            terminal.name == SimulatedTerminal.vt340.name || way == .key
                || pairs.contains { $0 == terminal.name && $1 == way }
        }

        private static let pairs: [(String, Way)] = [
            ("kitty", .signal(SIGTERM)), ("kitty", .signal(SIGSEGV)), ("silent", .signal(SIGINT)),
            ("silent", .suspended), ("late", .controlC), ("late", .early), ("split", .closed),
            ("garbage", .signal(SIGHUP)),
        ]

        @Test(arguments: FullMatrix.all(all, else: few))
        func theTerminalIsLeftAsItWasFound(terminal: SimulatedTerminal, way: Way) throws {
            if way == .suspended {
                return try WholeProgramTerminals.Exits.suspend(in: terminal)
            }
            let viewer = try Viewer([try TestPictures.largeMosaic.path()], in: terminal)
            prepare(viewer, for: way)
            leave(viewer, by: way)
            let status = viewer.program.waitForExit()
            // A program that gets garbage instead of answers may be anywhere when left; it must
            // end.
            #expect(status != nil, "\(viewer.page)")
            if case .signal(let signal) = way { #expect(status == .signal(signal)) }
            // A closed window has no modes to check.
            guard way != .closed else { return }
            viewer.program.forgetFaults()
            try expectTerminalRestored(viewer.program)
        }

        /// A terminal without known abilities is not drawn on: the program says so and ends.
        @Test func aDumbTerminalIsLeftAtOnce() throws {
            let viewer = try Viewer([try TestPictures.largeMosaic.path()], in: .dumb)
            #expect(viewer.program.waitForExit() == .code(2))
            try expectTerminalRestored(viewer.program)
        }

        private func prepare(_ viewer: Viewer, for way: Way) {
            switch way {
            case .early:
                #expect(viewer.program.wait { !viewer.model.questions.isEmpty })
            case .slowly:
                // Noise may have led to a smaller page.
                let isNoise = viewer.model.profile.name == SimulatedTerminal.garbage.name
                #expect(viewer.program.waitForOutput(longerThan: isNoise ? 100 : 1000))
            case .resized:
                waitForRest(of: viewer)
                resizeOften(viewer)
            default: waitForRest(of: viewer)
            }
        }

        private func waitForRest(of viewer: Viewer) {
            let isAtRest = viewer.program.wait { viewer.facts != nil || isUncertain(viewer) }
            #expect(isAtRest, "\(viewer.page)")
        }

        private func resizeOften(_ viewer: Viewer) {
            let sizes = [(80, 24), (1, 1), (132, 50), (2, 2), (500, 200)]
            for number in 0..<100 {
                let (columns, rows) = sizes[number % sizes.count]
                let geometry = TerminalGeometry(columns: columns, rows: rows)
                #expect(throws: Never.self) { try viewer.program.resize(to: geometry) }
                _ = viewer.program.wait(within: 0.002) { false }
            }
            #expect(throws: Never.self) {
                try viewer.program.resize(to: TerminalGeometry(columns: 80, rows: 24))
            }
        }

        private func leave(_ viewer: Viewer, by way: Way) {
            switch way {
            case .signal(let signal): viewer.program.send(signal)
            case .closed: viewer.program.terminal.hangUp()
            case .controlC: viewer.press(Key.controlC)
            // Noise may have opened the help, which q only closes.
            default: viewer.press(isUncertain(viewer) ? Key.controlC : "q")
            }
        }

        /// True once noise may have led anywhere.
        private func isUncertain(_ viewer: Viewer) -> Bool {
            viewer.model.profile.name == SimulatedTerminal.garbage.name
                && viewer.model.modes.isAlternateScreen
        }
    }
}
