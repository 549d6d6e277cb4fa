import Fuzzing
import Imaging
import PhotoCodec

/// A picture of a planetary archive: its label, and one of its bands.
enum PlanetaryTarget: FuzzTarget {
    static let name = "planetary"

    private static let starts = ["PDS_VERSION_ID", "LBLSIZE=", "Object = IsisCube"]

    static func take(_ bytes: [UInt8]) throws {
        guard starts.contains(where: { bytes.starts(with: $0.utf8) }) else { return }
        _ = ExifFacts.read(PhotoBytes(bytes))
        let options = DecodingOptions(
            wholePixels: bytes.count % 2 == 0 ? 0 : 1 << 20, tileBytes: 20_000, tileSide: 32,
            spillFolder: nil, indexStore: nil)
        let reduction = [Reduction.none, .half, .sixteenth][bytes.count % 3]
        _ = try DecodedWhole.raster(bytes, within: options, reducedBy: reduction)
    }
}
