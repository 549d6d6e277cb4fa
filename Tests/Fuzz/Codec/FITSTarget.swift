import Fuzzing
import Imaging
import PhotoCodec

/// A FITS file: its cards, and one of its planes.
enum FITSTarget: FuzzTarget {
    static let name = "fits"

    static func take(_ bytes: [UInt8]) throws {
        // The rest of a block is blank, because most tries are shorter than one.
        let file =
            Array("SIMPLE  =".utf8) + bytes
            + Array(repeating: 0x20, count: (2880 - (bytes.count + 9) % 2880) % 2880)
        _ = ExifFacts.read(PhotoBytes(file))
        let isTiled = bytes.count % 2 == 0
        let means = DecodingOptions(
            wholePixels: isTiled ? 0 : 1 << 20, tileBytes: 20_000, tileSide: 32,
            spillFolder: nil, indexStore: nil)
        let reduction = [Reduction.none, .half, .sixteenth][bytes.count % 3]
        _ = try DecodedWhole.raster(file, within: means, reducedBy: reduction)
    }
}
