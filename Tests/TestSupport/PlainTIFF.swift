package import Imaging

/// Writes pictures as a TIFF of one strip each, little-endian (TIFF 6.0).
package enum PlainTIFF {
    /// Pixels of one or three numbers, of 8 or 16 bits.
    package struct Page {
        let size: PixelSize
        let bits: Int
        let samples: Int
        let bytes: [UInt8]

        package init(_ raster: Raster) {
            (size, bits, samples) = (raster.size, 8, 3)
            bytes = raster.pixels.enumerated().filter { $0.offset % 4 != 3 }.map(\.element)
        }

        /// Gray of 16 bits.
        package init(_ size: PixelSize, number: (_ x: Int, _ y: Int) -> Int) {
            (self.size, bits, samples) = (size, 16, 1)
            bytes = (0..<size.height).flatMap { y in
                (0..<size.width).flatMap { x in word(number(x, y), bytes: 2) }
            }
        }
    }

    /// `compression` is what its directory says; the pixels are not packed.
    package static func bytes(of raster: Raster, compression: Int = 1) -> [UInt8] {
        bytes(ofPages: [raster], compression: compression)
    }

    /// Several pictures, one after the other.
    package static func bytes(ofPages pages: [Raster], compression: Int = 1) -> [UInt8] {
        bytes(of: pages.map { Page($0) }, compression: compression)
    }

    package static func bytes(of pages: [Page], compression: Int = 1) -> [UInt8] {
        var link = 4
        var file = Array("II".utf8) + word(42, bytes: 2) + word(0, bytes: 4)
        for page in pages {
            let start = file.count
            file += page.bytes + Array(repeating: 0, count: page.bytes.count % 2)
            let bits = file.count
            file += (0..<3).flatMap { _ in word(page.bits, bytes: 2) }
            file.replaceSubrange(link..<(link + 4), with: word(file.count, bytes: 4))
            let isGray = page.samples == 1
            let fields = [
                (256, 4, 1, page.size.width), (257, 4, 1, page.size.height),
                (258, 3, page.samples, isGray ? page.bits : bits), (259, 3, 1, compression),
                (262, 3, 1, isGray ? 1 : 2), (273, 4, 1, start), (277, 3, 1, page.samples),
                (278, 4, 1, page.size.height), (279, 4, 1, page.bytes.count),
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
