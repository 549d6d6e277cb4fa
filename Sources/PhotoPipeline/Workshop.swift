internal import Imaging
internal import TerminalProtocols

/// The stages from an opened photo to bytes for a terminal; it remembers nothing.
struct Workshop: Sendable {
    let stopwatch: Stopwatch

    /// The picture that was asked for, encoded.
    func frame(
        _ request: FrameRequest, of source: any PhotoSource, palette: Palette?
    ) throws(DecodingFailure) -> EncodedFrame {
        var costs = StageCosts()
        let window = Self.window(request.window, on: source)
        let raster = try scaled(window, of: source, over: request.style.background, &costs)
        let canvas = raster.framed(
            at: request.target, in: request.area.size, over: request.style.background)
        let frame = Frame(
            raster: canvas,
            anchor: PixelPoint(
                x: window.window.minX - request.target.minX,
                y: window.window.minY - request.target.minY), fineness: request.fineness)
        let encoder = Self.encoder(for: request, palette: palette)
        let bytes = try stopwatch.measure(.encode, in: &costs) { () throws(DecodingFailure) in
            var output: [UInt8] = []
            encoder.encode(frame, into: &output)
            return output
        }
        return EncodedFrame(request: request, bytes: bytes, costs: costs)
    }

    /// The colours for a photo, from a small version of all of it.
    func palette(
        of source: any PhotoSource, style: FrameStyle
    ) throws(DecodingFailure) -> Palette {
        var costs = StageCosts()
        let small = source.size.fitted(into: Self.paletteBox)
        let window = ScaledWindow(photo: source.size, scaled: small, window: PixelRect(small))
        let raster = try scaled(window, of: source, over: style.background, &costs)
        return PaletteBuilder(registers: style.registers).palette(of: raster)
    }

    // 640x640: more pixels changed no palette of the photos measured by more than a register's step.
    private static let paletteBox = PixelSize(width: 640, height: 640)

    private func scaled(
        _ window: ScaledWindow, of source: any PhotoSource, over background: RGBColour,
        _ costs: inout StageCosts
    ) throws(DecodingFailure) -> Raster {
        let resampler = Resampler()
        let need = resampler.source(for: window)
        let part = try stopwatch.measure(.decode, in: &costs) { () throws(DecodingFailure) in
            try source.pixels(of: need.area, reducedBy: need.reduction)
        }
        return try stopwatch.measure(.scale, in: &costs) { () throws(DecodingFailure) in
            resampler.resample(part, for: window, over: background)
        }
    }

    /// The same window on a smaller version of the photo: its scaled grid is the same.
    private static func window(
        _ window: ScaledWindow, on source: any PhotoSource
    ) -> ScaledWindow {
        ScaledWindow(photo: source.size, scaled: window.scaled, window: window.window)
    }

    private static func encoder(
        for request: FrameRequest, palette: Palette?
    ) -> any GraphicsEncoder {
        switch (request.style.graphics, palette) {
        case (.sixel, let palette?): SixelEncoder(palette: palette)
        default:
            BlockEncoder(
                glyphs: request.style.glyphs, colours: request.style.colours,
                origin: request.area.origin)
        }
    }
}
