/// A photo that the user has rotated or mirrored.
///
/// An area is decoded at its position in the original photo and then rotated or mirrored.
package struct RotatedSource: StreamingImageSource {
    private let source: any ImageSource
    private let orientation: Orientation

    /// Returns the photo rotated or mirrored by `orientation`, or the photo itself for `asStored`.
    package static func of(
        _ source: any ImageSource, _ orientation: Orientation
    ) -> any ImageSource {
        orientation == .asStored ? source : RotatedSource(source: source, orientation: orientation)
    }

    package var size: PixelSize { orientation.uprightSize(of: source.size) }
    package var coarsest: Reduction { source.coarsest }
    package var status: ImageSourceStatus { source.status }

    package func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> RegionPixels {
        turned(try source.pixels(of: stored(area, reduction), reducedBy: reduction))
    }

    package func sample(at point: PixelPoint) throws(DecodingFailure) -> PhotoSample {
        try source.sample(at: orientation.storedPoint(of: point, in: source.size))
    }

    package var isHighBitDepth: Bool { source.isHighBitDepth }
    package var hasHighRange: Bool { source.hasHighRange }
    package var hasPositions: Bool { source.hasPositions }

    package func applying(_ curve: ToneCurve16) throws(DecodingFailure) -> (any ImageSource)? {
        try source.applying(curve).map { Self.of($0, orientation) }
    }

    package func isReady(_ area: PixelRect, reducedBy reduction: Reduction) -> Bool {
        streaming?.isReady(stored(area, reduction), reducedBy: reduction) ?? true
    }

    package func preview(of area: PixelRect, reducedBy reduction: Reduction) -> RegionPixels? {
        streaming?.preview(of: stored(area, reduction), reducedBy: reduction).map {
            turned($0)
        }
    }

    package func waitForMore(of area: PixelRect, reducedBy reduction: Reduction) async {
        await streaming?.waitForMore(of: stored(area, reduction), reducedBy: reduction)
    }

    private var streaming: (any StreamingImageSource)? { source as? any StreamingImageSource }

    private func stored(_ area: PixelRect, _ reduction: Reduction) -> PixelRect {
        orientation.storedArea(of: area, in: source.size.reduced(by: reduction))
    }

    private func turned(_ region: RegionPixels) -> RegionPixels {
        let grid = region.photo.reduced(by: region.reduction)
        return RegionPixels(
            photo: orientation.uprightSize(of: region.photo), reduction: region.reduction,
            area: orientation.uprightArea(of: region.area, in: grid),
            raster: orientation.upright(region.raster))
    }
}

extension Orientation {
    /// The orientation after this orientation and a quarter turn to the right.
    package var turnedClockwise: Orientation {
        switch self {
        case .asStored: .turnedRight
        case .turnedRight: .turnedAround
        case .turnedAround: .turnedLeft
        case .turnedLeft: .asStored
        case .mirrored: .transversed
        case .transversed: .flipped
        case .flipped: .transposed
        case .transposed: .mirrored
        }
    }

    /// The orientation after this orientation and a horizontal mirroring.
    package var mirroredAcross: Orientation {
        switch self {
        case .asStored: .mirrored
        case .mirrored: .asStored
        case .turnedRight: .transposed
        case .transposed: .turnedRight
        case .turnedAround: .flipped
        case .flipped: .turnedAround
        case .turnedLeft: .transversed
        case .transversed: .turnedLeft
        }
    }

    /// Returns the orientation that combines this orientation with `other` after it.
    package func followed(by other: Orientation) -> Orientation {
        var (mine, theirs) = (self, Orientation.asStored)
        for step in 1...8 where theirs != other {
            (mine, theirs) =
                step == 4
                ? (mine.turnedClockwise.mirroredAcross, theirs.turnedClockwise.mirroredAcross)
                : (mine.turnedClockwise, theirs.turnedClockwise)
        }
        return mine
    }

    /// Returns the area of the upright picture that corresponds to an area of the stored picture.
    package func uprightArea(of stored: PixelRect, in size: PixelSize) -> PixelRect {
        inverse.storedArea(of: stored, in: uprightSize(of: size))
    }

    /// The orientation that reverses this orientation.
    private var inverse: Orientation {
        switch self {
        case .turnedRight: .turnedLeft
        case .turnedLeft: .turnedRight
        case .asStored, .mirrored, .turnedAround, .flipped, .transposed, .transversed: self
        }
    }
}
