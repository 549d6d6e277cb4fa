import Fuzzing
import Imaging
import PhotoCodec

/// A JPEG decoded whole.
enum JPEGTarget: FuzzTarget {
    static let name = "jpeg"

    static func take(_ bytes: [UInt8]) throws {
        guard bytes.starts(with: [0xFF, 0xD8]) else { return }
        let means = DecodingOptions(spillFolder: nil, indexStore: nil)
        // libjpeg uses different code at each scale: one per try keeps the tries quick.
        let reduction = [Reduction.none, .half, .eighth][bytes.count % 3]
        let raster = try DecodedWhole.raster(bytes, within: means, reducedBy: reduction)
        try expect(raster?.isOpaque != false, "a JPEG with holes")
    }
}
