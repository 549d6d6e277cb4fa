internal import Files
internal import Imaging

/// A PNG, as a picture whose rows are decoded in order.
///
/// Rows that are missing because the file ends early or is damaged are transparent.
struct PNGPicture: RegionPicture {
    let bytes: PhotoBytes
    let header: PNGHeader
    /// The dither from 16 bits per channel to 8, with its colour conversion and curve.
    var dither = HighBitDepthDither()

    init(_ bytes: PhotoBytes) throws(DecodingFailure) {
        self.bytes = bytes
        header = try PNGHeader(bytes)
    }

    var size: PixelSize { header.size }
    var hasAlpha: Bool { header.hasAlpha }
    var access: RegionAccess { .rows }

    /// Returns the same picture with an additional curve for its 16-bit samples.
    func through(_ tone: ToneCurve?) -> PNGPicture {
        var picture = self
        picture.dither.curve = dither.curve?.followed(by: tone) ?? tone
        return picture
    }

    func decode(
        _: PixelRect, into _: PixelBlock, at _: PixelPoint, note _: (Damage) -> Void
    ) throws(DecodingFailure) -> Bool {
        preconditionFailure("its rows only come one after the other")
    }

    func withRows(
        _ body: (any PictureRowReader) throws(DecodingFailure) -> Void
    ) throws(DecodingFailure) {
        try bytes.withUnsafeBytes { source throws(DecodingFailure) in
            var reader =
                header.isWorthTwoCores
                ? try PNGReader.inflating(bytes, source) : try PNGReader(source)
            try reader.beginRows(through: dither)
            guard header.isInterlaced else { return try body(PNGRows(reader, of: bytes)) }
            try body(try InterlacedPNGRows(reader))
        }
    }
}

extension PNGPicture {
    static func open(
        _ bytes: PhotoBytes, within options: DecodingOptions
    ) throws(DecodingFailure) -> any ImageSource {
        var picture = try PNGPicture(bytes)
        let header = picture.header
        try DecodingLimits.check(
            header.size, hasBytes: bytes.count, forMinimum: header.minimumBytes)
        let description = bytes.withUnsafeBytes { PNGColour.description(of: $0) }
        // `isGray` may always be true: libpng ignores profiles that do not match the pixels.
        let conversion = ColourConversion(
            description, isGray: true, isHighBitDepth: header.isHighBitDepth)
        (picture.dither.light, picture.dither.curve) = (
            conversion?.light16, conversion?.curve16
        )
        if let animated = APNGFile(picture, conversion) { return try animated.sequence.source() }
        let still = picture
        let open: HighBitDepthPhoto.Open = { tone in
            var picture = still.through(tone)
            picture.dither.light = conversion?.light16(under: tone)
            return PicturePyramid(picture, conversion: conversion).source(within: options)
        }
        let hasHighRange = conversion?.hasHighRange == true
        let photo =
            header.isHighBitDepth
            ? try HighBitDepthPhoto(hasHighRange: hasHighRange, open) : try open(nil)
        let shape = bytes.withUnsafeBytes { PixelShape(ofPNG: $0) }
        return options.shaped(photo, shape?.upright(header.orientation))
    }
}

extension PicturePyramid {
    init(_ png: PNGPicture, conversion: ColourConversion?) {
        self.init(
            main: png, orientation: png.header.orientation, isGray: png.header.isGray,
            conversion: conversion, sampleReader: PNGSampleReader(png))
    }
}

/// The rows of a PNG, from the top.
private final class PNGRows: PictureRowReader {
    private let reader: PNGReader
    /// The helper that releases the pages of the file after they are read.
    ///
    /// Otherwise the file would stay resident: 158 of 183 MB for a printed 100-megapixel PNG.
    private var passed: PageReclaimer

    init(_ reader: consuming PNGReader, of bytes: PhotoBytes) {
        self.reader = reader
        passed = PageReclaimer(of: bytes)
    }

    func read(rows: Int, into target: PixelBlock) -> (count: Int, failure: DecodingFailure?) {
        let count = reader.readRows(rows, into: target.bytes)
        passed.pass(reader.offset)
        return (count, count < rows ? reader.failure : reader.failureAfterLastRow)
    }
}

/// The rows of an interlaced PNG, which are complete only after the last of seven passes.
private final class InterlacedPNGRows: PictureRowReader {
    private let rowBytes: Int
    private let picture: MappedMemory
    private let failure: DecodingFailure?
    private var given = 0

    /// Creates the rows by decoding the whole picture.
    ///
    /// - Throws: `.tooLarge`, `.outOfMemory`, or the damage if no pixel could be decoded.
    init(_ reader: borrowing PNGReader) throws(DecodingFailure) {
        let size = reader.layout.size
        guard let area = size.area, area <= DecodingLimits.interlacedPixels else {
            throw .tooLarge(size)
        }
        rowBytes = size.width * Raster.bytesPerPixel
        guard let picture = try? MappedMemory(byteCount: area * Raster.bytesPerPixel) else {
            throw .outOfMemory
        }
        self.picture = picture
        let isWhole = reader.readInterlaced(
            into: picture.bytes.bindMemory(to: UInt8.self))
        failure = isWhole ? nil : reader.failure
        if let failure, picture.bytes.areZeros { throw failure }
    }

    /// Copies the next rows; after an error, rows contain coarse pixels of earlier passes.
    func read(rows: Int, into target: PixelBlock) -> (count: Int, failure: DecodingFailure?) {
        let bytes = given..<(given + rows * rowBytes)
        UnsafeMutableRawBufferPointer(target.bytes).copyMemory(
            from: UnsafeRawBufferPointer(rebasing: picture.bytes[bytes]))
        // Rows are read only once, so their memory is released.
        picture.clear(bytes)
        given = bytes.upperBound
        return (rows, failure)
    }
}
