internal import Imaging

/// The number of tiles that a JPEG 2000 declares.
///
/// OpenJPEG allocates about 7 kB for each tile before it reads the first tile. A file of 3 kB that
/// declared 65,535 tiles took 8.5 s and 1.5 GB.
struct JPEG2000Tiling {
    let tiles: Int
    let channels: Int
    /// The size of the largest tile, within the picture, on the reference grid.
    let tile: PixelSize
    /// The number of tiles times the number of channels.
    private let planes: Int

    /// The minimum size of a tile in bytes: its header (ISO/IEC 15444-1, A.4.2).
    private static let leastTileBytes = 14
    /// The maximum number of boxes read of a file; a JP2 has five before its codestream.
    private static let boxes = 100

    /// Reads the tiling; `nil` without a header, in which case OpenJPEG reports the error.
    init?(_ source: UnsafeRawBufferPointer) {
        let reader = ByteReader(bytes: source)
        guard let start = Self.codestream(in: reader)?.start,
            reader.uint32(at: start) == 0xFF4F_FF51
        else { return nil }
        let number = { reader.uint32(at: start + $0) }
        guard let width = number(8), let height = number(12), let tileWidth = number(24),
            let tileHeight = number(28), let left = number(32), let top = number(36),
            let channels = reader.uint16(at: start + 40), tileWidth > 0, tileHeight > 0,
            width > left, height > top
        else { return nil }
        self.channels = channels
        tile = PixelSize(
            width: min(tileWidth, width - left), height: min(tileHeight, height - top))
        let columns = (width - left + tileWidth - 1) / tileWidth
        let rows = (height - top + tileHeight - 1) / tileHeight
        let (tiles, overflow) = columns.multipliedReportingOverflow(by: rows)
        let (planes, isTooMany) = tiles.multipliedReportingOverflow(by: max(1, channels))
        self.tiles = overflow ? .max : tiles
        self.planes = overflow || isTooMany ? .max : planes
    }

    /// True if the tiles are few, or their headers fit into a file of `count` bytes.
    func fits(intoBytes count: Int) -> Bool {
        planes <= max(DecodingLimits.jpeg2000Tiles, count / Self.leastTileBytes)
    }

    /// Returns the offset and size of the codestream; `nil` if there is no codestream.
    ///
    /// The codestream is the file, or the content of the box `jp2c`. A `count` of 0 means that the
    /// codestream extends to the end of the file (I.4, I.5.4).
    static func codestream(in reader: ByteReader) -> (start: Int, count: Int)? {
        guard reader.uint16(at: 0) != 0xFF4F else { return (0, 0) }
        var offset = 0
        for _ in 0..<boxes {
            guard let length = reader.uint32(at: offset) else { return nil }
            let isLong = length == 1
            let head = isLong ? 16 : 8
            if reader.starts(with: "jp2c", at: offset + 4) {
                return (offset + head, isLong ? 0 : max(0, length - head))
            }
            // A box longer than 4 GB exceeds the file; a size of 0 marks the last box.
            guard let size = isLong ? reader.uint32(at: offset + 12) : length, size >= head,
                !isLong || reader.uint32(at: offset + 8) == 0
            else { return nil }
            offset += size
        }
        return nil
    }
}
