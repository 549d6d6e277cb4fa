import Foundation
import TestSupport
import Testing

extension WholeProgramDrawing {
    /// Pages in Hebrew: the bytes that each terminal needs to show them correctly.
    @Suite struct RightToLeft {
        private static func demo(
            in terminal: SimulatedTerminal, language: String = "he"
        ) throws -> Viewer {
            try Viewer(
                ["--demo", "--grid", "0", "--language", language], in: terminal,
                geometry: TerminalGeometry(columns: 80, rows: 24, cell: terminal.cell))
        }

        /// "Demo: built-in photos" in Hebrew, in reverse order.
        private static let seen = "תופרוצמ תונומת :המגדה"

        /// kitty reverses the letters of each word itself.
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

        /// Konsole reorders each row: a mark after each letter keeps it in place.
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

        /// Terminals that reorder rows are told not to, and reset by every exit.
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

        /// In other languages text is sent unchanged.
        @Test(arguments: [SimulatedTerminal.vte, .mlterm])
        func inOtherLanguagesNothingIsChanged(terminal: SimulatedTerminal) throws {
            let viewer = try Self.demo(in: terminal, language: "en")
            viewer.waitForText("Demo: built-in photos")
            #expect(!viewer.model.modes.keptCells)
            try viewer.quit()
        }
    }
}
