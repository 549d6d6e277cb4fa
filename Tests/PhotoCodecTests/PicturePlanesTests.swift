import Foundation
import Imaging
import TestSupport
import Testing

@testable import PhotoCodec

/// Planes of luma and chroma against the formulas of ITU-T H.273, computed in `Double`.
@Suite struct PicturePlanesTests {
    /// The number of columns and rows that a sample of chroma covers.
    struct Sampling: Sendable {
        let across, down: Int
    }

    private static let samplings = [(1, 1), (2, 1), (2, 2), (1, 2)].map {
        Sampling(across: $0.0, down: $0.1)
    }
    private static let sizes = [(1, 1), (1, 4), (3, 5), (2, 2), (17, 9), (40, 6)].map {
        PixelSize(width: $0.0, height: $0.1)
    }
    /// The matrices and their shares of red and blue in luma.
    private static let shares = [
        1: (0.2126, 0.0722), 2: (0.299, 0.114), 5: (0.299, 0.114), 6: (0.299, 0.114),
        9: (0.2627, 0.0593),
    ]

    @Test(arguments: samplings, sizes)
    func pixelsAreThoseOfTheFormula(sampling: Sampling, size: PixelSize) throws {
        var numbers = SeededNumbers(seed: 7)
        let chroma = PixelSize(
            width: (size.width + sampling.across - 1) / sampling.across,
            height: (size.height + sampling.down - 1) / sampling.down)
        for (matrix, shares) in Self.shares.sorted(by: { $0.key < $1.key }) {
            for isNarrow in [false, true] {
                let planes = [size, chroma, chroma].map { Samples(of: $0, &numbers) }
                let conversion = try #require(YCbCrMatrix(matrix: matrix, isNarrow: isNarrow))
                let picture = try #require(
                    PicturePlanes(
                        planes.map(\.plane), alpha: nil, as: .yCbCr(conversion), of: size))
                for y in 0..<size.height {
                    let row = Self.row(y, of: picture, size)
                    for x in 0..<size.width {
                        let wanted = Self.colour(
                            luma: Double(planes[0].bytes[y * size.width + x]),
                            blue: planes[1].value(x, y, sampling),
                            red: planes[2].value(x, y, sampling), shares, isNarrow)
                        #expect(
                            (0..<3).allSatisfy { abs(Double(row[x * 4 + $0]) - wanted[$0]) < 0.52 },
                            "\(matrix) at \(x),\(y)")
                        #expect(row[x * 4 + 3] == 255)
                    }
                }
            }
        }
    }

    @Test func graysAndColoursAreCopiedWithTheirAlpha() throws {
        let size = PixelSize(width: 5, height: 3)
        var numbers = SeededNumbers(seed: 9)
        let planes = (0..<4).map { _ in Samples(of: size, &numbers) }
        let colours = try #require(
            PicturePlanes(
                planes.prefix(3).map(\.plane), alpha: planes[3].plane, as: .rgb, of: size))
        let grays = try #require(
            PicturePlanes([planes[0].plane], alpha: nil, as: .gray, of: size))
        for y in 0..<size.height {
            let (row, grayRow) = (Self.row(y, of: colours, size), Self.row(y, of: grays, size))
            for x in 0..<size.width {
                let samples = planes.map { $0.bytes[y * size.width + x] }
                #expect(Array(row[x * 4..<x * 4 + 4]) == samples)
                let gray = samples[0]
                #expect(Array(grayRow[x * 4..<x * 4 + 4]) == [gray, gray, gray, 255])
            }
        }
    }

    /// A decoder that lies about a plane would make the conversion read beyond it.
    @Test func planesThatDoNotFitThePictureAreRefused() throws {
        let size = PixelSize(width: 5, height: 3)
        let matrix = try #require(YCbCrMatrix(matrix: 1, isNarrow: false))
        let planes = { (chroma: PixelSize, alpha: PixelSize?, rowBytes: Int?, bits: Int) in
            var numbers = SeededNumbers(seed: 1)
            let large = Samples(of: PixelSize(width: 64, height: 64), &numbers)
            let plane = { (size: PixelSize) in
                PicturePlanes.Plane(
                    samples: UnsafePointer(large.memory), size: size,
                    rowBytes: rowBytes ?? size.width, bits: bits)
            }
            return PicturePlanes(
                [size, chroma, chroma].map(plane), alpha: alpha.map(plane), as: .yCbCr(matrix),
                of: size)
        }
        let half = PixelSize(width: 3, height: 2)
        #expect(planes(half, nil, nil, 8) != nil)
        #expect(planes(half, size, nil, 8) != nil)
        #expect(planes(PixelSize(width: 2, height: 2), nil, nil, 8) == nil)
        #expect(planes(PixelSize(width: 3, height: 1), nil, nil, 8) == nil)
        #expect(planes(PixelSize(width: 0, height: 0), nil, nil, 8) == nil)
        #expect(planes(half, half, nil, 8) == nil)
        #expect(planes(half, nil, 4, 8) == nil)
        #expect(planes(half, nil, -5, 8) == nil)
        #expect(planes(half, nil, nil, 10) == nil)
        #expect(YCbCrMatrix(matrix: 0, isNarrow: false) == nil)
    }

    private static func row(_ y: Int, of picture: PicturePlanes, _ size: PixelSize) -> [UInt8] {
        var row = [UInt8](repeating: 7, count: size.width * 4)
        row.withUnsafeMutableBufferPointer { row in
            if let first = row.baseAddress { picture.write(y, to: first) }
        }
        return row
    }

    private static func colour(
        luma: Double, blue: Double, red: Double, _ shares: (red: Double, blue: Double),
        _ isNarrow: Bool
    ) -> [Double] {
        let gray = isNarrow ? (luma - 16) * 255 / 219 : luma
        let scale = isNarrow ? 255.0 / 224 : 1
        let redPart = 2 * (1 - shares.red) * (red - 128) * scale
        let bluePart = 2 * (1 - shares.blue) * (blue - 128) * scale
        let green =
            gray - (shares.red * redPart + shares.blue * bluePart)
            / (1 - shares.red - shares.blue)
        return [gray + redPart, green, gray + bluePart].map { min(max($0, 0), 255) }
    }
}

/// Reductions of HEICs and AVIFs, which are made of the decoded planes and not of the whole picture.
@Suite(.enabled(if: !CodecLibrary.heif.version.isEmpty)) struct HEIFReductionTests {
    @Test(arguments: [
        "ramp.avif", "ramp.heic", "chart-premultiplied.avif", "gray-narrow-profile.avif",
        "gray-narrow-10.avif", "chart-pq.avif", "chart-p3.heic",
    ])
    func aReductionIsTheMeanOfTheWholePicture(name: String) throws {
        // Without the file's conversion, which applies after the reduction.
        let file = try HEIFFile.picture(
            PhotoBytes.open(path: Folders.photos.appending(path: name).path))
        let whole = try file.decode(reducedBy: .none).raster
        for reduction in [Reduction.half, .quarter, .thirtySecond] {
            let reduced = try file.decode(reducedBy: reduction).raster
            #expect(reduced == whole.means(over: reduction))
        }
    }
}

/// Pictures that are decoded without libheif.
@Suite(.enabled(if: !CodecLibrary.heif.version.isEmpty)) struct CodedPictureTests {
    private static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: Folders.photos.appending(path: name)))
    }

    private static func isFound(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { CodedPicture($0, of: nil) != nil }
    }

    @Test(arguments: ["ramp.avif", "ramp.heic", "gray-narrow-8.avif"])
    func aPlainPictureIsDecodedByItself(name: String) throws {
        let bytes = try Self.bytes(name)
        let isFound = Self.isFound(bytes)
        #expect(isFound)
        // Some of the data are missing, which libheif reports. Metadata can follow the data.
        let isFoundInPart = Self.isFound(Array(bytes.dropLast(200)))
        #expect(!isFoundInPart)
        // Another property can change the picture.
        for property in ["ispe", "pixi"] {
            var changed = bytes
            let mark = Array(property.utf8)
            let start = try #require(bytes.indices.first { bytes[$0...].starts(with: mark) })
            changed.replaceSubrange(start..<start + 4, with: "imir".utf8)
            let isFoundWithAnother = Self.isFound(changed)
            #expect(!isFoundWithAnother)
        }
    }

    /// Two neighbours share a sample of chroma; libheif 1.15 gives both the same blue minus red.
    @Test(arguments: ["ramp.avif", "ramp.heic"])
    func chromaIsInterpolated(name: String) throws {
        let raster = try Opening.fixture(name).whole()
        let hue = { (x: Int) in raster.pixel(x, 21)[2] - raster.pixel(x, 21)[0] }
        let differing = (10..<40).count { hue($0 * 2) != hue($0 * 2 + 1) }
        #expect(differing > 15)
    }
}

/// Random samples of a plane.
private final class Samples {
    let size: PixelSize
    let memory: UnsafeMutablePointer<UInt8>

    init(of size: PixelSize, _ numbers: inout SeededNumbers) {
        self.size = size
        memory = .allocate(capacity: size.width * size.height)
        for index in 0..<size.width * size.height { memory[index] = UInt8(numbers.next() & 255) }
    }

    deinit { memory.deallocate() }

    var bytes: UnsafePointer<UInt8> { UnsafePointer(memory) }

    var plane: PicturePlanes.Plane {
        PicturePlanes.Plane(samples: bytes, size: size, rowBytes: size.width, bits: 8)
    }

    /// Returns the value at a pixel, interpolated between samples in the middle of their pixels.
    func value(_ x: Int, _ y: Int, _ sampling: PicturePlanesTests.Sampling) -> Double {
        let at = { (pixel: Int, step: Int, count: Int) -> (Int, Int, Double) in
            let place = (Double(pixel) + 0.5) / Double(step) - 0.5
            let low = Int(place.rounded(.down))
            let inside = { (index: Int) in min(max(index, 0), count - 1) }
            return (inside(low), inside(low + 1), place - Double(low))
        }
        let (left, right, h) = at(x, sampling.across, size.width)
        let (top, bottom, v) = at(y, sampling.down, size.height)
        let sample = { (x: Int, y: Int) in Double(self.bytes[y * self.size.width + x]) }
        let upper = sample(left, top) * (1 - h) + sample(right, top) * h
        let lower = sample(left, bottom) * (1 - h) + sample(right, bottom) * h
        return upper * (1 - v) + lower * v
    }
}
