import Foundation
import TestSupport
import Testing

extension WholeProgramDrawing {
    /// Pages in Hebrew: what each terminal must be sent so that it shows them right.
    @Suite struct RightToLeft {
        private static func demo(
            in terminal: SimulatedTerminal, language: String = "he"
        ) throws -> Viewer {
            try Viewer(
                ["--demo", "--grid", "0", "--language", language], in: terminal,
                geometry: TerminalGeometry(columns: 80, rows: 24, cell: terminal.cell))
        }

        /// "Demo: built-in photos" in Hebrew, and the same from its last letter on.
        private static let seen = "תופרוצמ תונומת :המגדה"

        /// kitty turns the letters of each word itself.
        @Test(
            arguments: [
                (.foot, seen), (.xterm, seen), (.vte, seen), (.mlterm, seen),
                (.kitty048, "מצורפות תמונות :הדגמה"),
            ] as [(SimulatedTerminal, String)])
        func theTitleIsInTheOrderOfTheTerminal(terminal: SimulatedTerminal, cells: String) throws {
            let viewer = try Self.demo(in: terminal)
            viewer.waitForText(cells)
            try viewer.quit()
        }

        /// Konsole orders each row: a mark behind each letter keeps it where it is.
        @Test func inKonsoleEachLetterHasAMark() throws {
            let viewer = try Self.demo(in: .konsole2212)
            let marked = Self.seen.split(separator: " ").map { word in
                word.map { $0 == ":" ? ":" : "\($0)\u{200E}" }.joined()
            }.joined(separator: " ")
            let isThere = viewer.program.wait {
                viewer.page.unicodeScalars.contains(marked.unicodeScalars)
            }
            #expect(isThere, "\(viewer.page)")
            try viewer.quit()
        }

        /// What orders rows is told not to, and told to again on every way out.
        @Test(
            arguments: [SimulatedTerminal.vte, .mlterm], [nil, SIGTERM, SIGSEGV] as [Int32?])
        func rowsAreOrderedAgainInTheEnd(terminal: SimulatedTerminal, signal: Int32?) throws {
            let viewer = try Self.demo(in: terminal)
            viewer.waitForText(Self.seen)
            #expect(viewer.model.modes.keptCells)
            guard let signal else { return try viewer.quit() }
            viewer.program.send(signal)
            #expect(viewer.program.waitForExit() == .signal(signal))
            try expectTerminalRestored(viewer.program)
        }

        /// In other languages text goes to the terminal as it is.
        @Test(arguments: [SimulatedTerminal.vte, .mlterm])
        func inOtherLanguagesNothingIsChanged(terminal: SimulatedTerminal) throws {
            let viewer = try Self.demo(in: terminal, language: "en")
            viewer.waitForText("Demo: built-in photos")
            #expect(!viewer.model.modes.keptCells)
            try viewer.quit()
        }
    }
}
