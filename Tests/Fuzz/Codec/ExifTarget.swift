import Fuzzing
import Imaging
import PhotoCodec

/// An Exif block of any bytes, in an otherwise valid JPEG.
enum ExifTarget: FuzzTarget {
    static let name = "exif"

    static func take(_ bytes: [UInt8]) throws {
        let payload = Array("Exif\0\0".utf8) + bytes.prefix(60_000)
        let length = payload.count + 2
        let file =
            [0xFF, 0xD8, 0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + payload + rest
        let means = DecodingOptions(spillFolder: nil, indexStore: nil)
        let photo = try ImageDecoder.open(PhotoBytes(file), within: means)
        let upright = PixelSize(width: 3, height: 2)
        let onItsSide = PixelSize(width: 2, height: 3)
        try expect([upright, onItsSide].contains(photo.size), "the size is \(photo.size)")
    }

    /// A frame of 3 x 2 gray pixels, and the header of its scan: pixels are not decoded.
    private static let rest: [UInt8] = [
        0xFF, 0xC0, 0, 11, 8, 0, 2, 0, 3, 1, 1, 0x11, 0, 0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0,
        0xFF, 0xD9,
    ]
}
