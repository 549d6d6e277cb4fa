internal import CJPEG2000
internal import Imaging

extension PicturePyramid {
    /// A JPEG 2000 at its full size, and at the smaller sizes that it is stored in.
    ///
    /// Of one tile, areas cost as much as the whole is long: only sizes that are decoded in one call are
    /// copies, and the full size is spilled. Numbers of more than 8 bits may go through a curve.
    init(_ header: JPEG2000Header, in bytes: PhotoBytes, through curve: ToneCurve? = nil) {
        let isGray = header.colour == .gray
        let conversion =
            header.colour == .inks
            ? nil : header.profile.flatMap { ColourConversion($0, isGray: isGray, isDeep: false) }
        let inks =
            header.colour == .inks
            ? CMYKConverter(profile: header.profile, isInverted: false) : nil
        let picture = { (reduction: Reduction) in
            JPEG2000Picture(header, reducedBy: reduction, inks, curve, in: bytes)
        }
        self.init(
            main: picture(.none), isGray: isGray, conversion: conversion,
            numbers: header.isDeep ? JPEG2000Numbers(header, in: bytes) : nil,
            prefersCopies: true)
        for reduction in Reduction.ofFiles where reduction != .none {
            let copy = picture(reduction)
            guard !header.extent.isDecodedWhole, copy.factor < header.resolutions,
                copy.size == header.size.reduced(by: reduction),
                !header.hasOneTile || copy.size.height == copy.block.height
            else { continue }
            copies[reduction] = copy
        }
    }
}

/// A JPEG 2000 at one of its sizes.
final class JPEG2000Picture: RegionPicture {
    /// Tiles are decoded together up to about this side: each call reads the header again.
    private static let blockSide = 512

    let size: PixelSize
    let block: PixelSize
    let isTiled: Bool
    let access = RegionAccess.blocks
    /// How often it is halved.
    let factor: Int
    private let header: JPEG2000Header
    private let inks: CMYKConverter?
    private let curve: ToneCurve?
    private let bytes: PhotoBytes
    private let mosaic: BlockMosaicReader

    init(
        _ header: JPEG2000Header, reducedBy reduction: Reduction, _ inks: CMYKConverter?,
        _ curve: ToneCurve?, in bytes: PhotoBytes
    ) {
        self.header = header
        self.inks = inks
        self.curve = curve
        self.bytes = bytes
        factor = reduction.rawValue.trailingZeroBitCount
        size = header.grid.size(halved: factor)
        isTiled = !header.hasOneTile
        block = Self.block(header, size, factor)
        mosaic = BlockMosaicReader(of: size, in: block)
    }

    /// Several tiles, or a band of the only one.
    private static func block(
        _ header: JPEG2000Header, _ size: PixelSize, _ factor: Int
    ) -> PixelSize {
        guard !header.hasOneTile else {
            let cell = Reduction.thirtySecond.rawValue
            let rows = max(cell, DecodingLimits.jpeg2000Pixels / size.width / cell * cell)
            return PixelSize(width: size.width, height: min(rows, size.height))
        }
        let side = { (tile: Int) in
            let reduced = max(1, tile >> factor)
            return reduced * max(1, blockSide / reduced)
        }
        return PixelSize(width: side(header.tile.width), height: side(header.tile.height))
    }

    var hasAlpha: Bool { header.mayHaveAlpha }

    func decode(
        _ area: PixelRect, into target: PixelBlock, at place: PixelPoint, note: (Damage) -> Void
    ) throws(DecodingFailure) -> Bool {
        precondition(PixelRect(size).contains(area), "it has these pixels")
        return try mosaic.decode(area, into: target, at: place) {
            (column, row, block, end) throws(DecodingFailure) in
            let covered = mosaic.area(column: column, row: row)
            return try decodeBlock(covered, into: block, at: end, note: note)
        }
    }

    /// Decodes a block; false if some of its pixels are missing or transparent.
    private func decodeBlock(
        _ area: PixelRect, into target: PixelBlock, at place: PixelPoint, note: (Damage) -> Void
    ) throws(DecodingFailure) -> Bool {
        let decoded = header.stored(area, halved: factor)
        defer { bytes.forgetPages(0..<bytes.count) }
        if let damage = header.extent.damage { note(damage) }
        return try bytes.withUnsafeBytes { source throws(DecodingFailure) in
            let reader = try JPEG2000Reader(source, header.extent)
            guard reader.decode(decoded.stored, factor: factor), let image = reader.image,
                let channels = JPEG2000Channels(image, header.colour, decoded, through: curve)
            else {
                note(Damage(reason: reader.message))
                target.clear(PixelRect(origin: place, size: area.size))
                return false
            }
            if reader.hasComplained { note(Damage(reason: reader.message)) }
            for row in 0..<area.size.height {
                guard let pixel = target.pixel(x: place.x, y: place.y + row) else { continue }
                channels.write(row, at: PixelPoint(x: area.minX, y: area.minY + row), to: pixel)
                inks?.convert(
                    UnsafeMutableBufferPointer(
                        start: pixel, count: area.size.width * Raster.bytesPerPixel))
            }
            return !channels.hasAlpha
        }
    }
}
