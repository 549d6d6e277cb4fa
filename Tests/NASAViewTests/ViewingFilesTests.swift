import Imaging
import TestSupport
import Testing

extension WholeProgram {
    /// Local pictures on a sixel terminal: what is on the wire is decoded back and compared.
    @Suite struct ViewingFiles {
        private static let screen = TerminalGeometry(columns: 80, rows: 24).pictureArea

        private func viewer(_ pictures: TestPicture...) throws -> Viewer {
            try Viewer(pictures.map { try $0.path() })
        }

        @Test func aPhotoIsFittedToTheWidth() throws {
            let viewer = try viewer(TestPictures.wideGradient)
            let facts = try viewer.waitForFacts { _ in true }
            #expect(facts.photo == TestPictures.wideGradient.raster.size)
            #expect(facts.percent == 50)
            #expect(viewer.model.statusLine.contains("wide gradient"))
            viewer.expectPicture(
                ExpectedView.fitted(TestPictures.wideGradient.raster, screen: Self.screen))
            try viewer.quit()
        }

        @Test func aNarrowPhotoIsHeldAtTheWidthOfTheScreen() throws {
            let viewer = try viewer(TestPictures.tallGradient)
            let facts = try viewer.waitForFacts { _ in true }
            #expect(facts.percent == 200)
            #expect(facts.origin.x == 0)
            viewer.expectPicture(
                ExpectedView.fitted(TestPictures.tallGradient.raster, screen: Self.screen))
            try viewer.quit()
        }

        @Test func zTogglesBetweenTheWidthAndTheOriginalAboutTheCentre() throws {
            let photo = TestPictures.largeMosaic.raster
            let viewer = try viewer(TestPictures.largeMosaic)
            let fit = try viewer.waitForFacts { $0.percent < 100 }
            viewer.press("z")
            let facts = try viewer.waitForFacts { $0.percent == 100 }
            let before = fit.centre(of: Self.screen, scale: 640 / 1100)
            let after = facts.centre(of: Self.screen, scale: 1)
            #expect(abs(before.x - after.x) <= 1)
            #expect(abs(before.y - after.y) <= 1)
            viewer.expectPicture([
                ExpectedView.original(photo, facts.origin, screen: Self.screen)
            ])
            viewer.press("z")
            #expect(try viewer.waitForFacts { $0.percent < 100 } == fit)
            viewer.expectPicture(
                ExpectedView.fitted(photo, screen: Self.screen), under: 12)
            try viewer.quit()
        }

        @Test(arguments: [
            (Key.home + "g", PixelPoint(x: 0, y: 0)),
            (Key.end + "g", PixelPoint(x: 1100 - 640, y: 0)),
            (Key.home + "G", PixelPoint(x: 0, y: 700 - 390)),
            (Key.end + "G", PixelPoint(x: 1100 - 640, y: 700 - 390)),
        ])
        func eachCornerOfTheOriginalIsReached(keys: String, origin: PixelPoint) throws {
            let viewer = try viewer(TestPictures.largeMosaic)
            try viewer.waitForFacts { $0.percent < 100 }
            viewer.press("z" + keys)
            try viewer.waitForFacts { $0.percent == 100 && $0.origin == origin }
            viewer.expectPicture([
                ExpectedView.original(
                    TestPictures.largeMosaic.raster, origin, screen: Self.screen)
            ])
            try viewer.quit()
        }

        @Test(arguments: [
            (Key.right, PixelPoint(x: 64, y: 0)),
            (Key.right + Key.right + Key.left, PixelPoint(x: 64, y: 0)),
            (Key.down, PixelPoint(x: 0, y: 36)),
            (Key.down + Key.down + Key.up, PixelPoint(x: 0, y: 36)),
            (Key.shiftRight, PixelPoint(x: 460, y: 0)),
            (Key.shiftRight + Key.shiftLeft, PixelPoint(x: 0, y: 0)),
            (Key.pageDown, PixelPoint(x: 0, y: 310)),
            (Key.shiftDown + Key.shiftUp, PixelPoint(x: 0, y: 0)),
            (Key.left + Key.up + Key.pageUp, PixelPoint(x: 0, y: 0)),
        ])
        func arrowsMoveTheViewAndStopAtTheEdges(keys: String, origin: PixelPoint) throws {
            let viewer = try viewer(TestPictures.largeMosaic)
            try viewer.waitForFacts { $0.percent < 100 }
            viewer.press("z" + Key.home + "g")
            try viewer.waitForFacts { $0.percent == 100 && $0.origin == .origin }
            viewer.press(keys)
            try viewer.waitForFacts { $0.origin == origin }
            viewer.expectPicture([
                ExpectedView.original(
                    TestPictures.largeMosaic.raster, origin, screen: Self.screen)
            ])
            try viewer.quit()
        }

        @Test func plusAndMinusStayBetweenTheWidthAndTheOriginal() throws {
            let viewer = try viewer(TestPictures.largeMosaic)
            let fit = try viewer.waitForFacts { $0.percent < 100 }
            viewer.press("+")
            try viewer.waitForFacts { $0.percent > fit.percent }
            viewer.press("++++++++")
            try viewer.waitForFacts { $0.percent == 100 }
            viewer.press("---------")
            try viewer.waitForFacts { $0.percent == fit.percent }
            try viewer.quit()
        }

        @Test func theNextAndThePreviousPhotoAreShown() throws {
            let viewer = try viewer(TestPictures.wideGradient, TestPictures.tallGradient)
            try viewer.waitForFacts { $0.place == "1/2" }
            viewer.press("n")
            try viewer.waitForFacts { $0.place == "2/2" }
            viewer.expectPicture(
                ExpectedView.fitted(TestPictures.tallGradient.raster, screen: Self.screen))
            viewer.press("p")
            try viewer.waitForFacts { $0.place == "1/2" }
            viewer.expectPicture(
                ExpectedView.fitted(TestPictures.wideGradient.raster, screen: Self.screen))
            try viewer.quit()
        }

        @Test("X15: standard input is a photo, and the keys come from the terminal")
        func standardInputIsAPhotoToo() throws {
            let path = try TestPictures.wideGradient.path()
            let viewer = try Viewer(["-"], input: .file(path))
            try viewer.waitForFacts { $0.photo == TestPictures.wideGradient.raster.size }
            viewer.expectPicture(
                ExpectedView.fitted(TestPictures.wideGradient.raster, screen: Self.screen))
            try viewer.quit()
        }

        @Test func theHelpComesAndGoes() throws {
            let viewer = try viewer(TestPictures.wideGradient)
            try viewer.waitForFacts { _ in true }
            viewer.press("?")
            viewer.waitForText("original size")
            viewer.press("?")
            try viewer.waitForFacts { _ in true }
            viewer.expectPicture(
                ExpectedView.fitted(TestPictures.wideGradient.raster, screen: Self.screen))
            try viewer.quit()
        }
    }
}
