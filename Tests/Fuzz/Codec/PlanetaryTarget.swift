import Files
import Fuzzing
import Imaging
import PhotoCodec

/// A picture of a planetary archive: its label, and one of its bands, which may lie in another file.
enum PlanetaryTarget: FuzzTarget {
    static let name = "planetary"

    private static let starts = ["PDS_VERSION_ID", "LBLSIZE=", "Object = IsisCube", "<?xml"]

    static func take(_ bytes: [UInt8]) throws {
        guard starts.contains(where: { bytes.starts(with: $0.utf8) }) else { return }
        _ = ExifFacts.read(PhotoBytes(bytes))
        var options = DecodingOptions(
            wholePixels: bytes.count % 2 == 0 ? 0 : 1 << 20, tileBytes: 20_000, tileSide: 32,
            spillFolder: nil, indexStore: nil)
        // A file that a label names has the label's own bytes.
        options.siblings = SiblingFiles { _ in OpenFile(bytes) }
        let reduction = [Reduction.none, .half, .sixteenth][bytes.count % 3]
        _ = try DecodedWhole.raster(bytes, within: options, reducedBy: reduction)
    }
}
