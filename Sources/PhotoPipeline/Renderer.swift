package import Imaging
package import TerminalProtocols

/// A renderer without state, which decodes, scales and encodes opened photos for a terminal.
package struct Renderer: Sendable {
    /// The outcome of an attempt to render.
    enum Attempt {
        case rendered(RenderedImage, RenderCache)
        /// More of the photo's file must be read before this window can be shown.
        case awaiting(ScaledWindow)
    }

    /// A position in a picture, and the region of the photo to decode for that position.
    private struct Section {
        let placed: PlacedWindow
        let reduction: Reduction
        let area: PixelRect

        init(_ placed: PlacedWindow, of source: any ImageSource) {
            self.placed = placed
            (reduction, area) = Resampler().source(
                for: placed.window.on(source.size), upTo: source.coarsest)
        }

        /// Creates the section that shows a whole photo at a position.
        init(_ placed: PlacedWindow, of source: any ImageSource, reducedBy reduction: Reduction) {
            self.placed = placed
            self.reduction = reduction
            area = PixelRect(source.size.reduced(by: reduction))
        }

        /// True if the region covers more than half of a photo that is decoded in one piece.
        func isMost(of source: any ImageSource) -> Bool {
            let all = source.size.reduced(by: reduction).area ?? .max
            return source.status.statistics == nil && (area.size.area ?? 0) > all / 2
        }
    }

    /// A decoded region of a photo, and its cost.
    private typealias DecodedRegion = (region: RegionPixels, costs: [Stage: UInt64])

    /// The regions to decode for a picture.
    private struct Sections {
        var shown: Section
        /// False for an overlay, which shows no pixels of the photo's visible region.
        let needsShown: Bool
        /// The region for the palette; `nil` if the palette exists or the visible region suffices.
        var palette: Section?
        /// The region for making the small copy; `nil` if the copy exists or is not needed.
        var overview: Section?
        /// True if the picture requires the small copy; false if only optional overlays need it.
        var needsOverview = false

        /// Adds the whole photo for the palette, or extends a visible region that is most of the
        /// photo.
        mutating func addPalette(at placed: PlacedWindow, of source: any ImageSource) {
            guard shown.isMost(of: source) else { return palette = Section(placed, of: source) }
            shown = Section(shown.placed, of: source, reducedBy: shown.reduction)
            palette = Section(placed, of: source, reducedBy: shown.reduction)
        }

        /// True if the picture and the palette use the same decoded region.
        var shareDecoding: Bool {
            palette.map { $0.area == shown.area && $0.reduction == shown.reduction } ?? false
        }

        /// All regions that the picture requires.
        var needed: [Section] {
            [needsShown ? shown : nil, palette, needsOverview ? overview : nil].compactMap(\.self)
        }
    }

    private let stopwatch: Stopwatch
    private let enlarging: Enlargement
    private let encoder: PictureEncoder

    /// Creates a renderer.
    ///
    /// `png` encodes an opaque picture as PNG as fast as possible; `share` stores a picture where a
    /// terminal on the same machine can read it.
    package init(
        stopwatch: Stopwatch, enlarging: Enlargement = .smooth,
        png: @escaping PNGEncoding, share: KittyEncoder.Share? = nil
    ) {
        self.stopwatch = stopwatch
        self.enlarging = enlarging
        encoder = PictureEncoder(png: png, share: share)
    }

    /// Renders the requested picture and, for sixel, returns the encoder with the photo's palette.
    ///
    /// If `encoder` is `nil`, the call makes the encoder. The call may wait for the photo's file.
    package func render(
        _ request: ImageRequest, from source: any ImageSource, by encoder: SixelEncoder? = nil
    ) async throws(DecodingFailure) -> (image: RenderedImage, encoder: SixelEncoder?) {
        let prepared = RenderCache(encoder: encoder)
        let sections = sections(for: request, of: source, prepared)
        let made = try await render(request, sections, of: source, prepared)
        return (made.0, made.1.encoder)
    }

    /// Passes the bytes of a printed picture to `output` in order, while later bytes are encoded.
    ///
    /// The call may wait for the photo's file.
    func print(
        _ request: ImageRequest, of source: any ImageSource,
        to output: @escaping @Sendable ([UInt8]) -> Void
    ) async throws(DecodingFailure) {
        var prepared = RenderCache(encoder: nil)
        let sections = sections(for: request, of: source, prepared)
        let shown = try await pixels(request, sections, of: source, &prepared)
        encoder.print(shown, request, by: prepared.encoder, to: output)
    }

    /// Renders a picture, or returns the window for which more of the photo's file must be read.
    ///
    /// `isRead` is true if the file is completely read.
    func attempt(
        _ request: ImageRequest, of source: any ImageSource, isRead: Bool,
        by prepared: RenderCache
    ) async throws(DecodingFailure) -> Attempt {
        var sections = sections(for: request, of: source, prepared)
        if !isRead, let source = source.streaming {
            let isMissing = { (section: Section) in
                !source.isReady(section.area, reducedBy: section.reduction)
            }
            if let section = sections.needed.first(where: isMissing) {
                return .awaiting(section.placed.window)
            }
            if sections.overview.map(isMissing) == true { sections.overview = nil }
        }
        let (image, prepared) = try await render(request, sections, of: source, prepared)
        return .rendered(image, prepared)
    }

    /// Renders a picture from a region that is already decoded.
    func render(_ request: ImageRequest, of region: RegionPixels) -> RenderedImage {
        let placed = request.window.place(on: region.photo, in: request.size)
        return image(request, scaled((region, [:]), for: placed, request), by: nil, nil)
    }

    /// Returns an overlay as a picture, for a terminal that stacks pictures.
    private func image(of overlay: Raster, _ request: ImageRequest) -> RenderedImage {
        let all = PixelRect(overlay.size)
        let window = ScaledWindow(photo: overlay.size, scaled: overlay.size, window: all)
        return image(request, PicturePixels(raster: overlay, placed: (window, all)), by: nil, nil)
    }

    /// Renders the available data of a photo that is still being read; `nil` for an overlay, or if
    /// no data is available.
    ///
    /// The encoder's palette is made from the available data or the whole photo.
    func preview(
        _ request: ImageRequest, of source: any ImageSource, by prepared: RenderCache
    ) -> (image: RenderedImage, encoder: SixelEncoder?)? {
        let shown =
            if case .other(let other) = request.previews {
                ImageWindow.region(other, at: other.window)
            } else { request.window }
        let placed = shown.place(on: source.size, in: request.size)
        guard request.overlay == nil, let region = Self.preview(of: placed, from: source) else {
            return nil
        }
        var prepared = prepared
        if prepared.isToBePrepared(for: request) {
            let all = Self.palettePlace(of: source)
            guard let small = Self.preview(of: all, from: source) else { return nil }
            prepared.prepare(
                for: request, of: source, scaled((small, [:]), for: all, request).raster)
        }
        let pixels = scaled(
            (region, [:]), for: placed, request, by: prepared.mapping(for: request))
        let encoder = prepared.encoder
        let image = image(request, pixels, by: encoder, source.status, isPreview: true)
        return (image, encoder)
    }

    private func sections(
        for request: ImageRequest, of source: any ImageSource, _ prepared: RenderCache
    ) -> Sections {
        var sections = Sections(
            shown: Section(request.window.place(on: source.size, in: request.size), of: source),
            needsShown: request.overlay == nil)
        // A picture of the whole photo contains all colours, so one decoding suffices.
        let needsPalette =
            prepared.encoder == nil && request.hasPhotoPalette
            && !sections.shown.placed.window.showsAll
        if request.usesOverview {
            guard prepared.overview == nil else { return sections }
            sections.overview = Section(Self.palettePlace(of: source), of: source)
            sections.needsOverview = needsPalette || request.dependsOnAll
        } else if needsPalette {
            sections.addPalette(at: Self.palettePlace(of: source), of: source)
        }
        return sections
    }

    private func render(
        _ request: ImageRequest, _ sections: Sections, of source: any ImageSource,
        _ known: RenderCache
    ) async throws(DecodingFailure) -> (RenderedImage, RenderCache) {
        var prepared = known
        if let section = sections.overview {
            let small = try pixels(section, request, of: source, by: nil)
            prepared.prepare(for: request, of: source, small.raster)
        } else if request.usesOverview, let overview = prepared.overview {
            prepared.prepare(for: request, of: source, overview.raster)
        }
        if let overlay = prepared.overlay(of: request) {
            return (image(of: overlay, request), prepared)
        }
        let shown = try await pixels(request, sections, of: source, &prepared)
        return (image(request, shown, by: prepared.encoder, source.status), prepared)
    }

    /// Returns the pixels of a picture, and makes the photo's palette if there is none.
    private func pixels(
        _ request: ImageRequest, _ sections: Sections, of source: any ImageSource,
        _ prepared: inout RenderCache
    ) async throws(DecodingFailure) -> PicturePixels {
        let mapping = prepared.mapping(for: request)
        var shown: PicturePixels
        if let section = sections.palette {
            let whole = sections.shareDecoding ? try decoded(section, of: source) : nil
            // The palette is made in parallel: making it takes as long as the photo's first
            // picture, and neither task alone keeps two cores busy.
            async let colours = Result { () throws(DecodingFailure) in
                request.palette(
                    of: try pixels(section, request, of: source, by: nil, whole).raster)
            }
            shown = try pixels(sections.shown, request, of: source, by: mapping, whole)
            prepared.encoder = SixelEncoder(palette: try await colours.get())
        } else {
            shown = try pixels(sections.shown, request, of: source, by: mapping)
            if prepared.encoder == nil, request.hasPhotoPalette {
                prepared.encoder = SixelEncoder(palette: request.palette(of: shown.raster))
            }
        }
        shown.layers = prepared.layers(of: request)
        return shown
    }

    /// Returns the scaled pixels of a section, from a decoded part if there is one.
    private func pixels(
        _ section: Section, _ request: ImageRequest, of source: any ImageSource,
        by mapping: ToneMapping?, _ region: DecodedRegion? = nil
    ) throws(DecodingFailure) -> PicturePixels {
        if region == nil, let reduced = try reduced(section, request, of: source, by: mapping) {
            return reduced
        }
        let region = if let region { region } else { try decoded(section, of: source) }
        return scaled(region, for: section.placed, request, by: mapping)
    }

    /// Returns a section's pixels as scaled by the photo; `nil` if the photo cannot reduce them.
    private func reduced(
        _ section: Section, _ request: ImageRequest, of source: any ImageSource,
        by mapping: ToneMapping?
    ) throws(DecodingFailure) -> PicturePixels? {
        let window = section.placed.window.on(source.size)
        guard window.scaled.width < window.photo.width else { return nil }
        var costs: [Stage: UInt64] = [:]
        let raster = try stopwatch.measure(.decode, in: &costs) { () throws(DecodingFailure) in
            try source.pixels(of: window, over: request.options.background)
        }
        return raster.map {
            PicturePixels(
                raster: mapping?.applied(to: $0, strips: request.strips) ?? $0,
                placed: section.placed, costs: costs)
        }
    }

    private func decoded(
        _ section: Section, of source: any ImageSource
    ) throws(DecodingFailure) -> DecodedRegion {
        var costs: [Stage: UInt64] = [:]
        let region = try stopwatch.measure(.decode, in: &costs) { () throws(DecodingFailure) in
            try source.pixels(of: section.area, reducedBy: section.reduction)
        }
        return (region, costs)
    }

    private static func palettePlace(of source: any ImageSource) -> PlacedWindow {
        let small = source.size.fitted(into: paletteBox)
        let all = PixelRect(small)
        return (ScaledWindow(photo: source.size, scaled: small, window: all), all)
    }

    /// Decodes a small copy of a whole photo.
    static func smallCopy(of source: any ImageSource) throws(DecodingFailure) -> Raster {
        let window = palettePlace(of: source).window
        let resampler = Resampler(for: window, enlarging: .smooth)
        let (reduction, area) = resampler.source(for: window, upTo: source.coarsest)
        let region = try source.pixels(of: area, reducedBy: reduction)
        return resampler.resample(region, for: window, over: .black)
    }

    /// The maximum size of the copy from which a photo's palette is made; for this size, most
    /// originals are decoded at an eighth.
    static let paletteBox = PixelSize(width: 640, height: 640)

    /// Returns the finest available pixels for a position.
    private static func preview(of placed: PlacedWindow, from source: any ImageSource)
        -> RegionPixels?
    {
        let finest = Section(placed, of: source)
        guard let source = source.streaming,
            !source.isReady(finest.area, reducedBy: finest.reduction)
        else {
            // If this decoding fails, rendering the picture itself reports the failure.
            return try? source.pixels(of: finest.area, reducedBy: finest.reduction)
        }
        let window = placed.window.on(source.size)
        let coarser =
            finest.reduction
            .rawValue...max(
                finest.reduction.rawValue, source.coarsest.rawValue)
        for reduction in Reduction.all where coarser.contains(reduction.rawValue) {
            let area = Resampler().area(for: window, reducedBy: reduction)
            if let region = source.preview(of: area, reducedBy: reduction) { return region }
        }
        return nil
    }

    private func scaled(
        _ decoded: DecodedRegion, for placed: PlacedWindow, _ request: ImageRequest,
        by mapping: ToneMapping? = nil
    ) -> PicturePixels {
        let region = decoded.region
        var costs = decoded.costs
        let window = placed.window.on(region.photo)
        let resampler = Resampler(
            for: window, enlarging: request.window.isFitted ? .smooth : enlarging)
        let raster =
            (mapping == nil ? resampler.untouched(region, for: window) : nil)
            ?? stopwatch.measure(.scale, in: &costs) {
                Self.resample(region, for: window, request, by: resampler, mapping)
            }
        return PicturePixels(raster: raster, placed: placed, costs: costs)
    }

    /// Resamples a window in strips.
    ///
    /// The strips write to one buffer, because joining separate buffers would need another 3.7 MB
    /// and a millisecond.
    private static func resample(
        _ region: RegionPixels, for window: ScaledWindow, _ request: ImageRequest,
        by resampler: Resampler, _ mapping: ToneMapping?
    ) -> Raster {
        let rowBytes = window.window.size.width * Raster.bytesPerPixel
        let pixels = Raster.bytes(of: window.window.size) { pixels in
            // Each strip writes to different rows.
            nonisolated(unsafe) let target = UnsafeMutableRawBufferPointer(pixels)
            Parallel.map(window.strips(request.strips)) { strip in
                let top = (strip.window.minY - window.window.minY) * rowBytes
                let rows = UnsafeMutableRawBufferPointer(
                    rebasing: target[top..<(top + strip.window.size.height * rowBytes)])
                resampler.resample(
                    region, for: strip, over: request.options.background, into: rows)
                mapping?.apply(to: rows)
            }
        }
        return Raster(size: window.window.size, pixels: pixels)
    }

    private func image(
        _ request: ImageRequest, _ pixels: PicturePixels, by encoder: SixelEncoder?,
        _ status: ImageSourceStatus?, isPreview: Bool = false
    ) -> RenderedImage {
        var costs = pixels.costs
        let image = stopwatch.measure(.encode, in: &costs) {
            self.encoder.encoded(pixels, request, by: encoder)
        }
        let cost = PictureCost(
            byteCount: image.byteCount, stages: costs, statistics: status?.statistics)
        var made = RenderedImage(request: request, image: image, isPreview: isPreview, cost: cost)
        made.damage = status?.damage
        return made
    }
}

extension ScaledWindow {
    /// True if the window shows the whole photo.
    fileprivate var showsAll: Bool { window == PixelRect(scaled) }

    /// Returns the same window on another version of the photo; the scaled size stays the same.
    fileprivate func on(_ photo: PixelSize) -> ScaledWindow {
        ScaledWindow(photo: photo, scaled: scaled, window: window)
    }
}

extension ImageSource {
    fileprivate var streaming: (any StreamingImageSource)? { self as? any StreamingImageSource }

    /// Waits until the window, or a larger part of it, is ready or no more pixels will arrive.
    func arrival(of window: ScaledWindow) async {
        let need = Resampler().source(for: window.on(size), upTo: coarsest)
        await streaming?.waitForMore(of: need.area, reducedBy: need.reduction)
    }
}
