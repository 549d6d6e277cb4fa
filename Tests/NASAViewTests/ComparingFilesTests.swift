import Imaging
import TerminalEmulation
import TestSupport
import Testing

extension WholeProgram {
    /// Two compared local pictures.
    @Suite struct ComparingFiles {
        private static let screen = TerminalGeometry(columns: 80, rows: 24).pictureArea
        private static let one = TestPictures.wideGradient
        private static let other = TestPicture(
            Raster(one.raster.size) { x, y in
                (UInt8(200 - x * 160 / 1280), UInt8(200 - y * 150 / 600), 90)
            }, "other gradient.png")

        /// In 80 columns of 8 pixels: 39, two between them, 39.
        private static let panes = [
            PixelRect(x: 0, y: 0, width: 312, height: screen.height),
            PixelRect(x: 328, y: 0, width: 312, height: screen.height),
        ]

        private func expect(_ picture: TestPicture, in viewer: Viewer, mark: String) {
            // The titles may be cut: zoom and keys stay.
            viewer.waitForText(" \(mark) other gra")
            viewer.expectPicture(ExpectedView.fitted(picture.raster, screen: Self.screen))
        }

        @Test func aMarkedPhotoIsSeenInPlaceOfTheOtherAndBesideIt() throws {
            let viewer = try Viewer([try Self.one.path(), try Self.other.path()])
            try viewer.waitForFacts { $0.place == "1/2" }
            viewer.press("x")
            viewer.waitForText("Press x on another photo")
            viewer.press("n")
            try viewer.waitForFacts { $0.place == "2/2" }
            viewer.press("x")
            expect(Self.one, in: viewer, mark: "◂")
            viewer.press("\t")
            expect(Self.other, in: viewer, mark: "▸")
            viewer.press("x")
            expect(Self.one, in: viewer, mark: "◂")
            viewer.press("|")
            for (pane, picture) in zip(Self.panes, [Self.one, Self.other]) {
                viewer.expectPicture(
                    ExpectedView.fitted(picture.raster, screen: pane.size),
                    shown: { $0.pictureArea.cropped(to: pane) })
            }
            viewer.press("|\t")
            expect(Self.other, in: viewer, mark: "▸")
            viewer.press("\u{1B}")
            try viewer.waitForFacts { $0.place == "2/2" }
            viewer.expectPicture(ExpectedView.fitted(Self.other.raster, screen: Self.screen))
            try viewer.quit()
        }

        @Test func theCommandLineNamesTheTwo() throws {
            let viewer = try Viewer(["--compare", try Self.one.path(), try Self.other.path()])
            expect(Self.one, in: viewer, mark: "◂")
            viewer.press("X")
            viewer.waitForText("Blinking once a second")
            // Without a key.
            viewer.expectPicture(ExpectedView.fitted(Self.other.raster, screen: Self.screen))
            viewer.expectPicture(ExpectedView.fitted(Self.one.raster, screen: Self.screen))
            viewer.press("Xq")
            try viewer.waitForFacts { $0.place == "2/2" }
            try viewer.quit()
        }
    }
}
