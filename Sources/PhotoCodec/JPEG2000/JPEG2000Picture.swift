internal import CJPEG2000
internal import Imaging

extension PicturePyramid {
    /// Creates the pyramid of a JPEG 2000 from its full size and its smaller stored sizes.
    ///
    /// If the picture has a single tile, decoding an area takes as long as decoding the whole
    /// picture. Therefore, only sizes that are decoded in one call are copies, and the full size is
    /// spilled. `curve` applies to samples of more than 8 bits.
    init(_ header: JPEG2000Header, in bytes: PhotoBytes, through curve: ToneCurve? = nil) {
        let isGray = header.colour == .gray
        let conversion =
            header.colour == .cmyk
            ? nil
            : header.profile.flatMap {
                ColourConversion(.profile($0), isGray: isGray, isHighBitDepth: false)?
                    .preservingWhite
            }
        let cmyk =
            header.colour == .cmyk
            ? CMYKConverter(profile: header.profile, isInverted: false) : nil
        let picture = { (reduction: Reduction) in
            JPEG2000Picture(header, reducedBy: reduction, cmyk, curve, in: bytes)
        }
        self.init(
            main: picture(.none), isGray: isGray, conversion: conversion,
            sampleReader: JPEG2000SampleReader(header, in: bytes),
            prefersCopies: true)
        for reduction in Reduction.ofFiles where reduction != .none {
            let copy = picture(reduction)
            guard !header.extent.isDecodedWhole, copy.factor < header.resolutions,
                copy.size == header.size.reduced(by: reduction),
                !header.hasOneTile || copy.size == copy.block
            else { continue }
            copies[reduction] = copy
        }
    }
}

/// A JPEG 2000 at one of its stored sizes.
final class JPEG2000Picture: RegionPicture {
    /// The approximate side, in pixels, of an area of tiles that are decoded together.
    ///
    /// Each call of OpenJPEG reads the header again.
    private static let blockSide = 512

    let size: PixelSize
    let block: PixelSize
    let isTiled: Bool
    let access = RegionAccess.blocks
    /// The number of times that the resolution is halved.
    let factor: Int
    private let header: JPEG2000Header
    private let cmyk: CMYKConverter?
    private let curve: ToneCurve?
    private let bytes: PhotoBytes
    private let mosaic: BlockMosaicReader

    init(
        _ header: JPEG2000Header, reducedBy reduction: Reduction, _ cmyk: CMYKConverter?,
        _ curve: ToneCurve?, in bytes: PhotoBytes
    ) {
        self.header = header
        self.cmyk = cmyk
        self.curve = curve
        self.bytes = bytes
        factor = reduction.rawValue.trailingZeroBitCount
        size = header.grid.size(halved: factor)
        isTiled = !header.hasOneTile
        let tile = { (side: Int) in max(1, side >> reduction.rawValue.trailingZeroBitCount) }
        block = Self.block(
            of: size,
            tile: PixelSize(width: tile(header.tile.width), height: tile(header.tile.height)),
            isOnly: header.hasOneTile)
        mosaic = BlockMosaicReader(of: size, in: block)
    }

    /// Returns the size of the area that one call decodes, for tiles of size `tile`.
    ///
    /// The area has several tiles or, if a tile exceeds `jpeg2000Pixels`, a part of a tile.
    static func block(of size: PixelSize, tile: PixelSize, isOnly: Bool) -> PixelSize {
        let side = { (tile: Int, whole: Int) in
            min(whole, isOnly ? whole : tile * max(1, blockSide / tile))
        }
        let limit = DecodingLimits.jpeg2000Pixels
        // The height of a part of a tile is a multiple of the boxes of all reductions.
        let cell = Reduction.thirtySecond.rawValue
        let width = min(side(tile.width, size.width), limit / cell)
        let height = side(tile.height, size.height)
        return PixelSize(
            width: width, height: height <= limit / width ? height : limit / width / cell * cell)
    }

    /// The number of bytes needed to decode a block; OpenJPEG holds each sample twice, in 32 bits.
    var unpackingBytes: Int {
        let pixelBytes = header.channels * 2 * MemoryLayout<Int32>.size + Raster.bytesPerPixel
        return block.width * block.height * pixelBytes
    }

    var hasAlpha: Bool { header.mayHaveAlpha }

    func decode(
        _ area: PixelRect, into target: PixelBlock, at point: PixelPoint, note: (Damage) -> Void
    ) throws(DecodingFailure) -> Bool {
        precondition(PixelRect(size).contains(area), "it has these pixels")
        return try mosaic.decode(area, into: target, at: point) {
            (column, row, block, end) throws(DecodingFailure) in
            let covered = mosaic.area(column: column, row: row)
            return try decodeBlock(covered, into: block, at: end, note: note)
        }
    }

    /// Decodes a block; returns false if some pixels are missing or may be transparent.
    private func decodeBlock(
        _ area: PixelRect, into target: PixelBlock, at point: PixelPoint, note: (Damage) -> Void
    ) throws(DecodingFailure) -> Bool {
        defer { bytes.evictPages(0..<bytes.count) }
        if let damage = header.extent.damage { note(damage) }
        return try bytes.withUnsafeBytes { source throws(DecodingFailure) in
            var damage = Damage.badData
            for decoded in header.requestedAreas(of: area, halved: factor) {
                let reader = try JPEG2000Reader(source, header.extent)
                guard reader.decode(decoded.stored, factor: factor), let image = reader.image,
                    let channels = JPEG2000Channels(image, header.colour, decoded, through: curve)
                else {
                    damage = reader.damage
                    continue
                }
                if !reader.message.isEmpty { note(reader.damage) }
                write(channels, of: area, into: target, at: point)
                return !channels.hasAlpha
            }
            note(damage)
            target.clear(PixelRect(origin: point, size: area.size))
            return false
        }
    }

    private func write(
        _ channels: JPEG2000Channels, of area: PixelRect, into target: PixelBlock,
        at point: PixelPoint
    ) {
        for row in 0..<area.size.height {
            guard let pixel = target.pixel(x: point.x, y: point.y + row) else { continue }
            channels.write(row, at: PixelPoint(x: area.minX, y: area.minY + row), to: pixel)
            cmyk?.convert(
                UnsafeMutableBufferPointer(
                    start: pixel, count: area.size.width * Raster.bytesPerPixel))
        }
    }
}

extension ColourConversion {
    /// The conversion itself; `nil` if it makes white much darker.
    ///
    /// Other programs also ignore a profile with such a conversion, which is usually invalid.
    fileprivate var preservingWhite: ColourConversion? {
        let white = Raster(
            size: PixelSize(width: 1, height: 1), pixels: [255, 255, 255, 255], isOpaque: true)
        return converted(white).pixels.allSatisfy { $0 > 160 } ? self : nil
    }
}
