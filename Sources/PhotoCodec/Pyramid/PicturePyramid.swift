internal import Imaging

/// A picture and its smaller copies, any area of which can be decoded separately.
struct PicturePyramid: Sendable {
    var main: any RegionPicture
    /// The smaller copies, by their reduction.
    var copies: [Reduction: any RegionPicture] = [:]
    var orientation = Orientation.asStored
    /// True if the boxes of averaged pixels start at the first stored corner, as in TurboJPEG;
    /// otherwise they start at the top left of the upright picture.
    var isReducedAsStored = false
    /// True if a pixel of the file is a single sample.
    var isGray = false
    /// The conversion from the file's colours to sRGB, if they differ.
    var conversion: ColourConversion?

    /// The file's samples, if they have more than 8 bits.
    var numbers: (any SampleReader)?

    /// True if decoding a copy in the file costs less than averaging the main picture, and its size
    /// is the same.
    var prefersCopies = false

    var size: PixelSize { main.size }

    /// The orientation from which boxes are counted.
    private var grid: Orientation { isReducedAsStored ? .asStored : orientation }

    /// Returns the picture from which a reduction is made, and that picture's own reduction.
    func source(for reduction: Reduction) -> (picture: any RegionPicture, reduction: Reduction) {
        let best = copies.keys.filter { $0.rawValue <= reduction.rawValue }
            .max { $0.rawValue < $1.rawValue }
        guard let best, let copy = copies[best] else { return (main, .none) }
        return (copy, best)
    }

    /// Returns the picture from which a reduction is made, and its further reduction; a smaller
    /// copy is used if `takesCopies`.
    func means(
        for reduction: Reduction, takesCopies: Bool = true
    ) -> (picture: any RegionPicture, factor: Reduction, boxes: BoxMean) {
        let (picture, own) = takesCopies ? source(for: reduction) : (main, .none)
        let factor = reduction.divided(by: own)
        let boxes = BoxMean(
            of: picture.size, reducedBy: factor, orientation: grid, isOpaque: true)
        return (picture, factor, boxes)
    }

    /// Returns the rows that must be read before an area of the reduced picture can be decoded;
    /// `nil` if it can be decoded now.
    func need(for area: PixelRect, reducedBy reduction: Reduction) -> RowRequirement? {
        let (picture, _, boxes) = means(for: reduction)
        return picture.need(for: boxes.stored(under: PixelRect(boxes.size).intersection(area)))
    }

    /// Asks the system to read ahead the bytes for an area of the reduced picture; returns
    /// immediately.
    func expect(_ area: PixelRect, reducedBy reduction: Reduction) {
        let (picture, _, boxes) = means(for: reduction)
        let stored = boxes.stored(under: PixelRect(boxes.size).intersection(area))
        guard let count = stored.size.area, count > 0, count <= DecodingLimits.expectedPixels
        else { return }
        picture.expect(stored)
    }

    /// Writes an area of the reduced picture; beyond the edge of a smaller copy, the last pixels
    /// are repeated.
    ///
    /// - Returns: true if all pixels are opaque.
    /// - Precondition: the rows of `need` have been read; the block has the area's size.
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
    /// Returns the further reduction of a picture that is already reduced by `other`.
    ///
    /// - Precondition: `other` is not coarser.
    func divided(by other: Reduction) -> Reduction {
        guard let factor = Reduction(rawValue: rawValue / other.rawValue) else {
            preconditionFailure("both are powers of two")
        }
        return factor
    }
}

extension PixelBlock {
    /// Repeats the last pixels of each row, and the last row, up to the block's edges.
    ///
    /// - Parameters:
    ///   - there: the written part of `area`.
    ///   - area: the area that the block represents.
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

/// The samples of a picture in a file, whichever pixels are shown.
protocol SampleReader: Sendable {
    /// Returns a sample.
    ///
    /// - Precondition: the point is inside the stored picture.
    func sample(at point: PixelPoint, isConverted: Bool) throws(DecodingFailure) -> PhotoSample

    /// True if samples have positions on the sky or on the ground.
    var hasPositions: Bool { get }
}

extension SampleReader {
    var hasPositions: Bool { false }
}

/// A picture in a file, any area of which can be decoded in its stored orientation.
protocol RegionPicture: Sendable {
    var size: PixelSize { get }
    /// True if pixels of an undamaged file may be transparent.
    var hasAlpha: Bool { get }
    var access: RegionAccess { get }
    /// The area decompressed in one piece: a tile, or a strip as wide as the picture.
    var block: PixelSize { get }
    var isTiled: Bool { get }
    /// The memory for decompressing a block, besides its pixels.
    var unpackingBytes: Int { get }

    /// Returns the rows that must be read before an area can be decoded; `nil` if it can be decoded
    /// now.
    func need(for area: PixelRect) -> RowRequirement?

    /// Asks the system to read ahead the bytes for an area; returns immediately.
    func expect(_ area: PixelRect)

    /// Writes an area's pixels at a position in a block of memory; missing pixels are transparent,
    /// and reported to `note`.
    ///
    /// - Returns: true if all pixels are opaque.
    /// - Precondition: the picture's rows need not be read in order.
    func decode(
        _ area: PixelRect, into target: PixelBlock, at point: PixelPoint, note: (Damage) -> Void
    ) throws(DecodingFailure) -> Bool

    /// The number of rows at the top of each tile that can be decompressed separately; 0 if they
    /// cost as much as the whole tile.
    var topRows: Int { get }
    /// The number of rows of a tile that are decompressed for its top rows.
    var topCost: Int { get }

    /// Like `expect` and `decode`, for rows at the top of tiles, or rows that are stored
    /// uncompressed.
    func expectTops(_ area: PixelRect)
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
        // Damage is reported when all rows are read.
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
    /// Rows must be read in order, from the first.
    case rows
}

/// Reads a picture's rows in order.
protocol PictureRowReader {
    /// Writes the pixels of the next rows.
    ///
    /// - Returns: their number, less than `rows` at the end; and the fault in them, or the one that
    ///   ended them.
    /// - Precondition: the target has their width.
    func read(rows: Int, into target: PixelBlock) -> (count: Int, failure: DecodingFailure?)
}
