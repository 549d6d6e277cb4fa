package import Imaging
package import TerminalProtocols

/// The stages from an opened photo to a picture in a terminal's language; it remembers nothing.
package struct Renderer: Sendable {
    /// What is seen of a photo, and where in the picture it lies; the rest is background.
    private typealias Place = (window: ScaledWindow, target: PixelRect)

    /// The pixels of a picture before they are encoded, and what they have cost.
    private struct Pixels {
        let raster: Raster
        let place: Place
        var costs: [Stage: UInt64] = [:]
    }

    private let stopwatch: Stopwatch
    private let enlarging: Enlargement
    private let png: @Sendable (Raster) -> [UInt8]
    private let share: KittyEncoder.Share?

    /// `png` makes an opaque PNG, as fast as can be; `share` lays a picture where a terminal on this
    /// machine takes it from.
    package init(
        stopwatch: Stopwatch, enlarging: Enlargement = .smooth,
        png: @escaping @Sendable (Raster) -> [UInt8], share: KittyEncoder.Share? = nil
    ) {
        self.stopwatch = stopwatch
        self.enlarging = enlarging
        self.png = png
        self.share = share
    }

    /// The picture that was asked for; and for sixel the encoder that keeps the photo's palette, made if
    /// `encoder` is `nil`.
    ///
    /// It may wait for the photo's file.
    package func render(
        _ request: ImageRequest, from source: any ImageSource, by encoder: SixelEncoder? = nil
    ) async throws(DecodingFailure) -> (image: RenderedImage, encoder: SixelEncoder?) {
        let (pixels, palette) = try await pixelsAndPalette(for: request, of: source, encoder)
        let encoder = encoder ?? palette.map { SixelEncoder(palette: $0) }
        return (image(request, pixels, by: encoder, source.status.figures), encoder)
    }

    /// A picture of a part that was decoded before.
    func render(_ request: ImageRequest, of part: PhotoPart) -> RenderedImage {
        let place = request.window.place(on: part.photo, in: request.size)
        return image(request, scaled(part, for: place, request), by: nil, nil)
    }

    /// What can be shown of a photo that is still being read; `nil` if there is nothing yet.
    ///
    /// `encoder` is one that was made of as much of it, or of all.
    func draft(
        _ request: ImageRequest, of source: any ImageSource, by encoder: SixelEncoder?
    ) -> (image: RenderedImage, encoder: SixelEncoder?)? {
        let place = request.draftWindow.place(on: source.size, in: request.size)
        guard let part = Self.draft(of: place.window, from: source) else { return nil }
        var encoder = encoder
        if encoder == nil, request.hasPhotoPalette {
            let all = Self.palettePlace(of: source)
            guard let small = Self.draft(of: all.window, from: source) else { return nil }
            encoder = SixelEncoder(palette: palette(of: scaled(small, for: all, request), request))
        }
        let pixels = scaled(part, for: place, request)
        let image = image(request, pixels, by: encoder, source.status.figures, isDraft: true)
        return (image, encoder)
    }

    /// A window that a picture needs, or its palette unless that is known, and that is not ready.
    static func missing(
        for request: ImageRequest, of source: any ImageSource, hasPalette: Bool
    ) -> ScaledWindow? {
        let window = request.window.place(on: source.size, in: request.size).window
        if !source.isReady(window) { return window }
        guard request.hasPhotoPalette, !window.showsAll, !hasPalette else { return nil }
        let all = palettePlace(of: source).window
        return source.isReady(all) ? nil : all
    }

    private func pixelsAndPalette(
        for request: ImageRequest, of source: any ImageSource, _ known: SixelEncoder?
    ) async throws(DecodingFailure) -> (Pixels, Palette?) {
        let place = request.window.place(on: source.size, in: request.size)
        let needsPalette = known == nil && request.hasPhotoPalette
        // A picture that shows all of a photo has all of its colours: decoding once is enough.
        guard needsPalette, !place.window.showsAll else {
            let shown = try pixels(place, request, of: source)
            return (shown, needsPalette ? palette(of: shown, request) : nil)
        }
        // A photo's palette takes as long as its first picture, and neither all of two cores.
        async let colours = Result { () throws(DecodingFailure) in
            palette(of: try pixels(Self.palettePlace(of: source), request, of: source), request)
        }
        return (try pixels(place, request, of: source), try await colours.get())
    }

    private func pixels(
        _ place: Place, _ request: ImageRequest, of source: any ImageSource
    ) throws(DecodingFailure) -> Pixels {
        var costs: [Stage: UInt64] = [:]
        let part = try stopwatch.measure(.decode, in: &costs) { () throws(DecodingFailure) in
            try source.pixels(for: place.window)
        }
        return scaled(part, for: place, request, costs)
    }

    private func palette(of pixels: Pixels, _ request: ImageRequest) -> Palette {
        PaletteBuilder(registers: request.options.registers)
            .palette(of: pixels.raster, including: request.options.background)
    }

    private static func palettePlace(of source: any ImageSource) -> Place {
        let small = source.size.fitted(into: paletteBox)
        let all = PixelRect(small)
        return (ScaledWindow(photo: source.size, scaled: small, window: all), all)
    }

    // A photo's colours are found in a copy that decodes at an eighth of most originals.
    private static let paletteBox = PixelSize(width: 640, height: 640)

    /// The finest there is of a window.
    private static func draft(of window: ScaledWindow, from source: any ImageSource) -> PhotoPart? {
        let window = window.on(source.size)
        // What cannot be decoded is told when the picture itself is made.
        if source.isReady(window) { return try? source.pixels(for: window) }
        let resampler = Resampler()
        let finest = resampler.source(for: window).reduction
        for reduction in Reduction.allCases where reduction.rawValue >= finest.rawValue {
            let area = resampler.area(for: window, reducedBy: reduction)
            if let part = source.streaming?.preview(of: area, reducedBy: reduction) {
                return part
            }
        }
        return nil
    }

    private func scaled(
        _ part: PhotoPart, for place: Place, _ request: ImageRequest,
        _ costs: [Stage: UInt64] = [:]
    ) -> Pixels {
        let window = place.window.on(part.photo)
        let resampler = Resampler(
            for: window, enlarging: request.window.isFitted ? .smooth : enlarging)
        var costs = costs
        let raster =
            resampler.untouched(part, for: window)
            ?? stopwatch.measure(.scale, in: &costs) {
                Self.resample(part, for: window, request, by: resampler)
            }
        return Pixels(raster: raster, place: place, costs: costs)
    }

    /// The strips lie in one memory: put together afterwards they cost 3.7 MB and a millisecond more.
    private static func resample(
        _ part: PhotoPart, for window: ScaledWindow, _ request: ImageRequest,
        by resampler: Resampler
    ) -> Raster {
        let rowBytes = window.window.size.width * Raster.bytesPerPixel
        let pixels = Raster.bytes(of: window.window.size) { pixels in
            // Each strip has rows of its own in it.
            nonisolated(unsafe) let target = UnsafeMutableRawBufferPointer(pixels)
            Parallel.map(window.strips(request.strips)) { strip in
                let top = (strip.window.minY - window.window.minY) * rowBytes
                let rows = target[top..<(top + strip.window.size.height * rowBytes)]
                resampler.resample(
                    part, for: strip, over: request.options.background,
                    into: UnsafeMutableRawBufferPointer(rebasing: rows))
            }
        }
        return Raster(size: window.window.size, pixels: pixels)
    }

    private func image(
        _ request: ImageRequest, _ pixels: Pixels, by encoder: SixelEncoder?,
        _ figures: DecodeStatistics?, isDraft: Bool = false
    ) -> RenderedImage {
        var costs = pixels.costs
        let image = stopwatch.measure(.encode, in: &costs) { encoded(pixels, request, by: encoder) }
        let cost = PictureCost(byteCount: image.byteCount, stages: costs, figures: figures)
        return RenderedImage(request: request, image: image, isDraft: isDraft, cost: cost)
    }

    private func encoded(
        _ pixels: Pixels, _ request: ImageRequest, by encoder: SixelEncoder?
    ) -> EncodedImage {
        let options = request.options
        guard options.graphics.keepsPictures, !options.isPrinted else {
            return encode(
                Self.frame(pixels, request), for: options, by: encoder, strips: request.strips)
        }
        // What surrounds a picture in a store need not be sent: it is placed to the pixel.
        let payload = KittyEncoder(png: png, share: share)
            .payload(of: pixels.raster, by: options.medium)
        return .stored(payload, region: pixels.place.window, at: pixels.place.target)
    }

    /// A frame in the language of a terminal that keeps no pictures, or of what is printed.
    ///
    /// For sixel it has the colours of `encoder`, or else its own.
    package func encode(
        _ frame: Frame, for options: ImageOptions, by encoder: SixelEncoder? = nil, strips: Int = 1
    ) -> EncodedImage {
        var output: [UInt8] = []
        switch options.graphics {
        case .sixel: output = Self.sixel(frame, for: options, by: encoder, strips: strips)
        case .iTerm2: ITerm2Encoder(png: png).encode(frame, into: &output)
        case .kitty: KittyEncoder(png: png).print(frame.raster, into: &output)
        case .blocks:
            let blocks = BlockEncoder(glyphs: options.glyphs, colours: options.colours)
            return .cells(blocks.mosaic(of: frame))
        }
        return .string(output)
    }

    private static func frame(_ pixels: Pixels, _ request: ImageRequest) -> Frame {
        let (window, target) = pixels.place
        let canvas = pixels.raster.framed(
            at: target, in: request.size, over: request.options.background)
        let anchor = PixelPoint(
            x: window.window.minX - target.minX, y: window.window.minY - target.minY)
        return Frame(
            raster: canvas, anchor: request.window.isFitted ? .origin : anchor,
            quality: request.quality)
    }

    /// What is printed and too long for one string is sent as coarsely as while it moves: half the bytes.
    private static func sixel(
        _ frame: Frame, for options: ImageOptions, by encoder: SixelEncoder?, strips: Int
    ) -> [UInt8] {
        // A page shows photos that have no colours in common.
        let encoder =
            encoder
            ?? SixelEncoder(
                palette: PaletteBuilder(registers: options.registers).palette(of: frame.raster))
        let bytes = sixel(frame, by: encoder, strips: strips)
        guard let limit = options.stringLimitBytes, bytes.count > limit,
            frame.quality == .atRest
        else { return bytes }
        let coarse = Frame(raster: frame.raster, anchor: frame.anchor, quality: .moving)
        return sixel(coarse, by: encoder, strips: strips)
    }

    private static func sixel(_ frame: Frame, by encoder: SixelEncoder, strips: Int) -> [UInt8] {
        let parts = Parallel.map(FrameStrip.strips(of: frame, count: strips)) { strip in
            var output: [UInt8] = []
            encoder.encode(strip, into: &output)
            return output
        }
        return parts.reduce(into: []) { $0 += $1 }
    }
}

extension ImageRequest {
    /// Whether its colours are those of the photo, which must not change while it moves.
    var hasPhotoPalette: Bool { options.graphics.hasPalette && !window.isFitted }

    /// Several small pictures are made at the same time: each in one piece.
    fileprivate var strips: Int { window.isFitted ? 1 : Parallel.strips }

    fileprivate var draftWindow: ImageWindow {
        if case .other(let other) = drafts { .part(other, at: other.window) } else { window }
    }
}

extension ScaledWindow {
    /// Whether no part of the photo lies outside the window.
    fileprivate var showsAll: Bool { window == PixelRect(scaled) }

    /// The same window on another version of the photo: its scaled grid is the same.
    fileprivate func on(_ photo: PixelSize) -> ScaledWindow {
        ScaledWindow(photo: photo, scaled: scaled, window: window)
    }
}

extension ImageSource {
    fileprivate var streaming: (any StreamingImageSource)? { self as? any StreamingImageSource }

    private func need(for window: ScaledWindow) -> (reduction: Reduction, area: PixelRect) {
        Resampler().source(for: window.on(size))
    }

    fileprivate func pixels(for window: ScaledWindow) throws(DecodingFailure) -> PhotoPart {
        let need = need(for: window)
        return try pixels(of: need.area, reducedBy: need.reduction)
    }

    /// Whether a window's pixels can be had without waiting for the file.
    fileprivate func isReady(_ window: ScaledWindow) -> Bool {
        let need = need(for: window)
        return streaming?.isReady(need.area, reducedBy: need.reduction) ?? true
    }

    /// Returns when a window's pixels are at hand, or more of them than now, or will never be.
    func arrival(of window: ScaledWindow) async {
        let need = need(for: window)
        await streaming?.waitForMore(of: need.area, reducedBy: need.reduction)
    }
}
