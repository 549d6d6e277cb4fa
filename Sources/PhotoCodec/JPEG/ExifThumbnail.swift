internal import Imaging
internal import JPEGTiling
internal import Synchronization

/// The small JPEG in a photo's Exif block, an immediate preview of the whole photo.
///
/// Some cameras always write 160 × 120 pixels, with bars if the photo has another aspect ratio; the
/// bars are cropped.
final class ExifThumbnail: Sendable {
    private enum Decoded {
        case notYet
        /// The raster before the orientation is applied; `nil` without a valid thumbnail.
        case done(Raster?)
    }

    /// The maximum number of pixels; decoding more pixels would take longer than a frame lasts.
    private static let limitPixels = 1 << 20

    private let bytes: PhotoBytes
    private let exif: Range<Int>?
    private let photo: PixelSize
    private let decoded = Mutex(Decoded.notYet)

    /// Creates the thumbnail without reading it.
    init(of photo: JPEGDecoder) {
        bytes = photo.bytes
        exif = photo.header.exif
        self.photo = photo.header.frame.size
    }

    /// Returns an area of the reduced stored photo from the thumbnail; `nil` without a thumbnail.
    func raster(of area: PixelRect, reducedBy reduction: Reduction) -> Raster? {
        guard let raster else { return nil }
        let shown = raster.cropped(to: picture(in: raster.size))
        let window = ScaledWindow(
            photo: shown.size, scaled: photo.reduced(by: reduction), window: area)
        let resampler = Resampler()
        let need = resampler.area(for: window, reducedBy: .none)
        let region = RegionPixels(
            photo: shown.size, reduction: .none, area: need, raster: shown.cropped(to: need))
        return resampler.resample(region, for: window, over: RGBColour(red: 0, green: 0, blue: 0))
    }

    /// The raster, which is decoded at the first use; `nil` without a valid thumbnail.
    private var raster: Raster? {
        decoded.withLock { decoded in
            if case .done(let raster) = decoded { return raster }
            let jpeg = bytes.withUnsafeBytes { source in
                exif.flatMap {
                    ExifDirectory.second(of: JPEGDecoder.block($0, in: source))?.thumbnail
                }
            }
            let raster = jpeg.flatMap { Self.decode(PhotoBytes($0)) }
            decoded = .done(raster)
            return raster
        }
    }

    /// Returns the thumbnail's area without bars on two opposite sides.
    private func picture(in size: PixelSize) -> PixelRect {
        let (width, height) = (size.width, size.height)
        let shown = PixelSize(
            width: min(width, max(1, height * photo.width / photo.height)),
            height: min(height, max(1, width * photo.height / photo.width)))
        return PixelRect(
            x: (width - shown.width) / 2, y: (height - shown.height) / 2, width: shown.width,
            height: shown.height)
    }

    private static func decode(_ bytes: PhotoBytes) -> Raster? {
        let header = try? bytes.withUnsafeBytes { source throws(DecodingFailure) in
            try JPEGHeader(source)
        }
        guard let header, let area = header.frame.size.area, area <= limitPixels else { return nil }
        let picture = try? JPEGDecoder(bytes: bytes, header: header, partBytes: .max)
            .decode(reducedBy: .none)
        return picture.flatMap { $0.damage == nil ? $0.raster : nil }
    }
}
