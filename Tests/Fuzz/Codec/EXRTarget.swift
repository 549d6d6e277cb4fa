import Fuzzing
import Imaging
import PhotoCodec

/// An OpenEXR: its attributes, and one of its pages, if OpenEXRCore is installed.
enum EXRTarget: FuzzTarget {
    static let name = "exr"

    static func take(_ bytes: [UInt8]) throws {
        guard bytes.starts(with: [0x76, 0x2F, 0x31, 0x01]) else { return }
        _ = ExifFacts.read(PhotoBytes(bytes))
        let options = DecodingOptions(
            wholePixels: bytes.count % 2 == 0 ? 0 : 1 << 20, tileBytes: 20_000, tileSide: 32,
            spillFolder: nil, indexStore: nil)
        let reduction = [Reduction.none, .half, .sixteenth][bytes.count % 3]
        _ = try DecodedWhole.raster(bytes, within: options, reducedBy: reduction)
    }
}
