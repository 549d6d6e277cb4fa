import Fuzzing
import Imaging

@testable import PhotoCodec

/// A binary PNM or PFM, whole or in tiles.
enum PNMTarget: FuzzTarget {
    static let name = "pnm"

    static func take(_ bytes: [UInt8]) throws {
        guard bytes.first == UInt8(ascii: "P") else { return }
        guard isCheap(bytes) || bytes.count % 256 == 0 else { return }
        let options = DecodingOptions(
            wholePixels: bytes.count % 2 == 0 ? 0 : 1 << 20, tileBytes: 20_000, tileSide: 32,
            spillFolder: nil, indexStore: nil)
        let reduction = [Reduction.none, .half, .sixteenth][bytes.count % 3]
        _ = try DecodedWhole.raster(bytes, within: options, reducedBy: reduction)
    }

    /// Measurements are sampled when the file is opened, however few of them it has: a head that
    /// claims millions costs as much as hundreds of others.
    private static func isCheap(_ bytes: [UInt8]) -> Bool {
        guard let header = try? PNMHeader(PhotoBytes(bytes)) else { return true }
        return header.size.area.map { $0 <= DecodedWhole.pixelLimit } ?? false
    }
}
