internal import Imaging
internal import TerminalProtocols

/// From a small photo to bytes for a terminal; it remembers nothing.
struct PreviewWorkshop: Sendable {
    /// Makes an opaque PNG, as fast as can be.
    let png: @Sendable (Raster) -> [UInt8]

    func preview(_ request: PreviewRequest, of photo: ShelfPhoto) -> EncodedPreview {
        let raster = Resampler().resample(
            photo.part, for: request.window(of: photo.part.photo), over: request.style.background)
        return EncodedPreview(request: request, body: body(request, raster))
    }

    private func body(_ request: PreviewRequest, _ raster: Raster) -> EncodedPreview.Body {
        let target = request.target(of: raster.size)
        // What surrounds a picture in a store need not be sent: it is placed to the pixel.
        if request.style.graphics == .kitty { return .file(png(raster), area: target) }
        let canvas = raster.framed(
            at: target, in: request.size, over: request.style.background)
        let frame = Frame(raster: canvas, anchor: .origin, fineness: .atRest)
        switch request.style.graphics {
        case .blocks: return .rows(rows(frame, request.style))
        case .sixel: return .string(string(frame, by: sixelEncoder(canvas, request)))
        case .iTerm2, .kitty: return .string(string(frame, by: ITerm2Encoder(png: png)))
        }
    }

    /// Colours of its own: a page shows photos that have none in common.
    private func sixelEncoder(_ canvas: Raster, _ request: PreviewRequest) -> SixelEncoder {
        let builder = PaletteBuilder(registers: request.style.registers)
        return SixelEncoder(palette: builder.palette(of: canvas))
    }

    private func string(_ frame: Frame, by encoder: any GraphicsEncoder) -> [UInt8] {
        var output: [UInt8] = []
        encoder.encode(frame, into: &output)
        return output
    }

    /// Lines that follow each other, taken apart: each may stand anywhere.
    private func rows(_ frame: Frame, _ style: FrameStyle) -> [[UInt8]] {
        let encoder = BlockEncoder(glyphs: style.glyphs, colours: style.colours)
        let lines = string(frame, by: encoder).split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return lines.map(Array.init)
    }
}
