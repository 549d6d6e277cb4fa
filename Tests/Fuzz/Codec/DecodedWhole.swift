import Fuzzing
import Imaging
import PhotoCodec

/// A whole photo, within the limits of one try.
enum DecodedWhole {
    /// A header may claim a size that one try should not decode; its refusal is tested elsewhere.
    ///
    /// Eight times as many pixels gave 38 tries a second of a PNM once the corpus had grown.
    static let pixelLimit = 40_000

    /// `nil` if the bytes are refused, or the photo is too large for a try.
    static func raster(
        _ bytes: [UInt8], within means: DecodingOptions, reducedBy reduction: Reduction
    ) throws -> Raster? {
        guard let photo = try? ImageDecoder.open(PhotoBytes(bytes), within: means) else {
            return nil
        }
        let last = photo.pages.count - 1
        if last > 0 { _ = try all(of: photo.page(last), reducedBy: reduction) }
        return try all(of: photo, reducedBy: reduction)
    }

    private static func all(
        of photo: any ImageSource, reducedBy reduction: Reduction
    ) throws -> Raster? {
        try expect(!photo.size.isEmpty, "a photo without pixels")
        guard let area = photo.size.area, area <= pixelLimit else { return nil }
        if let position = try? photo.sample(at: .origin).position {
            let (along, up) = position.degrees
            try expect(abs(along) <= 360 && abs(up) <= 90, "a place at \(along), \(up)")
            _ = position.text
        }
        let size = photo.size.reduced(by: reduction)
        guard let part = try? photo.pixels(of: PixelRect(size), reducedBy: reduction) else {
            return nil
        }
        try expect(part.raster.size == size, "\(part.raster.size) instead of \(size)")
        _ = photo.status.damage
        return part.raster
    }
}
