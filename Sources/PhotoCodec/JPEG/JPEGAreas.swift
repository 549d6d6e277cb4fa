internal import Imaging
internal import JPEGTiling
internal import Synchronization

/// A source of small areas of a JPEG, used if tiles are faster than decoding the whole photo.
///
/// The pixels equal those of a full decode exactly, because a file for which a full decode would
/// warn is decoded whole.
final class JPEGAreas: Sendable {
    private enum Tiles {
        case notAsked
        /// The tiled photo; `nil` if the photo must be decoded whole.
        case decided(TiledPhoto?)
    }

    /// The maximum memory for tiles, in bytes: 18 screens of 1280 × 720.
    ///
    /// The largest photo that is decoded whole takes twice as much.
    private static let tileBytes = 64 << 20

    private let jpeg: JPEGDecoder
    private let options: DecodingOptions
    private let tiles = Mutex(Tiles.notAsked)

    /// Creates the source of areas without reading the file.
    init(of jpeg: JPEGDecoder, within options: DecodingOptions) {
        self.jpeg = jpeg
        var options = options
        options.indexStore = nil
        options.tileBytes = min(options.tileBytes, Self.tileBytes)
        self.options = options
    }

    /// Returns an upright area of the reduced photo; `nil` if the whole photo must be decoded.
    func part(of area: PixelRect, reducedBy reduction: Reduction) -> RegionPixels? {
        guard Self.isWorthIt(area, of: jpeg.header.frame.size, reduction) else { return nil }
        return ifUndamaged { try? $0.pixels(of: area, reducedBy: reduction) }
    }

    /// Returns a sample of the upright photo; `nil` if the whole photo must be decoded.
    func sample(at point: PixelPoint) -> PhotoSample? { ifUndamaged { try? $0.sample(at: point) } }

    /// Discards the tiles; from then on, the photo is decoded whole.
    func close() { tiles.withLock { $0 = .decided(nil) } }

    /// True if tiles are faster, although they need a pass over the scan and read bits twice.
    private static func isWorthIt(
        _ area: PixelRect, of photo: PixelSize, _ reduction: Reduction
    ) -> Bool {
        guard reduction.rawValue < Reduction.eighth.rawValue,
            let some = area.size.area, let all = photo.reduced(by: reduction).area
        else { return false }
        return some <= all / 2
    }

    /// Returns a result computed from tiles; `nil` if the photo is damaged or cannot be tiled.
    private func ifUndamaged<Result>(_ body: (TiledPhoto) -> Result?) -> Result? {
        guard let photo else { return nil }
        let result = body(photo)
        guard result != nil, photo.status.damage == nil else {
            close()
            return nil
        }
        return result
    }

    private var photo: TiledPhoto? {
        tiles.withLock { tiles in
            if case .decided(let photo) = tiles { return photo }
            let photo = JPEGPreparation(requiringUndamaged: jpeg, within: options)
                .map { TiledPhoto($0, within: options) }
            tiles = .decided(photo)
            return photo
        }
    }
}
