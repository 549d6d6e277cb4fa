internal import CTIFF
internal import Imaging

/// The layout of a picture in a directory of a TIFF, if the picture can be shown.
struct TIFFLayout: Sendable {
    let offset: UInt64
    let size: PixelSize
    private(set) var samples: TIFFSampleFormat
    let orientation: Orientation
    let blocks: TIFFBlockGrid
    let access: RegionAccess
    /// The shape of the pixels; `nil` if the pixels are square or the file states no shape.
    let pixelShape: PixelShape?
    /// True if the picture is a smaller copy of another picture.
    let isReduced: Bool
    /// The sample that means "no value"; `nil` if the file states none that a sample can have.
    let noValue: Double?
    /// The location on the ground; `nil` if the file states none in a supported projection.
    let ground: GeoTIFF?
    /// The number of planes of an ImageJ stack; `nil` unless the description states several.
    let stackedPlanes: Int?
    /// The distance in bytes from the first plane of a stack to this plane; 0 outside stacks.
    private(set) var stackOffset = 0

    /// Reads the layout of a directory.
    ///
    /// - Throws: `.damaged`, `.unsupported` for pictures that cannot be shown, or `.tooLarge` for
    ///   pictures that need too much memory.
    init(_ directory: ctiff_directory, _ reader: TIFFReader) throws(DecodingFailure) {
        guard Self.compressions.contains(directory.compression),
            reader.hasCodec(directory.compression)
        else { throw .unsupported(kind: .photo(.tiff)) }
        let size = PixelSize(width: Int(directory.width), height: Int(directory.height))
        guard !size.isEmpty else { throw .damaged(.noPixels) }
        let samples = try TIFFSampleFormat(directory)
        self.samples = samples
        blocks = try TIFFBlockGrid(directory, of: size, reader)
        access = try RegionAccess(directory, blocks, samples)
        orientation = Orientation(rawValue: Int(directory.orientation)) ?? .asStored
        isReduced = directory.kind & Self.reducedKind != 0
        pixelShape = PixelShape(directory, isBlackAndWhite: samples.isBlackAndWhite)
        ground = GeoTIFF(directory)
        stackedPlanes = directory.description.flatMap { ImageJDescription.planes(in: $0) }
        noValue = directory.no_value.flatMap {
            samples.noDataValue(String(cString: $0))
        }
        offset = directory.offset
        self.size = size
    }

    /// Returns the layout of a single band.
    func ofBand(_ band: Int) -> TIFFLayout {
        var layout = self
        layout.samples = samples.ofBand(band)
        return layout
    }

    /// Returns the layout of the plane that begins `bytes` bytes after the first plane of a stack.
    func inStack(at bytes: Int) -> TIFFLayout {
        var layout = self
        layout.stackOffset = bytes
        return layout
    }

    // The values of NewSubfileType (TIFF 6.0, section 8).
    static let reducedKind: UInt32 = 1
    static let maskKind: UInt32 = 4

    /// The supported compressions, without old-style JPEG (6) and other rare compressions.
    private static let compressions: Set<UInt32> = [
        UInt32(COMPRESSION_NONE), UInt32(COMPRESSION_CCITTRLE), UInt32(COMPRESSION_CCITTFAX3),
        UInt32(COMPRESSION_CCITTFAX4), UInt32(COMPRESSION_LZW), UInt32(COMPRESSION_JPEG),
        UInt32(COMPRESSION_ADOBE_DEFLATE), UInt32(COMPRESSION_DEFLATE),
        UInt32(COMPRESSION_PACKBITS), UInt32(COMPRESSION_ZSTD), UInt32(COMPRESSION_LZMA),
        UInt32(COMPRESSION_WEBP), UInt32(COMPRESSION_LERC),
    ]

    /// The minimum size, in bytes, of a file with this layout.
    ///
    /// Codecs are assumed to expand at most 4096:1: LZW expands at most 2730:1, Deflate 1032:1;
    /// codecs that expand more are rare, or are for faxes.
    var minimumBytes: Int {
        let rows = blocks.rowBytes.multipliedReportingOverflow(by: size.height)
        guard !rows.overflow else { return .max }
        return access == .plain ? rows.partialValue : rows.partialValue / 4096
    }
}

extension RegionAccess {
    fileprivate init(
        _ directory: ctiff_directory, _ blocks: TIFFBlockGrid, _ samples: TIFFSampleFormat
    ) throws(DecodingFailure) {
        let isInRows = directory.is_tiled == 0 && samples.chroma == nil
        let (pixels, overflow) = blocks.block.width.multipliedReportingOverflow(
            by: blocks.block.height)
        let isSmall =
            !overflow && pixels <= DecodingLimits.tiffBlockPixels
            && blocks.blockBytes <= DecodingLimits.tiffBlockBytes / samples.planes.count
        if isInRows, directory.compression == UInt32(COMPRESSION_NONE), directory.is_reversed == 0 {
            self = .plain
        } else if isSmall {
            self = .blocks
        } else if isInRows, blocks.rowBytes <= DecodingLimits.tiffBlockBytes / samples.planes.count
        {
            self = .rows
        } else {
            throw .tooLarge(blocks.photo)
        }
    }
}

/// The division of a picture into tiles or strips.
struct TIFFBlockGrid: Sendable {
    let photo: PixelSize
    /// The size of a whole tile or strip; a strip is as wide as the picture.
    let block: PixelSize
    let isTiled: Bool
    /// The number of separately stored planes: one for all samples, or one for each sample.
    let planes: Int
    let columns: Int
    let rows: Int
    /// The number of bytes in a decompressed row of a block.
    let rowBytes: Int
    /// The number of bytes in a whole decompressed block of one plane.
    let blockBytes: Int
    /// True if the bits of each byte are stored in reverse order.
    let isReversed: Bool

    init(
        _ directory: ctiff_directory, of photo: PixelSize, _ reader: TIFFReader
    ) throws(DecodingFailure) {
        self.photo = photo
        isTiled = directory.is_tiled != 0
        isReversed = directory.is_reversed != 0
        planes = directory.is_planar != 0 ? Int(directory.samples) : 1
        rowBytes = Int(clamping: directory.row_bytes)
        let height = min(Int(directory.rows_per_strip), photo.height)
        block =
            isTiled
            ? PixelSize(width: Int(directory.tile_width), height: Int(directory.tile_height))
            : PixelSize(width: photo.width, height: height)
        blockBytes =
            isTiled ? Int(clamping: directory.tile_bytes) : reader.stripBytes(rows: height)
        guard !block.isEmpty, rowBytes > 0, blockBytes > 0 else {
            throw .damaged(.noPixels)
        }
        columns = (photo.width + block.width - 1) / block.width
        rows = (photo.height + block.height - 1) / block.height
        let (ranges, overflow) = columns.multipliedReportingOverflow(by: rows)
        guard !overflow, ranges <= Int(directory.strile_count) / planes else {
            throw .damaged(.tooLittleData)
        }
    }

    /// Returns the area of a block that is inside the picture.
    func area(column: Int, row: Int) -> PixelRect {
        PixelRect(
            x: column * block.width, y: row * block.height, width: block.width, height: block.height
        ).intersection(PixelRect(photo))
    }

    /// Returns the index of a block in the file.
    func strile(column: Int, row: Int, plane: Int) -> Int {
        (plane * rows + row) * columns + column
    }
}

/// The types and meanings of a pixel's samples.
struct TIFFSampleFormat: Sendable {
    enum DataType: Sendable, Equatable {
        /// Unsigned integers, or samples of L*a*b*, of 1, 2, 4 or 8 to 16 bits with a fixed range.
        case codes(bits: Int)
        /// Samples of other types, whose range depends on the picture.
        case measured(SampleFormat)
    }

    enum Colour: Sendable, Equatable {
        case gray(isInverted: Bool)
        case rgb
        /// The colours of a palette, with red in the lowest byte.
        case palette([UInt32])
        case cmyk
        case lab(TIFFLab)
    }

    enum Alpha: Sendable, Equatable { case straight, premultiplied }

    let dataType: DataType
    private(set) var colour: Colour
    /// The index, in a pixel, of the first sample of the colour.
    private(set) var firstSample = 0
    /// The number of samples in a pixel, including unused samples.
    let count: Int
    let isPlanar: Bool
    /// True if multi-byte samples do not have this machine's byte order.
    let isSwapped: Bool
    /// True for JPEG compression, whose decoder fills in missing bytes of a block.
    let isJPEG: Bool
    private(set) var alpha: Alpha?
    /// The index of alpha among a pixel's samples.
    let alphaSample: Int
    /// How YCbCr becomes RGB; `nil` for other pictures, and if libjpeg converts the colours.
    let chroma: TIFFChroma?
    /// True if a pixel has more samples, besides alpha, than its colour space needs.
    private let isOfBands: Bool

    init(_ directory: ctiff_directory) throws(DecodingFailure) {
        isJPEG = directory.compression == UInt32(COMPRESSION_JPEG)
        count = Int(directory.samples)
        isPlanar = directory.is_planar != 0 && count > 1
        isSwapped = directory.is_swapped != 0
        dataType = try Self.dataType(directory)
        colour = try Self.colour(directory, dataType)
        let isYCbCr = directory.photometric == UInt32(PHOTOMETRIC_YCBCR)
        guard !isJPEG || dataType == .codes(bits: 8), !isYCbCr || !isPlanar else {
            throw .unsupported(kind: .photo(.tiff))
        }
        chroma = isYCbCr && !isJPEG ? try TIFFChroma(directory) : nil
        let hasAlpha = directory.alpha_kind != 0 && colour != .cmyk && chroma == nil
        if hasAlpha, case .codes = dataType {
            alpha =
                directory.alpha_kind == UInt32(EXTRASAMPLE_ASSOCALPHA) ? .premultiplied : .straight
        } else {
            alpha = nil
        }
        alphaSample = Int(directory.alpha_sample)
        let known = directory.photometric == UInt32(PHOTOMETRIC_MINISBLACK) ? 1 : 3
        isOfBands = count - (alpha == nil ? 0 : 1) > known
    }

    /// The number of samples in a colour.
    var channels: Int {
        switch colour {
        case .gray, .palette: 1
        case .rgb, .lab: 3
        case .cmyk: 4
        }
    }

    /// The indices of the planes to read; other planes may contain other wavelengths.
    var planes: [Int] {
        guard isPlanar else { return [0] }
        return Array(firstSample..<firstSample + channels) + (alpha == nil ? [] : [alphaSample])
    }

    /// Returns the position of a sample's plane among the planes that are read.
    func position(ofPlane sample: Int) -> Int {
        guard isPlanar else { return 0 }
        let index = sample - firstSample
        return (0..<channels).contains(index) ? index : channels
    }

    /// The indices of samples that can be shown separately: all except alpha.
    ///
    /// The array is empty if the samples form a colour.
    var bands: [Int] {
        let isBand = isOfBands && (colour == .rgb || isGray)
        guard isBand else { return [] }
        return (0..<count).filter { alpha == nil || $0 != alphaSample }
    }

    /// Returns the format of a single band, which is shown in gray.
    func ofBand(_ band: Int) -> TIFFSampleFormat {
        var format = self
        format.colour = .gray(isInverted: false)
        format.firstSample = band
        return format
    }

    /// The distance, in samples, between corresponding samples of adjacent pixels.
    var step: Int { isPlanar ? 1 : count }

    /// True if the samples are codes of more than 8 bits to which a curve can be applied.
    var isHighBitDepth: Bool {
        switch (colour, dataType) {
        case (.palette, _), (.lab, _): false
        case (_, .codes(let bits)): bits > 8
        case (_, .measured): false
        }
    }
    /// True if the samples, except for CMYK, become 16-bit codes before they become pixels.
    var gainsFromCurves: Bool {
        guard colour != .cmyk else { return false }
        return if case .codes = dataType { isHighBitDepth } else { true }
    }

    var isBlackAndWhite: Bool { isGray && dataType == .codes(bits: 1) && channels == count }
    var isGray: Bool { if case .gray = colour { true } else { false } }
    var isLab: Bool { if case .lab = colour { true } else { false } }

    /// True if the pixels of both formats have the same meaning.
    func isLike(_ other: TIFFSampleFormat) -> Bool {
        dataType == other.dataType && colour == other.colour && alpha == other.alpha
    }

    private static func dataType(_ directory: ctiff_directory) throws(DecodingFailure) -> DataType {
        let isLab = TIFFLab(directory) != nil
        switch (Int32(directory.format), directory.bits) {
        case (SAMPLEFORMAT_UINT, 1), (SAMPLEFORMAT_UINT, 2), (SAMPLEFORMAT_UINT, 4),
            (SAMPLEFORMAT_UINT, 8...16), (SAMPLEFORMAT_VOID, 8), (SAMPLEFORMAT_VOID, 16):
            return .codes(bits: Int(directory.bits))
        case (SAMPLEFORMAT_INT, 8) where isLab, (SAMPLEFORMAT_INT, 16) where isLab:
            return .codes(bits: Int(directory.bits))
        case (SAMPLEFORMAT_UINT, 32), (SAMPLEFORMAT_VOID, 32): return .measured(.unsigned32)
        case (SAMPLEFORMAT_INT, 8): return .measured(.signed8)
        case (SAMPLEFORMAT_INT, 16): return .measured(.signed16)
        case (SAMPLEFORMAT_INT, 32): return .measured(.signed32)
        case (SAMPLEFORMAT_UINT, 64): return .measured(.unsigned64)
        case (SAMPLEFORMAT_INT, 64): return .measured(.signed64)
        case (SAMPLEFORMAT_IEEEFP, 16): return .measured(.half)
        case (SAMPLEFORMAT_IEEEFP, 32): return .measured(.float)
        case (SAMPLEFORMAT_IEEEFP, 64): return .measured(.double)
        case (SAMPLEFORMAT_COMPLEXINT, 32): return .measured(.complex16)
        case (SAMPLEFORMAT_COMPLEXINT, 64): return .measured(.complex32)
        case (SAMPLEFORMAT_COMPLEXIEEEFP, 64): return .measured(.complexFloat)
        case (SAMPLEFORMAT_COMPLEXIEEEFP, 128): return .measured(.complexDouble)
        default: throw .unsupported(kind: .photo(.tiff))
        }
    }

    private static func colour(
        _ directory: ctiff_directory, _ dataType: DataType
    ) throws(DecodingFailure) -> Colour {
        let count = directory.samples
        if let lab = TIFFLab(directory), dataType == .codes(bits: 8) || dataType == .codes(bits: 16)
        {
            return .lab(lab)
        }
        switch (Int32(directory.photometric), dataType) {
        case (PHOTOMETRIC_MINISWHITE, _): return .gray(isInverted: true)
        case (PHOTOMETRIC_MASK, .codes) where directory.kind & TIFFLayout.maskKind != 0:
            return .gray(isInverted: false)
        // Such files have bands, which GDAL writes without declaring colours; QGIS also shows the
        // first three bands as colours.
        case (PHOTOMETRIC_MINISBLACK, .codes(let bits))
        where bits >= 8 && count >= 3 && (directory.alpha_kind == 0 || directory.alpha_sample >= 3):
            return .rgb
        case (PHOTOMETRIC_MINISBLACK, _): return .gray(isInverted: false)
        case (PHOTOMETRIC_RGB, _) where count >= 3: return .rgb
        case (PHOTOMETRIC_PALETTE, .codes(let bits)) where bits <= 8 || bits == 16:
            return .palette(try palette(directory))
        case (PHOTOMETRIC_SEPARATED, .codes(let bits)) where bits >= 8 && count >= 4: return .cmyk
        case (PHOTOMETRIC_YCBCR, .codes(bits: 8)) where count == 3: return .rgb
        case (noPhotometric, _): return count >= 3 ? .rgb : .gray(isInverted: isFax(directory))
        default: throw .unsupported(kind: .photo(.tiff))
        }
    }

    /// The value for a directory that does not declare its colour space.
    private static let noPhotometric: Int32 = 0xFFFF

    private static func isFax(_ directory: ctiff_directory) -> Bool {
        [COMPRESSION_CCITTRLE, COMPRESSION_CCITTFAX3, COMPRESSION_CCITTFAX4]
            .contains(Int32(directory.compression))
    }

    private static func palette(_ directory: ctiff_directory) throws(DecodingFailure) -> [UInt32] {
        let palette = directory.palette
        guard let red = palette.0, let green = palette.1, let blue = palette.2 else {
            throw .damaged(.badColours)
        }
        let colours = 0..<(1 << Int(directory.bits))
        // Some programs write 8-bit codes to the 16-bit palette.
        let isShort = colours.allSatisfy { red[$0] | green[$0] | blue[$0] < 256 }
        return colours.map { number in
            [red, green, blue].reversed().reduce(0) { colour, channel in
                colour << 8 | UInt32(isShort ? channel[number] : channel[number] >> 8)
            }
        }
    }
}

/// Chroma subsampling: units of several luma and two chroma samples (TIFF 6.0, section 21).
struct TIFFChroma: Sendable {
    let across: Int
    let down: Int
    /// The weights of red, green and blue in luma.
    let luma: SIMD3<Float>
    /// The codes of luma and both chroma samples that mean black.
    let black: SIMD3<Float>
    /// The differences between the codes that mean white and the codes that mean black.
    let range: SIMD3<Float>

    init(_ directory: ctiff_directory) throws(DecodingFailure) {
        let reference = directory.reference
        across = Int(directory.chroma_across)
        down = Int(directory.chroma_down)
        luma = SIMD3(directory.luma.0, directory.luma.1, directory.luma.2)
        black = SIMD3(reference.0, reference.2, reference.4)
        range = SIMD3(reference.1, reference.3, reference.5) - black
        let isFinite = [luma, black, range].allSatisfy {
            $0.x.isFinite && $0.y.isFinite && $0.z.isFinite
        }
        guard [1, 2, 4].contains(across), [1, 2, 4].contains(down), isFinite, luma.y > 0,
            range.min() > 0
        else { throw .damaged(.badColours) }
    }

    var unitBytes: Int { across * down + 2 }
}
