import Foundation
import Imaging
import TestSupport
import Testing

@testable import PhotoCodec

/// Limits of memory and disk, at their boundaries.
@Suite struct LimitsTests {
    /// A picture that is never decoded: only its division counts.
    private struct Cut: RegionPicture {
        let size: PixelSize
        var block: PixelSize
        var isTiled = false
        var access = RegionAccess.plain
        var unpackingBytes = 0
        let hasAlpha = false

        func decode(
            _ area: PixelRect, into target: PixelBlock, at place: PixelPoint,
            note: (Damage) -> Void
        ) throws(DecodingFailure) -> Bool { true }
    }

    private static let pictures: [Cut] = [
        Cut(size: "16777216x100", block: "16777216x100"),
        Cut(size: "1000000x2000", block: "1000000x2000"),
        Cut(size: "20000x20000", block: "20000x20000"),
        Cut(size: "1000000x2000", block: "1000000x16", access: .blocks, unpackingBytes: 128 << 20),
        Cut(size: "16777216x100", block: "16777216x1", access: .blocks),
        Cut(size: "60000x30000", block: "4096x4096", isTiled: true, access: .blocks),
        Cut(size: "60000x30000", block: "4100x4092", isTiled: true, access: .blocks),
        Cut(size: "60000x30000", block: "512x512", isTiled: true, access: .blocks),
        Cut(size: "64x16777216", block: "1x16777216", isTiled: true, access: .blocks),
        Cut(size: "16777216x64", block: "16777216x1", isTiled: true, access: .blocks),
        Cut(
            size: "60000x30000", block: "4096x4096", isTiled: true, access: .blocks,
            unpackingBytes: 200 << 20),
    ]

    /// Independent of the picture's width and the number of cores.
    @Test(arguments: pictures.indices, [1, 2, 16, 64, 256])
    func thePiecesOfAScanTakeBoundedMemory(number: Int, cores: Int) {
        let picture = Self.pictures[number]
        let scan = PictureScan(picture, orientation: .asStored)
        let each = scan.pieceBytes + picture.unpackingBytes
        let count = scan.piecesAtOnce(cores: cores)
        #expect((1...cores).contains(count))
        #expect(scan.pieceBytes <= DecodingLimits.scanBytes / 2)
        #expect(count == 1 || count * each <= DecodingLimits.scanBytes)
        // If there is memory, no core is idle.
        #expect(count == cores || (count + 1) * each > DecodingLimits.scanBytes)
    }

    /// Rows of a wide picture are held for each core.
    @Test(arguments: [1, 16, 256])
    func theRowsOfASketchTakeBoundedMemory(cores: Int) throws {
        let picture = Cut(size: "16777216x100", block: "16777216x100")
        let firstPreview = try #require(RowSamplePreview(of: picture, orientation: .asStored))
        let rowBytes = picture.size.width * Raster.bytesPerPixel
        #expect(
            firstPreview.bandsAtOnce(cores: cores)
                == min(cores, DecodingLimits.scanBytes / rowBytes))
    }

    /// Returns a file of zeros that takes no space on the disk.
    private static func sparse(_ size: PixelSize) throws -> ScratchFile {
        let writer = FITSWriter(bits: 8, axes: [size.width, size.height])
        let file = try ScratchFile(writer.header, name: "wide.fits")
        let handle = try FileHandle(forWritingTo: file.url)
        try handle.truncate(atOffset: UInt64(writer.header.count + size.width * size.height))
        try handle.close()
        return file
    }

    /// The pieces of a wide picture are adjacent: all of its pixels are read.
    @Test func aWidePictureIsScannedWhole() throws {
        let size = PixelSize(width: 300_007, height: 70)
        let file = try Self.sparse(size)
        let picture = try ImageDecoder.open(
            PhotoBytes.open(path: file.path), within: Opening.means)
        #expect(picture.size == size)
        for reduction in [Reduction.none, .half, .thirtySecond] {
            let raster = try picture.whole(reducedBy: reduction)
            #expect(raster.isOpaque && raster.hasFullAlpha)
        }
        #expect(picture.status.damage == nil)
    }

    /// For any tiles, one or many, no call decodes more than `jpeg2000Pixels`.
    @Test(
        arguments: [
            ("20000x20000", "20000x20000", true), ("40000x20000", "20000x20000", false),
            ("16777216x100", "16777216x100", true), ("16777216x100", "8388608x1", false),
            ("100x16777216", "1x8388608", false), ("4096x4096", "1024x1024", false),
            ("2896x2896", "2896x2896", true), ("8388608x4", "8388608x1", false),
        ] as [(PixelSize, PixelSize, Bool)])
    func noCallOfOpenJPEGIsLarge(size: PixelSize, tile: PixelSize, isOnly: Bool) {
        let block = JPEG2000Picture.block(of: size, tile: tile, isOnly: isOnly)
        #expect(!block.isEmpty && block.width <= size.width && block.height <= size.height)
        #expect(block.width * block.height <= DecodingLimits.jpeg2000Pixels)
        #expect(
            block.height == size.height || block.height % 32 == 0 || block.height % tile.height == 0
        )
    }

    /// Small tiles are decoded together, and one as large as the limit in one call.
    @Test func aCallIsNoSmallerThanItMustBe() {
        let small = JPEG2000Picture.block(of: "4096x4096", tile: "100x100", isOnly: false)
        #expect(small == "500x500")
        let edge = JPEG2000Picture.block(of: "4096x2048", tile: "4096x2048", isOnly: true)
        #expect(edge == "4096x2048")
        let beyond = JPEG2000Picture.block(of: "4096x2049", tile: "4096x2049", isOnly: true)
        #expect(beyond == "4096x2048")
    }

    @Test(arguments: [
        (reserving: 100, expecting: 100, free: 100, true), (101, 1, 100, false),
        (100, 101, 100, false), (1, 1, 0, false), (0, 0, 0, true),
        // A file never exceeds what a process may write.
        (DecodingLimits.spillBytes + 1, 1, DecodingLimits.spillBytes, true),
        (DecodingLimits.spillBytes, 1, DecodingLimits.spillBytes - 1, false),
        (1, DecodingLimits.spillBytes + 1, .max / 2, false),
    ])
    func aSpillFileLeavesRoomHoweverLargeItBecomes(
        reserving: Int, expecting: Int, free: Int, hasRoom: Bool
    ) {
        let free = free + DecodingLimits.bytesLeftFree
        #expect(
            SpillDirectory.hasRoom(reserving: reserving, expecting: expecting, free: free)
                == hasRoom)
    }

    /// More than this machine's addresses: nothing is allocated before it is needed.
    @Test func aLevelWithoutMemoryFailsWhenItIsWritten() throws {
        let side = 1 << 24
        let level = MipLevel(size: PixelSize(width: side, height: side))
        let corner = PixelRect(x: 0, y: 0, width: 2, height: 2)
        #expect(try level.raster(of: corner, isOpaque: false).pixels.allSatisfy { $0 == 0 })
        let row = [UInt8](repeating: 7, count: 8)
        #expect(throws: DecodingFailure.outOfMemory) {
            try row.withUnsafeBytes { try level.write($0, fromRow: 0) }
        }
    }

    @Test func aLevelHasWhatWasWrittenAndZeros() throws {
        let level = MipLevel(size: "2x3")
        let row = (1...8).map { UInt8($0) }
        try row.withUnsafeBytes { try level.write($0, fromRow: 1) }
        let raster = try level.raster(of: PixelRect(level.size), isOpaque: false)
        #expect(
            raster.pixels == [UInt8](repeating: 0, count: 8) + row + [UInt8](repeating: 0, count: 8)
        )
    }

    /// A disk may report only at the end that it is full: half a picture is worse than none.
    @Test(arguments: [(ENOSPC, false), (0, true)])
    func aFileThatCannotBeClosedIsRemoved(number: Int32, stays: Bool) throws {
        let scratch = try ScratchFile(name: "picture")
        let path = scratch.path + "-new"
        defer { try? FileManager.default.removeItem(atPath: path) }
        func write() throws(WritingFailure) {
            var file = try OutputFile(creating: path, isNew: true) { _ in number }
            try file.write([1, 2, 3])
            try file.finish()
        }
        if stays {
            try write()
        } else {
            #expect(throws: WritingFailure.cannotWrite(path: path, errorNumber: number)) {
                try write()
            }
        }
        #expect(FileManager.default.fileExists(atPath: path) == stays)
    }
}
