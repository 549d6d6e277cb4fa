internal import CJPEG2000
internal import Imaging

/// What a JPEG 2000 says of itself: a JP2 file, or a codestream alone.
struct JPEG2000Header: Sendable {
    let size: PixelSize
    /// Where the picture lies on the reference grid.
    let origin: PixelPoint
    /// The first tile that is not cut off at the left and at the top, and how many there are.
    let tile: PixelSize
    let hasOneTile: Bool
    /// How many sizes the picture is stored in, each half of the one before.
    let resolutions: Int
    let colour: JPEG2000Colour
    /// Of each channel.
    let bits: Int
    let channels: Int
    let profile: [UInt8]?
    /// Which of the channels is alpha is known when they are decoded.
    let mayHaveAlpha: Bool

    /// - Throws: `.unsupported` without OpenJPEG, and for channels that none has at full size.
    init(_ bytes: PhotoBytes) throws(DecodingFailure) {
        guard cjp2_library() != nil else { throw .unsupported(kind: .jpeg2000) }
        self = try bytes.withUnsafeBytes { source throws(DecodingFailure) in
            let reader = try JPEG2000Reader(source)
            return try JPEG2000Header(reader)
        }
    }

    private init(_ reader: borrowing JPEG2000Reader) throws(DecodingFailure) {
        var tiling = cjp2_tiling()
        guard let image = reader.image, image.numcomps > 0, let first = image.comps?.pointee,
            cjp2_describe(reader.pointer, &tiling) != 0, tiling.width > 0, tiling.height > 0,
            image.x1 > image.x0, image.y1 > image.y0, image.x1 <= Int32.max, image.y1 <= Int32.max
        else { throw .damaged(reason: reader.message) }
        guard first.dx == 1, first.dy == 1 else { throw .unsupported(kind: .jpeg2000) }
        size = PixelSize(
            width: Int(image.x1) - Int(image.x0), height: Int(image.y1) - Int(image.y0))
        origin = PixelPoint(x: Int(image.x0), y: Int(image.y0))
        tile = PixelSize(
            width: min(Int(tiling.width), size.width), height: min(Int(tiling.height), size.height))
        hasOneTile = tiling.columns == 1 && tiling.rows == 1
        resolutions = max(1, Int(tiling.resolutions))
        let colour = JPEG2000Colour(image)
        self.colour = colour
        bits = Int(first.prec)
        channels = Int(image.numcomps)
        mayHaveAlpha = colour != .inks && (image.numcomps == 2 || image.numcomps == 4)
        let profileBytes = Int(image.icc_profile_len)
        let isUsable =
            image.icc_profile_buf != nil && (1...EmbeddedProfile.limitBytes).contains(profileBytes)
        profile =
            isUsable
            ? Array(UnsafeRawBufferPointer(start: image.icc_profile_buf, count: profileBytes)) : nil
    }

    /// Whether it has more bits than pixels, in channels that are light: neither inks nor differences.
    var isDeep: Bool { bits > 8 && (colour == .gray || colour == .rgb) }

    /// The fewest bytes a file of this size can have: code blocks without any bit set take almost none.
    var minimumBytes: Int { (size.area ?? .max) / 4096 }
}

/// What the channels of a JPEG 2000 are.
enum JPEG2000Colour: Sendable {
    case gray, rgb, ycc, inks

    fileprivate init(_ image: opj_image_t) {
        let isSubsampled =
            image.numcomps >= 3 && (image.comps[1].dx != 1 || image.comps[1].dy != 1)
        self =
            switch image.color_space {
            case OPJ_CLRSPC_GRAY: .gray
            case OPJ_CLRSPC_SYCC: .ycc
            case OPJ_CLRSPC_CMYK: .inks
            case OPJ_CLRSPC_SRGB where !isSubsampled: .rgb
            // One with a palette has one channel until it is decoded.
            case _ where isSubsampled: .ycc
            default: image.numcomps < 3 ? .gray : .rgb
            }
    }
}

/// OpenJPEG at work on lent bytes.
struct JPEG2000Reader: ~Copyable {
    let pointer: UnsafeMutablePointer<cjp2_reader>

    /// A reader that has read the header.
    init(_ source: UnsafeRawBufferPointer) throws(DecodingFailure) {
        guard JPEG2000Tiling(source)?.fits(intoBytes: source.count) ?? true else {
            throw .damaged(reason: "the JPEG 2000 has fewer bytes than tiles")
        }
        guard let pointer = cjp2_open(source.baseAddress, source.count) else { throw .outOfMemory }
        guard pointer.pointee.image != nil else {
            let reason = Self.message(pointer)
            cjp2_close(pointer)
            throw .damaged(reason: reason)
        }
        self.pointer = pointer
    }

    deinit { cjp2_close(pointer) }

    var image: opj_image_t? { pointer.pointee.image?.pointee }

    /// What OpenJPEG said is wrong; never empty.
    var message: String { Self.message(pointer) }
    /// Whether it said anything since the last decoding began.
    var hasComplained: Bool { !String(cString: cjp2_message(pointer)).isEmpty }

    private static func message(_ pointer: UnsafeMutablePointer<cjp2_reader>) -> String {
        let text = String(cString: cjp2_message(pointer))
        return text.isEmpty ? "the JPEG 2000 is damaged" : text
    }

    /// Decodes an area of the reference grid; false if none of it can be.
    func decode(_ area: PixelRect, factor: Int) -> Bool {
        cjp2_decode(
            pointer, UInt32(factor), Int32(area.minX), Int32(area.minY), Int32(area.maxX),
            Int32(area.maxY)) != 0
    }
}
