internal import Imaging

/// A tiled TIFF that is read in ranges, without a cache of decoded areas.
///
/// The session caches the tiles.
struct RangedPicture: ImageSource {
    private let pyramid: PicturePyramid

    /// Creates the photo.
    ///
    /// - Precondition: the picture is stored upright.
    init(_ pyramid: PicturePyramid) {
        precondition(pyramid.orientation == .asStored, "no area need be turned")
        self.pyramid = pyramid
    }

    var size: PixelSize { pyramid.size }
    var status: ImageSourceStatus { ImageSourceStatus() }

    /// Decodes an area.
    ///
    /// - Throws: a failure if any tile of the area is damaged or missing.
    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> RegionPixels {
        try MemoryCheck.canHold(area.size, of: size)
        var (damage, isOpaque) = (nil as Damage?, false)
        let pixels = try Raster.bytes(of: area.size) { target throws(DecodingFailure) in
            isOpaque = try pyramid.decode(
                area, reducedBy: reduction, into: PixelBlock(target, size: area.size)
            ) { damage = damage ?? $0 }
        }
        if let damage { throw .damaged(damage) }
        let raster = Raster(size: area.size, pixels: pixels, isOpaque: isOpaque)
        return RegionPixels(
            photo: size, reduction: reduction, area: area,
            raster: pyramid.conversion?.converted(raster) ?? raster)
    }

    func sample(at point: PixelPoint) throws(DecodingFailure) -> PhotoSample {
        let sample = try ownSample(at: point)
        return pyramid.conversion?.described(sample) ?? sample
    }

    private func ownSample(at point: PixelPoint) throws(DecodingFailure) -> PhotoSample {
        let isConverted = pyramid.conversion != nil
        if let sampleReader = pyramid.sampleReader {
            return try sampleReader.sample(at: point, isConverted: isConverted)
        }
        let one = PixelRect(origin: point, size: PixelSize(width: 1, height: 1))
        return PhotoSample(
            try pixels(of: one, reducedBy: .none).raster, at: .origin, isGray: pyramid.isGray,
            isConverted: isConverted)
    }
}

extension TIFFPage {
    /// The maximum size, in bytes, of a decompressed tile that can be fetched for a view.
    private static let rangedBlockBytes = 16 << 20
    /// The maximum ratio of a decoded picture's side to the view's side.
    private static let widestFactor = 4
    /// The maximum side, in pixels, of the smallest view that is checked.
    ///
    /// Smaller views use the same picture.
    private static let overviewSide = 256

    /// True if any view needs few bytes.
    ///
    /// The main picture must be upright and tiled, and have smaller copies that are tiled.
    var isReadByRanges: Bool {
        guard main.orientation == .asStored, Self.isReadByRanges(main) else { return false }
        let sides = ([main] + copies.filter(Self.isReadByRanges)).map { $0.size.longestSide }
        var view = main.size.longestSide
        while view > Self.overviewSide {
            view /= 2
            let source = sides.filter { $0 >= view }.min() ?? main.size.longestSide
            guard source / Self.widestFactor <= view else { return false }
        }
        return true
    }

    private static func isReadByRanges(_ layout: TIFFLayout) -> Bool {
        layout.blocks.isTiled && layout.access == .blocks
            && layout.blocks.blockBytes <= rangedBlockBytes
    }
}

extension PixelSize {
    fileprivate var longestSide: Int { max(width, height) }
}
