import Imaging
import TestSupport

/// A photo in memory, of one rule for all its pixels, at any reduction.
struct StripedPhoto: ImageSource {
    let size: PixelSize
    var status = ImageSourceStatus()
    private let raster: Raster

    /// Red grows to the right, green downwards; blue changes every eight columns.
    init(size: PixelSize) {
        self.size = size
        raster = Raster(size) { x, y in
            (
                UInt8(x * 255 / max(1, size.width - 1)), UInt8(y * 255 / max(1, size.height - 1)),
                x / 8 % 2 == 0 ? 0 : 255
            )
        }
    }

    private init(_ raster: Raster) {
        size = raster.size
        self.raster = raster
    }

    /// A photo of 125 colours, each on the grid of percents: sixels show it as it is.
    static func fewColours(_ size: PixelSize) -> StripedPhoto {
        StripedPhoto(
            Raster(size) { x, y in
                (UInt8(x / 3 % 5 * 51), UInt8(y / 2 % 5 * 51), UInt8((x + y) / 7 % 5 * 51))
            })
    }

    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> PhotoPart {
        let reduced = reduction == .none ? raster : raster.resized(to: size.reduced(by: reduction))
        return PhotoPart(
            photo: size, reduction: reduction, area: area, raster: reduced.cropped(to: area))
    }

    /// A smaller version of the same photo.
    func resized(to size: PixelSize) -> StripedPhoto { StripedPhoto(raster.resized(to: size)) }

    /// A part of the photo at its original size.
    func part(_ area: PixelRect) -> Raster { raster.cropped(to: area) }
}
