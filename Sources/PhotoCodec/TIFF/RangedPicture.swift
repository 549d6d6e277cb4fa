internal import Imaging

/// A tiled TIFF that is read by ranges: decodes what is asked for, and keeps nothing of it, because the
/// session keeps the tiles.
struct RangedPicture: ImageSource {
    private let pyramid: PicturePyramid

    /// - Precondition: the picture is upright as it is stored.
    init(_ pyramid: PicturePyramid) {
        precondition(pyramid.orientation == .asStored, "no area need be turned")
        self.pyramid = pyramid
    }

    var size: PixelSize { pyramid.size }
    var status: ImageSourceStatus { ImageSourceStatus() }

    /// - Throws: also for damage of a part: a tile is there, or it is not.
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
        if let numbers = pyramid.numbers {
            return try numbers.sample(at: point, isConverted: isConverted)
        }
        let one = PixelRect(origin: point, size: PixelSize(width: 1, height: 1))
        return PhotoSample(
            try pixels(of: one, reducedBy: .none).raster, at: .origin, isGray: pyramid.isGray,
            isConverted: isConverted)
    }
}

extension TIFFPage {
    /// The largest tile, unpacked: more would be fetched for a view of a few pixels.
    private static let rangedBlockBytes = 16 << 20
    /// How many times as wide as a view the picture may be that it is made of.
    private static let widestFactor = 4
    /// Smaller views are made of a picture of this side.
    private static let overviewSide = 256

    /// True if any view of it needs few of its bytes: its pictures are tiled, and there are smaller copies.
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
