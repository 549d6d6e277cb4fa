package import Imaging
package import TerminalProtocols

/// What is seen of a photo, and where in the picture it lies; the rest is background.
typealias PlacedWindow = (window: ScaledWindow, target: PixelRect)

/// The pixels of a picture before they are encoded, what lies over them, and their cost.
struct PicturePixels {
    let raster: Raster
    let place: PlacedWindow
    var layers: [(picture: Raster, at: PixelPoint)] = []
    var costs: [Stage: UInt64] = [:]
}

/// Makes of a picture's pixels what a terminal is sent, without state.
package struct PictureEncoder: Sendable {
    /// Makes an opaque PNG, as fast as possible.
    private let png: @Sendable (Raster) -> [UInt8]
    /// Puts a picture where a terminal on this machine reads it.
    private let share: KittyEncoder.Share?

    package init(
        png: @escaping @Sendable (Raster) -> [UInt8], share: KittyEncoder.Share? = nil
    ) {
        self.png = png
        self.share = share
    }

    /// Gives the bytes of a printed picture to `output`, in order; sixel while more of it is encoded.
    func print(
        _ pixels: PicturePixels, _ request: ImageRequest, by encoder: SixelEncoder?,
        to output: @escaping @Sendable ([UInt8]) -> Void
    ) {
        let options = request.options
        let frame = Self.frame(pixels, request)
        // What may be too long for one string must be there before any of it is sent.
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
        // The surroundings of a picture that is placed to the pixel need not be sent.
        let raster = options.fillsCells ? Self.canvas(pixels, request) : pixels.raster
        let payload = KittyEncoder(png: png, share: share).payload(of: raster, by: options.medium)
        return .stored(payload, region: pixels.place.window, at: pixels.place.target)
    }

    /// A photo and its mat as one picture for a terminal that stores it.
    private func matted(_ pixels: PicturePixels, _ request: ImageRequest) -> EncodedImage {
        let payload = KittyEncoder(png: png, share: share)
            .payload(of: Self.canvas(pixels, request), by: request.options.medium)
        let all = PixelRect(request.size)
        let region = ScaledWindow(
            photo: pixels.place.window.photo, scaled: request.size, window: all)
        return .stored(payload, region: region, at: all)
    }

    /// All of a picture: the photo's part, and its mat or background around that.
    private static func canvas(_ pixels: PicturePixels, _ request: ImageRequest) -> Raster {
        pixels.raster.framed(
            at: pixels.place.target, in: request.size,
            over: request.window.mat?.colour ?? request.options.background)
    }

    /// The encoder of a photo with a mat, whose colour its palette has; `nil` if there is no mat.
    private static func encoder(of frame: Frame, _ request: ImageRequest) -> SixelEncoder? {
        guard let mat = request.window.mat, request.options.graphics.hasPalette else { return nil }
        let builder = PaletteBuilder(registers: request.options.registers)
        return SixelEncoder(
            palette: builder.palette(
                of: frame.raster, including: mat.colour ?? request.options.background))
    }

    /// Encodes a frame for a terminal that stores no pictures, or for printing.
    ///
    /// For sixel it has the palette of `encoder`, or else its own.
    package func encode(
        _ frame: Frame, for options: ImageOptions, by encoder: SixelEncoder? = nil, strips: Int = 1
    ) -> EncodedImage {
        var output: [UInt8] = []
        switch options.graphics {
        case .sixel: return Self.sixel(frame, for: options, by: encoder, strips: strips)
        case .iTerm2: ITerm2Encoder(png: png).encode(frame, into: &output)
        case .kitty:
            guard let placeholders = options.placeholders else {
                KittyEncoder(png: png).print(frame.raster, into: &output)
                break
            }
            placeholders.append(
                frame.raster, as: PlaceholderPrint.newImage(), at: options.position,
                over: options.background, png: png, to: &output)
        case .blocks:
            let blocks = BlockEncoder(glyphs: options.glyphs, colours: options.colours)
            return .cells(blocks.mosaic(of: frame))
        }
        return .string(output)
    }

    private static func frame(_ pixels: PicturePixels, _ request: ImageRequest) -> Frame {
        let (window, target) = pixels.place
        let canvas = canvas(pixels, request)
        let anchor = PixelPoint(
            x: window.window.minX - target.minX, y: window.window.minY - target.minY)
        let side = request.quality == .moving ? request.movingQuality.pixelSide : 1
        return Frame(
            raster: canvas.withPixels(of: side, at: anchor).under(pixels.layers),
            anchor: request.window.isFitted ? .origin : anchor, quality: request.quality,
            movingQuality: request.movingQuality, flatAreas: request.flatAreas)
    }

    /// A page shows photos that have no colours in common.
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

    /// What is printed and too long for one string is sent in preview quality: half the bytes.
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

    /// What a pan brings into view is sent in one piece, without definitions of colours that it lacks.
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
    /// The bytes that print it: pixels at the cursor, characters at a position.
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
    /// Whether a map over the photo is to take few bytes, as it is drawn for each pan.
    var hasCoarseOverview: Bool { quality == .moving && options.movesPictures }

    /// What lies over the photo in blocks of one colour.
    fileprivate var flatAreas: [PixelRect] {
        hasCoarseOverview ? overlays.filter { $0.content == .overview }.map(\.place) : []
    }
}

extension PixelSize {
    /// Whether a picture is encoded in one piece: in two milliseconds.
    fileprivate var fitsOnePiece: Bool { (area ?? .max) <= 1 << 17 }
}
