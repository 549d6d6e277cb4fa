internal import Imaging

/// The locations of the data of a HEIF's items (ISO/IEC 14496-12, "item location").
struct HEIFLocations {
    /// The maximum number of extents read of an item; a derived picture's size is in one extent.
    private static let mostPieces = 16

    private let file: ByteReader
    /// The content of the box `idat`, which can contain data of items; `nil` without this box.
    private let inside: Range<Int>?
    private var pieces: [Int: [Range<Int>]] = [:]
    /// The items of which some data are missing, or not read.
    private var incomplete: Set<Int> = []

    /// Reads the locations of some items.
    ///
    /// `content` is the content of the box `iloc`, and `inside` the content of `idat`.
    init(of items: Set<Int>, _ content: Range<Int>, inside: Range<Int>?, in file: ByteReader) {
        self.file = file
        self.inside = inside
        guard var table = Table(content, in: file) else { return }
        for _ in 0..<min(table.count, HEIFBoxes.mostItems) {
            guard let item = table.next(mostPieces: Self.mostPieces) else { return }
            guard items.contains(item.number), pieces[item.number] == nil else { continue }
            let ranges = item.pieces.compactMap { range(of: $0, isInside: item.isInside) }
            pieces[item.number] = ranges
            let stated = item.pieces.reduce(0) { $0 + $1.count }
            if ranges.isEmpty || ranges.reduce(0, { $0 + $1.count }) < stated
                || item.pieces.count == Self.mostPieces
            {
                incomplete.insert(item.number)
            }
        }
    }

    /// Returns the first bytes of an item's data, at most `limit`.
    func data(of item: Int, limit: Int) -> [UInt8] {
        var data: [UInt8] = []
        for piece in pieces[item] ?? [] where data.count < limit {
            data += file.bytes[piece].prefix(limit - data.count)
        }
        return data
    }

    /// Returns an item's data; `nil` if some are missing, or the item has many extents.
    func data(of item: Int) -> [UInt8]? {
        pieces[item] == nil || incomplete.contains(item) ? nil : data(of: item, limit: file.count)
    }

    /// Returns the range of an extent in the file; `nil` if the range begins beyond the end.
    ///
    /// An extent without a length ends with the file or the box.
    private func range(of piece: (offset: Int, count: Int), isInside: Bool) -> Range<Int>? {
        let area = isInside ? inside : 0..<file.count
        guard let area, piece.offset <= area.count else { return nil }
        let start = area.lowerBound + piece.offset
        let left = area.upperBound - start
        return start..<start + (piece.count == 0 ? left : min(piece.count, left))
    }

    /// The rows of the box `iloc`, one for each item.
    private struct Table {
        private let file: ByteReader
        private let end: Int
        private var offset: Int
        private let version: Int
        private let offsetBytes, lengthBytes, baseBytes, indexBytes: Int
        private(set) var count = 0

        init?(_ content: Range<Int>, in file: ByteReader) {
            self.file = file
            end = content.upperBound
            offset = content.lowerBound + 6
            guard let version = file.byte(at: content.lowerBound), version <= 2,
                let sizes = file.uint16(at: content.lowerBound + 4)
            else { return nil }
            self.version = version
            offsetBytes = sizes >> 12
            lengthBytes = sizes >> 8 & 15
            baseBytes = sizes >> 4 & 15
            indexBytes = version == 0 ? 0 : sizes & 15
            guard let count = number(version < 2 ? 2 : 4) else { return nil }
            self.count = count
        }

        /// Returns the next row; `nil` at the end of the box, or if an integer is too large.
        mutating func next(
            mostPieces: Int
        ) -> (number: Int, isInside: Bool, pieces: [(offset: Int, count: Int)])? {
            guard let item = number(version < 2 ? 2 : 4),
                let method = number(version == 0 ? 0 : 2), number(2) != nil,
                let base = number(baseBytes), let count = number(2)
            else { return nil }
            var pieces: [(offset: Int, count: Int)] = []
            for _ in 0..<count {
                guard number(indexBytes) != nil, let offset = number(offsetBytes),
                    let length = number(lengthBytes)
                else { return nil }
                if pieces.count < mostPieces { pieces.append((base + offset, length)) }
            }
            return (item, method & 15 == 1, pieces)
        }

        /// Reads an integer of 0, 2, 4 or 8 bytes; `nil` beyond the end, or for more than 32 bits.
        private mutating func number(_ bytes: Int) -> Int? {
            defer { offset += bytes }
            guard offset + bytes <= end else { return nil }
            switch bytes {
            case 0: return 0
            case 2: return file.uint16(at: offset)
            case 4: return file.uint32(at: offset)
            case 8 where file.uint32(at: offset) == 0: return file.uint32(at: offset + 4)
            default: return nil
            }
        }
    }
}

/// The size of a grid or overlay, as its own data state it (ISO/IEC 23008-12, 6.6.2).
///
/// libheif allocates memory for this size before it checks the size in the boxes. A file of 769
/// bytes, found by the fuzzer, took 4.8 GB.
enum HEIFCanvas {
    static let kinds: Set<String> = ["grid", "iovl"]
    /// The maximum number of data bytes up to the end of the size.
    static let dataBytes = 18

    /// Returns the size; `nil` if the data are too short, which libheif rejects.
    static func size(of kind: String, _ data: [UInt8]) -> PixelSize? {
        data.withUnsafeBytes { bytes in
            let reader = ByteReader(bytes: bytes)
            // The size follows a version, flags, and the numbers of rows and columns or four
            // colours.
            let offset = kind == "grid" ? 4 : 10
            let isLong = (reader.byte(at: 1) ?? 0) & 1 != 0
            let side = { (number: Int) in
                isLong
                    ? reader.uint32(at: offset + 4 * number)
                    : reader.uint16(at: offset + 2 * number)
            }
            guard let width = side(0), let height = side(1) else { return nil }
            return PixelSize(width: width, height: height)
        }
    }
}
