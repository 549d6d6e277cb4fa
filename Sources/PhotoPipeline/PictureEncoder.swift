package import Imaging
internal import Synchronization
package import TerminalProtocols

/// The visible region of a photo, and the region's position in the picture; the rest of the picture
/// is background.
typealias PlacedWindow = (window: ScaledWindow, target: PixelRect)

/// The pixels of a picture before encoding, with their position and the cost of rendering.
struct PicturePixels {
    let raster: Raster
    let placed: PlacedWindow
    var layers: [(picture: Raster, at: PixelPoint)] = []
    var costs: [Stage: UInt64] = [:]
}

/// An encoder without state that converts a picture's pixels into the terminal's format.
package struct PictureEncoder: Sendable {
    /// Encodes an opaque picture as PNG as fast as possible, in parts.
    private let png: PNGEncoding
    /// Stores a picture where a terminal on the same machine can read it.
    private let share: KittyEncoder.Share?

    package init(
        png: @escaping PNGEncoding, share: KittyEncoder.Share? = nil
    ) {
        self.png = png
        self.share = share
    }

    /// Passes the bytes of a printed picture to `output` in order.
    ///
    /// Bytes of a picture in sixel or for kitty are passed while later bytes are encoded.
    func print(
        _ pixels: PicturePixels, _ request: ImageRequest, by encoder: SixelEncoder?,
        to output: @escaping @Sendable ([UInt8]) -> Void
    ) {
        let options = request.options
        let frame = Self.frame(pixels, request)
        if options.graphics == .kitty, options.placeholders == nil {
            return kitty.print(frame.raster, by: options.medium, encodedBy: png, to: output)
        }
        // A string that may be too long must be encoded completely before any part is sent.
        guard options.graphics == .sixel, options.stringLimitBytes == nil else {
            return output(
                encode(frame, for: options, by: encoder, strips: request.strips)
                    .printed(at: options.position))
        }
        let encoder = encoder ?? Self.ownEncoder(of: frame, for: options)
        Parallel.map(FrameStrip.strips(of: frame, count: request.strips), deliver: output) {
            encoder.bytes(of: $0)
        }
    }

    func encoded(
        _ pixels: PicturePixels, _ request: ImageRequest, by encoder: SixelEncoder?
    ) -> EncodedImage {
        let options = request.options
        guard options.graphics.keepsPictures, !options.isPrinted else {
            let frame = Self.frame(pixels, request)
            return encode(
                frame, for: options, by: encoder ?? Self.encoder(of: frame, request),
                strips: request.strips)
        }
        if request.window.mat?.colour != nil { return matted(pixels, request) }
        // A picture that is positioned in pixels needs no background.
        let raster = options.fillsCells ? Self.canvas(pixels, request) : pixels.raster
        let payload = kitty.payload(of: raster, by: options.medium)
        return .stored(payload, region: pixels.placed.window, at: pixels.placed.target)
    }

    /// Returns a photo with its border as one picture, for a terminal that stores pictures.
    private func matted(_ pixels: PicturePixels, _ request: ImageRequest) -> EncodedImage {
        let payload = kitty.payload(
            of: Self.canvas(pixels, request), by: request.options.medium)
        let all = PixelRect(request.size)
        let region = ScaledWindow(
            photo: pixels.placed.window.photo, scaled: request.size, window: all)
        return .stored(payload, region: region, at: all)
    }

    /// Returns the whole picture: the photo's region with the border or background around it.
    private static func canvas(_ pixels: PicturePixels, _ request: ImageRequest) -> Raster {
        pixels.raster.framed(
            at: pixels.placed.target, in: request.size,
            over: request.window.mat?.colour ?? request.options.background)
    }

    /// Returns an encoder whose palette contains the border's colour; `nil` for a photo without a
    /// border.
    private static func encoder(of frame: Frame, _ request: ImageRequest) -> SixelEncoder? {
        guard let mat = request.window.mat, request.options.graphics.hasPalette else { return nil }
        let builder = PaletteBuilder(registers: request.options.registers)
        return SixelEncoder(
            palette: builder.palette(
                of: frame.raster, including: mat.colour ?? request.options.background))
    }

    /// Encodes a frame for printing, or for a terminal that does not store pictures.
    ///
    /// A sixel picture has the palette of `encoder`, or the frame's own palette if `encoder` is
    /// `nil`.
    package func encode(
        _ frame: Frame, for options: ImageOptions, by encoder: SixelEncoder? = nil, strips: Int = 1
    ) -> EncodedImage {
        var output: [UInt8] = []
        switch options.graphics {
        case .sixel: return Self.sixel(frame, for: options, by: encoder, strips: strips)
        case .iTerm2: ITerm2Encoder(png: wholePNG).encode(frame, into: &output)
        case .kitty:
            let encoder = kitty
            guard let placeholders = options.placeholders else {
                encoder.print(frame.raster, by: options.medium, into: &output)
                break
            }
            placeholders.append(
                frame.raster, as: PlaceholderPrint.newImage(), at: options.position,
                over: options.background, by: encoder, options.medium, to: &output)
        case .blocks:
            let blocks = BlockEncoder(glyphs: options.glyphs, colours: options.colours)
            return .cells(blocks.mosaic(of: frame))
        }
        return .string(output)
    }

    private var kitty: KittyEncoder { KittyEncoder(png: wholePNG, share: share) }

    private func wholePNG(of raster: Raster) -> [UInt8] {
        let file = Mutex<[UInt8]>([])
        png(raster) { part in file.withLock { $0 += part } }
        return file.withLock(\.self)
    }

    private static func frame(_ pixels: PicturePixels, _ request: ImageRequest) -> Frame {
        let (window, target) = pixels.placed
        let canvas = canvas(pixels, request)
        let anchor = PixelPoint(
            x: window.window.minX - target.minX, y: window.window.minY - target.minY)
        let side = request.quality == .moving ? request.movingQuality.pixelSide : 1
        return Frame(
            raster: canvas.withPixels(of: side, at: anchor).under(pixels.layers),
            anchor: request.window.isFitted ? .origin : anchor, quality: request.quality,
            movingQuality: request.movingQuality, flatAreas: request.flatAreas)
    }

    /// Returns an encoder with the frame's own palette, because photos on the same page may have no
    /// colours in common.
    private static func ownEncoder(of frame: Frame, for options: ImageOptions) -> SixelEncoder {
        SixelEncoder(
            palette: PaletteBuilder(registers: options.registers).palette(of: frame.raster))
    }

    private static func sixel(
        _ frame: Frame, for options: ImageOptions, by encoder: SixelEncoder?, strips: Int
    ) -> EncodedImage {
        let encoder = encoder ?? ownEncoder(of: frame, for: options)
        let tiles = options.tiling?.tiles(of: frame.raster.size) ?? []
        guard tiles.count > 1 else {
            return .string(whole(frame, for: options, by: encoder, strips: strips))
        }
        return .strings(
            tiles.map { tile in
                SixelStrings.Part(
                    row: tile.cell.row, column: tile.cell.column,
                    bytes: sixel(
                        frame.part(tile.area), for: options, by: encoder, strips: strips))
            })
    }

    /// Encodes a frame as one string.
    ///
    /// If the string of a frame at rest is too long, the frame is encoded again in the quality of a
    /// moving photo, which halves the bytes.
    private static func whole(
        _ frame: Frame, for options: ImageOptions, by encoder: SixelEncoder, strips: Int
    ) -> [UInt8] {
        let bytes = sixel(frame, for: options, by: encoder, strips: strips)
        guard let limit = options.stringLimitBytes, bytes.count > limit,
            frame.quality == .atRest
        else { return bytes }
        let coarse = Frame(raster: frame.raster, anchor: frame.anchor, quality: .moving)
        return sixel(coarse, for: options, by: encoder, strips: strips)
    }

    /// Encodes a frame as sixel.
    ///
    /// A strip of a pan is encoded in one piece, without the definitions of unused colours.
    private static func sixel(
        _ frame: Frame, for options: ImageOptions, by encoder: SixelEncoder, strips: Int
    ) -> [UInt8] {
        if options.movesPictures, frame.quality == .moving, frame.raster.size.fitsOnePiece {
            return encoder.encodeThriftily(frame)
        }
        let parts = Parallel.map(FrameStrip.strips(of: frame, count: strips)) {
            encoder.bytes(of: $0)
        }
        return Array(joining: parts)
    }
}

extension EncodedImage {
    /// Returns the bytes that print the picture: pixels at the cursor, characters at `position`.
    package func printed(at position: PrintPosition = .cursor) -> [UInt8] {
        switch self {
        case .string(let bytes): return bytes
        case .cells(let mosaic):
            var output: [UInt8] = []
            mosaic.appendLines(at: position, to: &output)
            return output
        case .strings, .stored, .scrolled:
            preconditionFailure("what is printed is whole, and kept in no store")
        }
    }
}

extension SixelEncoder {
    fileprivate func bytes(of strip: FrameStrip) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(strip.likelyBytes)
        encode(strip, into: &output)
        return output
    }
}

extension ImageRequest {
    /// True if an overview must have few bytes, because the overview is drawn again for each pan.
    var hasReducedOverview: Bool { quality == .moving && options.movesPictures }

    /// The areas of those overlays that consist of blocks of one colour.
    fileprivate var flatAreas: [PixelRect] {
        hasReducedOverview ? overlays.filter { $0.content == .overview }.map(\.area) : []
    }
}

extension PixelSize {
    /// True if a picture of this size is encoded in one piece, which takes two milliseconds.
    fileprivate var fitsOnePiece: Bool { (area ?? .max) <= 1 << 17 }
}
