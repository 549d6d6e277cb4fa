import Foundation
import Imaging
import PhotoCodec
import TestSupport

/// Opens photos to be decoded tile by tile, however small they are.
enum TiledPhotos {
    /// Small tiles, and a cache for a few of them, so that everything is exercised.
    static let means = DecodingOptions(
        wholePixels: 0, tileBytes: 40_000, tileSide: 32,
        spillFolder: FileManager.default.temporaryDirectory.appending(path: "nasa-view-spill").path,
        indexStore: nil)

    static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: Folders.photos.appending(path: "Tiles/\(name)")))
    }

    /// Returns a JPEG with an orientation in its Exif block.
    static func turned(_ jpeg: [UInt8], _ orientation: Orientation) -> [UInt8] {
        let number = UInt8(orientation.rawValue)
        let tiff: [UInt8] = [
            0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, number, 0, 0,
            0, 0, 0, 0,
        ]
        let payload = Array("Exif\0\0".utf8) + tiff
        let segment = [0xFF, 0xE1, 0, UInt8(payload.count + 2)] + payload
        return jpeg[..<2] + segment + jpeg[2...]
    }
}

extension SeededNumbers {
    mutating func area(on grid: PixelSize) -> PixelRect {
        let width = Int.random(in: 1...grid.width, using: &self)
        let height = Int.random(in: 1...grid.height, using: &self)
        return PixelRect(
            x: Int.random(in: 0...(grid.width - width), using: &self),
            y: Int.random(in: 0...(grid.height - height), using: &self), width: width,
            height: height)
    }
}
