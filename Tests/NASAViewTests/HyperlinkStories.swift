import Imaging
import TestSupport
import Testing

extension WholeProgramDrawing {
    /// A photo's page links to NASA's pages, in terminals that are known to bear it (OSC 8).
    @Suite struct Hyperlinks {
        private static func library() throws -> TestLibrary {
            let raster = TestPictures.mosaic(PixelSize(width: 400, height: 300))
            return try TestLibrary([
                LibraryItem(
                    id: "PIA00001", title: "Photo 1",
                    description: String(repeating: "Many words. ", count: 120),
                    sizes: [("thumb", raster), ("orig", raster)])
            ])
        }

        private static func page(
            of library: TestLibrary, in terminal: SimulatedTerminal
        ) throws -> Viewer {
            let viewer = try Viewer(
                ["--search", "photo", "--grid", "0", "--api", library.address], in: terminal)
            viewer.waitForText("Photo 1")
            viewer.press("i")
            viewer.waitForText("Many words.")
            _ = viewer.waitForQuiet()
            return viewer
        }

        private static let details = "https://images.nasa.gov/details/PIA00001"
        private static let subtitle = "Jo Painter — 3 Feb 2001"
        private static let credit = "https://images.nasa.gov/search?q=Jo%20Painter&media=image"

        /// Leaves the page, then the list.
        private static func leave(_ viewer: Viewer) throws {
            viewer.press("q")
            viewer.waitForText("Tab: grid")
            try viewer.quit()
        }

        private static func places(_ viewer: Viewer) -> [String] {
            viewer.model.links.map { "\($0.text) → \($0.address)" }
        }

        @Test func thePageLinksItsCreditAndItsID() throws {
            let library = try Self.library()
            let viewer = try Self.page(of: library, in: .foot)
            let top = Self.places(viewer)
            #expect(top.contains("\(Self.subtitle) → \(Self.details)"))
            viewer.press("G")
            viewer.waitForText("ID  ")
            _ = viewer.waitForQuiet()
            let bottom = Self.places(viewer)
            #expect(bottom.contains("Jo Painter → \(Self.credit)"), "\(bottom)")
            #expect(bottom.contains("PIA00001 → \(Self.details)"), "\(bottom)")
            // Line by line, no link stays where its text was.
            for key in ["k", "k", "j", "k", "j", "j"] {
                viewer.press(key)
                _ = viewer.waitForQuiet()
                for (text, address) in viewer.model.links {
                    // Below the title, who and when stay where they are.
                    let isSubtitle = text == Self.subtitle
                    #expect(
                        isSubtitle || ["Jo Painter", "JPL", "PIA00001"].contains(text), "\(text)")
                    #expect((isSubtitle || text == "PIA00001") == (address == Self.details))
                }
            }
            #expect(Self.places(viewer) == bottom)
            viewer.press("g")
            _ = viewer.waitForQuiet()
            #expect(Self.places(viewer) == top)
            try Self.leave(viewer)
        }

        @Test func noOtherScreenHasALink() throws {
            let library = try Self.library()
            let viewer = try Self.page(of: library, in: .foot)
            let before = Self.places(viewer)
            #expect(!before.isEmpty)
            viewer.press("\r")
            try viewer.waitForFacts { _ in true }
            _ = viewer.waitForQuiet()
            #expect(Self.places(viewer) == [])
            viewer.press("q")
            _ = viewer.waitForQuiet()
            #expect(Self.places(viewer) == before)
            viewer.press("?")
            viewer.waitForText("Keys")
            _ = viewer.waitForQuiet()
            #expect(Self.places(viewer) == [])
            viewer.press("?")
            _ = viewer.waitForQuiet()
            #expect(Self.places(viewer) == before)
            try Self.leave(viewer)
        }

        /// One whose name is not known may show the address as text.
        @Test func anUnknownTerminalGetsNone() throws {
            var terminal = SimulatedTerminal.vt340
            terminal.environment = ["TERM": "xterm-256color"]
            terminal.answers["␛[>q"] = "␛P>|zzz(1)␛\\"
            terminal.answers["␛[>c"] = "␛[>99;1;0c"
            let library = try Self.library()
            let viewer = try Self.page(of: library, in: terminal)
            #expect(!String(decoding: viewer.program.output, as: UTF8.self).contains("\u{1B}]8;"))
            try Self.leave(viewer)
        }
    }
}
