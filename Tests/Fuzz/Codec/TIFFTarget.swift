import Fuzzing
import Imaging

@testable import PhotoCodec

/// A TIFF decoded whole, or made tile by tile; its first page and its last.
enum TIFFTarget: FuzzTarget {
    static let name = "tiff"

    static func take(_ bytes: [UInt8]) throws {
        guard bytes.starts(with: [0x49, 0x49]) || bytes.starts(with: [0x4D, 0x4D]) else { return }
        guard isCheap(bytes) || bytes.count % 16 == 0 else { return }
        let isTiled = bytes.count % 4 == 0
        let means = DecodingOptions(
            wholePixels: isTiled ? 0 : 1 << 20, tileBytes: 20_000, tileSide: 32,
            spillFolder: "/tmp/nasa-view-spill", indexStore: nil)
        let reduction = [Reduction.none, .half, .sixteenth][bytes.count % 3]
        _ = try DecodedWhole.raster(bytes, within: means, reducedBy: reduction)
    }

    /// Measurements are sampled when they are opened, up to 16 million of them: one such file costs as
    /// much as a hundred others, and a fuzzer makes thousands.
    private static func isCheap(_ bytes: [UInt8]) -> Bool {
        guard let page = (try? TIFFDirectories(PhotoBytes(bytes)))?.pages.first else { return true }
        return page.size.area.map { $0 <= DecodedWhole.pixelLimit } ?? true
    }
}
