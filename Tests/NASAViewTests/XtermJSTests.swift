import Imaging
import TestSupport
import Testing

extension WholeProgramDrawing {
    /// The library in xterm.js, the engine of VS Code's terminal: its cells have fractional pixels,
    /// and pictures stay in them.
    @Suite struct XtermJS {
        /// Measured in a real one with 120x36 cells: 1011x576 pixels, with a reported cell of 16 by
        /// 8.
        private static let geometry = TerminalGeometry(
            columns: 120, rows: 36,
            cell: CellMetrics(
                across: CellAxis(pixels: 1011, cells: 120), down: CellAxis(pixels: 16, cells: 1)))

        private static func library() throws -> TestLibrary {
            try TestLibrary(
                (0..<20).map { number in
                    let raster = TestPictures.mosaic(
                        PixelSize(width: 300 + number * 10, height: 400 - number * 10))
                    return LibraryItem(
                        id: "PIA0000\(number)", title: "Photo \(number)",
                        sizes: [("thumb", raster), ("orig", raster)])
                })
        }

        private static func start(
            _ library: TestLibrary, in terminal: SimulatedTerminal,
            _ options: [String] = ["--grid", "0"]
        ) throws -> Viewer {
            try Viewer(
                ["--search", "photo", "--api", library.address] + options, in: terminal,
                geometry: geometry)
        }

        /// Returns the visible state after some keys, once a word appears and drawing has ended.
        private func snapshot(
            _ viewer: Viewer, after keys: String, showing text: String,
            _ place: SourceLocation = #_sourceLocation
        ) -> Viewer.Snapshot {
            viewer.press(keys)
            viewer.waitForText(text, place)
            let snapshot = viewer.waitForQuiet()
            #expect(snapshot.page.contains(text), "a picture covers it", sourceLocation: place)
            #expect(viewer.model.cellPictures.grayCount == 0, sourceLocation: place)
            return snapshot
        }

        @Test(arguments: [SimulatedTerminal.xtermJS, .xtermJSWithoutKitty])
        func fromTheListToThePhotoAndBackNoPictureIsLeftBehind(terminal: SimulatedTerminal) throws {
            let library = try Self.library()
            let direct = try Self.start(library, in: terminal, ["--grid", "4"])
            let cleanGrid = snapshot(direct, after: "", showing: "Tab: list")
            try direct.quit()

            let viewer = try Self.start(library, in: terminal)
            let list = snapshot(viewer, after: "", showing: "Tab: grid")
            let grid = snapshot(viewer, after: "\t", showing: "Tab: list")
            #expect(grid == cleanGrid)
            let page = snapshot(viewer, after: "i", showing: "Photographer")
            let help = snapshot(viewer, after: "?", showing: "Keys")
            #expect(help.pictures.isTransparent)
            #expect(snapshot(viewer, after: "q", showing: "Photographer") == page)
            viewer.press("\r")
            try viewer.waitForFacts { $0.place == "1/20" }
            #expect(viewer.waitForQuiet().pictures.drawnColumns == 0..<1011)
            // A photo of another shape, and back to the first page.
            viewer.press("nnp")
            _ = viewer.waitForQuiet()
            #expect(viewer.model.cellPictures.grayCount == 0)
            viewer.press("p")
            #expect(snapshot(viewer, after: "q", showing: "Photographer") == page)
            #expect(snapshot(viewer, after: "q", showing: "Tab: list") == grid)
            #expect(snapshot(viewer, after: "\t", showing: "Tab: grid") == list)
            _ = snapshot(viewer, after: "jjjjjjjjjjjjjj", showing: "15 of 20")
            #expect(snapshot(viewer, after: "g", showing: "1 of 20") == list)
            #expect(viewer.model.faults == [])
            try viewer.quit()
        }

        private static let large = TestPicture(
            TestPictures.mosaic(PixelSize(width: 2400, height: 1600)), "large.png")

        /// The terminal still has it: over ssh three megabytes are noticeable.
        @Test func aPhotoComesBackFromUnderTheHelpWithoutBeingSentAgain() throws {
            let viewer = try Viewer(
                [try Self.large.path()], in: .xtermJS, geometry: Self.geometry)
            try viewer.waitForFacts { _ in true }
            _ = viewer.waitForQuiet()
            viewer.press("z")
            try viewer.waitForFacts { $0.percent == 100 }
            let before = viewer.waitForQuiet()
            viewer.press("?")
            viewer.waitForText("Keys")
            _ = viewer.waitForQuiet()
            viewer.program.forgetOutput()
            viewer.press("q")
            try viewer.waitForFacts { $0.percent == 100 }
            #expect(viewer.waitForQuiet() == before)
            #expect(viewer.program.output.count < 20_000)
            #expect(viewer.model.faults == [])
            try viewer.quit()
        }
    }
}

extension Raster {
    fileprivate var isTransparent: Bool { drawnColumns.isEmpty }

    /// Returns the range from the first column of a picture to the last.
    fileprivate var drawnColumns: Range<Int> {
        let drawn = (0..<size.width).filter { x in
            (0..<size.height).contains { pixels[($0 * size.width + x) * 4 + 3] != 0 }
        }
        guard let first = drawn.first, let last = drawn.last else { return 0..<0 }
        return first..<last + 1
    }
}
