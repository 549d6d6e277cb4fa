internal import Imaging

/// A picture of a HEIC or AVIF, as the file's boxes describe it (ISO/IEC 23008-12, 14496-12).
///
/// libheif 1.15 ignores a rotation listed before the size when it reports the size, and reports a
/// picture that it cannot decode as a damaged file.
struct HEIFItem {
    /// The maximum number of boxes that are read on one level; a file has a dozen, a large grid
    /// thousands of items.
    private static let mostBoxes = 1 << 16
    /// The maximum number of items in a list: as many as a picture may be derived from.
    static let mostItems = 1 << 16
    /// The maximum number of pages: a phone's burst has a hundred pictures, and libheif reads the
    /// size of each on opening.
    private static let mostPages = 256

    /// The four letters of the picture's type, such as `hvc1` or `grid`; `nil` without a picture.
    let kind: String?
    /// True if there are image tracks, as in a video.
    private let hasTracks: Bool
    /// True if one short box replaces all others (ISO/IEC 23008-12, amendment of 2024).
    private let isMinimal: Bool
    /// The number of the main picture.
    private let main: Int?
    /// The numbers of all pictures that are not hidden, in file order.
    private let shown: [Int]
    /// The types of all items in the file: pictures and their metadata.
    private let kinds: Set<String>
    /// The sizes of the file's pictures, including the inputs of the main one.
    let sizes: [PixelSize]
    /// The sizes of derived pictures, as their data state them.
    let canvases: [PixelSize]
    /// The colours of the picture, or of one of its inputs; `nil` if no box `nclx` states them.
    ///
    /// libheif 1.15 reports them too, but leaks 52 bytes for each unknown number.
    let colours: CodePoints?
    /// The picture's properties, in the order in which they apply.
    private let properties: [Property]

    /// Code points of ITU-T H.273.
    struct CodePoints {
        let primaries: Int
        let transfer: Int
    }

    private enum Property {
        case size(PixelSize)
        case quarterTurns(Int)
        case cut(PixelSize)
        case colours(CodePoints)
        case depth(bits: Int, channels: Int)
        case other

        var isOfShape: Bool {
            switch self {
            case .size, .quarterTurns, .cut: true
            case .colours, .depth, .other: false
            }
        }

        var colours: CodePoints? { if case .colours(let points) = self { points } else { nil } }
    }

    /// Reads the boxes for the picture with this number; `nil` for the main one.
    init(_ source: UnsafeRawBufferPointer, of number: Int? = nil) {
        let file = ByteReader(bytes: source)
        let boxes = Self.boxes(in: file, 0..<file.count)
        hasTracks = boxes.contains { $0.kind == "moov" }
        isMinimal = boxes.contains { $0.kind == "mini" }
        // In a full box, four bytes of version and flags precede the content.
        let meta = boxes.first { $0.kind == "meta" }.map {
            Self.boxes(
                in: file,
                min($0.content.lowerBound + 4, $0.content.upperBound)..<$0.content.upperBound)
        }
        let place = { (kind: String) in meta?.first { $0.kind == kind }?.content }
        main = place("pitm").flatMap { Self.item(in: file, $0) }
        let item = number ?? main
        let items = place("iinf").map { Self.items(in: file, $0) } ?? []
        kind = items.first { $0.number == item }?.kind
        shown = items.filter { !$0.isHidden && Self.pictures.contains($0.kind) }.map(\.number)
        kinds = Set(items.map(\.kind))
        let made = items.filter { HEIFCanvas.kinds.contains($0.kind) }
        let locations = place("iloc").map {
            HEIFLocations(of: Set(made.map(\.number)), $0, inside: place("idat"), in: file)
        }
        canvases = made.compactMap { item in
            locations.flatMap {
                HEIFCanvas.size(
                    of: item.kind, $0.data(of: item.number, limit: HEIFCanvas.dataBytes))
            }
        }
        let parts = place("iprp").map { Self.boxes(in: file, $0) } ?? []
        let all =
            parts.first { $0.kind == "ipco" }
            .map { Self.boxes(in: file, $0.content).map { Self.property($0, in: file) } } ?? []
        sizes = all.compactMap { if case .size(let size) = $0 { size } else { nil } }
        let numbers = item.map { item in
            parts.filter { $0.kind == "ipma" }
                .flatMap { Self.properties(of: item, in: file, $0.content) }
        }
        properties = (numbers ?? []).compactMap {
            // Property indices count from 1.
            all.indices.contains($0 - 1) ? all[$0 - 1] : nil
        }
        colours = (properties + all).lazy.compactMap(\.colours).first
    }

    /// The size of the picture after rotation and cropping; `nil` if the size is listed first, so
    /// that libheif reports it correctly.
    var unusualSize: PixelSize? {
        guard
            let place = properties.firstIndex(where: { if case .size = $0 { true } else { false } }
            ),
            case .size(var size) = properties[place],
            properties[..<place].contains(where: \.isOfShape)
        else { return nil }
        for property in properties {
            switch property {
            case .quarterTurns(let count) where count % 2 == 1:
                size = PixelSize(width: size.height, height: size.width)
            case .cut(let part):
                size = PixelSize(
                    width: min(part.width, size.width), height: min(part.height, size.height))
            default: continue
            }
        }
        return size
    }

    /// Returns the numbers of the file's independent pictures, the main one first.
    func pages(_ references: HEIFReferences) -> [Int] {
        guard let main else { return [] }
        let others = shown.filter { $0 != main && !references.dependents.contains($0) }
        return [main] + others.prefix(Self.mostPages - 1)
    }

    /// The bit depth and the number of its channels; `nil` if the file does not say.
    var depth: (bits: Int, components: Int?)? {
        for case .depth(let bits, let channels) in properties { return (bits, channels) }
        return nil
    }

    /// The size of a derived picture that is too large to decode; `nil` if there is none.
    var excessiveCanvas: PixelSize? {
        canvases.first { ($0.area ?? .max) > DecodingLimits.onePiecePixels }
    }

    /// The format, if it is the reason why the file cannot be decoded.
    var unsupportedFormat: UnsupportedFormat? {
        guard let kind else { return hasTracks ? .imageSequence : isMinimal ? .otherHEIF : nil }
        let isDerived = ["grid", "iden", "iovl"].contains(kind)
        guard isDerived else { return Self.unsupported(kind) }
        // The picture is derived from pictures of other types.
        return kinds.isDisjoint(with: Self.decoded)
            ? kinds.sorted().lazy.compactMap { Self.formats[$0] }.first : nil
    }

    private static func unsupported(_ kind: String) -> UnsupportedFormat? {
        decoded.contains(kind) ? nil : formats[kind] ?? .otherHEIF
    }

    private static let decoded: Set<String> = ["hvc1", "av01"]
    private static let pictures = decoded.union(["grid", "iden", "iovl"])

    private static let formats: [String: UnsupportedFormat] = [
        "unci": .uncompressedHEIF, "avc1": .heifOfH264, "vvc1": .heifOfH266, "evc1": .heifOfEVC,
        "jpeg": .heifOfJPEG, "j2k1": .heifOfJPEG2000,
    ]

    private struct Box {
        let kind: String
        let content: Range<Int>
    }

    /// Returns the boxes of a range, up to the first that does not fit.
    private static func boxes(in file: ByteReader, _ area: Range<Int>) -> [Box] {
        var boxes: [Box] = []
        var place = area.lowerBound
        while boxes.count < mostBoxes, let size = file.uint32(at: place),
            let kind = name(in: file, at: place + 4)
        {
            let head = size == 1 ? 16 : 8
            // The size has eight bytes; if the first four are not 0, it exceeds the file.
            let isLarge = size == 1 && file.uint32(at: place + 8) != 0
            let count = size == 1 ? file.uint32(at: place + 12) ?? 0 : size
            let end = size == 0 || isLarge ? area.upperBound : place + count
            guard end >= place + head, end <= area.upperBound else {
                // The rest of the last box of a file that is cut off.
                if place + head <= area.upperBound {
                    boxes.append(Box(kind: kind, content: place + head..<area.upperBound))
                }
                break
            }
            boxes.append(Box(kind: kind, content: place + head..<end))
            place = end
            if place >= area.upperBound { break }
        }
        return boxes
    }

    private static func name(in file: ByteReader, at place: Int) -> String? {
        guard place >= 0, place + 4 <= file.count else { return nil }
        return String(decoding: file.bytes[place..<place + 4], as: UTF8.self)
    }

    private static func item(in file: ByteReader, _ content: Range<Int>) -> Int? {
        let place = content.lowerBound
        return file.byte(at: place) == 0
            ? file.uint16(at: place + 4) : file.uint32(at: place + 4)
    }

    /// Returns the list of all items.
    private static func items(
        in file: ByteReader, _ content: Range<Int>
    ) -> [(number: Int, kind: String, isHidden: Bool)] {
        let start = content.lowerBound + (file.byte(at: content.lowerBound) == 0 ? 6 : 8)
        guard start <= content.upperBound else { return [] }
        return boxes(in: file, start..<content.upperBound).compactMap { entry in
            let place = entry.content.lowerBound
            let isLong = file.byte(at: place) == 3
            guard entry.kind == "infe", let kind = name(in: file, at: place + (isLong ? 10 : 8)),
                let number = isLong ? file.uint32(at: place + 4) : file.uint16(at: place + 4)
            else { return nil }
            return (number, kind, (file.byte(at: place + 3) ?? 0) & 1 != 0)
        }
    }

    private static func property(_ box: Box, in file: ByteReader) -> Property {
        let place = box.content.lowerBound
        switch box.kind {
        case "ispe":
            guard let width = file.uint32(at: place + 4), let height = file.uint32(at: place + 8)
            else { return .other }
            return .size(PixelSize(width: width, height: height))
        case "pixi":
            guard let channels = file.byte(at: place + 4), let bits = file.byte(at: place + 5)
            else { return .other }
            return .depth(bits: bits, channels: channels)
        case "irot": return .quarterTurns((file.byte(at: place) ?? 0) & 3)
        case "clap":
            let side = { (at: Int) -> Int? in
                guard let number = file.uint32(at: at), let share = file.uint32(at: at + 4),
                    share > 0
                else { return nil }
                return (number + share / 2) / share
            }
            guard let width = side(place), let height = side(place + 8) else { return .other }
            return .cut(PixelSize(width: width, height: height))
        case "colr":
            guard name(in: file, at: place) == "nclx", let primaries = file.uint16(at: place + 4),
                let transfer = file.uint16(at: place + 6)
            else { return .other }
            return .colours(CodePoints(primaries: primaries, transfer: transfer))
        default: return .other
        }
    }

    /// Returns the numbers of an item's properties.
    private static func properties(
        of item: Int, in file: ByteReader, _ content: Range<Int>
    ) -> [Int] {
        var place = content.lowerBound
        let hasLongItems = file.byte(at: place) != 0
        let hasLongNumbers = (file.byte(at: place + 3) ?? 0) & 1 != 0
        guard let count = file.uint32(at: place + 4) else { return [] }
        place += 8
        for _ in 0..<min(count, mostItems) where place < content.upperBound {
            let found = hasLongItems ? file.uint32(at: place) : file.uint16(at: place)
            place += hasLongItems ? 4 : 2
            let properties = file.byte(at: place) ?? 0
            place += 1
            let step = hasLongNumbers ? 2 : 1
            if found == item {
                // The first bit marks an essential property.
                return (0..<properties).compactMap { number in
                    let at = place + number * step
                    return hasLongNumbers
                        ? file.uint16(at: at).map { $0 & 0x7FFF }
                        : file.byte(at: at).map { $0 & 0x7F }
                }
            }
            place += properties * step
        }
        return []
    }
}
