internal import Imaging
internal import Synchronization
internal import TerminalProtocols

/// What is made once for a photo with some adjustments.
struct PreparedPhoto: Sendable {
    /// With the photo's palette; `nil` if there is none yet for such pictures.
    var encoder: SixelEncoder?
    var coarse: CoarsePhoto?

    func hasMore(than other: PreparedPhoto) -> Bool {
        encoder != nil && other.encoder == nil || coarse != nil && other.coarse == nil
    }

    /// Whether a draft needs a copy of the whole photo first.
    func isToBePrepared(for request: ImageRequest) -> Bool {
        encoder == nil && request.hasPhotoPalette || coarse == nil && request.dependsOnAll
    }

    /// `small` is the whole photo, without levels.
    mutating func prepare(for request: ImageRequest, _ small: Raster) {
        if request.usesCoarse, coarse == nil { coarse = CoarsePhoto(small) }
        guard encoder == nil, request.hasPhotoPalette else { return }
        let shown = mapping(for: request)?.applied(to: small) ?? small
        encoder = SixelEncoder(palette: request.palette(of: shown))
    }

    func mapping(for request: ImageRequest) -> ToneMapping? {
        coarse?.mapping(for: request.adjustments.levels)
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

/// A small copy of a whole photo: its levels depend on it, so that all parts of the photo agree.
final class CoarsePhoto: Sendable {
    let raster: Raster
    let histogram: Histogram
    /// The overview that was made last: it is drawn into each frame.
    private let overview = Mutex<(key: OverviewKey, raster: Raster)?>(nil)

    private struct OverviewKey: Hashable {
        let size: PixelSize
        let levels: Levels
    }

    init(_ raster: Raster) {
        self.raster = raster
        histogram = Histogram(of: raster)
    }

    /// What levels do to the photo; `nil` if nothing.
    func mapping(for levels: Levels) -> ToneMapping? {
        levels == .none ? nil : ToneMapping(LevelsCurve(levels, for: histogram))
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
