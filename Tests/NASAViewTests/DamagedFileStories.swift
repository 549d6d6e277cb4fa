import Foundation
import Imaging
import TestSupport
import Testing

extension WholeProgramFaults {
    /// Files that end too early, or are damaged in the middle: the readable part is shown, with a
    /// permanent note.
    @Suite struct DamagedFiles {
        private static let note = "damaged"

        /// Fixtures, and the share of each that exists.
        private static let files: [(name: String, share: Double)] = [
            ("Photos/Tiles/420.jpg", 0.6), ("Photos/Tiles/progressive-420.jpg", 0.2),
            ("Photos/Tiles/cmyk.jpg", 0.5), ("Photos/Tiles/rgb.png", 0.5),
            ("Photos/truncated-adam7.png", 1), ("Photos/16-bit.png", 0.5),
            ("Fuzz/gif/plain.gif", 0.3), ("Fuzz/gif/still.gif", 0.7),
            ("Fuzz/apng/over.png", 0.3), ("Photos/truncated-coarse.jxl", 1),
            ("Photos/truncated-groups.jxl", 1),
        ]

        private static func start(of name: String, share: Double) throws -> [UInt8] {
            let place = BuiltProgram.package.appending(path: "Fixtures/" + name)
            let bytes = [UInt8](try Data(contentsOf: place))
            return Array(bytes.prefix(Int(Double(bytes.count) * share)))
        }

        /// The bar disappears without input, as for a user, but not that of a damaged photo.
        private func viewer(_ arguments: [String]) throws -> Viewer {
            var place = CleanEnvironment.ownPlace()
            place["NASA_VIEW_BAR"] = "auto"
            return try Viewer(arguments, place: place)
        }

        @Test(arguments: files)
        func theBarSaysSo(file: (name: String, share: Double)) throws {
            let folder = try PictureFolder()
            let name = "cut." + (file.name.split(separator: ".").last.map { String($0) } ?? "")
            try folder.write(try Self.start(of: file.name, share: file.share), as: name)
            let viewer = try viewer([folder.path + "/" + name])
            viewer.waitForText(Self.note)
            #expect(viewer.waitForQuiet().page.contains(Self.note))
            try viewer.quit()
        }

        /// The first frame is whole: the missing data comes later, but is known from the start.
        @Test(arguments: ["gif/plain.gif", "apng/over.png", "webp/lossy.webp"])
        func theBarSaysSoOfAnAnimationThatEndsTooEarly(file: String) throws {
            let folder = try PictureFolder()
            let name = "cut." + (file.split(separator: ".").last.map { String($0) } ?? "")
            try folder.write(try Self.start(of: "Fuzz/" + file, share: 0.9), as: name)
            let viewer = try viewer([folder.path + "/" + name])
            viewer.waitForText(Self.note)
            viewer.press("P")
            for _ in 0..<3 {
                viewer.press(">")
                #expect(viewer.waitForQuiet().page.contains(Self.note))
            }
            try viewer.quit()
        }

        /// Half of the rows exist, from the lowest up.
        @Test func theBarSaysSoOfAFITSFile() throws {
            let cards = [
                "SIMPLE  =                    T", "BITPIX  =                    8",
                "NAXIS   =                    2", "NAXIS1  =                  320",
                "NAXIS2  =                  184", "END",
            ]
            var bytes = cards.flatMap { card in
                Array(card.utf8) + Array(repeating: UInt8(0x20), count: 80 - card.utf8.count)
            }
            bytes += Array(repeating: UInt8(0x20), count: 2880 - bytes.count)
            bytes += (0..<(320 * 92)).map { UInt8(truncatingIfNeeded: $0) }
            let folder = try PictureFolder()
            try folder.write(bytes, as: "cut.fits")
            let viewer = try viewer([folder.path + "/cut.fits"])
            viewer.waitForText(Self.note)
            try viewer.quit()
        }

        /// More than 32 megapixels are read to the end on another thread, and decoded by tiles.
        @Test func theBarSaysSoOfALargeOne() throws {
            let folder = try PictureFolder()
            let whole = PlainPNG.blank(PixelSize(width: 8000, height: 5000))
            try folder.write(Array(whole.prefix(whole.count / 2)), as: "large.png")
            let viewer = try viewer([folder.path + "/large.png"])
            viewer.waitForText(Self.note)
            try viewer.quit()
        }

        private static let page = Raster(PixelSize(width: 300, height: 200)) { x, y in
            (UInt8(x * 255 / 299), UInt8(y), 90)
        }

        /// Pages of one strip each, one of which claims a position near the end of the file.
        private static func tiff(pages: Int, damaged: Int) -> [UInt8] {
            var bytes = TIFFWriter.file((0..<pages).map { _ in TIFFWriter.picture(page) })
            let end = bytes.count
            let place: [UInt8] = [0x11, 0x01, 4, 0, 1, 0, 0, 0]
            let entries = bytes.indices.filter { bytes[$0...].starts(with: place) }
            let wrong = UInt32(end - page.pixels.count / 4)
            withUnsafeBytes(of: wrong.littleEndian) {
                bytes.replaceSubrange(entries[damaged] + 8..<entries[damaged] + 12, with: $0)
            }
            return bytes
        }

        @Test func theBarSaysSoOfThePageThatIsDamaged() throws {
            let folder = try PictureFolder()
            try folder.write(Self.tiff(pages: 3, damaged: 1), as: "pages.tif")
            let viewer = try viewer([folder.path + "/pages.tif"])
            try viewer.waitForFacts { _ in true }
            viewer.press(">")
            viewer.waitForText("2/3")
            viewer.waitForText(Self.note)
            viewer.press(">")
            viewer.waitForText("3/3")
            #expect(!viewer.waitForQuiet().page.contains(Self.note))
            viewer.press("<")
            viewer.waitForText(Self.note)
            try viewer.quit()
        }

        @Test func theBarOfAComparisonSaysSo() throws {
            let folder = try PictureFolder()
            try folder.write(Self.tiff(pages: 1, damaged: 0), as: "bad.tif")
            try folder.write(TIFFWriter.file([TIFFWriter.picture(Self.page)]), as: "good.tif")
            let viewer = try viewer(
                ["--compare", folder.path + "/good.tif", folder.path + "/bad.tif"])
            viewer.waitForText("good.tif")
            viewer.press("\t")
            viewer.waitForText(Self.note)
            // Back to the photo alone.
            viewer.press("q")
            try viewer.waitForFacts { $0.place == "2/2" }
            try viewer.quit()
        }
    }
}
