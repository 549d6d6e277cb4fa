import Foundation
import Imaging
import PhotoCodec
import TestSupport
import Testing

extension WholeProgramCommands {
    /// Regions of photos as files, links to them, and a pixel's samples in the file.
    @Suite struct Parts {
        private static let mosaic = TestPictures.largeMosaic

        private func run(_ arguments: [String]) throws -> ProgramRun {
            try ProgramRun(ProgramStart(try BuiltProgram.viewer.path(), arguments))
        }

        @Test(arguments: [
            (["--area", "500,300,40,30"], ""), ([], "#xywh=500,300,40,30"), ([], "#520,315,5000"),
        ])
        func aPartOfAPhotoIsSaved(options: [String], place: String) throws {
            let folder = CleanEnvironment.home.appending(path: UUID().uuidString)
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let file = folder.appending(path: "part.png")
            let photo = try Self.mosaic.path() + place
            let area = PixelRect(x: 500, y: 300, width: 40, height: 30)
            let run = try run(["crop", photo, "--to", file.path] + options)
            guard place != "#520,315,5000" else {
                // A link without a size uses the photo's.
                #expect(run.status == .code(0))
                return
            }
            #expect(run.status == .code(0) && run.text == file.path + "\n", "\(run.errors)")
            let bytes = try PhotoBytes.open(path: file.path)
            let part = try ImageDecoder.open(bytes).pixels(
                of: PixelRect(area.size), reducedBy: .none
            ).raster
            #expect(part == Self.mosaic.raster.cropped(to: area))
            let again = try self.run(["crop", photo, "--to", file.path] + options)
            #expect(again.text == folder.appending(path: "part-1.png").path + "\n")
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(!names.contains { $0.hasSuffix(".part") })
        }

        /// A density of 10 across and 20 down, without a unit: each pixel is twice as wide as high.
        @Test(arguments: [(nil, "12x4" as PixelSize), ("square", "6x4"), ("file", "12x4")])
        func pixelsAreShapedByTheSetting(word: String?, size: PixelSize) throws {
            let folder = CleanEnvironment.home.appending(path: UUID().uuidString)
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let pixels = [UInt8](repeating: 255, count: 96)
            var bytes = PlainPNG.bytes(of: Raster(size: "6x4", pixels: pixels, isOpaque: true))
            let density = PlainPNG.word(10) + PlainPNG.word(20) + [0]
            bytes.insert(contentsOf: PlainPNG.chunk("pHYs", density), at: 33)
            let (photo, part) = (
                folder.appending(path: "wide.png"), folder.appending(path: "part.png")
            )
            try Data(bytes).write(to: photo)
            var start = ProgramStart(
                try BuiltProgram.viewer.path(), ["crop", photo.path, "--to", part.path])
            start.environment["NASA_VIEW_PIXEL_SHAPE"] = word
            let run = try ProgramRun(start)
            #expect(run.status == .code(0), "\(run.errors)")
            #expect(try ImageDecoder.open(PhotoBytes.open(path: part.path)).size == size)
        }

        @Test(
            arguments: [
                (["--area", "1,2,3"], 2, "--area"), (["--area", "0,0,0,9"], 2, "--area"),
                (["--area", "1090,0,20,10"], 1, "is not within"), (["--to", "x.gif"], 2, "--to"),
                (["--to", "/dev/null/x.png"], 1, "No folder named /dev/null"),
            ] as [([String], Int32, String)])
        func whatCannotBeSavedIsSaid(options: [String], status: Int32, words: String) throws {
            let run = try run(["crop", try Self.mosaic.path()] + options)
            #expect(run.status == .code(status))
            #expect(run.errors.contains(words), "\(run.errors)")
        }

        @Test(arguments: [
            ("#xywh=1,2", "is not a valid position"), ("#1,2,0", "is not a valid position"),
            ("#xywh=-1,0,99999999999999999999,1", "is not a valid position"),
            ("#page=0", "does not start with the number of a page"),
            ("#bands=1,2", "does not name three bands"),
            ("#radec=13:29", "is not a position in the sky"),
            ("#radec=25:00:00,0", "has an invalid right ascension"),
            ("#page=2&radec=1,-91", "has an invalid declination"),
            ("#latlon=91,0", "has an invalid latitude"),
            ("#latlon=0,361", "has an invalid longitude"),
        ])
        func aHostileLinkGetsASentence(place: String, words: String) throws {
            let run = try run(["--print", try Self.mosaic.path() + place])
            #expect(run.status == .code(2))
            #expect(run.errors.contains("\"\(place)\" \(words)"), "\(run.errors)")
        }

        @Test(arguments: [
            ("north", "is not a position in the sky or on the ground"),
            ("400 0", "is not a position in the sky or on the ground"),
            ("radec=25:00:00,10", "has an invalid right ascension"),
            ("latlon=-95,0", "has an invalid latitude"),
        ])
        func aHostilePlaceGetsASentence(place: String, words: String) throws {
            let run = try run(["--print", try Self.mosaic.path(), "--at", place])
            #expect(run.status == .code(2))
            #expect(run.errors.contains("\"\(place)\" \(words)"), "\(run.errors)")
        }

        @Test func aLinkOpensThePartItNames() throws {
            let viewer = try Viewer([try Self.mosaic.path() + "#0,0"])
            try viewer.waitForFacts { $0.percent == 100 && $0.region == "top left" }
            let screen = TerminalGeometry(columns: 80, rows: 24).pictureArea
            viewer.expectPicture([Self.mosaic.raster.cropped(to: PixelRect(screen))])
            try viewer.quit()
        }

        @Test func aPixelSaysWhatTheFileHas() throws {
            let viewer = try Viewer([try Self.mosaic.path() + "#0,0"])
            try viewer.waitForFacts { $0.percent == 100 }
            viewer.press("I")
            let colour = { (x: Int, y: Int) in
                let start = (y * 1100 + x) * 4
                return Self.mosaic.raster.pixels[start..<(start + 3)].map { "\($0)" }
                    .joined(separator: " ")
            }
            let screen = TerminalGeometry(columns: 80, rows: 24).pictureArea
            let (x, y) = (screen.width / 2, screen.height / 2)
            viewer.waitForText("x \(x) y \(y) \(colour(x, y))")
            viewer.press("u10lL")
            viewer.waitForText("x \(x + 20) y \(y) \(colour(x + 20, y))")
            viewer.waitForText("Δ 20 px 0°")
            viewer.press("\u{1B}")
            try viewer.waitForFacts { $0.percent == 100 }
            try viewer.quit()
        }

        @Test func aBookmarkIsListedAndOpened() throws {
            let viewer = try Viewer([try Self.mosaic.path()])
            try viewer.waitForFacts { $0.percent < 100 }
            viewer.press("zG")
            try viewer.waitForFacts { $0.percent == 100 && $0.region == "bottom" }
            viewer.press("brim\r")
            viewer.waitForText("★ View kept")
            viewer.press("z'")
            viewer.waitForText("Kept views")
            viewer.waitForText("rim")
            viewer.press("\r")
            try viewer.waitForFacts { $0.percent == 100 && $0.region == "bottom" }
            // To the list, and to the photo under it.
            viewer.press("qq")
            viewer.waitForText("mosaic.png")
            try viewer.quit()
        }
    }
}
