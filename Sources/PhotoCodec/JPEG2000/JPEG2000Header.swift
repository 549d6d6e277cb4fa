internal import CJPEG2000
internal import Imaging

/// The header of a JP2 file or of a codestream without boxes.
struct JPEG2000Header: Sendable {
    let size: PixelSize
    let grid: JPEG2000Grid
    /// The size, in pixels, of a tile that is not cut off by the picture's edges.
    let tile: PixelSize
    let hasOneTile: Bool
    let hasOneLayer: Bool
    /// The area of the first tile on the reference grid.
    private let firstTile: PixelRect
    /// The number of tiles in a row.
    private let columns: Int
    private(set) var extent: JPEG2000Extent
    /// The number of resolutions in the file, each half as large as the previous one.
    let resolutions: Int
    let colour: JPEG2000Colour
    /// The bit depth of the first channel.
    let bits: Int
    let channels: Int
    let profile: [UInt8]?
    /// True if a channel can be alpha, which is certain only after decoding.
    let mayHaveAlpha: Bool

    /// Reads the header of a file.
    ///
    /// - Throws: `.damaged`, `.tooLarge`, or `.unsupported` without OpenJPEG or for channels whose
    ///   samples rarely coincide.
    init(_ bytes: PhotoBytes) throws(DecodingFailure) {
        guard cjp2_library() != nil else { throw .unsupported(kind: .photo(.jpeg2000)) }
        defer { bytes.evictPages(0..<bytes.count) }
        self = try bytes.withUnsafeBytes { source throws(DecodingFailure) in
            let extent = JPEG2000Extent(source)
            let reader = try JPEG2000Reader(source, extent)
            var header = try JPEG2000Header(reader, JPEG2000Boxes(source), extent)
            try header.check(hasBytes: source.count)
            header.extent.settle(source, header)
            return header
        }
    }

    /// Throws if the declared size or number of code blocks does not fit the size of the file.
    private func check(hasBytes count: Int) throws(DecodingFailure) {
        try DecodingLimits.check(size, hasBytes: count, forMinimum: minimumBytes)
        guard extent.blocks?.fits(intoBytes: count) ?? true else {
            throw .tooLarge(size)
        }
    }

    private init(
        _ reader: borrowing JPEG2000Reader, _ boxes: JPEG2000Boxes, _ extent: JPEG2000Extent
    ) throws(DecodingFailure) {
        var tiling = cjp2_tiling()
        guard let image = reader.image, image.numcomps > 0, let components = image.comps,
            cjp2_describe(reader.pointer, &tiling) != 0, tiling.width > 0, tiling.height > 0
        else { throw .damaged(reader.damage) }
        let channels = (0..<Int(image.numcomps)).map { components[$0] }
        guard let grid = JPEG2000Grid(image, of: channels) else {
            throw .unsupported(kind: .photo(.jpeg2000))
        }
        self.grid = grid
        self.extent = extent
        size = grid.size(halved: 0)
        tile = PixelSize(
            width: min(max(1, Int(tiling.width) / grid.step.width), size.width),
            height: min(max(1, Int(tiling.height) / grid.step.height), size.height))
        hasOneTile = tiling.columns == 1 && tiling.rows == 1
        hasOneLayer = tiling.layers == 1
        columns = Int(tiling.columns)
        firstTile = PixelRect(
            x: Int(tiling.x), y: Int(tiling.y), width: Int(tiling.width),
            height: Int(tiling.height))
        resolutions = max(1, Int(tiling.resolutions))
        let isSubsampled =
            channels.count >= 3
            && channels[1...2].contains { $0.dx > channels[0].dx || $0.dy > channels[0].dy }
        let colour = JPEG2000Colour(
            boxes, channels: channels.count, isSubsampled: isSubsampled)
        self.colour = colour
        bits = Int(channels[0].prec)
        self.channels = channels.count
        mayHaveAlpha =
            colour != .cmyk
            && (boxes.alphaChannels > 0 || channels.count == 2 || channels.count == 4)
        profile = boxes.profile
    }

    /// The maximum number of pixels of a picture that is decoded whole if decoding an area fails.
    private static let retriedPixels = 4 << 20

    /// Returns the areas to decode for some pixels; the second is tried if the first fails.
    ///
    /// In some pictures, OpenJPEG 2.5.0 loses its position if it skips packets, but not if it
    /// decodes the whole picture.
    func requestedAreas(of area: PixelRect, halved factor: Int) -> [JPEG2000Channels.RequestedArea]
    {
        let stored = grid.stored(area, halved: factor)
        let mayRetry = (size.area ?? .max) <= Self.retriedPixels && stored != grid.area
        let parts =
            extent.isDecodedWhole ? [grid.area] : mayRetry ? [stored, grid.area] : [stored]
        return parts.map { JPEG2000Channels.RequestedArea(area, of: grid, halved: factor, in: $0) }
    }

    /// Returns the area of a tile's first pixel on the reference grid; `nil` if the tile is empty.
    func area(ofTile number: Int) -> PixelRect? {
        guard columns > 0 else { return nil }
        let area = PixelRect(
            x: firstTile.minX + number % columns * firstTile.size.width,
            y: firstTile.minY + number / columns * firstTile.size.height,
            width: firstTile.size.width, height: firstTile.size.height
        ).intersection(grid.area)
        guard !area.isEmpty else { return nil }
        return PixelRect(
            x: area.minX, y: area.minY, width: min(grid.step.width, area.size.width),
            height: min(grid.step.height, area.size.height))
    }

    /// True if the samples are gray or RGB and have more than 8 bits.
    var isHighBitDepth: Bool { bits > 8 && (colour == .gray || colour == .rgb) }

    /// The minimum size of the file in bytes; empty code blocks need almost no bytes.
    var minimumBytes: Int { (size.area ?? .max) / 4096 }
}

/// OpenJPEG's decoder for a file; the bytes of the file must outlive the decoder.
struct JPEG2000Reader: ~Copyable {
    let pointer: UnsafeMutablePointer<cjp2_reader>

    /// Opens a file with this extent, and reads its header.
    init(
        _ source: UnsafeRawBufferPointer, _ extent: JPEG2000Extent
    ) throws(DecodingFailure) {
        guard JPEG2000Tiling(source)?.fits(intoBytes: source.count) ?? true else {
            throw .damaged(.tooLittleData)
        }
        let ending = extent.ending
        guard let pointer = cjp2_open(source.baseAddress, ending) else { throw .outOfMemory }
        guard pointer.pointee.image != nil else {
            defer { cjp2_close(pointer) }
            throw .damaged(Damage(library: Self.message(pointer)))
        }
        self.pointer = pointer
    }

    deinit { cjp2_close(pointer) }

    var image: opj_image_t? { pointer.pointee.image?.pointee }

    /// OpenJPEG's messages since the last decoding began; empty without an error.
    var message: String { Self.message(pointer) }
    var damage: Damage { Damage(library: message) }

    private static func message(_ pointer: UnsafeMutablePointer<cjp2_reader>) -> String {
        String(cString: cjp2_message(pointer))
    }

    /// Decodes an area of the reference grid; returns false if nothing could be decoded.
    func decode(_ area: PixelRect, factor: Int) -> Bool {
        cjp2_decode(
            pointer, UInt32(factor), Int32(area.minX), Int32(area.minY), Int32(area.maxX),
            Int32(area.maxY)) != 0
    }
}

extension JPEG2000Header {
    static func open(
        _ bytes: PhotoBytes, within options: DecodingOptions
    ) throws(DecodingFailure) -> any ImageSource {
        let header = try JPEG2000Header(bytes)
        guard header.isHighBitDepth else {
            return PicturePyramid(header, in: bytes).source(within: options)
        }
        return try HighBitDepthPhoto { tone throws(DecodingFailure) in
            PicturePyramid(header, in: bytes, through: tone).source(within: options)
        }
    }
}
