import Fuzzing
import Imaging
import PhotoCodec

/// A PNG with correct checksums, without which few tries would get beyond them.
enum PNGTarget: FuzzTarget {
    static let name = "png"

    static func take(_ bytes: [UInt8]) throws {
        guard bytes.starts(with: [0x89, 0x50]) else { return }
        let file = PNGChecksums.mended(bytes)
        try PNGBeside.read(file)
        let isTiled = bytes.count % 2 == 0
        let means = DecodingOptions(
            wholePixels: isTiled ? 0 : 1 << 20, tileBytes: 20_000, tileSide: 32,
            spillFolder: "/tmp/nasa-view-spill", indexStore: nil)
        _ = try DecodedWhole.raster(file, within: means, reducedBy: isTiled ? .half : .none)
    }
}
