import Foundation
import Imaging
import TestSupport
import Testing

extension WholeProgramLeaving {
    /// Rows X of the fault table about the terminal and its line.
    @Suite struct FaultTableTerminal {
        private static let photo = TestPictures.largeMosaic

        private func viewing(
            in terminal: SimulatedTerminal = .vt340, _ more: [String: String] = [:]
        ) throws -> Viewer {
            try Viewer(
                [try Self.photo.path()], in: terminal,
                place: CleanEnvironment.ownPlace().merging(more) { _, own in own })
        }

        private static let crashes = [SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGILL, SIGTRAP, SIGSYS]

        /// The signal comes from outside, to any thread.
        @Test("X2, X17: a crash restores the terminal, at rest", arguments: crashes)
        func crashesAtRest(signal: Int32) throws {
            let viewer = try viewing()
            try viewer.waitForFacts { _ in true }
            // No answer is in flight then.
            _ = viewer.waitForQuiet()
            viewer.program.send(signal)
            #expect(viewer.program.waitForExit() == .signal(signal))
            try expectTerminalRestored(viewer.program)
            #expect(viewer.page.contains("has crashed. Set NASA_VIEW_LOG=FILE"))
        }

        @Test(
            "X2, X17: a crash of the waiting program restores the terminal",
            .enabled(if: PreloadedLibrary.canBeBuilt, "no C compiler"),
            .disabled(
                if: CleanEnvironment.isSanitized, "the sanitizers have handlers of their own"),
            arguments: CrashingPoll.Kind.alone)
        func crashesByItself(kind: CrashingPoll.Kind) throws {
            try expectRestored(after: kind)
        }

        /// Often, because the first of the two, and its progress, vary.
        @Test(
            "X2, X17: a crash on two threads restores the terminal, at once and one within the other",
            .enabled(if: PreloadedLibrary.canBeBuilt, "no C compiler"),
            .disabled(
                if: CleanEnvironment.isSanitized, "the sanitizers have handlers of their own"),
            arguments: CrashingPoll.Kind.together, FullMatrix.all(1...10, else: 1...2))
        func crashesOnTwoThreads(kind: CrashingPoll.Kind, turn: Int) throws {
            try expectRestored(after: kind)
        }

        private func expectRestored(after kind: CrashingPoll.Kind) throws {
            let library = try PreloadedLibrary(CrashingPoll.text)
            let wish = try ScratchFile()
            let viewer = try viewing([
                "LD_PRELOAD": CleanEnvironment.preloading(library.file.path),
                CrashingPoll.variable: wish.path,
            ])
            try viewer.waitForFacts { _ in true }
            // Not between two frames: the key would arrive after the crash, and remain unread.
            _ = viewer.waitForQuiet()
            try Data(kind.rawValue.utf8).write(to: wish.url)
            // It may wait without limit; this key draws a frame.
            viewer.press("z")
            let status = viewer.program.waitForExit()
            #expect(
                kind.signals.contains { status == .signal($0) }, "\(String(describing: status))")
            try expectTerminalRestored(viewer.program)
            #expect(viewer.page.contains("has crashed. Set NASA_VIEW_LOG=FILE"))
        }

        @Test("X17: after a crash the previous screen shows the path of the log")
        func crashesWithALog() throws {
            let log = try ScratchFile(name: "frames.log")
            let viewer = try viewing(["NASA_VIEW_LOG": log.path])
            try viewer.waitForFacts { _ in true }
            viewer.program.send(SIGILL)
            #expect(viewer.program.waitForExit() == .signal(SIGILL))
            try expectTerminalRestored(viewer.program)
            // The line is longer than the screen's width.
            let text = viewer.page.replacing("\n", with: "")
            #expect(text.contains("Its last steps are in \(log.path)."), "\(viewer.page)")
        }

        @Test("X2, X17: a crash restores the terminal, within a frame", arguments: crashes)
        func crashesWithinAFrame(signal: Int32) throws {
            let viewer = try viewing()
            #expect(viewer.program.waitForMiddleOfPicture())
            viewer.program.send(signal)
            #expect(viewer.program.waitForExit() == .signal(signal))
            try expectTerminalRestored(viewer.program)
        }

        @Test("X3: Ctrl-Z gives the shell its terminal, fg redraws, also in another size")
        func stopsAndGoesOn() throws {
            let shell = try JobShell()
            #expect(shell.waitForPrompt())
            try shell.view(Self.photo)
            let pictures = shell.program.model.pictureCount
            shell.program.type("\u{1A}")
            #expect(shell.waitForPrompt())
            #expect(shell.program.model.leftovers == [])
            #expect(try shell.program.terminal.attributes() == shell.program.attributesBefore)
            try shell.program.resize(to: TerminalGeometry(columns: 60, rows: 20))
            shell.program.type("fg\n")
            #expect(shell.program.wait { shell.program.model.pictureCount > pictures })
            #expect(shell.program.wait { ViewerFacts(shell.program.model.statusLine) != nil })
            shell.program.type("q")
            try shell.exit()
        }

        /// It took 12 to 31 ms on two cores with work for nine: the second that the row allows is
        /// long.
        ///
        /// Its processor time is counted too: a loop of writes or reads would use all of it.
        @Test(
            "X7: when the terminal is gone the program ends within a second, without a busy loop",
            .enabled(if: ProcessStatistics.areTold, "only Linux tells of other processes"))
        func theTerminalIsGone() throws {
            let viewer = try viewing()
            try viewer.waitForFacts { _ in true }
            _ = viewer.waitForQuiet()
            let before = try ProcessStatistics(of: viewer.program.identifier).processorSeconds
            viewer.program.terminal.hangUp()
            #expect(waitUntil(within: 1) { viewer.program.status != nil })
            let used = viewer.program.processorSeconds - before
            #expect(used < Self.stir * TimeoutScale.factor, "\(used) s of the processor")
        }

        @Test(
            "X7: a program that waits does nothing",
            .enabled(if: ProcessStatistics.areTold, "only Linux tells of other processes"),
            arguments: [SimulatedTerminal.vt340, .kitty, .st])
        func whoWaitsDoesNothing(terminal: SimulatedTerminal) throws {
            let viewer = try viewing(in: terminal)
            try viewer.waitForFacts { _ in true }
            _ = viewer.waitForQuiet()
            let rest = try #require(Activity(of: viewer.program.identifier))
            let stirs = viewer.program.wait(within: 0.2) {
                Activity(of: viewer.program.identifier) != rest
            }
            #expect(!stirs, "\(viewer.waitsFor)")
            try viewer.quit()
        }

        /// Seconds of processor time; a busy loop uses a multiple of it.
        private static let stir = 0.2

        @Test(
            "X8: a terminal without a name, or of an unknown one, gets no escapes or a picture",
            arguments: ["", "nothing-like-this", "dumb", "ansi", "vt100"])
        func namesOfTerminals(name: String) throws {
            var terminal = SimulatedTerminal.silent
            terminal.environment = ["TERM": name]
            let viewer = try viewing(in: terminal)
            let hasEnded = viewer.program.wait(within: 10) {
                viewer.program.status != nil || viewer.facts != nil
            }
            #expect(hasEnded)
            if viewer.program.status == nil {
                try viewer.quit()
            } else {
                #expect(viewer.program.status == .code(2))
                #expect(!viewer.program.output.contains(0x1B))
            }
        }

        @Test("X9: garbage instead of answers is harmless", arguments: 1...6)
        func garbage(seed: Int) throws {
            let viewer = try viewing()
            _ = viewer.program.wait { !viewer.model.questions.isEmpty }
            var state = UInt32(seed)
            let bytes = (0..<400).map { _ -> UInt8 in
                state = state &* 1_664_525 &+ 1_013_904_223
                return UInt8(truncatingIfNeeded: state >> 13)
            }
            // Excludes keys that end or stop a program: Ctrl-C, Ctrl-Z, Ctrl-\, q. Also y and B,
            // which copy, and e, which writes a file.
            let spared = [3, 26, 28] + Array("qyBe".utf8)
            viewer.program.type(bytes.filter { !spared.contains($0) })
            // A started terminal string is not over yet; a key then breaks it off.
            viewer.press("\u{18}\u{1B}\\")
            _ = viewer.program.wait {
                viewer.program.hasReadInput || viewer.program.status != nil
            }
            viewer.press(Key.controlC)
            #expect(viewer.program.waitForExit() != nil)
            try expectTerminalRestored(viewer.program)
        }

        @Test("X10: keys typed before the first picture work in order")
        func typeAhead() throws {
            let viewer = try Viewer([try Self.photo.path()])
            viewer.press("z" + Key.end + "G")
            try viewer.waitForFacts { $0.percent == 100 && $0.region == "bottom right" }
            try viewer.quit()
        }

        /// Until the terminal reports that it supports pictures, blocks are assumed, with an
        /// earlier stop of z.
        @Test(
            "X10: a zoom typed before the terminal answers depends on its answers",
            arguments: [SimulatedTerminal.late, .split])
        func zoomAhead(terminal: SimulatedTerminal) throws {
            let viewer = try Viewer([try Self.photo.path()], in: terminal)
            viewer.press("z")
            #expect(viewer.program.wait { viewer.model.pictureCount > 0 }, "\(viewer.page)")
            try viewer.waitForFacts { $0.percent == 100 }
            try viewer.quit()
        }

        @Test("X11: a stopped reader gets no backlog: one frame is finished, then q acts")
        func aStoppedReader() throws {
            let viewer = try viewing()
            try viewer.waitForFacts { _ in true }
            viewer.press("z")
            #expect(viewer.program.waitForMiddleOfPicture())
            let before = viewer.model.pictureCount
            viewer.press(String(repeating: "l", count: 50) + "q")
            #expect(viewer.program.waitForExit() == .code(0))
            #expect(viewer.model.pictureCount - before <= 2)
            try expectTerminalRestored(viewer.program)
        }

        @Test("X12: ten thousand keys at once have their full effect, without a frame for each")
        func aFloodOfKeys() throws {
            let viewer = try viewing()
            try viewer.waitForFacts { _ in true }
            viewer.press("zg0^")
            viewer.press("z")
            let before = viewer.model.pictureCount
            viewer.press(String(repeating: "lh", count: 5000) + Key.home + "g")
            try viewer.waitForFacts { $0.percent == 100 && $0.region == "top left" }
            #expect(viewer.model.pictureCount - before < 1000)
            try viewer.quit()
        }

        @Test("X12: a paste of a megabyte runs no command")
        func aLargePaste() throws {
            let viewer = try viewing()
            let before = try viewer.waitForWholeBar()
            viewer.press(
                "\u{1B}[200~" + String(repeating: "q\u{03}z\u{1B}[B\r", count: 130_000)
                    + "\u{1B}[201~")
            viewer.press("?")
            viewer.waitForText("original size")
            viewer.press("?")
            try viewer.waitForFacts { $0 == before }
            try viewer.quit()
        }

        @Test("X12: a paste over a stalling line runs no command either")
        func aPasteThatStalls() throws {
            let viewer = try viewing()
            let before = try viewer.waitForWholeBar()
            viewer.press("\u{1B}[200~zzz")
            // Longer than the wait for the rest of any other sequence.
            _ = viewer.program.wait(within: 0.5 / TimeoutScale.factor) {
                viewer.program.status != nil
            }
            viewer.press("q\u{03}z\u{1B}[B\r\u{1B}[201~")
            viewer.press("?")
            viewer.waitForText("original size")
            viewer.press("?")
            try viewer.waitForFacts { $0 == before }
            try viewer.quit()
        }

        /// The table asks for ASCII; we write UTF-8 in any locale.
        ///
        /// A C locale says nothing about the terminal: ssh, containers and cron leave it unset in
        /// terminals that all support UTF-8, and some of them can show only blocks. So we write
        /// UTF-8 there too; for other terminals there is `--glyphs ascii`.
        @Test(
            "X13: the locale changes nothing but the language",
            arguments: ["C", "POSIX", "xx_YY", ""])
        func locales(name: String) throws {
            let viewer = try viewing(in: .st, ["LANG": name, "LC_ALL": name])
            try viewer.waitForFacts { _ in true }
            _ = viewer.waitForQuiet()
            #expect(String(validating: viewer.program.output, as: UTF8.self) != nil)
            #expect(viewer.page.contains("▀") || viewer.page.contains("▄"))
            try viewer.quit()
        }

        @Test("X13: ASCII pictures contain only ASCII")
        func ascii() throws {
            let run = try ProgramRun(
                ProgramStart(
                    try BuiltProgram.viewer.path(),
                    ["--print", try Self.photo.path(), "--size", "40x20", "--glyphs", "ascii"]))
            #expect(run.status == .code(0) && run.output.allSatisfy { $0 < 0x80 })
        }
    }
}
