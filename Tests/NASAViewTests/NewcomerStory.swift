import Foundation
import Imaging
import TestSupport
import Testing

extension WholeProgram {
    /// A user without knowledge: each pressed key is first named on the screen.
    @Suite struct Newcomer {
        private static let titles = ["Rings of Saturn", "Half Moon", "A Nebula", "Dunes", "Launch"]

        /// In 80 columns `?: keys` replaces the keys that do not fit beside a photo.
        private static let geometry = TerminalGeometry(columns: 120, rows: 36)

        private static func library() throws -> TestLibrary {
            let photo = TestPictures.largeMosaic.raster
            let thumbnail = photo.resized(to: PixelSize(width: 320, height: 204))
            return try TestLibrary(
                titles.enumerated().map { number, title in
                    LibraryItem(
                        id: "walk-\(number)", title: title,
                        sizes: [("thumb", thumbnail), ("orig", photo)])
                })
        }

        /// A visit, and its number of keys; each typed letter is a key.
        private struct Visit {
            let viewer: Viewer
            var keys = 0

            /// True if a hint names the key, as a word alone or before a colon.
            private func names(_ key: String) -> Bool {
                viewer.words.split(separator: " ").contains { $0 == key || $0 == key + ":" }
            }

            mutating func press(_ key: String, named name: String? = nil) {
                let name = name ?? key
                #expect(
                    viewer.program.wait { names(name) }, "no word of “\(name)”:\n\(viewer.page)")
                viewer.press(key)
                keys += 1
            }

            mutating func type(_ letters: String) {
                viewer.press(letters)
                keys += letters.count
            }
        }

        @Test(arguments: [SimulatedTerminal.vt340, .kitty, .st])
        func itTakesTwelveKeysToFindSaturnLookAtItsRingsMarkThemAndLeave(
            terminal: SimulatedTerminal
        ) throws {
            let library = try Self.library()
            let place = CleanEnvironment.ownPlace()
            var visit = Visit(
                viewer: try Viewer(
                    ["--api", library.address], in: terminal, geometry: Self.geometry, place: place)
            )
            visit.press("/")
            // Results appear while the user types: three letters of Saturn are enough.
            visit.type("sat")
            visit.viewer.waitForText("1 photo")
            visit.press("\r", named: "Enter")
            visit.viewer.waitForText("Rings of Saturn")
            visit.press("\r", named: "Enter")
            visit.viewer.waitForText("%")
            // In blocks z stops before the original.
            visit.press("z")
            visit.viewer.waitForText(terminal.name == SimulatedTerminal.st.name ? "25%" : "100%")
            visit.press("f")
            visit.viewer.waitForText("★")
            visit.press("q")
            visit.viewer.waitForText("Rings of Saturn")
            visit.press("q")
            visit.viewer.waitForText("latest photos")
            visit.press("q")
            #expect(visit.viewer.program.waitForExit() == .code(0))
            try expectTerminalRestored(visit.viewer.program)
            #expect(visit.keys <= 12)
            #expect(try Self.favourites(at: library, place).contains("walk-0"))
        }

        private static func favourites(
            at library: TestLibrary, _ place: [String: String]
        ) throws -> String {
            var start = ProgramStart(
                try BuiltProgram.viewer.path(), ["favourites", "--api", library.address])
            start.environment.merge(place) { _, own in own }
            return try ProgramRun(start).text
        }
    }
}
