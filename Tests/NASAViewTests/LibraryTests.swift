import Foundation
import Imaging
import TestSupport
import Testing

extension WholeProgram {
    /// Photos of the library, served locally.
    @Suite struct Library {
        private static let screen = TerminalGeometry(columns: 80, rows: 24).pictureArea
        private static let mosaic = TestPictures.largeMosaic.raster
        private static let small = mosaic.resized(to: PixelSize(width: 640, height: 407))

        private static func item(_ id: String) -> LibraryItem {
            LibraryItem(id: id, sizes: [("thumb", small), ("small", small), ("orig", mosaic)])
        }

        private func viewer(_ library: TestLibrary, _ id: String) throws -> Viewer {
            try Viewer([id, "--api", library.address])
        }

        @Test func aPhotoIsFoundByItsIdAndSharpenedByTheOriginal() throws {
            let library = try TestLibrary([Self.item("PIA00001")])
            let viewer = try viewer(library, "PIA00001")
            let fit = try viewer.waitForFacts { $0.percent < 100 }
            #expect(fit.photo == Self.mosaic.size)
            for text in ["A made-up photo", "2001"] {
                #expect(viewer.model.statusLine.contains(text))
            }
            viewer.expectPicture(ExpectedView.fitted(Self.small, screen: Self.screen))
            #expect(!library.requests.contains { $0.contains("~orig") })
            viewer.press("z" + Key.end + "G")
            let corner = PixelPoint(x: 1100 - 640, y: 700 - 390)
            try viewer.waitForFacts { $0.percent == 100 && $0.region == "bottom right" }
            viewer.expectPicture([
                ExpectedView.original(Self.mosaic, corner, screen: Self.screen)
            ])
            #expect(library.requests.contains { $0.contains("~orig") })
            try viewer.quit()
        }

        @Test(arguments: [
            "NHQ_2018_0126_Jan. 31, 2018 Super Blue Blood Moon",
            "Earth vs. Space Chess Match; Chamitoff Makes his Move ",
            "Apollo 14 ‘A Wild Place Up Here’", "MAF_2&3 Progress (UHD) @NASA – May 25",
            "a \"quoted\" + 100% #1 id?", "JPL-NASA's Asteroid~Hunters",
        ])
        func anIdOfAnySpellingIsFound(id: String) throws {
            let library = try TestLibrary([Self.item(id), Self.item("PIA00001")])
            let viewer = try viewer(library, id)
            try viewer.waitForFacts { $0.photo == Self.mosaic.size }
            try viewer.quit()
        }

        @Test func theAddressOfTheLibraryMayComeFromTheEnvironment() throws {
            let library = try TestLibrary([Self.item("PIA00001")])
            var start = ProgramStart(try BuiltProgram.viewer.path(), ["PIA00001"])
            start.environment["NASA_VIEW_API"] = library.address
            let program = try TerminalProgram(start, in: .vt340)
            #expect(program.wait { program.model.pictureCount > 0 })
            program.type("q")
            #expect(program.waitForExit() == .code(0))
            try expectTerminalRestored(program)
        }

        @Test func anOriginalThatIsATIFFIsShown() throws {
            var item = LibraryItem(id: "PIA00004", sizes: [("thumb", Self.small)])
            item.sizes += [("orig", Self.mosaic)]
            item.originalExtension = "tif"
            let library = try TestLibrary([item])
            let viewer = try viewer(library, "PIA00004")
            try viewer.waitForFacts { _ in true }
            viewer.press("z" + Key.home + "g")
            try viewer.waitForFacts { $0.percent == 100 && $0.photo == Self.mosaic.size }
            viewer.expectPicture([
                ExpectedView.original(Self.mosaic, .origin, screen: Self.screen)
            ])
            #expect(library.requests.contains { $0.contains("~orig.tif") })
            try viewer.quit()
        }

        @Test func anOriginalOfARareKindIsReplacedByTheLargestPhoto() throws {
            var item = LibraryItem(id: "PIA00002", sizes: [("thumb", Self.small)])
            item.sizes += [("large", Self.mosaic), ("orig", Self.mosaic)]
            (item.originalExtension, item.isOfARareKind) = ("tif", true)
            let library = try TestLibrary([item])
            let viewer = try viewer(library, "PIA00002")
            try viewer.waitForFacts { _ in true }
            viewer.press("z" + Key.home + "g")
            viewer.waitForText("TIF")
            try viewer.waitForFacts { $0.percent == 100 && $0.region == "top left" }
            viewer.expectPicture([
                ExpectedView.original(Self.mosaic, .origin, screen: Self.screen)
            ])
            #expect(library.requests.contains { $0.contains("~orig.tif") })
            try viewer.quit()
        }

        @Test func severalIdsAreGoneThrough() throws {
            let library = try TestLibrary([Self.item("PIA00001"), Self.item("PIA00003")])
            let viewer = try Viewer(["PIA00001", "PIA00003", "--api", library.address])
            try viewer.waitForFacts { $0.place == "1/2" }
            viewer.press("n")
            try viewer.waitForFacts { $0.place == "2/2" }
            try viewer.quit()
        }

        @Test func aPhotoIsPrintedByItsId() throws {
            let library = try TestLibrary([Self.item("PIA00001")])
            let run = try ProgramRun(
                ProgramStart(
                    try BuiltProgram.viewer.path(),
                    [
                        "--print", "PIA00001", "--api", library.address, "--protocol", "sixel",
                        "--size", "320x320px",
                    ]))
            #expect(run.status == .code(0), "\(run.errors)")
            #expect(run.output.starts(with: [0x1b, 0x50]))
        }
    }
}

extension WholeProgram {
    /// A user's visit of the library, from the search to the photo and back.
    @Suite struct LibraryStories {
        private static let picture = TestPictures.gradient(PixelSize(width: 96, height: 64))

        private static func items(_ count: Int) -> [LibraryItem] {
            (1...count).map { number in
                var item = LibraryItem(
                    id: "story-\(number)", sizes: [("thumb", picture), ("orig", picture)])
                item.title = "Story \(number)"
                return item
            }
        }

        private func listing(
            _ library: TestLibrary, _ words: String = "story",
            keptIn place: [String: String] = CleanEnvironment.ownPlace()
        ) throws -> Viewer {
            try Viewer(
                ["--search", words, "--grid", "0", "--api", library.address], place: place)
        }

        @Test(arguments: [[], ["--slow", "60", "--fail", "1/9"]])
        func fromRow250ToTheViewer30PhotosOnAndBackToTheSameRow(faults: [String]) throws {
            let library = try TestLibrary(Self.items(320), options: faults)
            let viewer = try listing(library)
            try Self.goTo(250, in: viewer)
            viewer.press("i")
            viewer.waitForText("Enter: full screen")
            viewer.press("\r")
            try viewer.waitForFacts { $0.place == "250/320" }
            for place in 251...280 {
                viewer.press("n")
                try Self.waitForPlace("\(place)/320", in: viewer)
            }
            viewer.press("q")
            viewer.waitForText("280/320")
            viewer.press("q")
            viewer.waitForText("280 of 320")
            try viewer.quit()
        }

        /// Jumps to the end of the loaded list repeatedly; retries a failure like a user.
        private static func goTo(_ row: Int, in viewer: Viewer) throws {
            viewer.waitForText(" of 320")
            for _ in 0..<60 where !viewer.page.contains("320 of 320") {
                if viewer.page.contains("r: retry") { viewer.press("r") }
                viewer.press("G")
                _ = viewer.program.wait(within: 1) { viewer.page.contains("320 of 320") }
            }
            viewer.press("g\(row - 1)j")
            viewer.waitForText("\(row) of 320")
        }

        private static func waitForPlace(_ place: String, in viewer: Viewer) throws {
            for _ in 0..<20 {
                let isThere = viewer.program.wait(within: 3) {
                    viewer.facts?.place == place || viewer.page.contains("r: retry")
                }
                guard isThere, viewer.page.contains("r: retry") else { break }
                viewer.press("r")
            }
            try viewer.waitForFacts { $0.place == place }
        }

        @Test func theSearchIsTypedAndItsPhotosCome() throws {
            let library = try TestLibrary(Self.items(12))
            let viewer = try listing(library, "nothing-like-this")
            viewer.waitForText("No photos match \"nothing-like-this\".")
            viewer.press("/\u{15}story")
            // Return is not pressed: a pause starts the search.
            viewer.waitForText("12 photos")
            viewer.press("\r")
            viewer.waitForText("Search: story")
            viewer.press("3ji")
            viewer.waitForText("Enter: full screen")
            viewer.press("\u{1B}")
            viewer.waitForText("4 of 12")
            viewer.press("\u{1B}")
            viewer.waitForText("No photos match")
            try viewer.quit()
        }

        @Test func aServerThatComesBackIsAskedAgain() throws {
            let items = Self.items(3)
            let first = try TestLibrary(items)
            let port = first.port
            first.stop()
            let viewer = try listing(first)
            viewer.waitForText("r: retry")
            let second = try TestLibrary(items, port: port)
            viewer.press("r")
            viewer.waitForText("1 of 3")
            #expect(viewer.program.wait { second.requests.contains { $0.contains("/search") } })
            try viewer.quit()
        }

        @Test func whatWasSeenIsThereWithoutANetwork() throws {
            let library = try TestLibrary(Self.items(3))
            let place = CleanEnvironment.ownPlace()
            let viewer = try listing(library, keptIn: place)
            viewer.waitForText("1 of 3")
            viewer.press("i\r")
            try viewer.waitForFacts { $0.place == "1/3" }
            viewer.press("qq")
            try viewer.quit()
            library.stop()
            let again = try listing(library, keptIn: place)
            again.waitForText("1 of 3")
            again.press("i\r")
            try again.waitForFacts { $0.place == "1/3" }
            again.press("qq")
            try again.quit()
        }

        @Test func withoutAnythingNamedItBeginsWithWhatIsNew() throws {
            let library = try TestLibrary(Self.items(3))
            let viewer = try Viewer(["--api", library.address])
            viewer.waitForText("NASA: latest photos")
            // With the picture of the day, which may arrive before the list or after it.
            viewer.waitForText(" of 4")
            try viewer.quit()
        }
    }
}
