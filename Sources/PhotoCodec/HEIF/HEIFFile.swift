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
        let (size, profile, bits) = try bytes.withUnsafeBytes { source throws(DecodingFailure) in
            guard HEIFReferences(source).areUsual else {
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
            return (size, Self.profile(of: reader), Int(reader.pointee.bits))
        }
        var sequence = try FrameSequence(still: size) { () throws(DecodingFailure) in
            try Self.decode(bytes, size)
        }
        sequence.conversion = profile.flatMap {
            ColourConversion($0, isGray: false, isDeep: false)
        }
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

    private static func profile(of reader: UnsafeMutablePointer<cheif_reader>) -> [UInt8]? {
        let count = reader.pointee.profile_bytes
        guard (1...EmbeddedProfile.limitBytes).contains(count) else { return nil }
        var profile = [UInt8](repeating: 0, count: count)
        return cheif_read_profile(reader, &profile) != 0 ? profile : nil
    }

    private static func decode(
        _ bytes: PhotoBytes, _ size: PixelSize
    ) throws(DecodingFailure) -> DecodedPicture {
        var hasAlpha = false
        let pixels = try Raster.bytes(of: size) { target throws(DecodingFailure) in
            try bytes.withUnsafeBytes { source throws(DecodingFailure) in
                let item = HEIFItem(source)
                let side = longestSide(of: size, item)
                let reader = try reader(of: source, item, longestSide: side)
                defer { cheif_close(reader) }
                hasAlpha = reader.pointee.has_alpha != 0
                let (width, height) = (Int32(size.width), Int32(size.height))
                guard cheif_decode(reader, target.baseAddress, width, height) != 0 else {
                    throw failure(of: reader, item)
                }
            }
        }
        return DecodedPicture(
            raster: Raster(size: size, pixels: pixels, isOpaque: !hasAlpha), damage: nil)
    }

    /// What libheif refuses is named: a limit is no damage, nor is a kind of picture that it lacks.
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
