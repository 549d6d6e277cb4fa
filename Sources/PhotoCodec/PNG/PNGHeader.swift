internal import Imaging

/// The layout of a PNG from the chunks before its pixels, and its orientation from any chunk.
struct PNGHeader: Sendable {
    let size: PixelSize
    let bitsPerPixel: Int
    let hasAlpha: Bool
    let isInterlaced: Bool
    /// True if a channel has 16 bits.
    let isHighBitDepth: Bool
    let isGray: Bool
    /// The number of bits per channel of a pixel or, with a palette, of a colour in the palette.
    let bits: Int
    let orientation: Orientation

    init(_ bytes: PhotoBytes) throws(DecodingFailure) {
        let (layout, orientation) = try bytes.withUnsafeBytes { source throws(DecodingFailure) in
            let file = ByteReader(bytes: source)
            // This is Apple's variant of PNG, which only Apple's libraries read.
            guard !file.starts(with: "CgBI", at: 12) else {
                throw .unsupported(kind: .unsupported(.applePNG))
            }
            try Self.checkSides(in: file)
            return (
                try PNGReader(source).layout,
                Self.orientation(in: file, passing: PageReclaimer(of: bytes))
            )
        }
        size = layout.size
        bitsPerPixel = layout.bitsPerPixel
        hasAlpha = layout.hasAlpha
        isInterlaced = layout.isInterlaced
        isHighBitDepth = layout.isHighBitDepth
        isGray = layout.isGray
        bits = layout.bits
        self.orientation = orientation
    }

    /// Throws for a side above the limit, which libpng would report as an invalid header.
    private static func checkSides(in file: ByteReader) throws(DecodingFailure) {
        guard file.starts(with: "IHDR", at: 12), let width = file.uint32(at: 16),
            let height = file.uint32(at: 20), width > 0, height > 0,
            max(width, height) > DecodingLimits.pngSide
        else { return }
        throw .tooLarge(PixelSize(width: width, height: height))
    }

    /// The minimum size, in bytes, of a file with this layout; deflate expands at most 1032:1.
    var minimumBytes: Int { (size.width * bitsPerPixel / 8 + 1) * size.height / 1032 }

    /// True if decompression on another thread is faster.
    ///
    /// The rows of an interlaced picture have seven sizes, and libpng decompresses them.
    var isWorthTwoCores: Bool {
        !isInterlaced && size.width * size.height >= 1 << 19 && WorkThread.coreCount > 1
    }

    /// Returns the orientation that the first eXIf chunk states, wherever the chunk is.
    ///
    /// If chunks are small, the search may read every page of the file.
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
