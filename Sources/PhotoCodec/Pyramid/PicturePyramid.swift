internal import Imaging

/// A picture and its smaller copies, of which any area can be decoded by itself.
struct PicturePyramid: Sendable {
    var main: any RegionPicture
    /// By how much they are smaller.
    var copies: [Reduction: any RegionPicture] = [:]
    var orientation = Orientation.asStored
    /// True if the boxes of its means are counted from the corner that is stored first, like TurboJPEG's;
    /// otherwise they are counted from the top left of the upright picture.
    var isReducedAsStored = false
    /// True if a pixel of the file is one number.
    var isGray = false
    /// From the file's colours to a screen's, if they differ.
    var conversion: ColourConversion?

    /// The numbers of the file, if they have more than the 8 bits of a pixel.
    var numbers: (any SampleReader)?

    /// True if a copy in the file costs less than the means of the main picture and has their size.
    var prefersCopies = false

    var size: PixelSize { main.size }

    /// The position of the grid of its means.
    private var grid: Orientation { isReducedAsStored ? .asStored : orientation }

    /// The picture to make a reduction of, and how much smaller than the main one it is.
    func source(for reduction: Reduction) -> (picture: any RegionPicture, reduction: Reduction) {
        let best = copies.keys.filter { $0.rawValue <= reduction.rawValue }
            .max { $0.rawValue < $1.rawValue }
        guard let best, let copy = copies[best] else { return (main, .none) }
        return (copy, best)
    }

    /// The picture to make a reduction of, and how much it is reduced for that; a smaller copy is used if
    /// `takesCopies`.
    func means(
        for reduction: Reduction, takesCopies: Bool = true
    ) -> (picture: any RegionPicture, factor: Reduction, boxes: BoxMean) {
        let (picture, own) = takesCopies ? source(for: reduction) : (main, .none)
        let factor = reduction.divided(by: own)
        let boxes = BoxMean(
            of: picture.size, reducedBy: factor, orientation: grid, isOpaque: true)
        return (picture, factor, boxes)
    }

    /// The rows that must be read before an area of the reduced picture can be decoded; `nil` if it can be
    /// now.
    func need(for area: PixelRect, reducedBy reduction: Reduction) -> RowRequirement? {
        let (picture, _, boxes) = means(for: reduction)
        return picture.need(for: boxes.stored(under: PixelRect(boxes.size).intersection(area)))
    }

    /// Has the system fetch what an area of the reduced picture needs of the file; does not wait for it.
    func expect(_ area: PixelRect, reducedBy reduction: Reduction) {
        let (picture, _, boxes) = means(for: reduction)
        let stored = boxes.stored(under: PixelRect(boxes.size).intersection(area))
        guard let count = stored.size.area, count > 0, count <= DecodingLimits.expectedPixels
        else { return }
        picture.expect(stored)
    }

    /// Writes an area of the reduced picture; what lies beyond the edge of a smaller copy repeats the last
    /// pixels.
    ///
    /// - Returns: whether all pixels are opaque.
    /// - Precondition: what `need` says has been read; the block has the area's size.
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
    /// The further reduction of a picture that is reduced already.
    ///
    /// - Precondition: the other is not coarser.
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
    ///   - there: what was written, of `area`.
    ///   - area: what the block stands for.
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

/// The numbers of a picture in a file, whatever is shown of them.
protocol SampleReader: Sendable {
    /// - Precondition: the point lies on the stored picture.
    func sample(at point: PixelPoint, isConverted: Bool) throws(DecodingFailure) -> PhotoSample
}

/// A picture in a file: the pixels of any area of it, as it is stored.
protocol RegionPicture: Sendable {
    var size: PixelSize { get }
    /// True if pixels of an undamaged file may be transparent.
    var hasAlpha: Bool { get }
    var access: RegionAccess { get }
    /// The area unpacked in one piece: a tile, or a strip as wide as the picture.
    var block: PixelSize { get }
    var isTiled: Bool { get }
    /// The memory that unpacking a block takes, beside its pixels.
    var unpackingBytes: Int { get }

    /// The rows that must be read before an area can be decoded; `nil` if it can be now.
    func need(for area: PixelRect) -> RowRequirement?

    /// Has the system fetch what an area needs of the file; does not wait for it.
    func expect(_ area: PixelRect)

    /// Writes an area's pixels to a place in a block of memory; what is missing is transparent, and noted.
    ///
    /// - Returns: whether all pixels are opaque.
    /// - Precondition: the picture is not one whose rows only come one after the other.
    func decode(
        _ area: PixelRect, into target: PixelBlock, at place: PixelPoint, note: (Damage) -> Void
    ) throws(DecodingFailure) -> Bool

    /// The number of rows at the top of each tile that are unpacked without the others; 0 if they cost all
    /// of it.
    var topRows: Int { get }

    /// As `expect` and `decode`, of rows that lie at the top of tiles or in the file as they are.
    func expectTops(_ area: PixelRect)
    func decodeTops(_ area: PixelRect, into target: PixelBlock) throws(DecodingFailure) -> Bool

    /// Lends the rows of a picture whose rows only come one after the other.
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
    func expectTops(_ area: PixelRect) { expect(area) }

    func decodeTops(_ area: PixelRect, into target: PixelBlock) throws(DecodingFailure) -> Bool {
        // Damage is noted when all rows are read.
        try decode(area, into: target, at: .origin) { _ in }
    }

    func withRows(
        _: (any PictureRowReader) throws(DecodingFailure) -> Void
    ) throws(DecodingFailure) {
        preconditionFailure("its areas are decoded by themselves")
    }
}

/// The ways to reach the pixels of a picture.
enum RegionAccess: Sendable {
    /// Rows lie in the file as they are.
    case plain
    /// Each tile or strip is unpacked by itself.
    case blocks
    /// Rows only come one after the other, from the first one on.
    case rows
}

/// Reads a picture's rows one after the other.
protocol PictureRowReader {
    /// Writes the pixels of the next rows.
    ///
    /// - Returns: how many there were, fewer than `rows` if no more will come; and what is wrong with them
    ///   or ended them.
    /// - Precondition: the target has their width.
    func read(rows: Int, into target: PixelBlock) -> (count: Int, failure: DecodingFailure?)
}
