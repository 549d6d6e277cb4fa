import Foundation
import Imaging
import TestSupport
import Testing

extension WholeProgram {
    /// Photos of the library, served on this machine.
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

        @Test func anOriginalThatIsATIFFIsReplacedByTheLargestPhoto() throws {
            var item = LibraryItem(id: "PIA00002", sizes: [("thumb", Self.small)])
            item.sizes += [("large", Self.mosaic), ("orig", Self.mosaic)]
            item.originalExtension = "tif"
            let library = try TestLibrary([item])
            let viewer = try viewer(library, "PIA00002")
            try viewer.waitForFacts { _ in true }
            viewer.waitForText("TIF")
            viewer.press("z" + Key.home + "g")
            try viewer.waitForFacts { $0.percent == 100 && $0.region == "top left" }
            viewer.expectPicture([
                ExpectedView.original(Self.mosaic, .origin, screen: Self.screen)
            ])
            #expect(!library.requests.contains { $0.contains(".tif") })
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
                        "--size", "320x320",
                    ]))
            #expect(run.status == .code(0), "\(run.errors)")
            #expect(run.output.starts(with: [0x1b, 0x50]))
        }
    }
}
