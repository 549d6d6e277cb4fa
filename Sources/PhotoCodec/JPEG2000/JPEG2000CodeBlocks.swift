internal import Imaging

/// The maximum number of code blocks of a tile of a JPEG 2000 (ISO/IEC 15444-1, B.6 and B.7).
///
/// OpenJPEG allocates about 430 bytes for each block of a tile before it decodes the first block. A
/// file of 3 kB that declared 2.8 gigapixels in 53 rows took 860 MB.
struct JPEG2000CodeBlocks {
    /// An upper bound for any tile, from the coding styles read so far.
    private(set) var count = 0
    private let tile: PixelSize
    private let channels: Int

    /// Creates an empty count; `tile` is the size of the largest tile on the reference grid.
    init(tile: PixelSize, channels: Int) {
        self.tile = tile
        self.channels = channels
    }

    private static let codingStyle = 0xFF52
    private static let channelStyle = 0xFF53

    /// Reads a segment if it is COD or COC (A.6.1, A.6.2), which any tile can have.
    mutating func read(_ file: ByteReader, segment marker: Int, at start: Int) {
        guard marker == Self.codingStyle || marker == Self.channelStyle else { return }
        let isCommon = marker == Self.codingStyle
        let flags = start + (isCommon ? 4 : channels > 256 ? 6 : 5)
        let sizes = flags + (isCommon ? 5 : 1)
        guard let bits = file.byte(at: flags), let levels = file.byte(at: sizes), levels <= 32,
            let width = file.byte(at: sizes + 1), let height = file.byte(at: sizes + 2)
        else { return }
        let blocks = (0...levels).reduce(0) { sum, resolution in
            let precinct = bits & 1 == 1 ? file.byte(at: sizes + 5 + resolution) ?? 0 : 0xFF
            let (bands, margin) = resolution == 0 ? (1, 0) : (3, 1)
            let halvings = levels - resolution + margin
            let across = Self.blocks(
                along: tile.width, halvings, min(width & 15 + 2, precinct & 15 - margin))
            let down = Self.blocks(
                along: tile.height, halvings, min(height & 15 + 2, precinct >> 4 - margin))
            return sum &+ Self.product(bands, Self.product(across, down))
        }
        count = max(count, Self.product(max(1, channels), blocks))
    }

    /// Returns the maximum number of blocks along a side of a band.
    ///
    /// The number includes two extra blocks: band sizes are rounded up, and blocks start at
    /// multiples of their size.
    private static func blocks(along side: Int, _ halvings: Int, _ exponent: Int) -> Int {
        (side >> halvings) >> max(0, exponent) + 2
    }

    /// Returns the product, limited to 2^40.
    private static func product(_ first: Int, _ second: Int) -> Int {
        let (product, overflow) = first.multipliedReportingOverflow(by: second)
        return overflow ? 1 << 40 : min(product, 1 << 40)
    }

    /// True if a file of this size can contain the blocks; many blocks of a dark sky have no bytes.
    func fits(intoBytes bytes: Int) -> Bool {
        count <= DecodingLimits.jpeg2000TriedBlocks
            || count <= DecodingLimits.jpeg2000Blocks && count / 256 <= bytes
    }
}
