import Foundation
import Imaging
import TestSupport
import Testing

@testable import PhotoCodec

/// Files of the chart by other programs: avifenc and cjxl.
@Suite struct CodedColourFileTests {
    private static let files: [(name: String, kind: FileKind, tolerance: Double)] = [
        ("chart-p3.avif", .photo(.heif), 3), ("chart-pq.avif", .photo(.heif), 3),
        ("chart-hlg.avif", .photo(.heif), 3),
        ("chart-p3.jxl", .photo(.jpegXL), 1), ("chart-pq.jxl", .photo(.jpegXL), 3),
        ("chart-hlg.jxl", .photo(.jpegXL), 1.1),
        // Only the coded data states P3, and the range of gray.
        ("chart-p3.heic", .photo(.heif), 3),
        // Cyan, magenta and yellow in three channels, black in a fourth.
        ("chart-inks.jxl", .photo(.jpegXL), 1),
    ]

    private static func hasLibrary(for kind: FileKind) -> Bool {
        kind == .photo(.heif)
            ? !CodecLibrary.heif.version.isEmpty : !CodecLibrary.jxl.version.isEmpty
    }

    @Test(arguments: files)
    func isShownByItsCodePoints(
        file: (name: String, kind: FileKind, tolerance: Double)
    ) throws {
        guard Self.hasLibrary(for: file.kind) else { return print("skipped: no library") }
        let photo = try Opening.fixture(file.name)
        let raster = try photo.whole()
        #expect(raster.size == ColourChart.size && raster.isOpaque)
        #expect(ColourChart.worst(raster) <= file.tolerance)
        #expect(try photo.whole(reducedBy: .eighth).pixel(5, 0)[3] == 255)
    }

    /// Any code points in the box of an AVIF: sRGB's leave its pixels alone.
    @Test(arguments: [
        ([1, 13], true), ([2, 2], true), ([0, 255], true), ([12, 13], false), ([9, 16], false),
    ])
    func codePointsOfAnAVIF(points: [UInt8], areSRGB: Bool) throws {
        guard Self.hasLibrary(for: .photo(.heif)) else { return print("skipped: no library") }
        let place = Folders.photos.appending(path: "ramp.avif")
        var bytes = [UInt8](try Data(contentsOf: place))
        let mark = Array("colrnclx".utf8)
        let start = try #require(
            bytes.indices.first { bytes[$0...].starts(with: mark) })
        (bytes[start + 9], bytes[start + 11]) = (points[0], points[1])
        let plain = try Opening.fixture("ramp.avif").whole()
        let photo = try ImageDecoder.open(PhotoBytes(bytes), within: Opening.means)
        #expect(try (photo.whole() == plain) == areSRGB)
    }

    /// Sixteen grays from black to white, of which libheif 1.15 gives 16 to 235.
    @Test(arguments: ["gray-narrow-8.avif", "gray-narrow-10.avif", "gray-narrow.heic"])
    func grayOfNarrowRangeIsStretched(name: String) throws {
        guard Self.hasLibrary(for: .photo(.heif)) else { return print("skipped: no library") }
        let raster = try Opening.fixture(name).whole()
        for step in 0..<16 {
            let gray = step * 17
            let pixel = raster.pixel(step * 4 + 2, 8)
            #expect(areNear(pixel, [gray, gray, gray, 255], within: 2), "\(step)")
        }
    }

    /// A file without the box `nclx` is shown by the sequence header of its coded data.
    @Test(arguments: [
        "chart-p3.avif", "chart-pq.avif", "chart-hlg.avif", "gray-narrow-8.avif",
        "gray-narrow-10.avif",
    ])
    func codedDataSaysTheSameAsTheBox(name: String) throws {
        guard Self.hasLibrary(for: .photo(.heif)) else { return print("skipped: no library") }
        let bytes = try Self.bytesWithoutBox(name)
        let photo = try ImageDecoder.open(PhotoBytes(bytes), within: Opening.means)
        #expect(try photo.whole() == Opening.fixture(name).whole())
    }

    /// The range of gray counts below a profile too.
    @Test func grayOfNarrowRangeWithAProfileIsStretched() throws {
        guard Self.hasLibrary(for: .photo(.heif)) else { return print("skipped: no library") }
        let raster = try Opening.fixture("gray-narrow-profile.avif").whole()
        #expect(areNear(raster.pixel(2, 8), [0, 0, 0, 255], within: 1))
        // 2.2 as the power of light, seen through sRGB's curve.
        #expect(areNear(raster.pixel(30, 8), [119, 119, 119, 255], within: 3))
        #expect(areNear(raster.pixel(62, 8), [255, 255, 255, 255], within: 1))
    }

    /// Damaged headers say nothing, and end nothing.
    @Test(arguments: 0..<24) func cutSequenceHeadersAreIgnored(count: Int) {
        let sequence: [UInt8] = [0x12, 0, 0x0A, 0x0A, 0x18, 0x15, 0x7F, 0xFF, 0xFF, 0xFF]
        _ = SequenceColours.read(av1: Array(sequence.prefix(count)))
        #expect(SequenceColours.read(av1: Array(repeating: 0xFF, count: count)) == nil)
        let box = [UInt8](repeating: 0xFF, count: count) + [0x21, 0, 1, 0, 9]
        box.withUnsafeBytes {
            let reader = ByteReader(bytes: $0)
            #expect(SequenceColours.read(hevcConfiguration: reader) == nil)
        }
    }

    private static func bytesWithoutBox(_ name: String) throws -> [UInt8] {
        let place = Folders.photos.appending(path: name)
        var bytes = [UInt8](try Data(contentsOf: place))
        let mark = Array("colrnclx".utf8)
        let start = try #require(bytes.indices.first { bytes[$0...].starts(with: mark) })
        bytes.replaceSubrange(start..<start + 4, with: "free".utf8)
        return bytes
    }

    /// The left half has an alpha of 128: it is divided by it once.
    @Test(arguments: [
        ("chart-premultiplied.avif", CodecLibrary.heif),
        ("chart-premultiplied.jp2", CodecLibrary.openJPEG),
    ])
    func premultipliedColoursAreDividedOnce(name: String, library: CodecLibrary) throws {
        guard !library.version.isEmpty else { return print("skipped: no library") }
        let raster = try Opening.fixture(name).whole()
        #expect(!raster.isOpaque)
        #expect(raster.pixel(4, 4)[3] == 128 && raster.pixel(40, 4)[3] == 255)
        #expect(ColourChart.worst(raster) <= 4)
    }

    /// Straight colours come back from ones that were multiplied, but for what the bits lost.
    @Test(arguments: [1, 2, 64, 128, 254, 255])
    func associatedAlphaIsDivided(alpha: Int) {
        let colours = [0, 40, 128, 200, 255]
        var pixels = colours.flatMap { colour -> [UInt8] in
            let share = UInt8((colour * alpha + 127) / 255)
            return [share, share, share, UInt8(alpha)]
        }
        var deep = colours.flatMap { colour -> [UInt8] in
            let number = (colour * 257 * alpha + 127) / 255
            return (0..<3).flatMap { _ in [UInt8(number >> 8), UInt8(number & 255)] }
                + [UInt8(alpha), UInt8(alpha)]
        }
        pixels.withUnsafeMutableBufferPointer {
            if let first = $0.baseAddress { AssociatedAlpha.divide(first, count: colours.count) }
        }
        deep.withUnsafeMutableBytes {
            if let first = $0.baseAddress {
                AssociatedAlpha.divideDeep(first, count: colours.count)
            }
        }
        for (place, colour) in colours.enumerated() {
            #expect(abs(Int(pixels[place * 4]) - colour) <= 128 / alpha + 1)
            #expect(abs(Int(deep[place * 8]) - colour) <= 1)
        }
    }

    @Test func ofNoAlphaNothingIsLeft() {
        var pixels: [UInt8] = [9, 9, 9, 0]
        pixels.withUnsafeMutableBufferPointer {
            if let first = $0.baseAddress { AssociatedAlpha.divide(first, count: 1) }
        }
        #expect(pixels == [9, 9, 9, 0])
    }
}
