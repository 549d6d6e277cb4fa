internal import Imaging

/// The number of tiles that a JPEG 2000 declares.
///
/// OpenJPEG allocates memory for all of them, some 7 kB each, before it reads the first: a file of
/// 3 kB that claims 65,535 took 8.5 s and 1.5 GB.
struct JPEG2000Tiling {
    let tiles: Int
    let channels: Int
    /// The largest tile, within the picture, on the reference grid.
    let tile: PixelSize
    /// The number of tiles times channels.
    private let planes: Int

    /// The length of a tile's header (ISO 15444-1, A.4.2).
    private static let leastTileBytes = 14
    /// The maximum number of boxes of a file that are read; a JP2 has five before its codestream.
    private static let boxes = 100

    /// Reads the tiling; `nil` without a header: OpenJPEG then reports the fault.
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

    /// True if a file of this many bytes may have these tiles; a large truncated file passes, too.
    func fits(intoBytes count: Int) -> Bool {
        planes <= max(DecodingLimits.jpeg2000Tiles, count / Self.leastTileBytes)
    }

    /// Returns the start of the codestream: the start of the file, or of the box `jp2c` (I.4,
    /// I.5.4); a `count` of 0 means the rest of the file.
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
            // A box longer than 4 GB exceeds the bytes that are read; 0 marks the last box.
            guard let size = isLong ? reader.uint32(at: offset + 12) : length, size >= head,
                !isLong || reader.uint32(at: offset + 8) == 0
            else { return nil }
            offset += size
        }
        return nil
    }
}
