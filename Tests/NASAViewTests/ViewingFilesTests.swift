import Foundation
import Imaging
import TestSupport
import Testing

extension WholeProgram {
    /// Local pictures on a sixel terminal: the output is decoded and compared.
    @Suite struct ViewingFiles {
        private static let screen = TerminalGeometry(columns: 80, rows: 24).pictureArea

        private func viewer(_ pictures: TestPicture...) throws -> Viewer {
            try Viewer(pictures.map { try $0.path() })
        }

        @Test func aPhotoIsFittedToTheWidth() throws {
            let viewer = try viewer(TestPictures.wideGradient)
            try viewer.waitForFacts {
                $0.photo == TestPictures.wideGradient.raster.size && $0.percent == 50
            }
            #expect(viewer.model.statusLine.contains("wide gradient"))
            viewer.expectPicture(
                ExpectedView.fitted(TestPictures.wideGradient.raster, screen: Self.screen))
            try viewer.quit()
        }

        @Test func aNarrowPhotoIsHeldAtTheWidthOfTheScreen() throws {
            let viewer = try viewer(TestPictures.tallGradient)
            try viewer.waitForFacts { $0.percent == 200 }
            viewer.expectPicture(
                ExpectedView.fitted(TestPictures.tallGradient.raster, screen: Self.screen))
            try viewer.quit()
        }

        @Test func zTogglesBetweenTheWidthAndTheOriginalAboutTheCentre() throws {
            let photo = TestPictures.largeMosaic.raster
            let viewer = try viewer(TestPictures.largeMosaic)
            let fit = try viewer.waitForFacts { $0.percent < 100 }
            viewer.press("z")
            try viewer.waitForFacts { $0.percent == 100 && $0.region == "centre" }
            viewer.expectPicture(ExpectedView.originalCentre(of: photo, screen: Self.screen))
            viewer.press("z")
            #expect(try viewer.waitForFacts { $0.percent < 100 } == fit)
            viewer.expectPicture(
                ExpectedView.fitted(photo, screen: Self.screen), under: 12)
            try viewer.quit()
        }

        /// The whole photo with blank sides; afterwards the view is restored, without leftovers.
        @Test(arguments: [SimulatedTerminal.vt340, .foot])
        func aKeyShowsTheWholePhotoUntilTheNext(terminal: SimulatedTerminal) throws {
            let photo = TestPictures.tallGradient.raster
            let viewer = try Viewer([try TestPictures.tallGradient.path()], in: terminal)
            try viewer.waitForFacts { $0.region == "centre" }
            let before = viewer.waitForQuiet()
            viewer.press("Z")
            try viewer.waitForFacts { $0.region == "whole" }
            viewer.expectPicture(ExpectedView.whole(photo, screen: Self.screen))
            viewer.press("ZZ")
            let glance = viewer.waitForQuiet().page.split(separator: "\n")
            #expect(glance.last?.contains("[⣿⣿⣿⣿]") == true)
            #expect(glance.dropLast().allSatisfy { $0.allSatisfy { $0 == " " } })
            viewer.press("\u{1B}")
            try viewer.waitForFacts { $0.region == "centre" }
            viewer.expectPicture(ExpectedView.fitted(photo, screen: Self.screen))
            #expect(viewer.waitForQuiet().pictures == before.pictures)
            try viewer.quit()
        }

        @Test(arguments: [
            (Key.home + "g", "top left", PixelPoint(x: 0, y: 0)),
            (Key.end + "g", "top right", PixelPoint(x: 1100 - 640, y: 0)),
            (Key.home + "G", "bottom left", PixelPoint(x: 0, y: 700 - 390)),
            (Key.end + "G", "bottom right", PixelPoint(x: 1100 - 640, y: 700 - 390)),
        ])
        func eachCornerOfTheOriginalIsReached(
            keys: String, region: String, origin: PixelPoint
        ) throws {
            let viewer = try viewer(TestPictures.largeMosaic)
            try viewer.waitForFacts { $0.percent < 100 }
            viewer.press("z" + keys)
            try viewer.waitForFacts { $0.percent == 100 && $0.region == region }
            viewer.expectPicture([
                ExpectedView.original(
                    TestPictures.largeMosaic.raster, origin, screen: Self.screen)
            ])
            try viewer.quit()
        }

        @Test(arguments: [
            (Key.right, PixelPoint(x: 64, y: 0)),
            (Key.right + Key.right + Key.left, PixelPoint(x: 64, y: 0)),
            // Two rows of cells, by which xterm scrolls the picture.
            (Key.down, PixelPoint(x: 0, y: 34)),
            (Key.down + Key.down + Key.up, PixelPoint(x: 0, y: 34)),
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
            try viewer.waitForFacts { $0.percent == 100 && $0.region == "top left" }
            viewer.press(keys)
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

        @Test(arguments: [("en", "standard input"), ("de", "Standardeingabe")])
        func standardInputIsNamedInTheLanguageOfTheUser(language: String, name: String) throws {
            let input = StandardStream.file(try TestPictures.wideGradient.path())
            let viewer = try Viewer(["-", "--language", language], input: input)
            let size = TestPictures.wideGradient.raster.size
            viewer.waitForText("\(size.width)x\(size.height)")
            #expect(viewer.model.statusLine.contains(name), "\(viewer.model.statusLine)")
            try viewer.quit()
        }

        @Test(arguments: [
            ("en", "it is the keyboard; pipe a picture into it"),
            ("de", "sie ist die Tastatur; bitte ein Bild per Pipe übergeben"),
        ])
        func aKeyboardIsNoPhoto(language: String, reason: String) throws {
            let viewer = try Viewer(["-", "--language", language])
            viewer.waitForText(reason)
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

extension WholeProgram {
    /// Files on the command line: their list, and their metadata.
    @Suite struct NamedFiles {
        private static func path(_ name: String) -> String {
            BuiltProgram.package.appending(path: "Fixtures/Photos/\(name)").path
        }

        @Test func tabListsThemAndReturnOpensOne() throws {
            let viewer = try Viewer([Self.path("baseline.jpg"), Self.path("8-bit.png")])
            try viewer.waitForFacts { $0.place == "1/2" }
            viewer.press("\t")
            viewer.waitForText("1 of 2")
            viewer.waitForText("8-bit.png")
            #expect(viewer.program.wait { viewer.model.pictureCount >= 2 })
            viewer.press("j\r")
            try viewer.waitForFacts { $0.place == "2/2" }
            viewer.press("q")
            viewer.waitForText("2 of 2")
            try viewer.quit()
        }

        @Test func iTellsWhatTheFileSays() throws {
            let viewer = try Viewer([Self.path("baseline.jpg")])
            try viewer.waitForFacts { _ in true }
            viewer.press("i")
            viewer.waitForText("Format JPEG")
            viewer.press("q")
            try viewer.quit()
        }
    }
}
