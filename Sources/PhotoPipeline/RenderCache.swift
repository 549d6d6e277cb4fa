internal import Imaging
internal import Synchronization
internal import TerminalProtocols

/// The results that are computed once for a photo with its adjustments.
struct RenderCache: Sendable {
    /// The encoder with the photo's palette; `nil` if the palette has not been made.
    var encoder: SixelEncoder?
    var overview: PhotoOverview?
    /// The levels applied to the file's own samples; `nil` if levels are applied to pixels.
    var levelled: AppliedLevels?

    func hasMore(than other: RenderCache) -> Bool {
        encoder != nil && other.encoder == nil || overview != nil && other.overview == nil
    }

    /// Returns true if the palette or the overview must be made before a preview can be rendered.
    func isToBePrepared(for request: ImageRequest) -> Bool {
        encoder == nil && request.hasPhotoPalette || overview == nil && request.dependsOnAll
    }

    /// Adds missing results.
    ///
    /// `small` is a copy of the whole photo, with levels only if `levelled` is not `nil`.
    mutating func prepare(
        for request: ImageRequest, of source: any ImageSource, _ small: Raster
    ) {
        if request.usesOverview, overview == nil {
            overview = PhotoOverview(small, Compass(of: source), levelled)
        }
        guard encoder == nil, request.hasPhotoPalette else { return }
        let shown = mapping(for: request)?.applied(to: small) ?? small
        encoder = SixelEncoder(palette: request.palette(of: shown))
    }

    func mapping(for request: ImageRequest) -> ToneMapping? {
        levelled?.mapping ?? overview?.mapping(for: request.adjustments.levels)
    }

    /// Returns the overlays of a frame.
    ///
    /// Without the copy of the whole photo, the overlays that need the copy are omitted.
    func layers(of request: ImageRequest) -> [(picture: Raster, at: PixelPoint)] {
        request.overlays.compactMap { overlay in
            picture(of: overlay, request).map { ($0, overlay.area.origin) }
        }
    }

    /// Returns the requested picture if the request is for an overlay; otherwise `nil`.
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

/// Levels applied to the samples of a file, which have more bits than pixels.
struct AppliedLevels: Sendable {
    /// The histogram of the photo without levels.
    let histogram: Histogram
    /// The mapping that must still be applied to the photo's pixels.
    let mapping: ToneMapping

    /// Returns a photo with levels applied; `nil` without levels, or if samples have no more bits
    /// than pixels.
    ///
    /// The function may reopen the photo.
    static func photo(
        _ source: any ImageSource, _ levels: Levels, for histogram: Histogram
    ) throws(DecodingFailure) -> (source: any ImageSource, levels: AppliedLevels)? {
        guard levels != .none, source.isHighBitDepth else { return nil }
        let curve = ToneCurve16(levels, for: histogram)
        guard let levelled = try source.applying(curve) else { return nil }
        return (levelled, AppliedLevels(histogram: histogram, mapping: ToneMapping(after: curve)))
    }

    /// Returns the histogram of a photo without levels; `known` is that of its pixels, if known.
    ///
    /// This method decodes a small copy of the photo if `known` is `nil`, or if the photo has a high
    /// dynamic range, because its usual pixels have compressed highlights.
    static func histogram(
        of source: any ImageSource, known: Histogram? = nil
    ) throws(DecodingFailure) -> Histogram {
        if source.hasHighRange, let whole = try source.applying(.identity) {
            return Histogram(of: try Renderer.smallCopy(of: whole))
        }
        if let known { return known }
        return Histogram(of: try Renderer.smallCopy(of: source))
    }
}

/// A small copy of a whole photo, from which levels are computed, so that all regions have the same
/// levels.
final class PhotoOverview: Sendable {
    let raster: Raster
    let histogram: Histogram
    private let compass: Compass?
    private let levelled: AppliedLevels?
    /// The overview rendered last, which is cached because each frame contains the overview.
    private let overview = Mutex<(key: OverviewKey, raster: Raster)?>(nil)

    private struct OverviewKey: Hashable {
        let size: PixelSize
        let levels: Levels
        /// The few colours of a coarse overview; `nil` for a fine overview.
        let colours: [RGBColour]?
    }

    init(_ raster: Raster, _ compass: Compass? = nil, _ levelled: AppliedLevels? = nil) {
        self.raster = raster
        self.compass = compass
        self.levelled = levelled
        histogram = levelled?.histogram ?? Histogram(of: raster)
    }

    /// Returns the mapping of pixels for levels; `nil` without levels.
    func mapping(for levels: Levels) -> ToneMapping? {
        guard levels != .none else { return nil }
        return levelled?.mapping ?? ToneMapping(LevelsCurve(levels, for: histogram))
    }

    /// Returns the picture of an overlay; with `colours`, an overview is coarse and has few bytes.
    func picture(
        of overlay: PhotoOverlay, _ levels: Levels, among colours: [RGBColour]? = nil
    ) -> Raster {
        let size = overlay.area.size
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
        compass?.draw(on: &drawing, in: key.size)
        overview.withLock { $0 = (key, drawing.raster) }
        return drawing.raster
    }

    /// Returns an overview in few colours and in blocks as high as a sixel band.
    ///
    /// Such an overview has a tenth of the bytes of a fine one. For overviews of 240x174 pixels of
    /// five photos, img2sixel made 12 to 54 kB. These blocks in 8 colours have 0.7 to 2.0 kB;
    /// squares of 6 pixels in 16 colours had 2.4 to 4.5 kB.
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
        let region = RegionPixels(
            photo: raster.size, reduction: .none, area: PixelRect(raster.size), raster: raster)
        let window = ScaledWindow(photo: raster.size, scaled: size, window: PixelRect(size))
        let small = Resampler(for: window, enlarging: .smooth)
            .resample(region, for: window, over: .black)
        return mapping(for: levels)?.applied(to: small) ?? small
    }

    /// Returns a picture of a white outline.
    ///
    /// If the size permits, the outline has a black rim, so that it is visible on any photo.
    private static func frame(of size: PixelSize) -> Raster {
        var drawing = Drawing(of: size)
        let isRoomy = min(size.width, size.height) >= 8
        if isRoomy { drawing.outline(PixelRect(size), 1, .black) }
        let inner = isRoomy ? PixelRect(size).inset(by: 1) : PixelRect(size)
        drawing.outline(inner, min(size.width, size.height) >= 20 ? 2 : 1, .white)
        return drawing.raster
    }
}

extension ImageRequest {
    /// True if the picture uses the photo's palette, which must not change while the photo moves.
    var hasPhotoPalette: Bool {
        options.graphics.hasPalette && !window.isFitted && overlay == nil
    }

    /// True if a picture of any region depends on the whole photo.
    var dependsOnAll: Bool { adjustments.levels != .none || overlay?.isOfThePhoto == true }

    /// True if the picture or its overlays need a small copy of the photo.
    var usesOverview: Bool { dependsOnAll || overlays.contains { $0.content.isOfThePhoto } }

    func palette(of raster: Raster) -> Palette {
        PaletteBuilder(registers: options.registers)
            .palette(of: raster, including: options.background)
    }

    /// The number of strips; a thumbnail is one strip, because several thumbnails are rendered in
    /// parallel.
    var strips: Int { window.isFitted ? 1 : Parallel.strips }
}
