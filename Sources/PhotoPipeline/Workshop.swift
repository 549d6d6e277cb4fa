internal import Imaging
internal import TerminalProtocols

/// The stages from an opened photo to bytes for a terminal; it remembers nothing.
struct Workshop: Sendable {
    /// Strips of a picture that are made side by side: one for each core of a small machine.
    ///
    /// More than two gain little before the terminal takes longer than all of it.
    private static let strips = 2

    let stopwatch: Stopwatch
    /// Makes an opaque PNG, as fast as can be.
    let png: @Sendable (Raster) -> [UInt8]

    /// The picture that was asked for, encoded; and for sixel the encoder that keeps the photo's
    /// palette, made where `encoder` is nil.
    func frame(
        _ request: FrameRequest, of source: any PhotoSource, encoder: SixelEncoder?
    ) async throws(DecodingFailure) -> (EncodedFrame, SixelEncoder?) {
        var costs = StageCosts()
        let window = ScaledWindow(
            // The same window on a smaller version of the photo: its scaled grid is the same.
            photo: source.size, scaled: request.window.scaled, window: request.window.window)
        let raster = try await scaled(window, of: source, over: request.style.background, &costs)
        let encoder = try await self.encoder(encoder, for: request, showing: raster, of: source)
        let frame = Self.frame(of: raster, for: request)
        let start = stopwatch.now()
        let bytes = await encode(frame, for: request, by: encoder)
        costs.add(stopwatch.now() &- start, to: .encode)
        return (EncodedFrame(request: request, bytes: bytes, costs: costs), encoder)
    }

    private func encoder(
        _ known: SixelEncoder?, for request: FrameRequest, showing raster: Raster,
        of source: any PhotoSource
    ) async throws(DecodingFailure) -> SixelEncoder? {
        guard request.style.graphics == .sixel else { return nil }
        if let known { return known }
        // What shows all of a photo has all of its colours: decoding once is enough.
        let isAll = request.window.window == PixelRect(request.window.scaled)
        let all =
            isAll ? raster : try await small(source, over: request.style.background)
        let builder = PaletteBuilder(registers: request.style.registers)
        return SixelEncoder(
            palette: builder.palette(of: all, including: request.style.background))
    }

    /// A small version of all of a photo, to find its colours in.
    private func small(
        _ source: any PhotoSource, over background: RGBColour
    ) async throws(DecodingFailure) -> Raster {
        var costs = StageCosts()
        let small = source.size.fitted(into: Self.paletteBox)
        let window = ScaledWindow(photo: source.size, scaled: small, window: PixelRect(small))
        return try await scaled(window, of: source, over: background, &costs)
    }

    // A photo's colours are found in a copy that decodes at an eighth of most originals.
    private static let paletteBox = PixelSize(width: 640, height: 640)

    private func scaled(
        _ window: ScaledWindow, of source: any PhotoSource, over background: RGBColour,
        _ costs: inout StageCosts
    ) async throws(DecodingFailure) -> Raster {
        let resampler = Resampler()
        let need = resampler.source(for: window)
        let part = try stopwatch.measure(.decode, in: &costs) { () throws(DecodingFailure) in
            try source.pixels(of: need.area, reducedBy: need.reduction)
        }
        let start = stopwatch.now()
        let rasters = await Self.sideBySide(window.strips(Self.strips)) { strip in
            resampler.resample(part, for: strip, over: background)
        }
        costs.add(stopwatch.now() &- start, to: .scale)
        return Raster.stacked(rasters)
    }

    private static func frame(of raster: Raster, for request: FrameRequest) -> Frame {
        let canvas = raster.framed(
            at: request.target, in: request.area.size, over: request.style.background)
        let anchor = PixelPoint(
            x: request.window.window.minX - request.target.minX,
            y: request.window.window.minY - request.target.minY)
        return Frame(raster: canvas, anchor: anchor, fineness: request.fineness)
    }

    /// A part of a scaled photo as pixels, for a terminal that keeps pictures.
    func picture(
        _ region: ScaledWindow, of source: any PhotoSource, over background: RGBColour
    ) async throws(DecodingFailure) -> Raster {
        var costs = StageCosts()
        let window = ScaledWindow(
            photo: source.size, scaled: region.scaled, window: region.window)
        return try await scaled(window, of: source, over: background, &costs)
    }

    private func encode(
        _ frame: Frame, for request: FrameRequest, by encoder: SixelEncoder?
    ) async -> [UInt8] {
        if let encoder {
            return await Self.sixel(frame, by: encoder, within: request.style.stringLimitBytes)
        }
        let encoder: any GraphicsEncoder =
            switch request.style.graphics {
            case .iTerm2: ITerm2Encoder(png: png)
            case .kitty: PrintedKitty(encoder: KittyEncoder(png: png))
            default:
                BlockEncoder(
                    glyphs: request.style.glyphs, colours: request.style.colours,
                    origin: request.area.origin)
            }
        var output: [UInt8] = []
        encoder.encode(frame, into: &output)
        return output
    }

    /// A frame too long for one string is sent as coarsely as while it moves: half the bytes.
    private static func sixel(
        _ frame: Frame, by encoder: SixelEncoder, within limit: Int?
    ) async -> [UInt8] {
        let bytes = await sixel(frame, by: encoder)
        guard let limit, bytes.count > limit, frame.fineness == .atRest else { return bytes }
        return await sixel(
            Frame(raster: frame.raster, anchor: frame.anchor, fineness: .moving), by: encoder)
    }

    private static func sixel(_ frame: Frame, by encoder: SixelEncoder) async -> [UInt8] {
        let parts = await sideBySide(FrameStrip.strips(of: frame, count: strips)) { strip in
            var output: [UInt8] = []
            encoder.encode(strip, into: &output)
            return output
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(parts.reduce(0) { $0 + $1.count })
        for part in parts { bytes += part }
        return bytes
    }

    /// Does the same to each part at the same time; the results stay in order.
    private static func sideBySide<Part: Sendable, Result: Sendable>(
        _ parts: [Part], _ work: @escaping @Sendable (Part) -> Result
    ) async -> [Result] {
        guard parts.count > 1 else { return parts.map(work) }
        return await withTaskGroup(of: (Int, Result).self) { group in
            for (index, part) in parts.enumerated() { group.addTask { (index, work(part)) } }
            var results: [(Int, Result)] = []
            for await result in group { results.append(result) }
            return results.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }
}
