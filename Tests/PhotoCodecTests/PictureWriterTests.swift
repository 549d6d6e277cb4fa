import Foundation
import Imaging
import PhotoCodec
import TestSupport
import Testing

struct JPEGWriterTests {
    private static func pixels(_ size: PixelSize, _ layout: PixelLayout) -> [UInt8] {
        let sky = Raster.sky(width: size.width, height: size.height).pixels
        return stride(from: 0, to: sky.count, by: Raster.bytesPerPixel).flatMap {
            sky[$0..<$0 + layout.bytesPerPixel]
        }
    }

    private static func write(
        _ pixels: [UInt8], _ format: JPEGFormat, rowsPerStrip: Int, to path: String
    ) throws {
        let encoder = JPEGStripEncoder(format: format)
        let bytesPerStrip = rowsPerStrip * format.size.width * format.layout.bytesPerPixel
        var writer = try JPEGWriter(path: path, format: format, rowsPerStrip: rowsPerStrip)
        for start in stride(from: 0, to: pixels.count, by: bytesPerStrip) {
            let end = min(pixels.count, start + bytesPerStrip)
            try writer.append(encoder.strip(of: Array(pixels[start..<end])))
        }
        try writer.finish()
    }

    @Test(arguments: [
        (150, 333, 16, PixelLayout.rgb), (150, 320, 32, .rgb), (161, 200, 48, .rgb),
        (16, 1000, 16, .rgb), (1, 40, 16, .rgb), (150, 333, 8, .gray), (77, 160, 24, .gray),
    ])
    func stripsGiveTheSamePixelsAsOneWholePicture(
        width: Int, height: Int, rowsPerStrip: Int, layout: PixelLayout
    ) throws {
        let size = PixelSize(width: width, height: height)
        let format = JPEGFormat(size: size, layout: layout, quality: 88)
        let pixels = Self.pixels(size, layout)
        let strips = try ScratchFile(name: "strips.jpg"), whole = try ScratchFile(name: "whole.jpg")
        try Self.write(pixels, format, rowsPerStrip: rowsPerStrip, to: strips.path)
        try Self.write(
            pixels, format, rowsPerStrip: format.rowsPerStrip(near: height), to: whole.path)
        let picture = try Opening.photo(strips.url).whole()
        #expect(try picture == Opening.photo(whole.url).whole())
        #expect(picture.size == size)
    }

    @Test(arguments: [
        (width: 65500, wanted: 4, rows: 16), (width: 65500, wanted: 100_000, rows: 256),
        (width: 1600, wanted: 160, rows: 160), (width: 1, wanted: 10_000_000, rows: 1_048_560),
    ])
    func stripsAreWholeRowsOfBlocksWithinTheRestartInterval(width: Int, wanted: Int, rows: Int) {
        let size = PixelSize(width: width, height: 65500)
        let format = JPEGFormat(size: size, layout: .rgb, quality: 90)
        #expect(format.rowsPerStrip(near: wanted) == rows)
    }
}

struct PNGWriterTests {
    @Test(arguments: [PixelLayout.gray, .rgb, .rgba])
    func everySampleComesBack(layout: PixelLayout) throws {
        let size = PixelSize(width: 61, height: 40)
        let rowBytes = size.width * layout.bytesPerPixel
        let pixels = (0..<(rowBytes * size.height)).map {
            UInt8(truncatingIfNeeded: $0 &* 37 &+ $0 / 251)
        }
        let file = try ScratchFile(name: "picture.png")
        var writer = try PNGWriter(path: file.path, size: size, layout: layout)
        try writer.append(Array(pixels[..<(rowBytes * 7)]))
        try writer.append(Array(pixels[(rowBytes * 7)...]))
        let byteCount = try writer.finish()
        #expect(try file.contents().count == byteCount)
        let raster = try Opening.photo(file.url).whole()
        #expect(raster.size == size)
        #expect(raster.pixels == Self.widened(pixels, layout))
    }

    private static func widened(_ pixels: [UInt8], _ layout: PixelLayout) -> [UInt8] {
        switch layout {
        case .gray: pixels.flatMap { [$0, $0, $0, 255] }
        case .rgb:
            stride(from: 0, to: pixels.count, by: 3).flatMap { pixels[$0..<($0 + 3)] + [255] }
        case .rgba: pixels
        }
    }
}

struct OutputFileTests {
    @Test func aPlaceThatIsNoFolderIsToldAtOnce() throws {
        let file = try ScratchFile()
        let path = file.path + "/picture.png"
        #expect(throws: WritingFailure.cannotOpen(path: path, errorNumber: ENOTDIR)) {
            try PNGWriter(path: path, size: PixelSize(width: 1, height: 1), layout: .gray).giveUp()
        }
    }

    // Through a link, so that a mistake in the tested code removes no device.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "no full device"))
    func aFullDiskIsToldAndADeviceIsNotRemoved() throws {
        let file = try ScratchFile()
        let path = file.url.deletingLastPathComponent().appending(path: "full").path
        try FileManager.default.createSymbolicLink(
            atPath: path, withDestinationPath: "/dev/full")
        #expect(throws: WritingFailure.cannotWrite(path: path, errorNumber: ENOSPC)) {
            var file = try OutputFile(creating: path)
            try file.write([1, 2, 3])
            try file.finish()
        }
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test func aFileThatIsGivenUpIsRemoved() throws {
        let file = try ScratchFile()
        let path = file.url.deletingLastPathComponent().appending(path: "given-up").path
        try PNGWriter(path: path, size: PixelSize(width: 9, height: 9), layout: .gray).giveUp()
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}

extension PNGWriter {
    /// Discards an unfinished picture.
    fileprivate consuming func giveUp() {}
}
