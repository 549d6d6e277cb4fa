import Imaging
import PictureComparing
import TerminalProtocols
import TestSupport
import Testing

/// The metrics and decoders of `workbench compare`.
struct ComparingTests {
    @Test
    func sixelsAreReadAsTheStrictReaderReadsThem() throws {
        let photo = Raster(PixelSize(width: 50, height: 40)) { x, y in
            (UInt8(x * 5), UInt8(y * 6), UInt8((x * y) % 256))
        }
        var bytes: [UInt8] = []
        SixelEncoder(palette: PaletteBuilder(registers: 64).palette(of: photo))
            .encode(Frame(raster: photo, anchor: .origin, quality: .atRest), into: &bytes)
        #expect(try PrintedPicture.sixel(bytes) == SixelReader(bytes).raster)
    }

    @Test(arguments: [
        "", "\u{1B}Pq", "\u{1B}Pq\"1;1;99999;99999#1!999999999~", "\u{1B}P#;;~",
        "\u{1B}Pq\"1;1;99999;99999#1;2;9;9;9!999999999~-~\u{1B}\\",
    ])
    func brokenSixelsAreNoPictureOrASmallOne(text: String) {
        let raster = PrintedPicture.sixel(Array(text.utf8))
        #expect((raster?.size.width ?? 0) <= 16_384)
    }

    @Test
    func cellsAreEightBySixteenPixels() throws {
        let text = "\u{1B}[38;2;10;20;30;48;2;40;50;60m\u{2580}\u{1B}[0m\u{1B}[48;5;21m \n"
        let box = CellSize(columns: 2, rows: 1)
        let raster = try #require(PrintedPicture.cells(Array(text.utf8), around: box))
        #expect(raster.size == PixelSize(width: 16, height: 16))
        #expect(raster.pixels[..<3] == [10, 20, 30])
        #expect(raster.pixels[(16 * 8) * 4..<(16 * 8) * 4 + 3] == [40, 50, 60])
        #expect(raster.pixels[(16 * 8 + 8) * 4..<(16 * 8 + 8) * 4 + 3] == [0, 0, 255])
    }

    /// Pairs and results of Sharma, Wu and Dalal, "The CIEDE2000 color-difference formula", table 1.
    @Test(arguments: [
        ([50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425),
        ([50, 2.5, 0], [50, 0, -2.5], 4.3065),
        ([50, 2.49, -0.001], [50, -2.49, 0.0011], 7.2195),
        ([60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644),
        ([22.7233, 20.0904, -46.694], [23.0331, 14.973, -42.5619], 2.0373),
        ([2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514], 0.9082),
    ])
    func colourDifferencesAreThoseOfTheBook(
        first: [Double], second: [Double], difference: Double
    ) {
        let colours = [first, second].map { LabColour(lightness: $0[0], a: $0[1], b: $0[2]) }
        #expect(abs(colours[0].difference(from: colours[1]) - difference) < 0.0001)
    }

    @Test
    func aPictureIsLikeItselfAndLessLikeACoarserOne() {
        let photo = Raster(PixelSize(width: 64, height: 48)) { x, y in
            (UInt8(x * 4), UInt8(y * 5), UInt8(x + y))
        }
        let coarse = Raster(photo.size) { x, y in
            (UInt8(x / 8 * 32), UInt8(y / 8 * 40), UInt8((x + y) / 8 * 8))
        }
        let (same, other) = (
            QualityMetrics(of: photo, to: photo), QualityMetrics(of: coarse, to: photo)
        )
        #expect(same.signalToNoise == 99 && same.difference == 0 && same.bands == 0)
        #expect(abs(same.similarity - 1) < 0.000_01)
        #expect(other.signalToNoise < 40 && other.similarity < 0.99 && other.difference > 0.5)
    }
}
