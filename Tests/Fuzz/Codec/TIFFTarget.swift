import Fuzzing
import Imaging
import PhotoCodec

/// A TIFF decoded whole, or made tile by tile.
enum TIFFTarget: FuzzTarget {
    static let name = "tiff"

    static func take(_ bytes: [UInt8]) throws {
        guard bytes.starts(with: [0x49, 0x49]) || bytes.starts(with: [0x4D, 0x4D]) else { return }
        let isTiled = bytes.count % 4 == 0
        let means = DecodingOptions(
            wholePixels: isTiled ? 0 : 1 << 20, tileBytes: 20_000, tileSide: 32,
            spillFolder: "/tmp/nasa-view-spill", indexStore: nil)
        let reduction = [Reduction.none, .half, .sixteenth][bytes.count % 3]
        _ = try DecodedWhole.raster(bytes, within: means, reducedBy: reduction)
    }
}
