internal import Imaging

/// The tile parts of a codestream, found by their markers (ISO/IEC 15444-1, A.4).
struct JPEG2000TileParts {
    /// The last tile part of a truncated file.
    struct Part {
        let tile: Int
        /// The offset of the tile part's first marker.
        let start: Int
        /// The offset of the tile part's data.
        let data: Int
        /// The offset of the end of the codestream.
        let end: Int
        /// True if packet headers are separate, or code blocks are those of ISO/IEC 15444-15.
        let isUnusual: Bool
    }

    /// The maximum number of tile parts read; OpenJPEG takes minutes for a file with more.
    private static let mostParts = 1 << 20
    private static let mostTiles = 65535
    /// The maximum number of markers read in a header.
    private static let mostMarkers = 1 << 12

    /// True if the file has an end marker, or unknown data instead of a tile part.
    private(set) var hasEnd = true
    /// The offset of the end of the last tile part.
    private(set) var end: Int
    private(set) var cut: Part?
    /// True if tiles or parts of tiles are missing.
    private(set) var isIncomplete = false

    /// The maximum number of code blocks of a tile.
    private(set) var blocks: JPEG2000CodeBlocks

    private let file: ByteReader
    /// True if packet headers are separate, or code blocks are those of ISO/IEC 15444-15.
    private var isUnusual = false

    /// Reads the tile parts; `nil` without a complete header of a codestream.
    init?(_ source: UnsafeRawBufferPointer) {
        file = ByteReader(bytes: source)
        end = source.count
        guard let tiling = JPEG2000Tiling(source) else { return nil }
        blocks = JPEG2000CodeBlocks(tile: tiling.tile, channels: tiling.channels)
        guard let stream = JPEG2000Tiling.codestream(in: file) else { return nil }
        let limit = stream.count > 0 ? min(stream.start + stream.count, file.count) : file.count
        let reader = file
        guard tiling.tiles <= Self.mostTiles,
            let first = passMarkers(from: stream.start + 2, to: 0xFF90, until: limit),
            reader.uint16(at: first) != nil
        else { return nil }
        passParts(from: first, until: limit, tiles: tiling.tiles)
    }

    /// Skips segments up to the marker `wanted`, and returns its offset; `nil` without the marker.
    private mutating func passMarkers(from start: Int, to wanted: Int, until end: Int) -> Int? {
        var offset = start
        for _ in 0..<Self.mostMarkers {
            guard offset + 2 <= end, let marker = file.uint16(at: offset) else { return nil }
            if marker == wanted { return offset }
            guard marker >= 0xFF00, let length = file.uint16(at: offset + 2), length >= 2 else {
                return nil
            }
            // The markers CAP, PPM and PPT.
            if [0xFF50, 0xFF60, 0xFF61].contains(marker) { isUnusual = true }
            blocks.read(file, segment: marker, at: offset)
            offset += 2 + length
        }
        return nil
    }

    private mutating func passParts(from first: Int, until limit: Int, tiles: Int) {
        var found = [UInt8](repeating: 0, count: tiles)
        var stated = [UInt8](repeating: 1, count: tiles)
        var offset = first
        end = limit
        for _ in 0..<Self.mostParts {
            // An end marker of which only one byte is present counts as missing.
            guard offset + 2 <= limit else {
                (hasEnd, end) = (false, min(offset, limit))
                break
            }
            guard file.uint16(at: offset) == 0xFF90 else { return }
            guard offset + 12 <= limit, let tile = file.uint16(at: offset + 4),
                let length = file.uint32(at: offset + 6), let count = file.byte(at: offset + 11)
            else {
                // The file ends in the header of the tile part.
                (hasEnd, end) = (false, offset)
                isIncomplete = true
                break
            }
            // A length of 0 means that the tile part extends to the end of the codestream.
            guard tile < tiles, length >= 14 else { return }
            stated[tile] = max(stated[tile], UInt8(count))
            guard offset + length <= limit else {
                (hasEnd, end) = (false, limit)
                cut = part(of: tile, from: offset, until: limit)
                if cut == nil { end = offset }
                isIncomplete = true
                break
            }
            _ = passMarkers(from: offset + 12, to: 0xFF93, until: offset + length)
            found[tile] += found[tile] < 255 ? 1 : 0
            offset += length
        }
        if zip(found, stated).contains(where: { $0 < $1 }) { isIncomplete = true }
    }

    private mutating func part(of tile: Int, from start: Int, until end: Int) -> Part? {
        guard let data = passMarkers(from: start + 12, to: 0xFF93, until: end), data + 2 < end
        else { return nil }
        return Part(tile: tile, start: start, data: data + 2, end: end, isUnusual: isUnusual)
    }
}
