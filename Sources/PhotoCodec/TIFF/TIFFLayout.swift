internal import CTIFF
internal import Imaging

/// How a directory of a TIFF stores its picture, as far as it can be shown.
struct TIFFLayout: Sendable {
    let offset: UInt64
    let size: PixelSize
    private(set) var samples: TIFFSampleFormat
    let orientation: Orientation
    let blocks: TIFFBlockGrid
    let access: RegionAccess
    /// `nil` if the file does not tell.
    let pixelShape: PixelShape?
    /// True if it is a smaller copy of another picture.
    let isReduced: Bool
    /// The number that stands for no value; `nil` if the file names none.
    let noValue: Double?
    /// Where it lies on the ground, if the file says so.
    let ground: GeoTIFF?
    /// How many planes of a stack its description says follow each other.
    let stackedPlanes: Int?
    /// The bytes between the first plane of a stack and this one; 0 outside stacks.
    private(set) var stackOffset = 0

    /// - Throws: `.unsupported` for a kind that is not shown, `.tooLarge` for one that would take too
    ///   much memory.
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
            samples.numberThatStandsForNone(String(cString: $0))
        }
        offset = directory.offset
        self.size = size
    }

    /// The same picture of one of its bands.
    func ofBand(_ band: Int) -> TIFFLayout {
        var layout = self
        layout.samples = samples.ofBand(band)
        return layout
    }

    /// A further plane of a stack; `bytes` lie between the first one and this.
    func inStack(at bytes: Int) -> TIFFLayout {
        var layout = self
        layout.stackOffset = bytes
        return layout
    }

    // TIFF 6.0, section 8, NewSubfileType.
    static let reducedKind: UInt32 = 1
    static let maskKind: UInt32 = 4

    /// Those that are shown; old-style JPEG (6) and others that few files have are not.
    private static let compressions: Set<UInt32> = [
        UInt32(COMPRESSION_NONE), UInt32(COMPRESSION_CCITTRLE), UInt32(COMPRESSION_CCITTFAX3),
        UInt32(COMPRESSION_CCITTFAX4), UInt32(COMPRESSION_LZW), UInt32(COMPRESSION_JPEG),
        UInt32(COMPRESSION_ADOBE_DEFLATE), UInt32(COMPRESSION_DEFLATE),
        UInt32(COMPRESSION_PACKBITS), UInt32(COMPRESSION_ZSTD), UInt32(COMPRESSION_LZMA),
        UInt32(COMPRESSION_WEBP), UInt32(COMPRESSION_LERC),
    ]

    /// The fewest bytes a file of this layout can have.
    ///
    /// LZW makes at most 2730 bytes of one, deflate 1032; those that make more are for lines, or rare.
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

/// How a picture is cut into tiles or strips.
struct TIFFBlockGrid: Sendable {
    let photo: PixelSize
    /// A whole one; a strip is as wide as the picture.
    let block: PixelSize
    let isTiled: Bool
    /// How many there are of each: one for all samples of a pixel together, or one for each sample.
    let planes: Int
    let columns: Int
    let rows: Int
    /// A row of a block, unpacked.
    let rowBytes: Int
    /// A whole block of one plane, unpacked.
    let blockBytes: Int
    /// True if the bits of its bytes are in reverse order.
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
        let (places, overflow) = columns.multipliedReportingOverflow(by: rows)
        guard !overflow, places <= Int(directory.strile_count) / planes else {
            throw .damaged(.tooLittleData)
        }
    }

    /// The picture's pixels in a block.
    func area(column: Int, row: Int) -> PixelRect {
        PixelRect(
            x: column * block.width, y: row * block.height, width: block.width, height: block.height
        ).intersection(PixelRect(photo))
    }

    /// The number of a block in the file.
    func strile(column: Int, row: Int, plane: Int) -> Int {
        (plane * rows + row) * columns + column
    }
}

/// The types and meanings of a pixel's numbers.
struct TIFFSampleFormat: Sendable {
    enum Numbers: Sendable, Equatable {
        /// Unsigned, of 1, 2, 4 or 8 to 16 bits: from black to white.
        case codes(bits: Int)
        /// Any others, whose range only the picture tells.
        case measured(SampleFormat)
    }

    enum Colour: Sendable, Equatable {
        case gray(isInverted: Bool)
        case rgb
        /// Red, green and blue from the lowest byte up.
        case palette([UInt32])
        case cmyk
        case lab(TIFFLab)
    }

    enum Alpha: Sendable, Equatable { case straight, premultiplied }

    let numbers: Numbers
    private(set) var colour: Colour
    /// The place of the colour's first number among a pixel's.
    private(set) var firstSample = 0
    /// How many numbers a pixel has, needed or not.
    let count: Int
    let isPlanar: Bool
    /// True if numbers of several bytes are in the opposite of this machine's byte order.
    let isSwapped: Bool
    /// True if the decoder fills in missing bytes of a block.
    let isJPEG: Bool
    private(set) var alpha: Alpha?
    /// The place of alpha among a pixel's numbers.
    let alphaSample: Int
    /// For pixels that share their colours.
    let chroma: TIFFChroma?
    /// True if there are more samples, beside alpha, than its colour explains.
    private let isOfBands: Bool

    init(_ directory: ctiff_directory) throws(DecodingFailure) {
        isJPEG = directory.compression == UInt32(COMPRESSION_JPEG)
        count = Int(directory.samples)
        isPlanar = directory.is_planar != 0 && count > 1
        isSwapped = directory.is_swapped != 0
        numbers = try Self.numbers(directory)
        colour = try Self.colour(directory, numbers)
        let isYCbCr = directory.photometric == UInt32(PHOTOMETRIC_YCBCR)
        guard !isJPEG || numbers == .codes(bits: 8), !isYCbCr || !isPlanar else {
            throw .unsupported(kind: .photo(.tiff))
        }
        chroma = isYCbCr && !isJPEG ? try TIFFChroma(directory) : nil
        let hasAlpha = directory.alpha_kind != 0 && colour != .cmyk && chroma == nil
        if hasAlpha, case .codes = numbers {
            alpha =
                directory.alpha_kind == UInt32(EXTRASAMPLE_ASSOCALPHA) ? .premultiplied : .straight
        } else {
            alpha = nil
        }
        alphaSample = Int(directory.alpha_sample)
        let known = directory.photometric == UInt32(PHOTOMETRIC_MINISBLACK) ? 1 : 3
        isOfBands = count - (alpha == nil ? 0 : 1) > known
    }

    /// How many numbers a colour is made of.
    var channels: Int {
        switch colour {
        case .gray, .palette: 1
        case .rgb, .lab: 3
        case .cmyk: 4
        }
    }

    /// The planes that are needed; others may be of other wave lengths.
    var planes: [Int] {
        guard isPlanar else { return [0] }
        return Array(firstSample..<firstSample + channels) + (alpha == nil ? [] : [alphaSample])
    }

    /// The place of a number's plane among those.
    func place(ofPlane sample: Int) -> Int {
        guard isPlanar else { return 0 }
        let place = sample - firstSample
        return (0..<channels).contains(place) ? place : channels
    }

    /// The samples that can be shown by themselves: all but alpha, if the colour is not made of them.
    var bands: [Int] {
        let isBand = isOfBands && (colour == .rgb || isGray)
        guard isBand else { return [] }
        return (0..<count).filter { alpha == nil || $0 != alphaSample }
    }

    /// The same for one of its bands alone, which is gray.
    func ofBand(_ band: Int) -> TIFFSampleFormat {
        var format = self
        format.colour = .gray(isInverted: false)
        format.firstSample = band
        return format
    }

    /// How many numbers lie between those of neighbours.
    var step: Int { isPlanar ? 1 : count }

    /// True if its numbers are codes that a curve of 16 bits can change.
    var isHighBitDepth: Bool {
        switch (colour, numbers) {
        case (.palette, _), (.lab, _): false
        case (_, .codes(let bits)): bits > 8
        case (_, .measured): false
        }
    }
    /// True if its numbers become codes of 16 bits before they become pixels.
    var gainsFromCurves: Bool {
        guard colour != .cmyk else { return false }
        return if case .codes = numbers { isHighBitDepth } else { true }
    }

    var isBlackAndWhite: Bool { isGray && numbers == .codes(bits: 1) && channels == count }
    var isGray: Bool { if case .gray = colour { true } else { false } }
    var isLab: Bool { if case .lab = colour { true } else { false } }

    /// True if pixels of both have the same meaning.
    func isLike(_ other: TIFFSampleFormat) -> Bool {
        numbers == other.numbers && colour == other.colour && alpha == other.alpha
    }

    private static func numbers(_ directory: ctiff_directory) throws(DecodingFailure) -> Numbers {
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
        _ directory: ctiff_directory, _ numbers: Numbers
    ) throws(DecodingFailure) -> Colour {
        let count = directory.samples
        if let lab = TIFFLab(directory), numbers == .codes(bits: 8) || numbers == .codes(bits: 16) {
            return .lab(lab)
        }
        switch (Int32(directory.photometric), numbers) {
        case (PHOTOMETRIC_MINISWHITE, _): return .gray(isInverted: true)
        case (PHOTOMETRIC_MASK, .codes) where directory.kind & TIFFLayout.maskKind != 0:
            return .gray(isInverted: false)
        // Bands, as GDAL writes them without a word about colours; QGIS shows the first three so, too.
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

    /// The value for a directory that does not say what its numbers are.
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
        // Some programs write codes of 8 bits.
        let isShort = colours.allSatisfy { red[$0] | green[$0] | blue[$0] < 256 }
        return colours.map { number in
            [red, green, blue].reversed().reduce(0) { colour, channel in
                colour << 8 | UInt32(isShort ? channel[number] : channel[number] >> 8)
            }
        }
    }
}

/// How pixels share their colours: a unit of some brightnesses and two colours (TIFF 6.0, section 21).
struct TIFFChroma: Sendable {
    let across: Int
    let down: Int
    /// The shares of red, green and blue in a brightness.
    let luma: SIMD3<Float>
    /// The codes of black, and the ranges to white, of brightness and both colours.
    let black: SIMD3<Float>
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

    /// The bytes of a unit.
    var unitBytes: Int { across * down + 2 }
}
