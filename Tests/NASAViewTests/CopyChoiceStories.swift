import Foundation
import Imaging
import TestSupport
import Testing

extension WholeProgram {
    /// The choice between a photo's files.
    @Suite struct CopyChoice {
        private static let original = TestPictures.gradient(PixelSize(width: 1400, height: 2100))

        /// A portrait, whose copies are narrower than others of their size.
        private static func portrait(_ sizes: [(String, Int)]) -> LibraryItem {
            var item = LibraryItem(id: "PIA12235")
            item.sizes = sizes.map { name, height in
                (name, Self.original.resized(to: PixelSize(width: height * 2 / 3, height: height)))
            }
            item.undeclared = Set(sizes.map(\.0))
            item.unlinked = Set(sizes.map(\.0)).subtracting(["thumb"])
            return item
        }

        /// Returns the requested sizes, in order.
        private static func fetched(from library: TestLibrary) -> [String] {
            library.requests.compactMap { $0.split(separator: "~").dropFirst().first }
                .compactMap { $0.split(separator: ".").first.map(String.init) }
        }

        /// 640 pixels across: the thumb has 426, the next copy 853.
        @Test(arguments: [
            (copies: ["thumb", "medium", "large"], then: ["thumb", "medium"]),
            (copies: ["thumb", "large"], then: ["thumb", "large"]),
            (copies: ["thumb"], then: ["thumb", "orig"]),
        ])
        func aPortraitIsShownByTheSmallestCopyThatIsWideEnough(
            copies: [String], then files: [String]
        ) throws {
            let heights = ["thumb": 640, "medium": 1280, "large": 1920, "orig": 2100]
            let item = Self.portrait((copies + ["orig"]).map { ($0, heights[$0] ?? 0) })
            let library = try TestLibrary([item])
            let viewer = try Viewer(["PIA12235", "--api", library.address])
            viewer.waitForText("%")
            _ = viewer.waitForQuiet()
            #expect(Self.fetched(from: library) == files)
            try viewer.quit()
        }

        /// 880 pixels across, which the terminal reports after the photo has been opened.
        @Test func aLandscapeIsShownByTheSmallestCopyThatIsWideEnough() throws {
            var item = Self.portrait([("thumb", 640), ("medium", 1280), ("orig", 2100)])
            item.sizes = item.sizes.map { name, raster in
                let size = PixelSize(width: raster.size.height, height: raster.size.width)
                return (name, Self.original.resized(to: size))
            }
            let library = try TestLibrary([item])
            let geometry = TerminalGeometry(columns: 110, rows: 30)
            let viewer = try Viewer(["PIA12235", "--api", library.address], geometry: geometry)
            viewer.waitForText("%")
            _ = viewer.waitForQuiet()
            #expect(!Self.fetched(from: library).contains("orig"))
            #expect(Self.fetched(from: library).last == "medium")
            try viewer.quit()
        }

        /// An original that is listed but missing: the server has a file for each size of an ID.
        private static let lost = "-lost~orig"

        @Test(arguments: ["gif", "tif"])
        func theLargestCopyStandsForAnOriginalThatIsNotThere(ending: String) throws {
            var item = Self.portrait([("thumb", 640), ("medium", 1280)])
            item.recordings = ["\(Self.lost).\(ending)"]
            let library = try TestLibrary([item])
            let geometry = TerminalGeometry(columns: 120, rows: 36)
            let viewer = try Viewer(["PIA12235", "--api", library.address], geometry: geometry)
            viewer.waitForText("%")
            viewer.press("z")
            viewer.waitForText("[original not found, showing: medium]")
            try viewer.waitForFacts { $0.percent >= 100 && $0.photo == "853x1280" }
            try viewer.quit()
        }

        /// A position needs the original, which is requested before anything is open.
        @Test func aPlaceOfAnOriginalThatIsNotThereIsNoErrorPage() throws {
            var item = Self.portrait([("thumb", 640)])
            item.recordings = ["\(Self.lost).gif"]
            let library = try TestLibrary([item])
            let geometry = TerminalGeometry(columns: 120, rows: 36)
            let viewer = try Viewer(
                ["PIA12235#200,300", "--api", library.address], geometry: geometry)
            try viewer.waitForFacts { $0.photo == "426x640" }
            viewer.waitForText("[original not found, showing: thumb]")
            try viewer.quit()
        }

        @Test func aCopyIsPrintedOfAnOriginalThatIsNotThere() throws {
            var item = Self.portrait([("large", 1920)])
            item.recordings = ["\(Self.lost).gif"]
            let library = try TestLibrary([item])
            let print = { (photo: String) in
                try ProgramRun(
                    ProgramStart(
                        try BuiltProgram.viewer.path(),
                        [
                            "--print", photo, "--api", library.address, "--protocol", "sixel",
                            "--size", "400x400px",
                        ]))
            }
            let whole = try print("PIA12235")
            #expect(whole.status == .code(0) && !whole.output.isEmpty, "\(whole.errors)")
            // A position is in the original's pixels.
            let part = try print("PIA12235#200,300")
            #expect(part.status == .code(3) && part.output.isEmpty)
        }
    }
}
