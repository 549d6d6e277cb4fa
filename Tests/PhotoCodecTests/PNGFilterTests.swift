import Imaging
import TestSupport
import Testing

@testable import PhotoCodec

/// Rows without their filters equal libpng's.
@Suite struct PNGFilterTests {
    /// A kind of PNG: the bits of a number, and the colour type of its header.
    struct Kind: CustomTestStringConvertible, Sendable {
        let bits: Int
        let colourType: Int

        var bitsPerPixel: Int { bits * [1, 0, 3, 1, 2, 0, 4][colourType] }
        var testDescription: String { "\(bits) bits, colour type \(colourType)" }
    }

    static let kinds = [
        Kind(bits: 1, colourType: 0), Kind(bits: 2, colourType: 0), Kind(bits: 4, colourType: 0),
        Kind(bits: 8, colourType: 0), Kind(bits: 16, colourType: 0), Kind(bits: 8, colourType: 2),
        Kind(bits: 16, colourType: 2), Kind(bits: 8, colourType: 3), Kind(bits: 8, colourType: 4),
        Kind(bits: 16, colourType: 4), Kind(bits: 8, colourType: 6), Kind(bits: 16, colourType: 6),
    ]

    @Test("rows of random bytes under random filters equal libpng's", arguments: kinds)
    func randomRowsEqualLibpngs(kind: Kind) throws {
        var random = SeededNumbers(seed: UInt64(kind.bits * 10 + kind.colourType))
        for width in Array(1...40) + [255, 800] {
            let size = PixelSize(width: width, height: 24)
            let rowBytes = (width * kind.bitsPerPixel + 7) / 8
            let lines = (0..<size.height).flatMap { row in
                // Each filter in the first row once in a while, all of them after each other.
                [UInt8((row + width) % 5)] + Self.row(rowBytes, &random)
            }
            let file = PlainPNG.bytes(
                ofLines: lines, size, bits: kind.bits, colourType: kind.colourType)
            let alone = try PNGRowsRead.of(file, beside: false)
            #expect(alone?.isWhole == true)
            #expect(try PNGRowsRead.of(file, beside: true) == alone, "\(width) pixels wide")
        }
    }

    /// Noise, or few values far apart, among which ties are frequent.
    private static func row(_ count: Int, _ random: inout SeededNumbers) -> [UInt8] {
        let isFlat = Bool.random(using: &random)
        return (0..<count).map { _ in
            let byte = UInt8.random(in: 0...255, using: &random)
            return isFlat ? byte % 4 &* 85 : byte
        }
    }

    @Test("each prediction of three neighbours is the specification's")
    func everyPredictionIsTheSpecifications() {
        // The first pixel has no left neighbour: two pixels, and the second is looked at.
        for up in stride(from: 0, through: 255, by: 3) {
            for left in stride(from: 0, through: 255, by: 5) {
                for corner in stride(from: 0, through: 255, by: 1) {
                    let expected = Self.nearest(left, up, corner)
                    let found = Self.second(left: left, up: up, corner: corner)
                    if found.contains(where: { $0 != expected }) {
                        Issue.record("left \(left), up \(up), corner \(corner): \(found)")
                        return
                    }
                }
            }
        }
    }

    /// The specification's words (9.4): the nearest of the three, in this order.
    private static func nearest(_ left: Int, _ up: Int, _ corner: Int) -> UInt8 {
        let prediction = left + up - corner
        let three = [left, up, corner]
        let smallest = three.map { abs(prediction - $0) }.min()
        return UInt8(three.first { abs(prediction - $0) == smallest } ?? 0)
    }

    /// The bytes of a second pixel of one byte, and of four, whose differences are 0.
    private static func second(left: Int, up: Int, corner: Int) -> [UInt8] {
        [1, 4].flatMap { pixelBytes in
            let room = 2 * pixelBytes + PNGFilter.slackBytes
            // The first pixel's prediction is the corner.
            var filtered = [UInt8](repeating: 0, count: room)
            var above = filtered
            for channel in 0..<pixelBytes {
                filtered[channel] = UInt8(truncatingIfNeeded: left - corner)
                above[channel] = UInt8(corner)
                above[pixelBytes + channel] = UInt8(up)
            }
            var row = [UInt8](repeating: 1, count: room)
            PNGFilter.paeth.reconstruct(
                &filtered, 2 * pixelBytes, pixelBytes: pixelBytes, below: &above, into: &row)
            return row[pixelBytes..<2 * pixelBytes]
        }
    }
}

/// A PNG reader's result: its rows, and whether an error ended them early.
struct PNGRowsRead: Equatable {
    var pixels: [UInt8] = []
    var count = 0
    var isWhole = false

    /// Reads at most 200,000 pixels of a picture that is not interlaced; `nil` for others.
    ///
    /// `beside`: another thread inflates, and the rows come from `PNGScanlines`.
    static func of(_ bytes: [UInt8], beside: Bool) throws -> PNGRowsRead? {
        let file = PhotoBytes(bytes)
        return try file.withUnsafeBytes { source in
            var reader = beside ? try PNGReader.inflating(file, source) : try PNGReader(source)
            let size = reader.layout.size
            guard !reader.layout.isInterlaced, size.width * size.height < 200_000 else {
                return nil
            }
            try reader.beginRows()
            var rows = PNGRowsRead()
            let target = UnsafeMutableBufferPointer<UInt8>.allocate(
                capacity: size.width * size.height * Raster.bytesPerPixel)
            defer { target.deallocate() }
            rows.count = reader.readRows(size.height, into: target)
            rows.isWhole = rows.count == size.height && reader.failureAfterLastRow == nil
            rows.pixels = Array(target[..<(rows.count * size.width * Raster.bytesPerPixel)])
            if !rows.isWhole { _ = reader.failure }
            return rows
        }
    }
}
