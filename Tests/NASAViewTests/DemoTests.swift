import Foundation
import Imaging
import TestSupport
import Testing

extension WholeProgramDrawing {
    /// The built-in collection: everything that works with NASA's library, without a network.
    @Suite struct Demo {
        /// The first photo of the collection, opened from the grid.
        private static func viewing(
            in terminal: SimulatedTerminal = .vt340, columns: Int = 80
        ) throws -> (viewer: Viewer, count: Int) {
            let viewer = try Viewer(
                ["--demo"], in: terminal, geometry: TerminalGeometry(columns: columns, rows: 24))
            viewer.waitForText("1 of 15")
            viewer.press("i")
            viewer.waitForText("Enter: full screen")
            viewer.press("\r")
            try viewer.waitForFacts { $0.place == "1/15" }
            return (viewer, 15)
        }

        private func run(_ arguments: [String], _ place: [String: String]) throws -> ProgramRun {
            var start = ProgramStart(try BuiltProgram.viewer.path(), arguments)
            start.environment.merge(place) { _, own in own }
            return try ProgramRun(start)
        }

        @Test(arguments: [SimulatedTerminal.vt340, .vte])
        func everyPhotoOfTheDemoIsShown(terminal: SimulatedTerminal) throws {
            let (viewer, count) = try Self.viewing(in: terminal)
            for number in 2...count {
                viewer.press("n")
                try viewer.waitForFacts { $0.place == "\(number)/\(count)" }
                viewer.press("*")
                try viewer.waitForFacts { $0.percent >= 100 }
            }
            viewer.press("qq")
            try viewer.quit()
        }

        @Test func itHasPhotosOfManyShapes() throws {
            // In 80 columns the date takes the space of a photo's size.
            let (viewer, count) = try Self.viewing(columns: 120)
            var sizes = [try #require(viewer.facts?.photo)]
            for number in 2...count {
                viewer.press("n")
                let facts = try viewer.waitForFacts { $0.place == "\(number)/\(count)" }
                sizes.append(try #require(facts.photo))
            }
            #expect(sizes.contains { $0.width >= $0.height * 3 }, "a panorama")
            #expect(sizes.contains { $0.height > $0.width }, "a portrait")
            #expect(sizes.contains { max($0.width, $0.height) <= 256 }, "a tiny one")
            #expect(sizes.contains { $0.width * $0.height >= 24_000_000 }, "24 megapixels")
            viewer.press("qq")
            try viewer.quit()
        }

        @Test func itBeginsWithAGridOfPictures() throws {
            let viewer = try Viewer(["--demo"])
            viewer.waitForText("Demo: built-in photos")
            viewer.waitForText("1 of 15")
            viewer.press("l")
            viewer.waitForText("A Nursery of Stars")
            #expect(viewer.program.wait { viewer.model.pictureCount >= 8 })
            try viewer.quit()
        }

        @Test func anIdOpensTheViewer() throws {
            let viewer = try Viewer(["--demo", "demo-moon"])
            try viewer.waitForFacts { $0.photo == PixelSize(width: 1600, height: 1200) }
            #expect(viewer.page.contains("Half Moon"))
            try viewer.quit()
        }

        @Test(arguments: [
            (["--search", "galaxy"], "1 of 2"), (["--search", "galaxy", "--grid", "2"], "1 of 2"),
            (["--keywords", "comet"], "1 of 2"), (["--album", "The Solar System"], "1 of "),
            (["--year-end", "1999"], "No photos match"), (["--grid", "0"], "1 of 15"),
            (["--favourites"], "No favourites yet"),
        ])
        func theOptionsOfTheLibraryWorkWithIt(options: [String], text: String) throws {
            let viewer = try Viewer(["--demo"] + options)
            viewer.waitForText(text)
            try viewer.quit()
        }

        @Test func itIsSearchedAsOneTypes() throws {
            let viewer = try Viewer(["--demo"])
            viewer.waitForText("1 of 15")
            viewer.press("/galaxy")
            viewer.waitForText("2 photos")
            viewer.press("\r")
            viewer.waitForText("Search: galaxy")
            viewer.press("q")
            viewer.waitForText("1 of 15")
            try viewer.quit()
        }

        /// Painted photos are not among the favourites from NASA.
        @Test func itsFavouritesAreKeptApart() throws {
            let place = CleanEnvironment.ownPlace()
            let viewer = try Viewer(["--demo"], place: place)
            viewer.waitForText("1 of 15")
            viewer.press("lf")
            viewer.waitForText("★")
            try viewer.quit()
            #expect(try run(["favourites", "--demo"], place).text.contains("demo-nebula"))
            #expect(try run(["favourites"], place).text.isEmpty)
            let again = try Viewer(["--demo", "--favourites"], place: place)
            again.waitForText("1 of 1")
            again.waitForText("A Nursery of Stars")
            try again.quit()
        }

        @Test func theOriginalIsSavedAsItIs() throws {
            let folder = CleanEnvironment.home.appending(path: UUID().uuidString)
            let run = try run(
                ["download", "--demo", "demo-moon", "--to", folder.path],
                CleanEnvironment.ownPlace())
            #expect(run.status == .code(0), "\(run.errors)")
            let saved = try Data(contentsOf: folder.appending(path: "demo-moon~orig.jpg"))
            #expect(saved.count > 100_000 && saved.starts(with: [0xFF, 0xD8]))
        }

        @Test func wordsTellAllThatIsKnown() throws {
            let run = try run(["--plain", "--demo"], CleanEnvironment.ownPlace())
            #expect(run.text.contains("Aurora and Dawn from Orbit"))
            #expect(run.text.contains("Cities glow through gaps in moonlit cloud"))
        }

        /// The address leads nowhere, and is not used.
        @Test func itNeedsNoNetwork() throws {
            let run = try run(
                ["info", "--demo", "demo-moon", "--api", "http://127.0.0.1:1"],
                CleanEnvironment.ownPlace())
            #expect(run.status == .code(0))
            #expect(run.text.contains("orig: 1600x1200 demo-moon~orig.jpg"))
            #expect(!run.text.contains("://"))
        }

        @Test func withoutANetworkAndWithoutACacheReturnOpensIt() throws {
            let viewer = try Viewer(["--api", "http://127.0.0.1:1"])
            viewer.waitForText("nasa-view --demo")
            viewer.press("\r")
            viewer.waitForText("1 of 15")
            viewer.press("2li\r")
            try viewer.waitForFacts { $0.photo == PixelSize(width: 1600, height: 1200) }
            viewer.press("qq")
            try viewer.quit()
        }

        @Test func afterAnOutageRGivesTheNewestPhotos() throws {
            let ended = try TestLibrary([])
            let port = ended.port
            ended.stop()
            let viewer = try Viewer(["--api", ended.address])
            viewer.waitForText("nasa-view --demo")
            let library = try TestLibrary([], port: port)
            viewer.press("r")
            // The first photo, or the second one if the picture of the day is there too.
            viewer.waitForText(" of 4")
            // The picture of the day is requested at the same time.
            #expect(library.requests.contains { $0.contains("recent.json") }, "\(library.requests)")
            try viewer.quit()
        }
    }
}
