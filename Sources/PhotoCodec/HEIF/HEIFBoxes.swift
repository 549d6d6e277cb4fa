internal import Imaging

/// The boxes of a HEIC or AVIF that describe its items (ISO/IEC 23008-12, 14496-12).
struct HEIFBoxes {
    /// The boxes that are gone through on one level; a file has a dozen, a large grid thousands of items.
    private static let mostBoxes = 1 << 16
    /// A list of items: as many as a picture may be made of.
    static let mostItems = 1 << 16
    /// A file has a dozen brands.
    private static let mostBrands = 64

    struct Box {
        let kind: String
        let content: Range<Int>
    }

    /// A picture, or its metadata.
    struct Item {
        let number: Int
        /// Four letters, such as `hvc1` or `grid`.
        let kind: String
        let isHidden: Bool
        /// Where the byte stands whose last bit hides it.
        fileprivate let flags: Int
    }

    let file: ByteReader
    /// The number of the main picture.
    let main: Int?
    let items: [Item]
    /// The properties of all items.
    let properties: [Box]
    private let boxes: [Box]
    /// The box that names the main picture.
    private let choice: Range<Int>?
    private let associations: [Box]
    private let places: (locations: Range<Int>?, data: Range<Int>?)

    init(_ source: UnsafeRawBufferPointer) {
        let file = ByteReader(bytes: source)
        self.file = file
        boxes = Self.boxes(in: file, 0..<file.count)
        // A full box: four bytes of version and flags precede its contents.
        let meta = boxes.first { $0.kind == "meta" }.map {
            Self.boxes(
                in: file,
                min($0.content.lowerBound + 4, $0.content.upperBound)..<$0.content.upperBound)
        }
        let content = { (kind: String) in meta?.first { $0.kind == kind }?.content }
        choice = content("pitm")
        main = choice.flatMap { Self.item(in: file, $0) }
        items = content("iinf").map { Self.items(in: file, $0) } ?? []
        places = (content("iloc"), content("idat"))
        let parts = content("iprp").map { Self.boxes(in: file, $0) } ?? []
        let container = parts.first { $0.kind == "ipco" }
        properties = container.map { Self.boxes(in: file, $0.content) } ?? []
        associations = parts.filter { $0.kind == "ipma" }
    }

    /// True if the file has a box of this kind, which is not within another one.
    func has(_ kind: String) -> Bool { boxes.contains { $0.kind == kind } }

    /// True if the file says that it follows the rules of this name.
    func hasBrand(_ brand: String) -> Bool {
        guard let content = boxes.first(where: { $0.kind == "ftyp" })?.content else { return false }
        return stride(from: content.lowerBound, to: content.upperBound - 3, by: 4)
            .prefix(Self.mostBrands).contains { file.name(at: $0) == brand }
    }

    /// The properties of an item, in the order in which they apply.
    func properties(of item: Int) -> [Box] {
        associations.flatMap { Self.properties(of: item, in: file, $0.content) }.compactMap {
            // They are counted from 1.
            properties.indices.contains($0 - 1) ? properties[$0 - 1] : nil
        }
    }

    /// Where the data of items lies; `nil` if the file does not say.
    func locations(of items: [Int]) -> HEIFLocations? {
        places.locations.map {
            HEIFLocations(of: Set(items), $0, inside: places.data, in: file)
        }
    }

    /// A copy of the file with another main picture, which is not hidden; `nil` if its number does not fit.
    ///
    /// libheif 1.15 lends no hidden picture, and no auxiliary one by its number.
    func file(showing number: Int) -> [UInt8]? {
        guard let choice, let item = items.first(where: { $0.number == number }) else { return nil }
        let count = file.byte(at: choice.lowerBound) == 0 ? 2 : 4
        let range = choice.lowerBound + 4..<choice.lowerBound + 4 + count
        guard range.upperBound <= choice.upperBound, number >> (8 * count) == 0 else { return nil }
        var bytes = Array(file.bytes)
        for (index, at) in range.enumerated() {
            bytes[at] = UInt8(truncatingIfNeeded: number >> (8 * (count - 1 - index)))
        }
        bytes[item.flags] &= 0xFE
        return bytes
    }

    /// The boxes of an area, up to the first that does not fit into it.
    private static func boxes(in file: ByteReader, _ area: Range<Int>) -> [Box] {
        var boxes: [Box] = []
        var offset = area.lowerBound
        while boxes.count < mostBoxes, let size = file.uint32(at: offset),
            let kind = file.name(at: offset + 4)
        {
            let head = size == 1 ? 16 : 8
            // Eight bytes of which the first four are not 0 are more than there are.
            let isLarge = size == 1 && file.uint32(at: offset + 8) != 0
            let count = size == 1 ? file.uint32(at: offset + 12) ?? 0 : size
            let end = size == 0 || isLarge ? area.upperBound : offset + count
            guard end >= offset + head, end <= area.upperBound else {
                // What a file that was cut off still has of its last box.
                if offset + head <= area.upperBound {
                    boxes.append(Box(kind: kind, content: offset + head..<area.upperBound))
                }
                break
            }
            boxes.append(Box(kind: kind, content: offset + head..<end))
            offset = end
            if offset >= area.upperBound { break }
        }
        return boxes
    }

    private static func item(in file: ByteReader, _ content: Range<Int>) -> Int? {
        let offset = content.lowerBound
        return file.byte(at: offset) == 0
            ? file.uint16(at: offset + 4) : file.uint32(at: offset + 4)
    }

    /// The list of all items.
    private static func items(in file: ByteReader, _ content: Range<Int>) -> [Item] {
        let start = content.lowerBound + (file.byte(at: content.lowerBound) == 0 ? 6 : 8)
        guard start <= content.upperBound else { return [] }
        return boxes(in: file, start..<content.upperBound).compactMap { entry in
            let offset = entry.content.lowerBound
            let isLong = file.byte(at: offset) == 3
            guard entry.kind == "infe", let kind = file.name(at: offset + (isLong ? 10 : 8)),
                let number = isLong ? file.uint32(at: offset + 4) : file.uint16(at: offset + 4)
            else { return nil }
            let isHidden = (file.byte(at: offset + 3) ?? 0) & 1 != 0
            return Item(number: number, kind: kind, isHidden: isHidden, flags: offset + 3)
        }
    }

    /// The numbers of an item's properties.
    private static func properties(
        of item: Int, in file: ByteReader, _ content: Range<Int>
    ) -> [Int] {
        var offset = content.lowerBound
        let hasLongItems = file.byte(at: offset) != 0
        let hasLongNumbers = (file.byte(at: offset + 3) ?? 0) & 1 != 0
        guard let count = file.uint32(at: offset + 4) else { return [] }
        offset += 8
        for _ in 0..<min(count, mostItems) where offset < content.upperBound {
            let found = hasLongItems ? file.uint32(at: offset) : file.uint16(at: offset)
            offset += hasLongItems ? 4 : 2
            let properties = file.byte(at: offset) ?? 0
            offset += 1
            let step = hasLongNumbers ? 2 : 1
            if found == item {
                // The first bit says that it is essential.
                return (0..<properties).compactMap { number in
                    let at = offset + number * step
                    return hasLongNumbers
                        ? file.uint16(at: at).map { $0 & 0x7FFF }
                        : file.byte(at: at).map { $0 & 0x7F }
                }
            }
            offset += properties * step
        }
        return []
    }
}

extension ByteReader {
    /// The four letters at a place; `nil` beyond the end.
    func name(at offset: Int) -> String? {
        guard offset >= 0, offset + 4 <= count else { return nil }
        return String(decoding: bytes[offset..<offset + 4], as: UTF8.self)
    }
}
