internal import Imaging

/// A picture and its smaller copies, any area of which can be decoded.
struct PicturePyramid: Sendable {
    var main: any RegionPicture
    /// The smaller copies, by their reduction.
    var copies: [Reduction: any RegionPicture] = [:]
    var orientation = Orientation.asStored
    /// True if boxes of averaged pixels start at the first stored pixel, as in TurboJPEG.
    ///
    /// Otherwise, boxes start at the top left corner of the upright picture.
    var isReducedAsStored = false
    /// True if a pixel of the file has a single sample besides alpha.
    var isGray = false
    /// The conversion from the file's colours to sRGB; `nil` if the colours are sRGB.
    var conversion: ColourConversion?

    /// The reader of the file's samples; `nil` if decoded pixels are reported as samples.
    var sampleReader: (any SampleReader)?

    /// True if decoding a copy of exact size is faster than averaging the main picture.
    var prefersCopies = false

    var size: PixelSize { main.size }

    /// The orientation that determines the corner at which boxes start.
    private var grid: Orientation { isReducedAsStored ? .asStored : orientation }

    /// Returns the picture from which a reduction is computed, and that picture's own reduction.
    func source(for reduction: Reduction) -> (picture: any RegionPicture, reduction: Reduction) {
        let best = copies.keys.filter { $0.rawValue <= reduction.rawValue }
            .max { $0.rawValue < $1.rawValue }
        guard let best, let copy = copies[best] else { return (main, .none) }
        return (copy, best)
    }

    /// Returns the picture from which a reduction is computed, the remaining reduction, and the
    /// boxes of averaged pixels.
    ///
    /// If `takesCopies` is false, the picture is always the main picture.
    func means(
        for reduction: Reduction, takesCopies: Bool = true
    ) -> (picture: any RegionPicture, factor: Reduction, boxes: BoxMean) {
        let (picture, own) = takesCopies ? source(for: reduction) : (main, .none)
        let factor = reduction.divided(by: own)
        let boxes = BoxMean(
            of: picture.size, reducedBy: factor, orientation: grid, isOpaque: true)
        return (picture, factor, boxes)
    }

    /// Returns the rows to read for an area of the reduced picture; `nil` if no rows are needed.
    func need(for area: PixelRect, reducedBy reduction: Reduction) -> RowRequirement? {
        let (picture, _, boxes) = means(for: reduction)
        return picture.need(for: boxes.stored(under: PixelRect(boxes.size).intersection(area)))
    }

    /// Asks the system to read ahead the bytes of an area of the reduced picture.
    func expect(_ area: PixelRect, reducedBy reduction: Reduction) {
        let (picture, _, boxes) = means(for: reduction)
        let stored = boxes.stored(under: PixelRect(boxes.size).intersection(area))
        guard let count = stored.size.area, count > 0, count <= DecodingLimits.expectedPixels
        else { return }
        picture.expect(stored)
    }

    /// Writes an area of the reduced picture.
    ///
    /// Beyond the edge of a smaller copy, the last pixels are repeated.
    ///
    /// - Returns: true if all pixels are opaque.
    /// - Precondition: The rows of `need` are read, and the block has the size of the area.
    func decode(
        _ area: PixelRect, reducedBy reduction: Reduction, into block: PixelBlock,
        note: (Damage) -> Void
    ) throws(DecodingFailure) -> Bool {
        let (picture, factor, boxes) = means(for: reduction)
        let there = PixelRect(boxes.size).intersection(area)
        guard !there.isEmpty else { return false }
        defer { block.extend(from: there, of: area) }
        guard factor != .none else {
            return try picture.decode(there, into: block, at: .origin, note: note)
        }
        let stored = boxes.stored(under: there)
        var isOpaque = false
        let pixels = try Raster.bytes(of: stored.size) { target throws(DecodingFailure) in
            isOpaque = try picture.decode(
                stored, into: PixelBlock(target, size: stored.size), at: .origin, note: note)
        }
        Raster(size: stored.size, pixels: pixels, isOpaque: isOpaque)
            .means(over: factor, orientation: grid).copy(to: block, at: .origin)
        return isOpaque
    }
}

extension Reduction {
    /// Returns the remaining reduction of a picture that is already reduced by `other`.
    ///
    /// - Precondition: `other` is not a stronger reduction.
    func divided(by other: Reduction) -> Reduction {
        guard let factor = Reduction(rawValue: rawValue / other.rawValue) else {
            preconditionFailure("both are powers of two")
        }
        return factor
    }
}

extension PixelBlock {
    /// Repeats the last pixel of each row, and the last row, up to the edges of the block.
    ///
    /// - Parameters:
    ///   - there: the part of `area` that was written.
    ///   - area: the area that the block contains.
    fileprivate func extend(from there: PixelRect, of area: PixelRect) {
        guard there.size != area.size, !there.isEmpty else { return }
        for y in 0..<size.height {
            let row = min(y, there.size.height - 1)
            guard let from = pixel(x: 0, y: row), let to = pixel(x: 0, y: y) else { return }
            for x in 0..<size.width where x >= there.size.width || y != row {
                let source = from + min(x, there.size.width - 1) * Raster.bytesPerPixel
                (to + x * Raster.bytesPerPixel).update(from: source, count: Raster.bytesPerPixel)
            }
        }
    }
}

/// A reader of the stored samples of a picture, independent of the displayed pixels.
protocol SampleReader: Sendable {
    /// Returns the sample of a pixel; `isConverted` is true if displayed colours are converted.
    ///
    /// - Precondition: `point` is inside the stored picture.
    func sample(at point: PixelPoint, isConverted: Bool) throws(DecodingFailure) -> PhotoSample

    /// True if samples have positions on the sky or on the ground.
    var hasPositions: Bool { get }
}

extension SampleReader {
    var hasPositions: Bool { false }
}

/// A picture in a file, whose areas or rows are decoded without applying the orientation.
protocol RegionPicture: Sendable {
    var size: PixelSize { get }
    /// True if pixels of an undamaged file may be transparent.
    var hasAlpha: Bool { get }
    var access: RegionAccess { get }
    /// The area decompressed in one piece: a tile, or a strip as wide as the picture.
    var block: PixelSize { get }
    var isTiled: Bool { get }
    /// The number of bytes needed to decompress a block, besides the target of the pixels.
    var unpackingBytes: Int { get }

    /// Returns the rows to read before an area can be decoded; `nil` if no rows are needed.
    func need(for area: PixelRect) -> RowRequirement?

    /// Asks the system to read ahead the bytes of an area; returns immediately.
    func expect(_ area: PixelRect)

    /// Writes the pixels of an area at a position in a block of memory.
    ///
    /// Missing pixels are transparent; the damage is passed to `note`.
    ///
    /// - Returns: true if all pixels are opaque.
    /// - Precondition: `access` is not `.rows`.
    func decode(
        _ area: PixelRect, into target: PixelBlock, at point: PixelPoint, note: (Damage) -> Void
    ) throws(DecodingFailure) -> Bool

    /// The number of top rows of a tile that decompress faster than the tile; 0 without such rows.
    var topRows: Int { get }
    /// The number of rows of a tile that must be decompressed to obtain the top rows.
    var topCost: Int { get }

    /// Asks the system to read ahead the bytes of uncompressed rows, or of the top rows of tiles.
    func expectTops(_ area: PixelRect)
    /// Writes the pixels of uncompressed rows, or of the top rows of tiles.
    ///
    /// - Returns: true if all pixels are opaque.
    func decodeTops(_ area: PixelRect, into target: PixelBlock) throws(DecodingFailure) -> Bool

    /// Passes a reader of rows to `body`, for a picture whose rows must be read in order.
    func withRows(
        _ body: (any PictureRowReader) throws(DecodingFailure) -> Void
    ) throws(DecodingFailure)
}

extension RegionPicture {
    var block: PixelSize { size }
    var isTiled: Bool { false }
    var unpackingBytes: Int { 0 }
    func need(for _: PixelRect) -> RowRequirement? { nil }
    func expect(_: PixelRect) {}
    var topRows: Int { 0 }
    var topCost: Int { topRows }
    func expectTops(_ area: PixelRect) { expect(area) }

    func decodeTops(_ area: PixelRect, into target: PixelBlock) throws(DecodingFailure) -> Bool {
        // Damage is reported when the whole picture is read.
        try decode(area, into: target, at: .origin) { _ in }
    }

    func withRows(
        _: (any PictureRowReader) throws(DecodingFailure) -> Void
    ) throws(DecodingFailure) {
        preconditionFailure("its areas are decoded by themselves")
    }
}

/// The kinds of access to a picture's pixels.
enum RegionAccess: Sendable {
    /// Rows are stored uncompressed.
    case plain
    /// Each tile or strip can be decompressed separately.
    case blocks
    /// Rows must be read in order, beginning with the first.
    case rows
}

/// A reader of a picture's rows in order.
protocol PictureRowReader {
    /// Writes the pixels of the next rows.
    ///
    /// - Returns: the number of rows, less than `rows` at the end; and the failure that damaged or
    ///   ended the rows.
    /// - Precondition: the target has the width of the picture.
    func read(rows: Int, into target: PixelBlock) -> (count: Int, failure: DecodingFailure?)
}
