import Foundation
import Imaging
import TestSupport
import Testing

extension WholeProgramDrawing {
    /// The built program in a real tmux, in a terminal that shows pictures by placeholder text.
    @Suite(.enabled(if: TmuxSession.program != nil, "skipped: tmux is not installed"))
    struct PlaceholdersInTmux {
        private static let geometry = TerminalGeometry(columns: 80, rows: 24)
        /// All rows except the last.
        private static let screen = geometry.cell.pixels(of: CellSize(columns: 80, rows: 23))

        private static func start(
            _ arguments: [String], in terminal: SimulatedTerminal = .kittyWithPlaceholders
        ) throws -> TmuxSession {
            try TmuxSession(arguments, geometry: geometry, in: terminal)
        }

        /// Returns the pixels above the status line; black without a picture.
        private static func picture(_ tmux: TmuxSession) -> Raster {
            let shown = tmux.model.canvas.cropped(to: PixelRect(screen))
            var pixels = shown.pixels
            for place in stride(from: 3, to: pixels.count, by: 4) { pixels[place] = 255 }
            return Raster(size: screen, pixels: pixels)
        }

        private func expect(
            _ tmux: TmuxSession, shows wished: [Raster], under limit: Double = 0.001,
            _ place: SourceLocation = #_sourceLocation
        ) {
            var best: RasterDifference?
            var judged = -1
            let isSo = tmux.terminal.wait(within: 60) {
                guard tmux.terminal.output.count != judged, !tmux.model.isUnfinished else {
                    return false
                }
                judged = tmux.terminal.output.count
                let shown = Self.picture(tmux)
                best = wished.map { RasterDifference($0, shown) }.min { $0.mean < $1.mean }
                return best.map { $0.mean < limit } == true
            }
            tmux.waitForRest()
            #expect(
                isSo, "off by \(best?.description ?? "all")\n\(tmux.model.statusLine)",
                sourceLocation: place)
            expectNoFaults(tmux, place)
        }

        private func expectNoFaults(
            _ tmux: TmuxSession, _ place: SourceLocation = #_sourceLocation
        ) {
            let model = tmux.model
            // tmux sets its own modes and scrolls regions.
            let ours = model.faults.filter { $0.contains("picture") || $0.contains("ENOENT") }
            #expect(ours == [], sourceLocation: place)
            #expect(model.placeholderPictures.faults(in: model.grid) == [], sourceLocation: place)
        }

        @Test func theFittedPhotoIsShown() throws {
            let photo = TestPictures.wideGradient
            let tmux = try Self.start([try photo.path()])
            expect(tmux, shows: ExpectedView.fitted(photo.raster, screen: Self.screen), under: 3)
        }

        @Test func originalPansAndBackAreShownPixelForPixel() throws {
            let photo = TestPictures.largeMosaic
            let (tmux, _) = try atOriginalSize(photo)
            let origin = try #require(Self.origin(of: Self.picture(tmux), in: photo.raster))

            tmux.terminal.forgetOutput()
            tmux.terminal.type(Key.right + Key.down)
            let panned = PixelPoint(x: origin.x + 64, y: origin.y + 34)
            expect(
                tmux,
                shows: [ExpectedView.original(photo.raster, panned, screen: Self.screen)])
            let bytes = tmux.terminal.output
            print("placeholders in tmux: two steps of a tenth at 80x24: \(bytes.count) bytes")
            #expect(bytes.firstRange(of: Array("\u{1B}_G".utf8)) == nil)
            // tmux 3.3a redraws a cell for each of its marks.
            #expect(bytes.count < 60_000)

            tmux.terminal.type(Key.shiftRight)
            let edge = PixelPoint(x: photo.raster.size.width - Self.screen.width, y: panned.y)
            expect(
                tmux, shows: [ExpectedView.original(photo.raster, edge, screen: Self.screen)])
            tmux.terminal.type("z")
            let isDrawn = tmux.terminal.wait(within: 60) {
                tmux.undrawn(columns: 0..<80, rows: 0..<23) == 0
            }
            #expect(isDrawn, "\(tmux.model.placeholderPictures.faults(in: tmux.model.grid))")
            expectNoFaults(tmux)
            expectNoneIsLeft(in: tmux)
        }

        /// With its last pane tmux itself ends, and loses output not yet passed on: another window
        /// keeps it running.
        private func expectNoneIsLeft(
            in tmux: TmuxSession, _ place: SourceLocation = #_sourceLocation
        ) {
            tmux.press("c")
            tmux.waitForRest()
            tmux.press("n")
            tmux.waitForRest()
            tmux.terminal.type("q")
            let isNone = tmux.terminal.wait(within: 60) {
                tmux.model.placeholderPictures.count == 0
            }
            #expect(
                isNone, "\(tmux.model.placeholderPictures.count) are left", sourceLocation: place)
        }

        /// Shows a photo at its original size, and returns its visible part.
        private func atOriginalSize(
            _ photo: TestPicture
        ) throws -> (tmux: TmuxSession, middle: [Raster]) {
            let tmux = try Self.start([try photo.path()])
            // Keys typed before tmux is ready are lost.
            _ = tmux.terminal.wait(within: 60) { ViewerFacts(tmux.model.statusLine) != nil }
            tmux.waitForRest()
            tmux.terminal.type("z")
            let middle = ExpectedView.originalCentre(of: photo.raster, screen: Self.screen)
            expect(tmux, shows: middle)
            return (tmux, middle)
        }

        /// Returns the photo's pixel in the corner of the centred view.
        private static func origin(of shown: Raster, in photo: Raster) -> PixelPoint? {
            let (x, y) = (
                (photo.size.width - screen.width) / 2, (photo.size.height - screen.height) / 2
            )
            for right in -1...1 {
                for down in -1...1 {
                    let place = PixelPoint(x: x + right, y: y + down)
                    let wished = ExpectedView.original(photo, place, screen: screen)
                    if RasterDifference(wished, shown).largest == 0 { return place }
                }
            }
            return nil
        }

        /// tmux redraws the pictures itself: none is sent.
        @Test func anotherWindowComesAndGoesAndASplitLeavesItsPicture() throws {
            let photo = TestPictures.largeMosaic
            let (tmux, middle) = try atOriginalSize(photo)
            tmux.press("c")
            tmux.waitForRest()
            #expect(Self.picture(tmux).pixels.chunksAreBlack)
            tmux.terminal.forgetOutput()
            tmux.press("n")
            expect(tmux, shows: middle)
            #expect(tmux.terminal.output.firstRange(of: Array("\u{1B}_G".utf8)) == nil)
            tmux.press("%")
            let isSplit = tmux.terminal.wait(within: 30) { tmux.page.contains("│") }
            #expect(isSplit, "the screen shows:\n\(tmux.page)")
            tmux.waitForRest()
            #expect(tmux.undrawn(columns: 0..<39, rows: 0..<23) == 0)
            expectNoFaults(tmux)
        }

        @Test func theListTheGridAndAPhotoAndBackShowTheirPictures() throws {
            let library = try TestLibrary(Self.items)
            let tmux = try Self.start(
                ["--search", "photo", "--grid", "0", "--api", library.address])
            let list = snapshot(tmux, after: "", showing: "Tab: grid")
            #expect(!list.isBlank)
            let grid = snapshot(tmux, after: "\t", showing: "/: search")
            #expect(!grid.isBlank && grid != list)
            let page = snapshot(tmux, after: "i", showing: "PIA0000")
            tmux.terminal.type("\r")
            _ = tmux.terminal.wait(within: 60) { ViewerFacts(tmux.model.statusLine) != nil }
            tmux.waitForRest()
            #expect(tmux.undrawn(columns: 0..<80, rows: 5..<15) == 0)
            let pageAgain = snapshot(tmux, after: "q", showing: "PIA0000")
            #expect(pageAgain == page)
            #expect(snapshot(tmux, after: "q", showing: "/: search") == grid)
            #expect(snapshot(tmux, after: "\t", showing: "Tab: grid") == list)
            _ = snapshot(tmux, after: "jjjjjjjjjj", showing: "11 of 20")
            #expect(snapshot(tmux, after: "g", showing: "1 of 20") == list)
            // The eleven visible in the list, and those of the grid, stay stored.
            #expect(tmux.model.placeholderPictures.count > 11)
        }

        /// Returns the pictures, once a word appears and drawing has ended.
        private func snapshot(
            _ tmux: TmuxSession, after keys: String, showing text: String,
            _ place: SourceLocation = #_sourceLocation
        ) -> Snapshot {
            tmux.terminal.type(keys)
            let isThere = tmux.terminal.wait(within: 60) { tmux.page.contains(text) }
            tmux.waitForRest()
            #expect(isThere, "the screen shows:\n\(tmux.page)", sourceLocation: place)
            expectNoFaults(tmux, place)
            return Snapshot(picture: Self.picture(tmux), page: tmux.page)
        }

        private struct Snapshot: Equatable, CustomStringConvertible {
            let picture: Raster
            /// The text; cells with pictures have numbers that may differ, and beside them ncurses
            /// leaves U+00A0 on a page that is drawn whole.
            let page: String

            init(picture: Raster, page: String) {
                self.picture = picture
                let cells = page.map { $0.unicodeScalars.first == "\u{10EEEE}" ? "▣" : $0 }
                self.page = String(cells).replacing("\u{A0}", with: " ")
            }

            var isBlank: Bool { picture.pixels.chunksAreBlack }
            var description: String { page }
        }

        private static let items = (0..<20).map { number in
            let raster = TestPictures.mosaic(
                PixelSize(width: 300 + number * 10, height: 400 - number * 10))
            return LibraryItem(
                id: "PIA0000\(number)", title: "Photo \(number)",
                sizes: [("thumb", raster), ("orig", raster)])
        }

        /// Debian's kitty has no placeholders: commands place pictures, as before.
        @Test func anOlderKittyIsSentNoPlaceholders() throws {
            var kitty = SimulatedTerminal.kitty
            kitty.environment = ["TERM": "xterm-256color"]
            kitty.kittyMedia = ["d"]
            let tmux = try Self.start([try TestPictures.largeMosaic.path()], in: kitty)
            _ = tmux.terminal.wait(within: 60) {
                tmux.model.kittyCommands.contains { $0.hasPrefix("a=p") }
            }
            tmux.waitForRest()
            #expect(tmux.model.kittyCommands.contains { $0.hasPrefix("a=p") })
            #expect(!tmux.model.kittyCommands.contains { $0.contains("U=1") })
            #expect(tmux.terminal.output.firstRange(of: Array("\u{10EEEE}".utf8)) == nil)
        }
    }
}

extension [UInt8] {
    /// True if all pixels are black.
    fileprivate var chunksAreBlack: Bool {
        indices.allSatisfy { $0 % 4 == 3 || self[$0] == 0 }
    }
}
