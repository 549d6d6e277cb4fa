import Foundation
import TestSupport
import Testing

extension WholeProgramLeaving {
    /// A program stopped by others finds the terminal as the shell has left it.
    @Suite struct Stopping {
        @Test(
            "X3: after SIGSTOP and SIGCONT the terminal is entered and drawn on anew",
            arguments: [SimulatedTerminal.vt340, .kitty, .st])
        func theTerminalIsEnteredAnew(terminal: SimulatedTerminal) throws {
            let viewer = try Viewer([try TestPictures.largeMosaic.path()], in: terminal)
            try viewer.waitForFacts { $0.percent < 100 }
            try expectToGoOn(viewer)
        }

        @Test("X3: SIGSTOP within a picture leaves nothing of it")
        func withinAPicture() throws {
            let viewer = try Viewer([try TestPictures.largeMosaic.path()])
            #expect(viewer.program.waitForMiddleOfPicture())
            try expectToGoOn(viewer)
        }

        private func expectToGoOn(_ viewer: Viewer) throws {
            let program = viewer.program
            #expect(try program.stopAndTakeTerminal())
            let before = program.output.count
            program.send(SIGCONT)
            #expect(program.wait { (try? program.terminal.attributes().isLineByLine) == false })
            #expect(program.wait { program.output.count > before && viewer.facts != nil })
            viewer.press("*")
            try viewer.waitForFacts { $0.percent == 100 }
            // The answers to earlier queries: a line edited by the system echoes them.
            program.forgetFaults()
            #expect(viewer.model.modes.keyboardDepth <= 1)
            #expect(viewer.model.modes.isAlternateScreen && !viewer.model.modes.isCursorVisible)
            try viewer.quit()
        }

        @Test("X3: a shell's text on our screen is gone after SIGCONT, in the size of now")
        func theShellsTextIsGone() throws {
            let viewer = try Viewer([try TestPictures.wideGradient.path()])
            try viewer.waitForFacts { $0.percent == 50 }
            #expect(try viewer.program.stopAndTakeTerminal())
            let geometry = TerminalGeometry(columns: 60, rows: 20)
            try viewer.program.resize(to: geometry)
            viewer.program.send(SIGCONT)
            viewer.expectPicture(
                ExpectedView.fitted(TestPictures.wideGradient.raster, screen: geometry.pictureArea))
            #expect(viewer.program.wait { ViewerFacts(viewer.model.statusLine) != nil })
            try viewer.quit()
        }

        /// With job control: in the background the terminal belongs to the shell.
        @Test("X3: in the background nothing is drawn; fg draws, also where it goes on already")
        func nothingIsDrawnInTheBackground() throws {
            let shell = try JobShell()
            #expect(shell.waitForPrompt())
            try shell.view(TestPictures.largeMosaic)
            shell.program.type("\u{1A}")
            #expect(shell.waitForPrompt())
            shell.program.type("bg\n")
            #expect(shell.waitForPrompt())
            shell.program.type("echo still-$((40+2))\n")
            #expect(shell.program.wait { shell.page.contains("still-42") } && shell.waitForPrompt())
            let pictures = shell.program.model.pictureCount
            #expect(shell.program.model.leftovers == [])
            shell.program.type("fg\n")
            #expect(shell.program.wait { shell.program.model.pictureCount > pictures })
            #expect(shell.program.wait { ViewerFacts(shell.program.model.statusLine) != nil })
            shell.program.type("q")
            try shell.exit()
        }

        /// Earlier than the time-out of a frame in flight, 10 s: its answer never arrives.
        @Test("X3: Ctrl-Z within a picture waits for no answer to it after fg")
        func suspendedWithinAPicture() throws {
            let shell = try JobShell()
            #expect(shell.waitForPrompt())
            try shell.view(TestPictures.largeMosaic)
            shell.program.type("z")
            #expect(shell.program.waitForMiddleOfPicture())
            shell.program.type("\u{1A}")
            #expect(shell.waitForPrompt())
            let pictures = shell.program.model.pictureCount
            shell.program.type("fg\n")
            #expect(
                shell.program.wait(within: 6 / TimeoutScale.factor) {
                    shell.program.model.pictureCount > pictures
                })
            #expect(shell.program.wait { ViewerFacts(shell.program.model.statusLine) != nil })
            shell.program.type("q")
            try shell.exit()
        }

        @Test("X3: a job that was stopped can be ended, and leaves nothing behind")
        func aStoppedJobCanBeEnded() throws {
            let shell = try JobShell()
            #expect(shell.waitForPrompt())
            try shell.view(TestPictures.largeMosaic)
            shell.program.type("\u{1A}")
            #expect(shell.waitForPrompt())
            shell.program.type("kill %1; fg; echo $?.\n")
            #expect(shell.program.wait { shell.page.contains("143.") }, "\(shell.page)")
            try shell.exit()
        }
    }
}

extension WholeProgramLeaving {
    /// The next key is answered, regardless of the terminal's reports about drawing.
    @Suite struct StrayAnswers {
        private static let taller = TerminalGeometry(columns: 80, rows: 30)

        private func viewer(in terminal: SimulatedTerminal = .vt340) throws -> Viewer {
            let viewer = try Viewer([try TestPictures.wideGradient.path()], in: terminal)
            try viewer.waitForFacts { _ in true }
            _ = viewer.waitForQuiet()
            return viewer
        }

        /// Returns true if the line of a resized window appears long before a query times out.
        private func isDrawnAgain(_ viewer: Viewer) throws -> Bool {
            try viewer.program.resize(to: Self.taller)
            return viewer.program.wait(within: 3) { viewer.facts != nil }
        }

        /// The following queries, for picture transfer, are never answered.
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

        /// Its end is missing, so further keys would be text.
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
