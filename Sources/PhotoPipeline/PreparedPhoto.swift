internal import Imaging
internal import Synchronization
internal import TerminalProtocols

/// What is made once for a photo with some adjustments.
struct PreparedPhoto: Sendable {
    /// With the photo's palette; `nil` if there is none yet for such pictures.
    var encoder: SixelEncoder?
    var coarse: CoarsePhoto?
    /// Set if the photo's levels are made of its file's own numbers.
    var toned: TonedLevels?

    func hasMore(than other: PreparedPhoto) -> Bool {
        encoder != nil && other.encoder == nil || coarse != nil && other.coarse == nil
    }

    /// Whether a draft needs a copy of the whole photo first.
    func isToBePrepared(for request: ImageRequest) -> Bool {
        encoder == nil && request.hasPhotoPalette || coarse == nil && request.dependsOnAll
    }

    /// `small` is the whole photo, without levels that are not made of its own numbers.
    mutating func prepare(for request: ImageRequest, _ small: Raster) {
        if request.usesCoarse, coarse == nil { coarse = CoarsePhoto(small, toned) }
        guard encoder == nil, request.hasPhotoPalette else { return }
        let shown = mapping(for: request)?.applied(to: small) ?? small
        encoder = SixelEncoder(palette: request.palette(of: shown))
    }

    func mapping(for request: ImageRequest) -> ToneMapping? {
        toned?.mapping ?? coarse?.mapping(for: request.adjustments.levels)
    }

    /// What lies over a frame; what is made of the whole photo comes when there is a copy of that.
    func layers(of request: ImageRequest) -> [(picture: Raster, at: PixelPoint)] {
        request.overlays.compactMap { overlay in
            picture(of: overlay, request).map { ($0, overlay.place.origin) }
        }
    }

    /// The picture that is asked for, if it is one that lies over the photo.
    func overlay(of request: ImageRequest) -> Raster? {
        request.overlay.flatMap {
            picture(of: PhotoOverlay($0, at: PixelRect(request.size)), request)
        }
    }

    private func picture(of overlay: PhotoOverlay, _ request: ImageRequest) -> Raster? {
        if case .picture(let raster) = overlay.content { return raster }
        return coarse?.picture(of: overlay, request.adjustments.levels)
    }
}

/// Levels that are made of a file's own numbers, which have more bits than pixels.
struct TonedLevels: Sendable {
    /// Of the photo without levels.
    let histogram: Histogram
    /// What is left to do for its pixels.
    let mapping: ToneMapping

    /// A photo with such levels; `nil` if its numbers have no more bits than its pixels.
    ///
    /// It may be opened again.
    static func photo(
        _ source: any ImageSource, _ levels: Levels, for histogram: Histogram
    ) throws(DecodingFailure) -> (source: any ImageSource, levels: TonedLevels)? {
        guard levels != .none, source.isDeep else { return nil }
        let curve = DeepCurve(levels, for: histogram)
        guard let toned = try source.toned(by: curve) else { return nil }
        return (toned, TonedLevels(histogram: histogram, mapping: ToneMapping(after: curve)))
    }
}

/// A small copy of a whole photo: its levels depend on it, so that all parts of the photo agree.
final class CoarsePhoto: Sendable {
    let raster: Raster
    let histogram: Histogram
    private let toned: TonedLevels?
    /// The overview that was made last: it is drawn into each frame.
    private let overview = Mutex<(key: OverviewKey, raster: Raster)?>(nil)

    private struct OverviewKey: Hashable {
        let size: PixelSize
        let levels: Levels
    }

    init(_ raster: Raster, _ toned: TonedLevels? = nil) {
        self.raster = raster
        self.toned = toned
        histogram = toned?.histogram ?? Histogram(of: raster)
    }

    /// What levels do to the photo, or are still to do; `nil` if nothing.
    func mapping(for levels: Levels) -> ToneMapping? {
        guard levels != .none else { return nil }
        return toned?.mapping ?? ToneMapping(LevelsCurve(levels, for: histogram))
    }

    /// The picture of an overlay.
    func picture(of overlay: PhotoOverlay, _ levels: Levels) -> Raster {
        let size = overlay.place.size
        return switch overlay.content {
        case .overview: overview(of: size, levels)
        case .frame: Self.frame(of: size)
        case .picture(let raster): raster
        case .histogram: Diagram(histogram, LevelsCurve(levels, for: histogram)).drawn(in: size)
        }
    }

    private func overview(of size: PixelSize, _ levels: Levels) -> Raster {
        let key = OverviewKey(size: size, levels: levels)
        if let known = overview.withLock({ $0 }), known.key == key { return known.raster }
        let all = PixelRect(size)
        let part = PhotoPart(
            photo: raster.size, reduction: .none, area: PixelRect(raster.size), raster: raster)
        let window = ScaledWindow(photo: raster.size, scaled: size, window: all)
        let small = Resampler(for: window, enlarging: .smooth)
            .resample(part, for: window, over: .black)
        var drawing = Drawing(on: mapping(for: levels)?.applied(to: small) ?? small)
        if size.allowsLines { drawing.outline(all, 1, .edge) }
        overview.withLock { $0 = (key, drawing.raster) }
        return drawing.raster
    }

    /// White, and black around it where there is room: seen on any photo.
    private static func frame(of size: PixelSize) -> Raster {
        var drawing = Drawing(of: size)
        let isRoomy = min(size.width, size.height) >= 8
        if isRoomy { drawing.outline(PixelRect(size), 1, .black) }
        let inner = isRoomy ? PixelRect(size).inset(by: 1) : PixelRect(size)
        drawing.outline(inner, min(size.width, size.height) >= 20 ? 2 : 1, .white)
        return drawing.raster
    }
}
