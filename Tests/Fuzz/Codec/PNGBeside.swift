import Fuzzing
import Imaging

@testable import PhotoCodec

/// The rows of a PNG whose pixels are inflated on another thread, which is otherwise used only for
/// large ones.
///
/// The corpora and wrong bits test that both ways end alike: libpng's own way depends on where
/// bytes are cut, and refuses some chunks before it reads a row.
enum PNGBeside {
    private static let pixelLimit = 60_000

    static func read(_ file: [UInt8]) throws {
        let bytes = PhotoBytes(file)
        try bytes.withUnsafeBytes { source in
            guard var reader = try? PNGReader.inflating(bytes, source) else { return }
            let size = reader.layout.size
            guard !reader.layout.isInterlaced, size.width * size.height <= pixelLimit,
                (try? reader.beginRows()) != nil
            else { return }
            let rows = UnsafeMutableBufferPointer<UInt8>.allocate(
                capacity: size.width * size.height * Raster.bytesPerPixel)
            defer { rows.deallocate() }
            let count = reader.readRows(size.height, into: rows)
            try expect((0...size.height).contains(count), "\(count) rows of \(size.height)")
            if count < size.height { _ = reader.failure }
        }
    }
}
