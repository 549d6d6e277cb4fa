internal import Imaging
internal import TerminalProtocols

/// The stages from an opened photo to bytes for a terminal; it remembers nothing.
struct Workshop: Sendable {
    /// What a picture has cost before it is encoded.
    private struct Spent {
        let costs: StageCosts
        let figures: PhotoFigures?
        var isDraft = false
    }

    let stopwatch: Stopwatch
    let enlarging: Enlargement
    /// Makes an opaque PNG, as fast as can be.
    let png: @Sendable (Raster) -> [UInt8]

    /// The picture that was asked for, encoded; and for sixel the encoder that keeps the photo's
    /// palette, made where `encoder` is nil.
    func frame(
        _ request: FrameRequest, of source: any ImageSource, encoder: SixelEncoder?
    ) throws(DecodingFailure) -> (EncodedFrame, SixelEncoder?) {
        let (raster, costs, palette) = try pixelsAndPalette(for: request, of: source, encoder)
        let used = encoder ?? palette.map { SixelEncoder(palette: $0) }
        let frame = frame(
            request, of: raster, encoder: used, Spent(costs: costs, figures: source.status.figures))
        return (frame, used)
    }

    /// The pixels of a picture, what they cost, and the photo's palette if it is needed and not known.
    private func pixelsAndPalette(
        for request: FrameRequest, of source: any ImageSource, _ known: SixelEncoder?
    ) throws(DecodingFailure) -> (Raster, StageCosts, Palette?) {
        guard known == nil, request.style.graphics == .sixel, !request.showsAll else {
            let (raster, costs) = try pixels(for: request, of: source).get()
            return (raster, costs, palette(showing: raster, for: request, known))
        }
        // A photo's palette takes as long as its first picture, and neither all of two cores.
        let (picture, palette) = BlockingThreads.shared.both {
            pixels(for: request, of: source)
        } and: {
            photoPalette(of: source, style: request.style)
        }
        let (raster, costs) = try picture.get()
        return (raster, costs, try palette.get())
    }

    private func pixels(
        for request: FrameRequest, of source: any ImageSource
    ) -> Result<(Raster, StageCosts), DecodingFailure> {
        Result { () throws(DecodingFailure) in
            var costs = StageCosts()
            let window = Self.window(of: request, on: source)
            let part = try part(for: window, of: source, &costs)
            return (scaled(part, for: request, &costs), costs)
        }
    }

    /// The picture that was asked for, of what there is while its file is being read; nil for nothing.
    func draft(
        _ request: FrameRequest, of source: any ImageSource, encoder: SixelEncoder?
    ) -> EncodedFrame? {
        guard let part = Self.draft(for: Self.window(of: request, on: source), of: source) else {
            return nil
        }
        var costs = StageCosts()
        let raster = scaled(part, for: request, &costs)
        return frame(
            request, of: raster, encoder: encoder,
            Spent(costs: costs, figures: source.status.figures, isDraft: true))
    }

    private func frame(
        _ request: FrameRequest, of raster: Raster, encoder: SixelEncoder?, _ spent: Spent
    ) -> EncodedFrame {
        var costs = spent.costs
        let frame = Self.frame(of: raster, for: request)
        let start = stopwatch.now()
        let mosaic = Self.mosaic(frame, for: request)
        let bytes = encode(frame, mosaic, for: request, by: encoder)
        costs.add(stopwatch.now() &- start, to: .encode)
        return EncodedFrame(
            request: request, bytes: bytes, mosaic: mosaic, costs: costs, isDraft: spent.isDraft,
            figures: spent.figures)
    }

    /// The same window on a smaller version of the photo: its scaled grid is the same.
    static func window(of request: FrameRequest, on source: any ImageSource) -> ScaledWindow {
        request.window.on(source)
    }

    /// A window that a picture needs, or its palette unless that is known, and that is not ready.
    static func missing(
        for request: FrameRequest, of source: any ImageSource, hasPalette: Bool
    ) -> ScaledWindow? {
        let window = window(of: request, on: source)
        if !isReady(window, of: source) { return window }
        guard request.style.graphics == .sixel, !request.showsAll, !hasPalette else { return nil }
        let all = paletteWindow(of: source)
        return isReady(all, of: source) ? nil : all
    }

    /// Whether a window's pixels can be had without waiting for the file.
    static func isReady(_ window: ScaledWindow, of source: any ImageSource) -> Bool {
        let window = window.on(source)
        let need = Resampler().source(for: window)
        return source.isReady(need)
    }

    /// Returns when a window's pixels are at hand, or more of them than now, or will never be.
    static func arrival(of window: ScaledWindow, from source: any ImageSource) async {
        let need = Resampler().source(for: window.on(source))
        await source.streaming?.waitForMore(of: need.area, reducedBy: need.reduction)
    }

    /// The palette of a whole photo.
    private func photoPalette(
        of source: any ImageSource, style: FrameStyle
    ) -> Result<Palette, DecodingFailure> {
        Result { () throws(DecodingFailure) in
            var costs = StageCosts()
            let window = Self.paletteWindow(of: source)
            let part = try part(for: window, of: source, &costs)
            return palette(of: part, window, style: style)
        }
    }

    /// A picture that shows all of a photo has all of its colours: decoding once is enough.
    private func palette(
        showing raster: Raster, for request: FrameRequest, _ known: SixelEncoder?
    ) -> Palette? {
        guard known == nil, request.style.graphics == .sixel else { return nil }
        return palette(of: raster, style: request.style)
    }

    /// The colours of what there is of a photo while its file is being read; nil where that is nothing.
    func draftPalette(of source: any ImageSource, style: FrameStyle) -> Palette? {
        let window = Self.paletteWindow(of: source)
        guard let part = Self.draft(for: window, of: source) else { return nil }
        return palette(of: part, window, style: style)
    }

    private func palette(
        of part: PhotoPart, _ window: ScaledWindow, style: FrameStyle
    ) -> Palette {
        var costs = StageCosts()
        let raster = scaled(part, for: window, over: style.background, &costs)
        return palette(of: raster, style: style)
    }

    private func palette(of raster: Raster, style: FrameStyle) -> Palette {
        PaletteBuilder(registers: style.registers)
            .palette(of: raster, including: style.background)
    }

    static func paletteWindow(of source: any ImageSource) -> ScaledWindow {
        let small = source.size.fitted(into: paletteBox)
        return ScaledWindow(photo: source.size, scaled: small, window: PixelRect(small))
    }

    // A photo's colours are found in a copy that decodes at an eighth of most originals.
    private static let paletteBox = PixelSize(width: 640, height: 640)

    private func part(
        for window: ScaledWindow, of source: any ImageSource, _ costs: inout StageCosts
    ) throws(DecodingFailure) -> PhotoPart {
        let need = Resampler().source(for: window)
        return try stopwatch.measure(.decode, in: &costs) { () throws(DecodingFailure) in
            try source.pixels(of: need.area, reducedBy: need.reduction)
        }
    }

    /// The finest there is of a window.
    private static func draft(for window: ScaledWindow, of source: any ImageSource) -> PhotoPart? {
        let resampler = Resampler()
        let need = resampler.source(for: window)
        if source.isReady(need) {
            // What cannot be decoded is told when the picture itself is made.
            return try? source.pixels(of: need.area, reducedBy: need.reduction)
        }
        for reduction in Reduction.allCases where reduction.rawValue >= need.reduction.rawValue {
            let area = resampler.area(for: window, reducedBy: reduction)
            if let part = source.streaming?.preview(of: area, reducedBy: reduction) {
                return part
            }
        }
        return nil
    }

    private func scaled(
        _ part: PhotoPart, for request: FrameRequest, _ costs: inout StageCosts
    ) -> Raster {
        let window = ScaledWindow(
            photo: part.photo, scaled: request.window.scaled, window: request.window.window)
        return scaled(part, for: window, over: request.style.background, &costs)
    }

    private func scaled(
        _ part: PhotoPart, for window: ScaledWindow, over background: RGBColour,
        _ costs: inout StageCosts
    ) -> Raster {
        let resampler = Resampler(for: window, enlarging: enlarging)
        if let raster = resampler.untouched(part, for: window) { return raster }
        return stopwatch.measure(.scale, in: &costs) {
            Self.resample(part, for: window, over: background, by: resampler)
        }
    }

    /// The strips lie in one memory: put together afterwards they cost 3.7 MB and a millisecond more.
    private static func resample(
        _ part: PhotoPart, for window: ScaledWindow, over background: RGBColour,
        by resampler: Resampler
    ) -> Raster {
        let rowBytes = window.window.size.width * Raster.bytesPerPixel
        let pixels = Raster.bytes(of: window.window.size) { pixels in
            // Each strip has rows of its own in it.
            nonisolated(unsafe) let target = UnsafeMutableRawBufferPointer(pixels)
            Parallel.each(window.strips(Parallel.strips)) { strip in
                let top = (strip.window.minY - window.window.minY) * rowBytes
                let rows = target[top..<(top + strip.window.size.height * rowBytes)]
                resampler.resample(
                    part, for: strip, over: background,
                    into: UnsafeMutableRawBufferPointer(rebasing: rows))
            }
        }
        return Raster(size: window.window.size, pixels: pixels)
    }

    private static func frame(of raster: Raster, for request: FrameRequest) -> Frame {
        let canvas = raster.framed(
            at: request.target, in: request.area.size, over: request.style.background)
        let anchor = PixelPoint(
            x: request.window.window.minX - request.target.minX,
            y: request.window.window.minY - request.target.minY)
        return Frame(raster: canvas, anchor: anchor, fineness: request.fineness)
    }

    /// A part of a scaled photo for a terminal that keeps pictures; nil where the task is cancelled.
    func picture(
        _ region: ScaledWindow, of source: any ImageSource, over background: RGBColour,
        by layOut: @Sendable (Raster) -> [UInt8]
    ) async throws(DecodingFailure) -> ([UInt8], PictureCost)? {
        var costs = StageCosts()
        let window = region.on(source)
        while !Task.isCancelled, !Self.isReady(window, of: source) {
            await Self.arrival(of: window, from: source)
        }
        // Asking for the pixels would wait for the file all the same.
        guard !Task.isCancelled else { return nil }
        let part = try part(for: window, of: source, &costs)
        let raster = scaled(part, for: window, over: background, &costs)
        let bytes = stopwatch.measure(.encode, in: &costs) { layOut(raster) }
        var cost = PictureCost(byteCount: bytes.count)
        cost.stages = costs
        cost.figures = source.status.figures
        return (bytes, cost)
    }

    /// The finest there is of a scaled photo; nil where nothing is.
    func sketch(
        _ all: ScaledWindow, of source: any ImageSource, over background: RGBColour
    ) -> Raster? {
        let window = all.on(source)
        guard let part = Self.draft(for: window, of: source) else { return nil }
        var costs = StageCosts()
        return scaled(part, for: window, over: background, &costs)
    }

    private static func mosaic(_ frame: Frame, for request: FrameRequest) -> BlockMosaic? {
        guard request.style.graphics == .blocks else { return nil }
        return BlockEncoder(
            glyphs: request.style.glyphs, colours: request.style.colours
        ).mosaic(of: frame)
    }

    private func encode(
        _ frame: Frame, _ mosaic: BlockMosaic?, for request: FrameRequest,
        by encoder: SixelEncoder?
    ) -> [UInt8] {
        if let encoder {
            // On a screen a longer one is cut: each string has a place. What is printed has none.
            let limit = request.area.origin == nil ? request.style.stringLimitBytes : nil
            return Self.sixel(frame, by: encoder, within: limit)
        }
        var output: [UInt8] = []
        switch request.style.graphics {
        case .iTerm2: ITerm2Encoder(png: png).encode(frame, into: &output)
        case .kitty:
            PrintedKitty(encoder: KittyEncoder(png: png)).encode(frame, into: &output)
        case .blocks, .sixel: mosaic?.append(at: request.area.origin, to: &output)
        }
        return output
    }

    /// A frame too long for one string is sent as coarsely as while it moves: half the bytes.
    private static func sixel(
        _ frame: Frame, by encoder: SixelEncoder, within limit: Int?
    ) -> [UInt8] {
        let bytes = sixel(frame, by: encoder)
        guard let limit, bytes.count > limit, frame.fineness == .atRest else { return bytes }
        return sixel(
            Frame(raster: frame.raster, anchor: frame.anchor, fineness: .moving), by: encoder)
    }

    private static func sixel(_ frame: Frame, by encoder: SixelEncoder) -> [UInt8] {
        let parts = Parallel.map(FrameStrip.strips(of: frame, count: Parallel.strips)) { strip in
            var output: [UInt8] = []
            encoder.encode(strip, into: &output)
            return output
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(parts.reduce(0) { $0 + $1.count })
        for part in parts { bytes += part }
        return bytes
    }
}

extension ScaledWindow {
    /// The same window on a smaller version of the photo: its scaled grid is the same.
    fileprivate func on(_ source: any ImageSource) -> ScaledWindow {
        ScaledWindow(photo: source.size, scaled: scaled, window: window)
    }
}

extension ImageSource {
    fileprivate var streaming: (any StreamingImageSource)? { self as? any StreamingImageSource }

    fileprivate func isReady(_ need: (reduction: Reduction, area: PixelRect)) -> Bool {
        streaming?.isReady(need.area, reducedBy: need.reduction) ?? true
    }
}

extension FrameRequest {
    /// Whether no part of the photo lies outside the window.
    fileprivate var showsAll: Bool { window.window == PixelRect(window.scaled) }
}
