import Imaging
import TestSupport
import Testing

extension WholeProgramDrawing {
    /// A photo's page links to NASA's pages, in terminals known to support that (OSC 8).
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

        private static let top = ["\(subtitle) → \(details)"]

        private static func places(_ viewer: Viewer) -> [String] {
            viewer.model.links.map { "\($0.text) → \($0.address)" }
        }

        /// A program that waits for a reply is at rest too: the expected links may arrive later,
        /// and stay.
        private static func waitForLinks(
            _ wished: [String], of viewer: Viewer,
            _ place: SourceLocation = #_sourceLocation
        ) {
            _ = viewer.program.wait { places(viewer) == wished }
            _ = viewer.waitForQuiet(place)
            #expect(places(viewer) == wished, "\(viewer.page)", sourceLocation: place)
        }

        /// The page grows at its end when the photo's sizes are known, and does not scroll.
        private static func goToEnd(_ viewer: Viewer) {
            _ = viewer.program.wait {
                viewer.press("G")
                return viewer.page.contains("Sizes")
            }
            viewer.waitForText("Sizes")
            viewer.waitForText("ID  ")
            _ = viewer.waitForQuiet()
        }

        @Test func thePageLinksItsCreditAndItsID() throws {
            let library = try Self.library()
            let viewer = try Self.page(of: library, in: .foot)
            Self.waitForLinks(Self.top, of: viewer)
            Self.goToEnd(viewer)
            let bottom = Self.places(viewer)
            #expect(bottom.contains("Jo Painter → \(Self.credit)"), "\(bottom)")
            #expect(bottom.contains("PIA00001 → \(Self.details)"), "\(bottom)")
            // After each scrolled line, no link stays where its text was.
            for key in ["k", "k", "j", "k", "j", "j"] {
                viewer.press(key)
                _ = viewer.waitForQuiet()
                for (text, address) in viewer.model.links {
                    // Below the title, author and date stay in place.
                    let isSubtitle = text == Self.subtitle
                    #expect(
                        isSubtitle || ["Jo Painter", "JPL", "PIA00001"].contains(text), "\(text)")
                    #expect((isSubtitle || text == "PIA00001") == (address == Self.details))
                }
            }
            Self.waitForLinks(bottom, of: viewer)
            viewer.press("g")
            Self.waitForLinks(Self.top, of: viewer)
            try Self.leave(viewer)
        }

        @Test func noOtherScreenHasALink() throws {
            let library = try Self.library()
            let viewer = try Self.page(of: library, in: .foot)
            Self.waitForLinks(Self.top, of: viewer)
            viewer.press("\r")
            try viewer.waitForFacts { _ in true }
            Self.waitForLinks([], of: viewer)
            viewer.press("q")
            Self.waitForLinks(Self.top, of: viewer)
            viewer.press("?")
            viewer.waitForText("Keys")
            Self.waitForLinks([], of: viewer)
            viewer.press("?")
            Self.waitForLinks(Self.top, of: viewer)
            try Self.leave(viewer)
        }

        /// An unknown terminal may show the address as text.
        @Test func anUnknownTerminalGetsNone() throws {
            var terminal = SimulatedTerminal.vt340
            terminal.environment = ["TERM": "xterm-256color"]
            terminal.answers["␛[>q"] = "␛P>|zzz(1)␛\\"
            terminal.answers["␛[>c"] = "␛[>99;1;0c"
            let library = try Self.library()
            let viewer = try Self.page(of: library, in: terminal)
            _ = viewer.waitForQuiet()
            #expect(!String(decoding: viewer.program.output, as: UTF8.self).contains("\u{1B}]8;"))
            try Self.leave(viewer)
        }
    }
}
