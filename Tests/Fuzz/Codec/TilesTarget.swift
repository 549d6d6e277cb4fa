import Fuzzing
import Imaging
import PhotoCodec

/// A JPEG decoded tile by tile: its bit index, its tiles, its scans transcoded into one.
enum TilesTarget: FuzzTarget {
    static let name = "tiles"

    static func take(_ bytes: [UInt8]) throws {
        guard bytes.starts(with: [0xFF, 0xD8]) else { return }
        let means = DecodingOptions(
            wholePixels: 0, tileBytes: 20_000, tileSide: 32, spillFolder: nil, indexStore: nil)
        let reduction = [Reduction.none, .quarter, .sixteenth][bytes.count % 3]
        let raster = try DecodedWhole.raster(bytes, within: means, reducedBy: reduction)
        try expect(raster?.isOpaque != false, "a JPEG with holes")
    }
}
