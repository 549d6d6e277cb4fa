import Fuzzing
import Imaging

@testable import PhotoCodec

/// A TIFF decoded whole, or made tile by tile; its first page and its last.
enum TIFFTarget: FuzzTarget {
    static let name = "tiff"

    static func take(_ bytes: [UInt8]) throws {
        guard bytes.starts(with: [0x49, 0x49]) || bytes.starts(with: [0x4D, 0x4D]) else { return }
        guard isCheap(bytes) || bytes.count % 256 == 0 else { return }
        let isTiled = bytes.count % 4 == 0
        let means = DecodingOptions(
            wholePixels: isTiled ? 0 : 1 << 20, tileBytes: 20_000, tileSide: 32,
            spillFolder: "/tmp/nasa-view-spill", indexStore: nil)
        let reduction = [Reduction.none, .half, .sixteenth][bytes.count % 3]
        _ = try DecodedWhole.raster(bytes, within: means, reducedBy: reduction)
    }

    /// Larger blocks are mostly false claims: a strip of 100 MB in a picture with a few rows is
    /// unpacked whole.
    private static let blockBytes = 4 * DecodedWhole.pixelLimit

    /// Measurements are sampled when opened, up to 16 million of them, and a block is unpacked
    /// before its pixels are: one of these files costs as much as a hundred others, and a fuzzer
    /// makes thousands.
    private static func isCheap(_ bytes: [UInt8]) -> Bool {
        guard let pages = (try? TIFFDirectories(PhotoBytes(bytes)))?.pages else { return true }
        return pages.flatMap { [$0.main] + $0.copies }.allSatisfy { layout in
            let blocks = layout.blocks
            let isSmall = layout.size.area.map { $0 <= DecodedWhole.pixelLimit } ?? false
            return isSmall && blocks.blockBytes * layout.samples.planes.count <= blockBytes
        }
    }
}
