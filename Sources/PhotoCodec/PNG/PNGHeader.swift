internal import Imaging

/// What stands in a PNG before its pixels, and its orientation wherever it stands.
struct PNGHeader: Sendable {
    let size: PixelSize
    let bitsPerPixel: Int
    let hasAlpha: Bool
    let isInterlaced: Bool
    let orientation: Orientation

    init(_ bytes: UnsafeRawBufferPointer) throws(DecodingFailure) {
        let file = ByteReader(bytes: bytes)
        // Apple's own variant, which no library but theirs reads.
        guard !file.starts(with: "CgBI", at: 12) else { throw .unsupported(kind: .png) }
        let layout = try PNGReader(bytes).layout
        size = layout.size
        bitsPerPixel = layout.bitsPerPixel
        hasAlpha = layout.hasAlpha
        isInterlaced = layout.isInterlaced
        orientation = Self.orientation(in: file)
    }

    /// The fewest bytes a file of this layout can have: deflate makes 1032 bytes of one at most.
    var minimumBytes: Int { (size.width * bitsPerPixel / 8 + 1) * size.height / 1032 }

    private static func orientation(in file: ByteReader) -> Orientation {
        var offset = 8
        for _ in 0..<DecodingLimits.pngChunks {
            guard let length = file.uint32(at: offset) else { break }
            if file.starts(with: "eXIf", at: offset + 4) {
                return ExifOrientation.read(file.part(from: offset + 8, count: length))
            }
            offset += 12 + length
        }
        return .asStored
    }
}
