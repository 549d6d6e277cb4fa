internal import Imaging
internal import JPEGTiling
internal import Synchronization

/// Small areas of a JPEG that may be decoded whole: made of tiles, which is sooner.
///
/// Pixels are those of the whole, bit for bit: there are tiles only of a file in which a decoder of the
/// whole has nothing to complain of.
final class JPEGAreas: Sendable {
    private enum Tiles {
        case notAsked
        /// `nil` if the photo is to be decoded whole.
        case decided(TiledPhoto?)
    }

    /// 18 screens of 1280 x 720, and less than the photo itself takes.
    private static let tileBytes = 64 << 20

    private let jpeg: JPEGDecoder
    private let options: DecodingOptions
    private let tiles = Mutex(Tiles.notAsked)

    /// Reads nothing yet.
    init(of jpeg: JPEGDecoder, within options: DecodingOptions) {
        self.jpeg = jpeg
        var options = options
        options.indexStore = nil
        options.tileBytes = min(options.tileBytes, Self.tileBytes)
        self.options = options
    }

    /// An area of the reduced photo, upright; `nil` if the whole is to be decoded.
    func part(of area: PixelRect, reducedBy reduction: Reduction) -> RegionPixels? {
        guard Self.isWorthIt(area, of: jpeg.header.frame.size, reduction) else { return nil }
        return ifUndamaged { try? $0.pixels(of: area, reducedBy: reduction) }
    }

    /// A pixel of the upright photo; `nil` if the whole is to be decoded.
    func sample(at point: PixelPoint) -> PhotoSample? { ifUndamaged { try? $0.sample(at: point) } }

    /// Forgets the tiles: all pixels are there.
    func close() { tiles.withLock { $0 = .decided(nil) } }

    /// All bits must be passed for it, and the bits of some areas read again.
    private static func isWorthIt(
        _ area: PixelRect, of photo: PixelSize, _ reduction: Reduction
    ) -> Bool {
        guard reduction.rawValue < Reduction.eighth.rawValue,
            let some = area.size.area, let all = photo.reduced(by: reduction).area
        else { return false }
        return some <= all / 2
    }

    /// Returns a result made from tiles; `nil` if they show that the file is damaged.
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
