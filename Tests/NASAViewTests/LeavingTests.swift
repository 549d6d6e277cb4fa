import Foundation
import TestSupport
import Testing

extension WholeProgramLeaving {
    /// Every exit restores the terminal.
    @Suite struct Leaving {
        /// All signals that end a program by default (signal(7)), except those of a crash.
        private static let signals =
            [
                SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF,
                SIGXCPU,
            ] + signalsHere

        #if canImport(Glibc)
        /// The last three are the first, the second and the last real-time signal.
        private static let signalsHere = [SIGPOLL, SIGPWR, SIGSTKFLT, 34, 35, 64]
        #else
        private static let signalsHere: [Int32] = []
        #endif

        @Test(
            "X1: q restores every terminal",
            arguments: [SimulatedTerminal.vt340, .foot, .kitty, .konsole, .vte, .st, .silent])
        func qRestoresEveryTerminal(terminal: SimulatedTerminal) throws {
            let viewer = try Viewer([try TestPictures.wideGradient.path()], in: terminal)
            try viewer.waitForFacts { _ in true }
            try viewer.quit()
        }

        /// One that a terminal sends, some from other programs, and a real-time one.
        private static let tried = FullMatrix.all(
            signals, else: [SIGINT, SIGTERM, SIGHUP, SIGUSR1, signals[signals.count - 1]])

        @Test("X2: a signal at rest restores the terminal", arguments: tried)
        func aSignalAtRestRestoresTheTerminal(signal: Int32) throws {
            let viewer = try Viewer([try TestPictures.wideGradient.path()])
            try viewer.waitForFacts { _ in true }
            viewer.program.send(signal)
            #expect(viewer.program.waitForExit() == .signal(signal))
            try expectTerminalRestored(viewer.program)
        }

        @Test(
            "X2: a signal within a frame restores the terminal", arguments: tried)
        func aSignalWithinAFrameRestoresTheTerminal(signal: Int32) throws {
            let viewer = try Viewer([try TestPictures.largeMosaic.path()])
            #expect(viewer.program.waitForMiddleOfPicture())
            viewer.program.send(signal)
            #expect(viewer.program.waitForExit() == .signal(signal))
            try expectTerminalRestored(viewer.program)
        }

        /// They report a closed reader and a file that may not grow, which are errors of `write`.
        @Test("X2: a signal about written bytes ends nothing", arguments: [SIGPIPE, SIGXFSZ])
        func aSignalAboutWhatWasWrittenEndsNothing(signal: Int32) throws {
            let viewer = try Viewer([try TestPictures.wideGradient.path()])
            try viewer.waitForFacts { $0.percent == 50 }
            viewer.program.send(signal)
            viewer.press("z")
            try viewer.waitForFacts { $0.percent == 100 }
            try viewer.quit()
        }

        /// A decoder must not survive because the session handles a signal.
        @Test(.enabled(if: SandboxCommand.isSupported, "no sandboxed processes on this system"))
        func workersHaveSignalsAsTheyWere() throws {
            let viewer = try Viewer([try TestPictures.wideGradient.path()])
            try viewer.waitForFacts { _ in true }
            let workers = Workers(session: viewer.program.identifier)
            for worker in [workers.zygote].compactMap({ $0 }) + workers.photos {
                let masks = try SignalMasks(of: worker)
                for signal in Self.signals {
                    #expect(masks.isDefault(signal), "\(signal): \(masks)")
                }
            }
            #expect(!workers.photos.isEmpty)
            let masks = try SignalMasks(of: viewer.program.identifier)
            #expect(Self.signals.allSatisfy { !masks.isDefault($0) }, "\(masks)")
            try viewer.quit()
        }

        /// kitty removes each after reading it; we remove the others, even in a crash.
        @Test(.disabled(if: isElsewhere, "shared memory shows as files in /dev/shm only on Linux"))
        func aCrashLeavesNoSharedPicture() throws {
            let viewer = try Viewer([try TestPictures.wideGradient.path()], in: .kitty)
            // The terminal of the tests reads no shared object and removes none.
            #expect(viewer.program.wait { !Self.sharedObjects(of: viewer).isEmpty })
            viewer.program.send(SIGSEGV)
            #expect(viewer.program.waitForExit() == .signal(SIGSEGV))
            #expect(Self.sharedObjects(of: viewer).isEmpty)
        }

        /// At every moment of the first tenth of a second, in which pictures are started.
        @Test(
            .disabled(if: isElsewhere, "shared memory shows as files in /dev/shm only on Linux"),
            arguments: [SIGALRM, SIGTERM, SIGSEGV])
        func noMomentOfASignalLeavesASharedPicture(signal: Int32) throws {
            for moment in stride(from: 0, to: 16, by: FullMatrix.isAsked ? 1 : 3) {
                let viewer = try Viewer([try TestPictures.wideGradient.path()], in: .kitty)
                #expect(viewer.program.wait { !viewer.program.output.isEmpty })
                _ = viewer.program.wait(within: Double(moment) * 0.006) { false }
                viewer.program.send(signal)
                #expect(viewer.program.waitForExit() == .signal(signal))
                #expect(Self.sharedObjects(of: viewer).isEmpty, "\(moment)")
            }
        }

        /// Modes that ncurses would set according to TERM are not ours to reset.
        @Test(
            "X1: q restores a terminal of any name",
            arguments: [
                "xterm-mono", "xterm-r6", "xterm-color", "xterm-vt220", "xterm", "vt100", "vt220",
                "linux", "cygwin", "ansi", "rxvt", "screen", "tmux-256color", "sun",
                "no-machine-has-heard-of-it",
            ])
        func qRestoresATerminalOfAnyName(term: String) throws {
            var place = CleanEnvironment.ownPlace()
            place["TERM"] = term
            let viewer = try Viewer(
                [try TestPictures.wideGradient.path()], in: .xterm, place: place)
            // Advice replaces the facts for some seconds.
            _ = viewer.waitForQuiet()
            viewer.press("?")
            viewer.waitForText("original size")
            viewer.press("?")
            _ = viewer.waitForQuiet()
            // The terminal of the tests lacks some features of these names.
            viewer.program.forgetFaults()
            try viewer.quit()
            let modes = ["[?47h", "[?1c", "[22;0;0t", "[?1h", "\u{1B}="]
            let text = String(decoding: viewer.program.output, as: UTF8.self)
            for mode in modes { #expect(!text.contains(mode), "\(mode.debugDescription)") }
        }

        private static var isElsewhere: Bool { !FileManager.default.fileExists(atPath: "/dev/shm") }

        /// The shared objects of this program: others run in parallel, and the names show whose
        /// they are.
        private static func sharedObjects(of viewer: Viewer) -> [String] {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: "/dev/shm")) ?? []
            return names.filter { $0.hasPrefix("nasa-view-\(viewer.program.identifier)-") }
        }

        @Test("X1: Ctrl-C leaves at once") func controlCLeavesAtOnce() throws {
            let viewer = try Viewer([try TestPictures.wideGradient.path()])
            try viewer.waitForFacts { _ in true }
            viewer.press(Key.controlC)
            #expect(viewer.program.waitForExit() != nil)
            try expectTerminalRestored(viewer.program)
        }

        @Test("X10: q before anything is shown leaves") func qBeforeAnythingIsShownLeaves() throws {
            let viewer = try Viewer([try TestPictures.largeMosaic.path()])
            _ = viewer.program.wait { !viewer.model.questions.isEmpty }
            try viewer.quit()
        }

        @Test(
            "X9: a terminal that answers nothing gets blocks, and no answer reaches the shell"
        )
        func silence() throws {
            let viewer = try Viewer([try TestPictures.wideGradient.path()], in: .silent)
            try viewer.waitForFacts { _ in true }
            #expect(viewer.page.contains("▀") || viewer.page.contains("▄"))
            try viewer.quit()
        }

        @Test(
            "X9: answers after q do not reach the shell",
            arguments: [SimulatedTerminal.late, .split])
        func answersAfterQ(terminal: SimulatedTerminal) throws {
            let viewer = try Viewer([try TestPictures.wideGradient.path()], in: terminal)
            #expect(viewer.program.wait { !viewer.model.questions.isEmpty })
            try viewer.quit()
        }

        @Test("X9: unrequested answers are not keys")
        func unsolicitedAnswers() throws {
            let viewer = try Viewer([try TestPictures.wideGradient.path()])
            let before = try viewer.waitForWholeBar()
            for answer in [
                "[?62;4c", "[>19;379;0c", "[0n", "[5;10R", "P>|zzz(1)\u{1B}\\",
                "]11;rgb:ffff/ffff/ffff\u{1B}\\", "_Gi=7;OK\u{1B}\\", "[?2026;2$y", "[?1u",
            ] { viewer.press("\u{1B}" + answer) }
            viewer.press("?")
            viewer.waitForText("original size")
            viewer.press("?")
            try viewer.waitForFacts { $0 == before }
            try viewer.quit()
        }

        @Test(
            "X9: slow answers are not keys", arguments: [SimulatedTerminal.late, .split])
        func slowAnswersAreNoKeys(terminal: SimulatedTerminal) throws {
            let viewer = try Viewer([try TestPictures.wideGradient.path()], in: terminal)
            // The late answers turn the blocks into a picture without another query.
            #expect(viewer.program.wait { viewer.model.pictureCount > 0 }, "\(viewer.page)")
            try viewer.waitForFacts { $0.percent == 50 }
            try viewer.quit()
        }
    }
}
