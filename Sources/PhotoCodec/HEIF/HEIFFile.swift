internal import CHEIF
internal import Imaging

/// The main picture of a HEIC or AVIF, decoded by libheif in one piece.
struct HEIFFile {
    /// Longer sides would overflow what libheif counts with.
    private static let longestSide = 1 << 16
    /// The pictures that a picture is made of, such as the tiles of a grid, may be larger than it up to this.
    ///
    /// A file of 761 bytes had a picture of 64 x 64 made of one of 4 gigapixels.
    private static let longestPartSide = 1 << 12

    let sequence: FrameSequence

    init(_ bytes: PhotoBytes) throws(DecodingFailure) {
        guard cheif_library() != nil else { throw .unsupported(kind: .photo(.heif)) }
        let (size, colours, bits) = try bytes.withUnsafeBytes { source throws(DecodingFailure) in
            guard HEIFReferences(source).areWithinLimits else {
                throw .damaged(.nested)
            }
            let item = HEIFItem(source)
            if let canvas = item.excessiveCanvas { throw .tooLarge(canvas) }
            // Here libheif accepts a side that equals its limit.
            let reader = try Self.reader(of: source, item, longestSide: Self.longestSide - 1)
            defer { cheif_close(reader) }
            let size =
                item.unusualSize
                ?? PixelSize(
                    width: Int(reader.pointee.width), height: Int(reader.pointee.height))
            return (size, Self.colours(of: reader, item), Int(reader.pointee.bits))
        }
        let conversion = ColourConversion(
            colours, isGray: false, isHighBitDepth: colours?.isSpace == true && bits > 8)
        var sequence = try FrameSequence(still: size) { () throws(DecodingFailure) in
            try Self.decode(bytes, size, through: conversion?.light16)
        }
        sequence.conversion = conversion
        sequence.hidesNumbers = bits != 8
        self.sequence = sequence
    }

    private static func reader(
        of source: UnsafeRawBufferPointer, _ item: HEIFItem, longestSide: Int
    ) throws(DecodingFailure) -> UnsafeMutablePointer<cheif_reader> {
        let reader = cheif_open(source.baseAddress, source.count, Int32(clamping: longestSide + 1))
        guard let reader else { throw .outOfMemory }
        guard reader.pointee.handle != nil else {
            defer { cheif_close(reader) }
            throw failure(of: reader, item)
        }
        return reader
    }

    /// The longest side that a picture of the file may have while it is decoded.
    ///
    /// One that is cut to its size, or made of others, is larger before that.
    private static func longestSide(of size: PixelSize, _ item: HEIFItem) -> Int {
        let sizes = item.sizes.filter { ($0.area ?? .max) <= DecodingLimits.onePiecePixels }
        let side = ([size] + sizes).map { max($0.width, $0.height) }.max() ?? 0
        return min(max(side, longestPartSide), longestSide)
    }

    /// A profile says more than code points (ISO/IEC 23000-22, 7.3.6.4).
    private static func colours(
        of reader: UnsafeMutablePointer<cheif_reader>, _ item: HEIFItem
    ) -> ColourDescription? {
        if let profile = profile(of: reader) { return .profile(profile) }
        return item.colours.flatMap {
            RGBSpace(primaries: $0.primaries, transfer: $0.transfer)
        }.map(ColourDescription.space)
    }

    private static func profile(of reader: UnsafeMutablePointer<cheif_reader>) -> [UInt8]? {
        let count = reader.pointee.profile_bytes
        guard (1...EmbeddedProfile.limitBytes).contains(count) else { return nil }
        var profile = [UInt8](repeating: 0, count: count)
        return cheif_read_profile(reader, &profile) != 0 ? profile : nil
    }

    private static func decode(
        _ bytes: PhotoBytes, _ size: PixelSize, through light: LightConversion?
    ) throws(DecodingFailure) -> DecodedPicture {
        var hasAlpha = false
        let pixels = try Raster.bytes(of: size) { target throws(DecodingFailure) in
            try bytes.withUnsafeBytes { source throws(DecodingFailure) in
                let item = HEIFItem(source)
                let side = longestSide(of: size, item)
                let reader = try reader(of: source, item, longestSide: side)
                defer { cheif_close(reader) }
                hasAlpha = reader.pointee.has_alpha != 0
                var pixels = cheif_decode(
                    reader, Int32(size.width), Int32(size.height), light == nil ? 0 : 1)
                defer { cheif_release(reader, &pixels) }
                let rows = HEIFRows(pixels, isPremultiplied: reader.pointee.is_premultiplied != 0)
                guard let rows else { throw failure(of: reader, item) }
                rows.write(size, through: light, to: target)
            }
        }
        return DecodedPicture(
            raster: Raster(size: size, pixels: pixels, isOpaque: !hasAlpha), damage: nil)
    }

    /// Tells libheif's refusals apart: a limit and an unsupported kind of picture do not mean damage.
    private static func failure(
        of reader: UnsafeMutablePointer<cheif_reader>, _ item: HEIFItem
    ) -> DecodingFailure {
        let (code, subcode) = (Int(reader.pointee.code), Int(reader.pointee.subcode))
        let largest = item.sizes.max { ($0.area ?? .max) < ($1.area ?? .max) }
        if code == cheif_memory, subcode == cheif_over_limit, let largest {
            return .tooLarge(largest)
        }
        if let format = item.unsupportedFormat {
            return .unsupported(kind: .unsupported(format))
        }
        guard ![cheif_unsupported_file, cheif_unsupported_feature].contains(code) else {
            return .unsupported(kind: .unsupported(.otherHEIF))
        }
        let text = withUnsafeBytes(of: reader.pointee.message) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        return .damaged(Damage(library: text))
    }
}

/// The pixels that libheif decodes, as rows of a raster.
private struct HEIFRows {
    private let pixels: cheif_pixels
    private let rows: UnsafePointer<UInt8>
    private let isPremultiplied: Bool

    /// `nil` for a picture that was not decoded.
    init?(_ pixels: cheif_pixels, isPremultiplied: Bool) {
        guard let rows = pixels.rows else { return nil }
        (self.pixels, self.rows, self.isPremultiplied) = (pixels, rows, isPremultiplied)
    }

    /// Writes rows of 8 bits; samples with more bits pass through `light` first.
    func write(
        _ size: PixelSize, through light: LightConversion?,
        to target: UnsafeMutableBufferPointer<UInt8>
    ) {
        guard let target = target.baseAddress else { return }
        let rowBytes = size.width * Raster.bytesPerPixel
        guard let light else {
            for y in 0..<size.height {
                (target + y * rowBytes).update(
                    from: rows + y * Int(pixels.stride), count: rowBytes)
            }
            if isPremultiplied {
                AssociatedAlpha.divide(target, count: size.width * size.height)
            }
            return
        }
        let dither = HighBitDepthDither(light: light)
        withUnsafeTemporaryAllocation(byteCount: size.width * 8, alignment: 8) { row in
            guard let row = row.baseAddress else { return }
            for y in 0..<size.height {
                spread(y, size.width, to: row)
                if isPremultiplied { AssociatedAlpha.divideDeep(row, count: size.width) }
                dither.write(size.width, y: y, from: row, to: target + y * rowBytes)
            }
        }
    }

    /// Writes a row as pixels of four numbers of 16 bits, the higher byte of each first.
    ///
    /// Hot: runs for each pixel of a picture of 10 or 12 bits that is converted.
    private func spread(_ y: Int, _ width: Int, to row: UnsafeMutableRawPointer) {
        let source = UnsafeRawPointer(rows + y * Int(pixels.stride))
        let (channels, bits) = (Int(pixels.channels), Int(pixels.bits))
        for pixel in 0..<width {
            for channel in 0..<4 {
                var number = UInt32(65535)
                if channel < channels {
                    let place = (pixel &* channels &+ channel) &* 2
                    let stored = UInt32(
                        UInt16(
                            bigEndian: source.loadUnaligned(
                                fromByteOffset: place, as: UInt16.self)))
                    // The highest of the bits follow the lowest: the largest number becomes 65535.
                    number = stored << UInt32(16 &- bits) | stored >> UInt32(2 &* bits &- 16)
                }
                row.storeBytes(
                    of: UInt16(truncatingIfNeeded: number).bigEndian,
                    toByteOffset: pixel &* 8 &+ channel &* 2, as: UInt16.self)
            }
        }
    }
}
