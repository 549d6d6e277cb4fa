internal import Imaging
internal import Synchronization
internal import TerminalProtocols

/// The results computed once for a photo with some adjustments.
struct RenderCache: Sendable {
    /// An encoder with the photo's palette; `nil` if none is made yet for these pictures.
    var encoder: SixelEncoder?
    var overview: PhotoOverview?
    /// Set if the photo's levels are made of its file's own samples.
    var levelled: AppliedLevels?

    func hasMore(than other: RenderCache) -> Bool {
        encoder != nil && other.encoder == nil || overview != nil && other.overview == nil
    }

    /// True if a preview first needs a copy of the whole photo.
    func isToBePrepared(for request: ImageRequest) -> Bool {
        encoder == nil && request.hasPhotoPalette || overview == nil && request.dependsOnAll
    }

    /// `small` is the whole photo, without levels unless they are made of its own samples.
    mutating func prepare(for request: ImageRequest, _ small: Raster) {
        if request.usesOverview, overview == nil { overview = PhotoOverview(small, levelled) }
        guard encoder == nil, request.hasPhotoPalette else { return }
        let shown = mapping(for: request)?.applied(to: small) ?? small
        encoder = SixelEncoder(palette: request.palette(of: shown))
    }

    func mapping(for request: ImageRequest) -> ToneMapping? {
        levelled?.mapping ?? overview?.mapping(for: request.adjustments.levels)
    }

    /// Returns the overlays of a frame; those of the whole photo are missing until a copy of it
    /// exists.
    func layers(of request: ImageRequest) -> [(picture: Raster, at: PixelPoint)] {
        request.overlays.compactMap { overlay in
            picture(of: overlay, request).map { ($0, overlay.place.origin) }
        }
    }

    /// Returns the requested picture if it is an overlay.
    func overlay(of request: ImageRequest) -> Raster? {
        request.overlay.flatMap {
            picture(of: PhotoOverlay($0, at: PixelRect(request.size)), request)
        }
    }

    private func picture(of overlay: PhotoOverlay, _ request: ImageRequest) -> Raster? {
        if case .picture(let raster) = overlay.content { return raster }
        let colours = request.hasReducedOverview ? encoder?.colours(of: request.movingQuality) : nil
        return overview?.picture(of: overlay, request.adjustments.levels, among: colours)
    }
}

/// Levels made of a file's own samples, which have more bits than pixels.
struct AppliedLevels: Sendable {
    /// The histogram of the photo without levels.
    let histogram: Histogram
    /// The mapping still to apply to its pixels.
    let mapping: ToneMapping

    /// Returns a photo with levels applied; `nil` if its samples have no more bits than its pixels.
    ///
    /// It may reopen the photo.
    static func photo(
        _ source: any ImageSource, _ levels: Levels, for histogram: Histogram
    ) throws(DecodingFailure) -> (source: any ImageSource, levels: AppliedLevels)? {
        guard levels != .none, source.isHighBitDepth else { return nil }
        let curve = ToneCurve16(levels, for: histogram)
        guard let levelled = try source.applying(curve) else { return nil }
        return (levelled, AppliedLevels(histogram: histogram, mapping: ToneMapping(after: curve)))
    }
}

/// A small copy of a whole photo, on which its levels depend, so that all its regions match.
final class PhotoOverview: Sendable {
    let raster: Raster
    let histogram: Histogram
    private let levelled: AppliedLevels?
    /// The last rendered overview: it is drawn into each frame.
    private let overview = Mutex<(key: OverviewKey, raster: Raster)?>(nil)

    private struct OverviewKey: Hashable {
        let size: PixelSize
        let levels: Levels
        /// The few colours of a coarse overview; `nil` for a fine one.
        let colours: [RGBColour]?
    }

    init(_ raster: Raster, _ levelled: AppliedLevels? = nil) {
        self.raster = raster
        self.levelled = levelled
        histogram = levelled?.histogram ?? Histogram(of: raster)
    }

    /// Returns the mapping that levels apply, or have still to apply; `nil` if it changes nothing.
    func mapping(for levels: Levels) -> ToneMapping? {
        guard levels != .none else { return nil }
        return levelled?.mapping ?? ToneMapping(LevelsCurve(levels, for: histogram))
    }

    /// Returns the picture of an overlay; with `colours`, a coarse overview of few bytes.
    func picture(
        of overlay: PhotoOverlay, _ levels: Levels, among colours: [RGBColour]? = nil
    ) -> Raster {
        let size = overlay.place.size
        return switch overlay.content {
        case .overview:
            overview(OverviewKey(size: size, levels: levels, colours: colours))
        case .frame: Self.frame(of: size)
        case .picture(let raster): raster
        case .histogram: Diagram(histogram, LevelsCurve(levels, for: histogram)).drawn(in: size)
        }
    }

    private func overview(_ key: OverviewKey) -> Raster {
        if let known = overview.withLock({ $0 }), known.key == key { return known.raster }
        let picture =
            key.colours.map { coarse(key.size, key.levels, among: $0) }
            ?? resized(to: key.size, key.levels)
        var drawing = Drawing(on: picture)
        if key.size.allowsLines { drawing.outline(PixelRect(key.size), 1, .edge) }
        overview.withLock { $0 = (key, drawing.raster) }
        return drawing.raster
    }

    /// Returns an overview in few colours and blocks as high as a sixel band: a tenth of the bytes
    /// of a fine one.
    ///
    /// For maps of 240x174 pixels of five photos img2sixel made 12 to 54 kB; with these blocks in 8
    /// colours 0.7 to 2.0 kB; in squares of 6 and 16 colours 2.4 to 4.5 kB.
    private func coarse(
        _ size: PixelSize, _ levels: Levels, among colours: [RGBColour]
    ) -> Raster {
        let block = PixelSize(width: 2 * FrameStrip.bandHeight, height: FrameStrip.bandHeight)
        let blocks = PixelSize(
            width: (size.width + block.width - 1) / block.width,
            height: (size.height + block.height - 1) / block.height)
        return resized(to: blocks, levels).inColours(Self.coarseColours, among: colours)
            .inBlocks(of: block, cutTo: size)
    }

    private static let coarseColours = 8

    private func resized(to size: PixelSize, _ levels: Levels) -> Raster {
        let part = RegionPixels(
            photo: raster.size, reduction: .none, area: PixelRect(raster.size), raster: raster)
        let window = ScaledWindow(photo: raster.size, scaled: size, window: PixelRect(size))
        let small = Resampler(for: window, enlarging: .smooth)
            .resample(part, for: window, over: .black)
        return mapping(for: levels)?.applied(to: small) ?? small
    }

    /// Draws a white line with a black rim where there is room, visible on any photo.
    private static func frame(of size: PixelSize) -> Raster {
        var drawing = Drawing(of: size)
        let isRoomy = min(size.width, size.height) >= 8
        if isRoomy { drawing.outline(PixelRect(size), 1, .black) }
        let inner = isRoomy ? PixelRect(size).inset(by: 1) : PixelRect(size)
        drawing.outline(inner, min(size.width, size.height) >= 20 ? 2 : 1, .white)
        return drawing.raster
    }
}
