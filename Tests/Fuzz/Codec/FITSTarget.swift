import Fuzzing
import Imaging
import PhotoCodec

/// A binary PNM or PFM, whole or in tiles.
enum PNMTarget: FuzzTarget {
    static let name = "pnm"

    static func take(_ bytes: [UInt8]) throws {
        guard bytes.first == UInt8(ascii: "P") else { return }
        let options = DecodingOptions(
            wholePixels: bytes.count % 2 == 0 ? 0 : 1 << 20, tileBytes: 20_000, tileSide: 32,
            spillFolder: nil, indexStore: nil)
        let reduction = [Reduction.none, .half, .sixteenth][bytes.count % 3]
        _ = try DecodedWhole.raster(bytes, within: options, reducedBy: reduction)
    }
}

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

/// A file that gzip packed, such as a FITS file.
enum GzipTarget: FuzzTarget {
    static let name = "gzip"

    static func take(_ bytes: [UInt8]) throws {
        guard bytes.starts(with: [0x1F, 0x8B]) else { return }
        let options = DecodingOptions(spillFolder: nil, indexStore: nil)
        _ = try DecodedWhole.raster(bytes, within: options, reducedBy: .none)
    }
}

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
