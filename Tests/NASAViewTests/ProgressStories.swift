import Foundation
import Imaging
import TestSupport
import Testing

extension WholeProgramLeaving {
    /// A download shows in the terminal's own progress bar, which every exit clears.
    @Suite struct Progress {
        /// Ghostty: it has a progress bar, and kitty's pictures.
        private static let ghostty: SimulatedTerminal = {
            var terminal = SimulatedTerminal.kitty
            terminal.answers["␛[>q"] = "␛P>|ghostty 1.2.0␛\\"
            terminal.hasProgressBar = true
            return terminal
        }()

        /// Answers each request after this many milliseconds.
        private static func library(delayedBy milliseconds: Int) throws -> TestLibrary {
            let photo = TestPictures.wideGradient.raster
            return try TestLibrary(
                [LibraryItem(id: "PIA00001", sizes: [("orig", photo)])],
                options: ["--slow", String(milliseconds)])
        }

        private static func download(
            from library: TestLibrary, in terminal: SimulatedTerminal
        ) throws -> Viewer {
            try Viewer(["PIA00001", "--api", library.address], in: terminal)
        }

        private static func isUnderWay(_ viewer: Viewer) -> Bool {
            viewer.model.progressReports.last.map { $0 != "0" } == true
        }

        @Test func aDownloadIsShownAndCleared() throws {
            let library = try Self.library(delayedBy: 700)
            let viewer = try Self.download(from: library, in: Self.ghostty)
            #expect(viewer.program.wait { Self.isUnderWay(viewer) })
            #expect(viewer.program.wait(within: 30) { !Self.isUnderWay(viewer) })
            try viewer.waitForFacts { _ in true }
            try viewer.quit()
        }

        /// The exits in the middle of it.
        private enum Leaving: CaseIterable { case quit, interrupt, terminate, hangUp, crash }

        @Test(arguments: Leaving.allCases)
        private func noExitLeavesIt(way: Leaving) throws {
            let library = try Self.library(delayedBy: 60_000)
            let viewer = try Self.download(from: library, in: Self.ghostty)
            #expect(viewer.program.wait { Self.isUnderWay(viewer) })
            switch way {
            case .quit: viewer.press("q")
            case .interrupt: viewer.press(Key.controlC)
            case .terminate: viewer.program.send(SIGTERM)
            case .hangUp: viewer.program.send(SIGHUP)
            case .crash: viewer.program.send(SIGSEGV)
            }
            #expect(viewer.program.waitForExit() != nil)
            #expect(viewer.model.progressReports.last == "0")
            try expectTerminalRestored(viewer.program)
        }

        /// In terminals where OSC 9 is a notification, it would show "4;3".
        @Test func aTerminalWithoutABarIsToldNothing() throws {
            let library = try Self.library(delayedBy: 700)
            let viewer = try Self.download(from: library, in: .kitty)
            try viewer.waitForFacts { _ in true }
            #expect(!String(decoding: viewer.program.output, as: UTF8.self).contains("\u{1B}]9;"))
            try viewer.quit()
        }
    }
}
