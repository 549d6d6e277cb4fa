import Files
import Fuzzing
import Imaging

@testable import PhotoCodec

/// A zip archive: its list of files, and the first of them.
enum ZipTarget: FuzzTarget {
    static let name = "zip"

    static func take(_ bytes: [UInt8]) throws {
        guard let file = OpenFile(bytes), let zip = try? ZipFile(file) else { return }
        let options = DecodingOptions(spillFolder: nil, indexStore: nil)
        for member in zip.members.prefix(2) {
            guard let bytes = try? zip.open(member).readAll() else { continue }
            _ = try DecodedWhole.raster(bytes, within: options, reducedBy: .none)
        }
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
