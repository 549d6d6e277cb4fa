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
        guard cheif_library() != nil else { throw .unsupported(kind: .heif) }
        let (size, profile, bits) = try bytes.withUnsafeBytes { source throws(DecodingFailure) in
            guard HEIFReferences(source).areUsual else {
                throw .damaged(reason: "the picture is made of itself, or of too many others")
            }
            let reader = try Self.reader(of: source, longestSide: Self.longestSide)
            defer { cheif_close(reader) }
            let size = PixelSize(
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
        of source: UnsafeRawBufferPointer, longestSide: Int
    ) throws(DecodingFailure) -> UnsafeMutablePointer<cheif_reader> {
        let reader = cheif_open(source.baseAddress, source.count, Int32(clamping: longestSide))
        guard let reader else { throw .outOfMemory }
        guard reader.pointee.handle != nil else {
            defer { cheif_close(reader) }
            throw failure(of: reader)
        }
        return reader
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
        let side = max(size.width, size.height, longestPartSide)
        var failure: DecodingFailure?
        var hasAlpha = false
        let pixels = Raster.bytes(of: size) { target in
            bytes.withUnsafeBytes { source in
                do throws(DecodingFailure) {
                    let reader = try reader(of: source, longestSide: side)
                    defer { cheif_close(reader) }
                    hasAlpha = reader.pointee.has_alpha != 0
                    let isSame =
                        Int(reader.pointee.width) == size.width
                        && Int(reader.pointee.height) == size.height
                    guard isSame, cheif_decode(reader, target.baseAddress) != 0 else {
                        throw Self.failure(of: reader)
                    }
                } catch {
                    failure = error
                    target.update(repeating: 0)
                }
            }
        }
        if let failure { throw failure }
        return DecodedPicture(
            raster: Raster(size: size, pixels: pixels, isOpaque: !hasAlpha), damage: nil)
    }

    private static func failure(of reader: UnsafeMutablePointer<cheif_reader>) -> DecodingFailure {
        let text = withUnsafeBytes(of: reader.pointee.message) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        return .damaged(reason: text.isEmpty ? "the picture is damaged" : text)
    }
}
