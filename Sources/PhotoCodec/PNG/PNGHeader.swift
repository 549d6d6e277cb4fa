internal import Imaging

/// What stands in a PNG before its pixels, and its orientation wherever it stands.
struct PNGHeader: Sendable {
    let size: PixelSize
    let bitsPerPixel: Int
    let hasAlpha: Bool
    let isInterlaced: Bool
    /// Whether there are 16 bits a channel.
    let isDeep: Bool
    let orientation: Orientation

    init(_ bytes: PhotoBytes) throws(DecodingFailure) {
        let (layout, orientation) = try bytes.withUnsafeBytes { source throws(DecodingFailure) in
            let file = ByteReader(bytes: source)
            // Apple's own variant, which no library but theirs reads.
            guard !file.starts(with: "CgBI", at: 12) else { throw .unsupported(kind: .png) }
            return (
                try PNGReader(source).layout,
                Self.orientation(in: file, passing: PageReclaimer(of: bytes))
            )
        }
        size = layout.size
        bitsPerPixel = layout.bitsPerPixel
        hasAlpha = layout.hasAlpha
        isInterlaced = layout.isInterlaced
        isDeep = layout.isDeep
        self.orientation = orientation
    }

    /// The fewest bytes a file of this layout can have: deflate makes 1032 bytes of one at most.
    var minimumBytes: Int { (size.width * bitsPerPixel / 8 + 1) * size.height / 1032 }

    /// Whether rows are many enough that inflating them beside pays for a thread.
    ///
    /// Interlaced pictures have rows of seven sizes; libpng inflates them itself.
    var isWorthTwoCores: Bool {
        !isInterlaced && size.width * size.height >= 1 << 19 && WorkThread.coreCount > 1
    }

    /// Looks at each chunk until one tells: with small ones that is at every page of the file.
    private static func orientation(
        in file: ByteReader, passing pages: PageReclaimer
    ) -> Orientation {
        var pages = pages
        for chunk in PNGChunks(file) {
            if file.starts(with: "eXIf", at: chunk.offset + 4) {
                return ExifOrientation.read(
                    file.part(from: chunk.offset + 8, count: chunk.byteCount))
            }
            pages.pass(min(chunk.end, file.count))
        }
        return .asStored
    }
}
