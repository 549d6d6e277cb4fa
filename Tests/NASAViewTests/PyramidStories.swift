import Foundation
import Imaging
import PhotoCodec
import TestSupport
import Testing

extension WholeProgram {
    /// Pictures that a server has cut into tiles.
    @Suite struct PyramidStories {
        private static let screen = TerminalGeometry(columns: 80, rows: 24).pictureArea
        private static let addresses = [
            "/pyramid/deepzoom.dzi", "/pyramid/zoomify/ImageProperties.xml",
            "/pyramid/iiif2/info.json", "/pyramid/iiif3/info.json",
        ]

        private func library(_ options: [String] = []) throws -> TestLibrary {
            try TestLibrary(
                [], options: ["--pyramid", try TestPictures.largeMosaic.path()] + options)
        }

        private func viewer(_ words: [String], at library: TestLibrary) throws -> Viewer {
            try Viewer(["--api", library.address] + words)
        }

        @Test(arguments: addresses)
        func lookLikeTheOneFile(path: String) throws {
            let library = try library()
            let photo = TestPictures.largeMosaic.raster
            let viewer = try viewer([library.address + path], at: library)
            let facts = try viewer.waitForFacts { $0.percent < 100 }
            #expect(facts.photo == photo.size)
            viewer.expectPicture(ExpectedView.fitted(photo, screen: Self.screen), under: 12)
            viewer.press("z")
            try viewer.waitForFacts { $0.percent == 100 && $0.region == "centre" }
            viewer.expectPicture(ExpectedView.originalCentre(of: photo, screen: Self.screen))
            try viewer.quit()
        }

        /// Every third request fails: the gaps are filled when their tiles are retried.
        @Test func areCompletedWhenTilesFail() throws {
            let library = try library()
            let photo = TestPictures.largeMosaic.raster
            // The description is loaded before anything fails.
            let own = CleanEnvironment.ownPlace()
            let first = try Viewer(
                ["--api", library.address, library.address + Self.addresses[3]], place: own)
            try first.waitForFacts { $0.percent < 100 }
            try first.quit()
            library.stop()
            let failing = try TestLibrary(
                [], port: library.port,
                options: ["--pyramid", try TestPictures.largeMosaic.path(), "--fail", "1/3"])
            let second = try Viewer(
                ["--api", failing.address, failing.address + Self.addresses[3]], place: own)
            try second.waitForFacts { $0.percent < 100 }
            second.press("z")
            try second.waitForFacts { $0.percent == 100 }
            second.expectPicture(ExpectedView.originalCentre(of: photo, screen: Self.screen))
            try second.quit()
        }

        @Test func theEarthHasADayBeforeAndADayAfter() throws {
            let library = try library()
            let viewer = try viewer(["earth", "2026-10-02"], at: library)
            viewer.waitForText("Earth")
            let days = [("", "2"), ("<", "1"), (">>", "3")]
            for (keys, day) in days {
                viewer.press(keys)
                viewer.waitForText("\(day) Oct 2026")
                let isAsked = viewer.program.wait {
                    library.requests.contains { $0.contains("2026-10-0\(day)") }
                }
                #expect(isAsked, "\(day) Oct")
            }
            try viewer.quit()
            // GIBS and the stand-in put the row before the column, below the set of 250 m.
            #expect(library.requests.contains { $0.hasSuffix("/2026-10-02/250m/0/0/1.jpg") })
        }

        @Test(arguments: [
            ("mars", "Mars_Viking_MDIM21_ClrMosaic_global_232m"),
            ("moon", "LRO_WAC_Mosaic_Global_303ppd_v02"),
        ])
        func otherWorlds(word: String, product: String) throws {
            let library = try library()
            let viewer = try viewer([word], at: library)
            try viewer.waitForFacts { $0.photo == "65536x32768" }
            #expect(viewer.page.contains(word == "mars" ? "Mars" : "Moon"))
            try viewer.quit()
            #expect(library.requests.contains { $0.contains(product) })
        }

        @Test(arguments: ["earth 1999-01-01", "earth 2026-02-31", "earth:x"])
        func daysWithoutAMapAreRefused(words: String) throws {
            let words = words.split(separator: " ").map(String.init)
            let run = try ProgramRun(ProgramStart(try BuiltProgram.viewer.path(), words))
            #expect(run.status == .code(2))
            #expect(run.errors.contains(words.last?.split(separator: ":").last ?? ""))
        }

        @Test(arguments: addresses)
        func areSavedPixelByPixel(path: String) throws {
            let library = try library()
            let folder = try ScratchFile()
            let run = try ProgramRun(
                ProgramStart(
                    try BuiltProgram.viewer.path(),
                    [
                        "crop", "--api", library.address,
                        library.address + path + "#xywh=200,100,700,500", "--to",
                        folder.path + ".png",
                    ]))
            #expect(run.status == .code(0), "\(run.errors)")
            let part = try ImageDecoder.open(try PhotoBytes.open(path: folder.path + ".png"))
                .pixels(
                    of: PixelRect(x: 0, y: 0, width: 700, height: 500), reducedBy: .none)
            let area = PixelRect(x: 200, y: 100, width: 700, height: 500)
            #expect(part.raster == TestPictures.largeMosaic.raster.cropped(to: area))
        }

        @Test func aPartThatIsNotFinishedIsRemovedAtTheEnd() throws {
            let library = try library(["--slow", "20"])
            let viewer = try viewer(["mars#xywh=0,0,12000,12000"], at: library)
            viewer.waitForText("Mars")
            viewer.press("e")
            viewer.waitForText("Saving this region")
            try viewer.quit()
            #expect(!Self.hasUnfinishedFile)
        }

        private static var hasUnfinishedFile: Bool {
            let manager = FileManager.default
            let names = try? manager.contentsOfDirectory(atPath: manager.currentDirectoryPath)
            return names?.contains { $0.hasPrefix("mars_") } ?? false
        }

        /// The whole Moon would be 32,768 requests.
        @Test func noWholeWorldIsSaved() throws {
            let library = try library()
            let run = try ProgramRun(
                ProgramStart(
                    try BuiltProgram.viewer.path(), ["crop", "--api", library.address, "moon"]))
            #expect(run.status == .code(1))
            #expect(run.errors.contains("At most 256 megapixels"), "\(run.errors)")
            let viewer = try viewer(["moon"], at: library)
            viewer.waitForText("Moon")
            viewer.press("e")
            viewer.waitForText("At most 256 megapixels")
            try viewer.quit()
            #expect(library.requests.allSatisfy { !$0.contains("/7/") })
        }

        /// The map has a scale, so the ruler measures kilometres.
        @Test func theRulerMeasuresTheGround() throws {
            let library = try library()
            let viewer = try viewer(["earth", "2026-10-02"], at: library)
            viewer.waitForText("Earth")
            viewer.press("Iu")
            viewer.press(String(repeating: "\u{1B}[1;2C", count: 2))
            viewer.waitForText(" km")
            try viewer.quit()
        }
    }
}
