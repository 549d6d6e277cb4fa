import Imaging
import TestSupport
import Testing

extension WholeProgramDrawing {
    /// Terminals without pictures: two block pixels to a cell.
    @Suite struct Blocks {
        private static let screen = TerminalGeometry(columns: 80, rows: 24).blockArea
        private static let trueColour: [SimulatedTerminal] = [.vte, .silent]

        @Test(arguments: trueColour)
        func aPhotoIsFittedToTheWidth(terminal: SimulatedTerminal) throws {
            let photo = TestPictures.wideGradient
            let viewer = try Viewer([try photo.path()], in: terminal)
            try viewer.waitForFacts { _ in true }
            viewer.expectPicture(
                ExpectedView.fitted(photo.raster, screen: Self.screen), under: 4
            ) { $0.blocks }
            #expect(viewer.model.pictureCount == 0)
            try viewer.quit()
        }

        @Test(arguments: [
            (Key.home + "g", "top left", PixelPoint(x: 0, y: 0)),
            (Key.end + "g", "top right", PixelPoint(x: 300 - 80, y: 0)),
            (Key.home + "G", "bottom left", PixelPoint(x: 0, y: 200 - 46)),
            (Key.end + "G", "bottom right", PixelPoint(x: 300 - 80, y: 200 - 46)),
        ])
        func onePhotoPixelIsOneBlockPixelAtTheOriginal(
            keys: String, region: String, origin: PixelPoint
        ) throws {
            let photo = TestPictures.smallMosaic
            let viewer = try Viewer([try photo.path()], in: .vte)
            try viewer.waitForFacts { $0.percent < 100 }
            viewer.press("z" + keys)
            try viewer.waitForFacts { $0.percent == 100 && $0.region == region }
            let wished = ExpectedView.original(photo.raster, origin, screen: Self.screen)
            viewer.expectPicture([wished], under: 0.001) { $0.blocks }
            try viewer.quit()
        }

        /// Moves over the photo and other things that draw on the screen; the result must look like
        /// a fresh start.
        @Test(arguments: [
            "lll", "jjj", "ljhk", "LJ", "Z", "lZl", "wZw", "l\u{0C}l", "l?qj", "ldjd",
            Key.end + "G" + "hk", "+j-l",
        ])
        func whateverWasDrawnBeforeTheScreenIsThatOfAFreshFrame(keys: String) throws {
            let viewer = try Viewer([try TestPictures.smallMosaic.path()], in: .vte)
            try viewer.waitForFacts { $0.percent < 100 }
            viewer.press("z")
            try viewer.waitForFacts { $0.percent == 100 }
            viewer.press(keys)
            _ = viewer.waitForQuiet()
            let panned = (blocks: viewer.model.blocks, status: viewer.model.statusLine)
            viewer.press("\u{0C}")
            _ = viewer.waitForQuiet()
            // A cell of one colour may be a blank or a full block: only its colour is visible.
            let isSame = viewer.model.blocks == panned.blocks
            #expect(isSame && viewer.model.statusLine == panned.status)
            #expect(viewer.model.faults == [])
            try viewer.quit()
        }

        @Test func aPanSendsWhatComesIntoView() throws {
            let viewer = try Viewer([try TestPictures.wideGradient.path()], in: .vte)
            try viewer.waitForFacts { $0.percent < 100 }
            viewer.press("*")
            try viewer.waitForFacts { $0.percent == 100 }
            _ = viewer.waitForQuiet()
            viewer.program.forgetOutput()
            viewer.press("\u{0C}")
            _ = viewer.waitForQuiet()
            let whole = viewer.program.output.count
            viewer.program.forgetOutput()
            viewer.press("l")
            _ = viewer.waitForQuiet()
            // A tenth of the screen, the status line twice, and no second frame at rest.
            #expect(viewer.program.output.count * 5 < whole)
            try viewer.quit()
        }

        @Test func withoutTrueColourThe256DoTheirBest() throws {
            let photo = TestPictures.wideGradient
            let viewer = try Viewer([try photo.path()], in: .plain256)
            try viewer.waitForFacts { _ in true }
            // The cube's steps are 40 apart: a mean error of a quarter step, and dithering's own.
            viewer.expectPicture(
                ExpectedView.fitted(photo.raster, screen: Self.screen), under: 20
            ) { $0.blocks }
            #expect(viewer.usesOnlyIndexedColours)
            try viewer.quit()
        }
    }
}

extension Viewer {
    /// True if all colours on the screen are among the 256 (or the terminal's own).
    fileprivate var usesOnlyIndexedColours: Bool {
        model.grid.rows.joined().allSatisfy { cell in
            [cell.style.foreground, cell.style.background].allSatisfy { colour in
                if case .rgb = colour { false } else { true }
            }
        }
    }
}
