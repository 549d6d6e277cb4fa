import Foundation
import Imaging
import PhotoCodec
import TestSupport
import Testing

extension WholeProgram {
    /// Files of several pages in the built program: `<` and `>` step through them.
    @Suite struct GoingThroughAFile {
        private static let screen = TerminalGeometry(columns: 80, rows: 24).pictureArea
        private static let size = PixelSize(width: 320, height: 184)

        /// A bright disc at a different position on each page.
        private static let pages = (0..<3).map { number in
            Raster(size) { x, y in
                let (right, down) = (x - 80 - 80 * number, y - 92)
                let shade: UInt8 = right * right + down * down < 1600 ? 230 : 40
                return (shade, shade, shade)
            }
        }

        /// The same as a cube of bytes, all of which zscale shows: 2880 bytes of cards, rows from
        /// below.
        private static var cube: [UInt8] {
            let cards = [
                "SIMPLE  =                    T", "BITPIX  =                    8",
                "NAXIS   =                    3", "NAXIS1  =                  320",
                "NAXIS2  =                  184", "NAXIS3  =                    3", "END",
            ]
            let header = cards.flatMap { card in
                Array(card.utf8) + Array(repeating: 0x20, count: 80 - card.utf8.count)
            }
            let numbers = pages.flatMap { page in
                (0..<184).flatMap { row in
                    (0..<320).map { page.pixels[((183 - row) * 320 + $0) * 4] }
                }
            }
            return header + Array(repeating: 0x20, count: 2880 - header.count) + numbers
        }

        private static func shown(_ page: Int, blackToWhite: Bool) -> [Raster] {
            let raster = Raster(size) { x, y in
                let shade = pages[page].pixels[(y * 320 + x) * 4]
                let seen: UInt8 = blackToWhite ? (shade > 100 ? 255 : 0) : shade
                return (seen, seen, seen)
            }
            return ExpectedView.fitted(raster, screen: screen)
        }

        @Test(arguments: ["pages.tif", "cube.fits"])
        func keysShowOnePictureAfterTheOther(name: String) throws {
            let isTIFF = name == "pages.tif"
            let folder = try PictureFolder()
            try folder.write(
                isTIFF ? TIFFWriter.file(Self.pages.map { TIFFWriter.picture($0) }) : Self.cube,
                as: name)
            let viewer = try Viewer([folder.path + "/" + name])
            try viewer.waitForFacts { _ in true }
            for (key, number) in [("", 1), (">", 2), (">", 3), (">", 1), ("<", 3), ("2<", 1)] {
                viewer.press(key)
                viewer.waitForText("picture \(number)/3")
                viewer.expectPicture(Self.shown(number - 1, blackToWhite: !isTIFF))
            }
            try viewer.quit()
        }

        /// Pages of three sizes: wide, high, and smaller than the screen.
        private static let mixed = [(1200, 600), (900, 1500), (300, 200)].map { width, height in
            Raster(PixelSize(width: width, height: height)) { x, y in
                // Grays that a palette contains exactly; wider squares towards the right.
                let square = x < width / 3 ? 30 : 60
                let shade: UInt8 = (x / square + y / square) % 2 == 0 ? 200 : y < 300 ? 40 : 90
                return (shade, shade, shade)
            }
        }

        @Test func eachPageIsSeenAtItsOwnSize() throws {
            let folder = try PictureFolder()
            try folder.write(
                TIFFWriter.file(Self.mixed.map { TIFFWriter.picture($0) }), as: "mixed.tif")
            let file = folder.path + "/mixed.tif"
            let viewer = try Viewer([file])
            try viewer.waitForFacts { _ in true }
            for (key, number) in [("", 1), (">", 2), (">", 3), (">", 1), ("2<", 2)] {
                viewer.press(key)
                viewer.waitForText("picture \(number)/3")
                let page = Self.mixed[number - 1]
                viewer.waitForText("\(page.size.width)x\(page.size.height)")
                viewer.expectPicture(ExpectedView.fitted(page, screen: Self.screen))
            }
            // The centre of the original stays the centre.
            viewer.press("z")
            viewer.expectPicture(
                ExpectedView.originalCentre(of: Self.mixed[1], screen: Self.screen))
            viewer.press("<")
            viewer.expectPicture(
                ExpectedView.originalCentre(of: Self.mixed[0], screen: Self.screen))
            try viewer.quit()
        }

        /// In the 8 bits shown without levels, the second page has four shades; as wide as the
        /// screen, it gets no intermediate ones.
        @Test func levelsOfAPageAreMadeOfItsOwnBits() throws {
            let dark = TIFFWriter(size: Self.screen, bits: 16, samples: 1, photometric: 1)
            let folder = try PictureFolder()
            let bytes = TIFFWriter.file([
                TIFFWriter.picture(Self.pages[0]), (dark, { x, _, _ in UInt64(x) }),
            ])
            try folder.write(bytes, as: "16.tif")
            let viewer = try Viewer([folder.path + "/16.tif"])
            try viewer.waitForFacts { _ in true }
            viewer.press(">t")
            viewer.waitForText("picture 2/2")
            let shades = { Set(viewer.snapshot.pictures.pixels).count }
            #expect(viewer.program.wait { shades() > 60 }, "\(shades()) shades")
            try viewer.quit()
        }

        @Test func aLinkNamesAPage() throws {
            let folder = try PictureFolder()
            try folder.write(
                TIFFWriter.file(Self.mixed.map { TIFFWriter.picture($0) }), as: "mixed.tif")
            let photo = folder.path + "/mixed.tif#page=2&xywh=100,900,60,50"
            let area = PixelRect(x: 100, y: 900, width: 60, height: 50)
            let program = try BuiltProgram.viewer.path()
            let file = folder.path + "/part.png"
            let crop = try ProgramRun(ProgramStart(program, ["crop", photo, "--to", file]))
            #expect(crop.status == .code(0), "\(crop.errors)")
            let part = try ImageDecoder.open(PhotoBytes.open(path: file)).pixels(
                of: PixelRect(area.size), reducedBy: .none)
            #expect(part.raster == Self.mixed[1].cropped(to: area))
            let options = ["--protocol", "sixel", "--size", "60x50px"]
            let print = try ProgramRun(ProgramStart(program, ["--print", photo] + options))
            #expect(print.status == .code(0), "\(print.errors)")
            let sixel = try #require(print.output.split(separator: 0x0A).first)
            let seen = try SixelReader(Array(sixel)).raster
            #expect(seen.size == area.size)
            #expect(RasterDifference(seen, Self.mixed[1].cropped(to: area)).mean < 4)
        }
    }
}
