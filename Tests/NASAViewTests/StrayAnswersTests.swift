import TestSupport
import Testing

extension WholeProgramLeaving {
    /// Whatever a terminal says, and however it lies about what was drawn, the next key is answered.
    @Suite struct StrayAnswers {
        private static let taller = TerminalGeometry(columns: 80, rows: 30)

        private func viewer(in terminal: SimulatedTerminal = .vt340) throws -> Viewer {
            let viewer = try Viewer([try TestPictures.wideGradient.path()], in: terminal)
            try viewer.waitForFacts { _ in true }
            _ = viewer.waitForQuiet()
            return viewer
        }

        /// Whether the line of a window of another size comes long before a question is given up.
        private func isDrawnAgain(_ viewer: Viewer) throws -> Bool {
            try viewer.program.resize(to: Self.taller)
            return viewer.program.wait(within: 3) { viewer.facts != nil }
        }

        /// The questions that follow are never answered: how pictures reach it.
        @Test func aTerminalThatIsTakenForKittyIsDrawnOn() throws {
            let viewer = try viewer()
            viewer.press("\u{1B}_Gi=31;OK\u{1B}\\")
            #expect(try isDrawnAgain(viewer), "\(viewer.page)")
            viewer.press(Key.controlC)
            #expect(viewer.program.waitForExit() != nil)
        }

        /// It seems to have answered a frame, and each later one would be waited for.
        @Test func aTerminalThatAnswersNoFrameIsDrawnOn() throws {
            var terminal = SimulatedTerminal.vt340
            terminal.answers["␛[5n"] = nil
            let viewer = try viewer(in: terminal)
            viewer.press("\u{1B}[0n")
            viewer.press("z")
            try viewer.waitForFacts { $0.percent == 100 }
            #expect(try isDrawnAgain(viewer), "\(viewer.page)")
            viewer.press(Key.controlC)
            #expect(viewer.program.waitForExit() != nil)
        }

        /// Its end is missing; what else is typed is waited for as text.
        @Test(arguments: [Key.controlL, Key.controlC])
        func aKeyLeadsOutOfAPaste(key: String) throws {
            let viewer = try viewer()
            let before = viewer.program.output.count
            viewer.press("\u{1B}[200~unended")
            _ = viewer.program.wait(within: 0.05) { false }
            viewer.press(key)
            let isAnswered = viewer.program.wait(within: 3) {
                viewer.program.status != nil || viewer.program.output.count > before
            }
            #expect(isAnswered)
            viewer.press(Key.controlC)
            #expect(viewer.program.waitForExit() != nil)
        }
    }
}
