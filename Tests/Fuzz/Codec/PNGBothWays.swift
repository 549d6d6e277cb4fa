import Fuzzing
import Imaging

@testable import PhotoCodec

/// A PNG that libpng inflates, and one that is inflated beside: both end alike.
enum PNGBothWays {
    private static let pixelLimit = 60_000

    static func check(_ file: [UInt8]) throws {
        let bytes = PhotoBytes(file)
        try bytes.withUnsafeBytes { source in
            let alone = try? rows(PNGReader(source))
            let beside = try? rows(PNGReader.inflating(bytes, source))
            try expect(
                alone == beside, "alone \(String(describing: alone)), \(String(describing: beside))"
            )
        }
    }

    /// Whether all rows are there; nil for what is not read by rows, or is too large for a try.
    private static func rows(_ reader: consuming PNGReader) throws -> Bool? {
        let size = reader.layout.size
        guard !reader.layout.isInterlaced, size.width * size.height <= pixelLimit else {
            return nil
        }
        try reader.beginRows()
        let row = UnsafeMutableBufferPointer<UInt8>.allocate(
            capacity: size.width * Raster.bytesPerPixel)
        defer { row.deallocate() }
        for _ in 0..<size.height where reader.readRows(1, into: row) == 0 {
            _ = reader.failure
            return false
        }
        return true
    }
}
