import Fuzzing
import Imaging
import PhotoCodec

/// A JPEG 2000, whole or tile by tile.
enum JPEG2000Target: FuzzTarget {
    static let name = "jpeg2000"

    static func take(_ bytes: [UInt8]) throws {
        guard bytes.starts(with: [0xFF, 0x4F]) || bytes.starts(with: [0, 0, 0, 12]) else { return }
        let isTiled = bytes.count % 4 == 0
        let means = DecodingOptions(
            wholePixels: isTiled ? 0 : 1 << 20, tileBytes: 20_000, tileSide: 32,
            spillFolder: "/tmp/nasa-view-spill", indexStore: nil)
        let reduction = [Reduction.none, .half, .sixteenth][bytes.count % 3]
        _ = try DecodedWhole.raster(bytes, within: means, reducedBy: reduction)
    }
}
