package import Imaging

/// Writes rasters as a TIFF of one strip each, RGB of 8 bits, little-endian (TIFF 6.0).
package enum PlainTIFF {
    /// `compression` is what its directory says; the pixels are not packed.
    package static func bytes(of raster: Raster, compression: Int = 1) -> [UInt8] {
        bytes(ofPages: [raster], compression: compression)
    }

    /// Several pictures, one after the other.
    package static func bytes(ofPages pages: [Raster], compression: Int = 1) -> [UInt8] {
        var link = 4
        var file = Array("II".utf8) + word(42, bytes: 2) + word(0, bytes: 4)
        for page in pages {
            let start = file.count
            let pixels = page.pixels.enumerated().filter { $0.offset % 4 != 3 }.map(\.element)
            file += pixels + Array(repeating: 0, count: pixels.count % 2)
            let bits = file.count
            file += (0..<3).flatMap { _ in word(8, bytes: 2) }
            file.replaceSubrange(link..<(link + 4), with: word(file.count, bytes: 4))
            let fields = [
                (256, 4, 1, page.size.width), (257, 4, 1, page.size.height), (258, 3, 3, bits),
                (259, 3, 1, compression), (262, 3, 1, 2), (273, 4, 1, start), (277, 3, 1, 3),
                (278, 4, 1, page.size.height), (279, 4, 1, pixels.count),
            ]
            file += word(fields.count, bytes: 2)
            for (tag, type, count, value) in fields {
                file += word(tag, bytes: 2) + word(type, bytes: 2) + word(count, bytes: 4)
                file += word(value, bytes: 4)
            }
            link = file.count
            file += word(0, bytes: 4)
        }
        return file
    }

    private static func word(_ number: Int, bytes count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
