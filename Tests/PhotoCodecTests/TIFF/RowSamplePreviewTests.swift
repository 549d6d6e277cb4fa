import Imaging
import TestSupport
import Testing

@testable import PhotoCodec

/// The visible part of a large picture before it is read.
@Suite struct RowSamplePreviewTests {
    private static let size = PixelSize(width: 700, height: 900)

    private static func pyramid(_ file: [UInt8]) throws -> PicturePyramid {
        let bytes = PhotoBytes(file)
        return try PicturePyramid(TIFFDirectories(bytes).pages[0], in: bytes)
    }

    private static func firstPreview(_ pyramid: PicturePyramid) throws -> Raster {
        let firstPreview = try #require(
            RowSamplePreview(of: pyramid.main, orientation: pyramid.orientation))
        let level = MipLevel(size: pyramid.size.reduced(by: .thirtySecond))
        try firstPreview.write(to: level) { true }
        return try level.raster(of: PixelRect(level.size), isOpaque: false)
    }

    struct Kind: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let writer: TIFFWriter

        init(_ name: String, _ change: (inout TIFFWriter) -> Void = { _ in }) {
            var writer = TIFFWriter(
                size: RowSamplePreviewTests.size, tile: PixelSize(width: 128, height: 256))
            change(&writer)
            testDescription = name
            self.writer = writer
        }

        /// A slope from black at the top to a level of 225 at the bottom, in groups of four rows.
        var slope: [UInt8] {
            writer.file { _, y, _ in UInt64(y / 4) * (writer.bits == 16 ? 257 : 1) }
        }
    }

    @Test(arguments: [
        Kind("tiles that are not packed"), Kind("PackBits") { $0.isPacked = true },
        Kind("planes") { $0.isPlanar = true }, Kind("16 bits") { $0.bits = 16 },
        Kind("upside down") { $0.orientation = 4 }, Kind("turned") { $0.orientation = 6 },
        Kind("rows that are not packed") { $0.tile = nil },
    ])
    func aSlopeIsSketchedAsASlope(kind: Kind) throws {
        let pyramid = try Self.pyramid(kind.slope)
        let raster = try Self.firstPreview(pyramid)
        let boxes = BoxMean(
            of: Self.size, reducedBy: .thirtySecond, orientation: pyramid.orientation,
            isOpaque: true)
        for row in 0..<raster.size.height {
            let rows = boxes.rows(of: row)
            let middle = (rows.lowerBound + rows.upperBound) / 2
            // Below the last tiles' first rows nothing is known.
            let known = kind.writer.tile == nil ? middle : min(middle, 768)
            for column in [0, raster.size.width - 1] {
                let pixel = raster.pixel(column, row)
                #expect(abs(pixel[1] - known / 4) <= 2 && pixel[3] == 255, "row \(row): \(pixel)")
            }
        }
    }

    /// The rows below are white, and do not show.
    @Test func onlyTheFirstRowsOfATileAreUnpacked() throws {
        let kind = Kind("PackBits") { $0.isPacked = true }
        let file = kind.writer.file { _, y, _ in y % 256 < 4 ? 90 : 255 }
        let raster = try Self.firstPreview(Self.pyramid(file))
        #expect(raster.pixel(3, 3) == [90, 90, 90, 255] && raster.pixel(21, 28)[0] == 90)
    }

    @Test func aDamagedTileLeavesTheOthers() throws {
        var writer = Kind("PackBits") { $0.isPacked = true }.writer
        // A row of 128 grays is three runs of 128 bytes.
        let tile = Array(repeating: [UInt8](arrayLiteral: 129, 90), count: 3 * 256).flatMap(\.self)
        writer.blocks = Array(repeating: tile, count: 24)
        #expect(
            try Self.firstPreview(Self.pyramid(writer.file { _, _, _ in 0 })).pixel(0, 0)[0] == 90)
        writer.blocks?[0] = [129]
        let broken = try Self.firstPreview(Self.pyramid(writer.file { _, _, _ in 0 }))
        #expect(broken.pixel(0, 0)[3] < 255 && broken.pixel(10, 10) == [90, 90, 90, 255])
    }

    @Test(arguments: [
        Kind("low tiles") { $0.tile = PixelSize(width: 64, height: 64) },
        Kind("packed strips") {
            $0.tile = nil
            $0.isPacked = true
        },
    ])
    func whatCostsAsMuchAsAllOfItIsNotSketched(kind: Kind) throws {
        let pyramid = try Self.pyramid(kind.slope)
        #expect(RowSamplePreview(of: pyramid.main, orientation: pyramid.orientation) == nil)
    }
}
