internal import CJXL
internal import Imaging

/// A JPEG XL, decoded by libjxl in one piece; of an animation the first frame.
struct JXLFile {
    let sequence: FrameSequence

    init(_ bytes: PhotoBytes) throws(DecodingFailure) {
        guard cjxl_library() != nil else { throw .unsupported(kind: .jpegXL) }
        let (size, profile) = try bytes.withUnsafeBytes { source throws(DecodingFailure) in
            let reader = try Self.reader(of: source)
            defer { cjxl_close(reader) }
            let size = PixelSize(
                width: Int(reader.pointee.width), height: Int(reader.pointee.height))
            return (size, Self.profile(of: reader))
        }
        var sequence = try FrameSequence(still: size) { () throws(DecodingFailure) in
            try Self.decode(bytes, size)
        }
        sequence.conversion = profile.flatMap {
            ColourConversion($0, isGray: false, isDeep: false)
        }
        self.sequence = sequence
    }

    private static func reader(
        of source: UnsafeRawBufferPointer
    ) throws(DecodingFailure) -> UnsafeMutablePointer<cjxl_reader> {
        guard let reader = cjxl_open(source.baseAddress, source.count) else { throw .outOfMemory }
        guard reader.pointee.width > 0, reader.pointee.height > 0 else {
            cjxl_close(reader)
            throw .damaged(reason: "the JPEG XL has no picture")
        }
        return reader
    }

    private static func profile(of reader: UnsafeMutablePointer<cjxl_reader>) -> [UInt8]? {
        let count = reader.pointee.profile_bytes
        guard (1...EmbeddedProfile.limitBytes).contains(count) else { return nil }
        var profile = [UInt8](repeating: 0, count: count)
        return cjxl_read_profile(reader, &profile) != 0 ? profile : nil
    }

    /// What is missing stays transparent.
    private static func decode(
        _ bytes: PhotoBytes, _ size: PixelSize
    ) throws(DecodingFailure) -> DecodedPicture {
        var isWhole = false
        let pixels = Raster.bytes(of: size) { target in
            target.update(repeating: 0)
            bytes.withUnsafeBytes { source in
                guard let reader = try? reader(of: source) else { return }
                defer { cjxl_close(reader) }
                isWhole = cjxl_decode(reader, target.baseAddress, target.count) != 0
            }
        }
        let reason = "the JPEG XL is damaged or ends too early"
        guard isWhole || pixels.contains(where: { $0 != 0 }) else {
            throw .damaged(reason: reason)
        }
        let isOpaque = stride(from: 3, to: pixels.count, by: 4).allSatisfy { pixels[$0] == 255 }
        return DecodedPicture(
            raster: Raster(size: size, pixels: pixels, isOpaque: isOpaque),
            damage: isWhole ? nil : Damage(reason: reason))
    }
}
