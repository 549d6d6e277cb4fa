internal import Imaging

/// The places of the data of a HEIF's items (ISO/IEC 14496-12, "item location").
struct HEIFLocations {
    /// A picture that is made of others has its size in one piece of data; more are more than there are.
    private static let mostPieces = 16

    private let file: ByteReader
    /// The data of items that lies with the boxes.
    private let inside: Range<Int>?
    private var pieces: [Int: [Range<Int>]] = [:]

    /// `content` is what the box `iloc` holds, `inside` what `idat` holds; `items` are those asked for.
    init(of items: Set<Int>, _ content: Range<Int>, inside: Range<Int>?, in file: ByteReader) {
        self.file = file
        self.inside = inside
        guard var table = Table(content, in: file) else { return }
        for _ in 0..<min(table.count, HEIFBoxes.mostItems) {
            guard let item = table.next(mostPieces: Self.mostPieces) else { return }
            guard items.contains(item.number), pieces[item.number] == nil else { continue }
            pieces[item.number] = item.pieces.compactMap { place(of: $0, isInside: item.isInside) }
        }
    }

    /// The first bytes of an item's data.
    func data(of item: Int, limit: Int) -> [UInt8] {
        var data: [UInt8] = []
        for piece in pieces[item] ?? [] where data.count < limit {
            data += file.bytes[piece].prefix(limit - data.count)
        }
        return data
    }

    /// A piece in the file; one without a length goes on to the end.
    private func place(of piece: (offset: Int, count: Int), isInside: Bool) -> Range<Int>? {
        let area = isInside ? inside : 0..<file.count
        guard let area, piece.offset <= area.count else { return nil }
        let start = area.lowerBound + piece.offset
        let left = area.upperBound - start
        return start..<start + (piece.count == 0 ? left : min(piece.count, left))
    }

    /// The rows of the box.
    private struct Table {
        private let file: ByteReader
        private let end: Int
        private var place: Int
        private let version: Int
        private let offsetBytes, lengthBytes, baseBytes, indexBytes: Int
        private(set) var count = 0

        init?(_ content: Range<Int>, in file: ByteReader) {
            self.file = file
            end = content.upperBound
            place = content.lowerBound + 6
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

        /// `nil` at the end of the box, and for a number that does not fit.
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

        /// A number of 0, 2, 4 or 8 bytes, at most that of 4.
        private mutating func number(_ bytes: Int) -> Int? {
            defer { place += bytes }
            guard place + bytes <= end else { return nil }
            switch bytes {
            case 0: return 0
            case 2: return file.uint16(at: place)
            case 4: return file.uint32(at: place)
            case 8 where file.uint32(at: place) == 0: return file.uint32(at: place + 4)
            default: return nil
            }
        }
    }
}

/// The size of a picture that is made of others, as its own data gives it: a grid, or pictures that lie on
/// each other (ISO/IEC 23008-12, 6.6.2).
///
/// libheif makes room for that before it looks at the size of the file's picture: one of 769 bytes took
/// 4.8 GB (found by the fuzzer).
enum HEIFCanvas {
    static let kinds: Set<String> = ["grid", "iovl"]
    /// The longest data in front of the size, and the size.
    static let dataBytes = 18

    /// `nil` if the data is too short: libheif refuses it then.
    static func size(of kind: String, _ data: [UInt8]) -> PixelSize? {
        data.withUnsafeBytes { bytes in
            let reader = ByteReader(bytes: bytes)
            // A version and flags, and then the numbers of rows and columns, or four parts of a colour.
            let place = kind == "grid" ? 4 : 10
            let isLong = (reader.byte(at: 1) ?? 0) & 1 != 0
            let side = { (number: Int) in
                isLong
                    ? reader.uint32(at: place + 4 * number) : reader.uint16(at: place + 2 * number)
            }
            guard let width = side(0), let height = side(1) else { return nil }
            return PixelSize(width: width, height: height)
        }
    }
}
