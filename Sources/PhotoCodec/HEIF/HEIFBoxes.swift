internal import Imaging

/// The boxes of a HEIC or AVIF that describe its items (ISO/IEC 23008-12, 14496-12).
struct HEIFBoxes {
    /// The maximum number of boxes read on one level; a large grid needs thousands for its items.
    private static let mostBoxes = 1 << 16
    /// The maximum number of items read from a list.
    static let mostItems = 1 << 16
    /// The maximum number of brands read; a file has a dozen.
    private static let mostBrands = 64

    struct Box {
        let kind: String
        let content: Range<Int>
    }

    /// A picture, or the metadata of pictures.
    struct Item {
        let number: Int
        /// The four letters of the type, such as `hvc1` or `grid`.
        let kind: String
        let isHidden: Bool
        /// The offset of the byte whose lowest bit hides the item.
        fileprivate let flags: Int
    }

    let file: ByteReader
    /// The number of the main picture; `nil` if the file does not state the number.
    let main: Int?
    let items: [Item]
    /// The properties that items refer to.
    let properties: [Box]
    private let boxes: [Box]
    /// The content of the box `pitm`, which contains the number of the main picture.
    ///
    /// The value is `nil` if the file has no such box.
    private let choice: Range<Int>?
    private let associations: [Box]
    private let places: (locations: Range<Int>?, data: Range<Int>?)

    init(_ source: UnsafeRawBufferPointer) {
        let file = ByteReader(bytes: source)
        self.file = file
        boxes = Self.boxes(in: file, 0..<file.count)
        // The contents of this box begin with four bytes of version and flags.
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

    /// True if the file has a top-level box of this kind.
    func has(_ kind: String) -> Bool { boxes.contains { $0.kind == kind } }

    /// True if the file declares this brand.
    func hasBrand(_ brand: String) -> Bool {
        guard let content = boxes.first(where: { $0.kind == "ftyp" })?.content else { return false }
        return stride(from: content.lowerBound, to: content.upperBound - 3, by: 4)
            .prefix(Self.mostBrands).contains { file.name(at: $0) == brand }
    }

    /// Returns the properties of an item, in the order in which they apply.
    func properties(of item: Int) -> [Box] {
        associations.flatMap { Self.properties(of: item, in: file, $0.content) }.compactMap {
            // Properties are counted from 1.
            properties.indices.contains($0 - 1) ? properties[$0 - 1] : nil
        }
    }

    /// Returns the locations of the items' data; `nil` if the file does not state locations.
    func locations(of items: [Int]) -> HEIFLocations? {
        places.locations.map {
            HEIFLocations(of: Set(items), $0, inside: places.data, in: file)
        }
    }

    /// Returns a copy of the file whose main picture is `number`, and is not hidden.
    ///
    /// The result is `nil` if the number is unknown or too large for its box. The copy is needed
    /// because libheif 1.15 decodes neither hidden pictures nor auxiliary pictures requested by
    /// their numbers.
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

    /// Returns the boxes in a range; a box that exceeds the range is the last, and is cut off.
    private static func boxes(in file: ByteReader, _ area: Range<Int>) -> [Box] {
        var boxes: [Box] = []
        var offset = area.lowerBound
        while boxes.count < mostBoxes, let size = file.uint32(at: offset),
            let kind = file.name(at: offset + 4)
        {
            let head = size == 1 ? 16 : 8
            // A 64-bit size whose higher half is not 0 exceeds any file.
            let isLarge = size == 1 && file.uint32(at: offset + 8) != 0
            let count = size == 1 ? file.uint32(at: offset + 12) ?? 0 : size
            let end = size == 0 || isLarge ? area.upperBound : offset + count
            guard end >= offset + head, end <= area.upperBound else {
                // If the file is cut off, the last box ends with the file.
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

    /// Returns the items that the box `iinf` lists.
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

    /// Returns the numbers of an item's properties.
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
                // The highest bit marks an essential property.
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
    /// Returns the four letters at an offset; `nil` beyond the end.
    func name(at offset: Int) -> String? {
        guard offset >= 0, offset + 4 <= count else { return nil }
        return String(decoding: bytes[offset..<offset + 4], as: UTF8.self)
    }
}
