internal import Imaging

/// A picture of a HEIC or AVIF, as the file's boxes describe it (ISO/IEC 23008-12, 14496-12).
///
/// libheif 1.15 ignores a rotation listed before the size, and reports a picture of an unknown kind
/// as damaged. This type finds the right size and kind.
struct HEIFItem {
    /// The maximum number of pages, whose sizes libheif reads at once; a burst has a hundred.
    private static let mostPages = 256

    /// The four letters of the picture's type, such as `hvc1` or `grid`; `nil` without a picture.
    let kind: String?
    /// True if the file has image tracks, like a video.
    private let hasTracks: Bool
    /// True if one short box replaces all other boxes (ISO/IEC 23008-12, amendment of 2024).
    private let isMinimal: Bool
    /// The number of the main picture; `nil` if the file does not state the number.
    private let main: Int?
    /// The numbers of all pictures that are not hidden, in file order.
    private let shown: [Int]
    /// The types of all items in the file: pictures and their metadata.
    private let kinds: Set<String>
    /// The sizes of all pictures of the file, including the inputs of derived pictures.
    let sizes: [PixelSize]
    /// The sizes of derived pictures, as their data state them.
    let canvases: [PixelSize]
    /// The colours of the picture or, if a grid or overlay has none, of the first coded picture.
    ///
    /// Boxes `nclx` have priority over coded data; `nil` if neither states colours. libheif 1.15
    /// also reports the colours of a box, but leaks 52 bytes for each unknown number.
    let colours: CodePoints?
    /// True for a picture of one channel.
    let isGray: Bool
    /// True for a single channel that ranges from 16 (black) to 235 (white) of 255.
    ///
    /// libheif 1.15 converts this range only in colour pictures.
    let isNarrowGray: Bool
    /// The picture's properties, in the order in which they apply.
    private let properties: [Property]

    /// Code points of ITU-T H.273.
    struct CodePoints {
        let primaries: Int
        let transfer: Int
        let matrix: Int
        /// True if 8-bit samples range from 16 (black) to 235 (white).
        let isNarrow: Bool
    }

    private enum Property {
        case size(PixelSize)
        case quarterTurns(Int)
        /// The width of a pixel divided by its height, before rotation.
        case pixelRatio(Double)
        case cut(PixelSize)
        case colours(CodePoints)
        case depth(bits: Int, channels: Int)
        case gray
        case other

        var isOfShape: Bool {
            switch self {
            case .size, .quarterTurns, .cut: true
            case .colours, .depth, .gray, .pixelRatio, .other: false
            }
        }

        var colours: CodePoints? { if case .colours(let points) = self { points } else { nil } }
    }

    /// Reads the boxes for the picture with this number; `nil` means the main picture.
    init(_ source: UnsafeRawBufferPointer, of number: Int? = nil) {
        let boxes = HEIFBoxes(source)
        hasTracks = boxes.has("moov")
        isMinimal = boxes.has("mini")
        main = boxes.main
        let item = number ?? main
        kind = boxes.items.first { $0.number == item }?.kind
        shown = boxes.items.filter { !$0.isHidden && Self.pictures.contains($0.kind) }.map(\.number)
        kinds = Set(boxes.items.map(\.kind))
        let made = boxes.items.filter { HEIFCanvas.kinds.contains($0.kind) }
        let locations = boxes.locations(of: made.map(\.number))
        canvases = made.compactMap { item in
            locations.flatMap {
                HEIFCanvas.size(
                    of: item.kind, $0.data(of: item.number, limit: HEIFCanvas.dataBytes))
            }
        }
        sizes = Self.sizes(boxes.properties, in: boxes.file)
        properties = (item.map(boxes.properties) ?? []).map { Self.property($0, in: boxes.file) }
        // Pictures of other derived types, such as those of gain maps, have their own colours.
        let isMade = made.contains { $0.number == item }
        let first = isMade ? item.flatMap { HEIFReferences(source).firstInput(of: $0) } : nil
        let inherited = (first.map(boxes.properties) ?? []).map {
            Self.property($0, in: boxes.file)
        }
        colours =
            (properties + inherited).lazy.compactMap(\.colours).first
            ?? (first ?? item).flatMap { Self.codedColours(of: $0, boxes) }
        isGray = (properties + inherited).contains {
            if case .gray = $0 { true } else { false }
        }
        isNarrowGray = isGray && colours?.isNarrow ?? false
    }

    /// The conversion of the picture's planes to RGB; `nil` for gray, and for an unknown matrix.
    ///
    /// HEVC data that state nothing have the full range, as in libheif 1.15.
    var matrix: YCbCrMatrix? {
        guard !isGray else { return nil }
        guard let colours else {
            return kind == "hvc1" ? YCbCrMatrix(matrix: 2, isNarrow: false) : nil
        }
        return YCbCrMatrix(matrix: colours.matrix, isNarrow: colours.isNarrow)
    }

    /// The size after rotation and cropping; `nil` if libheif reports the size correctly.
    ///
    /// libheif is correct if the size comes before rotation and cropping in the list of properties.
    var unusualSize: PixelSize? {
        guard
            let index = properties.firstIndex(where: { if case .size = $0 { true } else { false } }
            ),
            case .size(var size) = properties[index],
            properties[..<index].contains(where: \.isOfShape)
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

    /// The shape of the pixels after rotation; `nil` if the pixels are about square, or the file
    /// does not state their shape.
    var pixelShape: PixelShape? {
        var (shape, turns) = (PixelShape?.none, 0)
        for property in properties {
            switch property {
            case .pixelRatio(let ratio): shape = PixelShape(ratio: ratio, isForPrint: false)
            case .quarterTurns(let count): turns += count
            default: continue
            }
        }
        return turns.isMultiple(of: 2) ? shape : shape?.turned
    }

    /// Returns the numbers of the file's independent pictures, the main picture first.
    func pages(_ references: HEIFReferences) -> [Int] {
        guard let main else { return [] }
        let others = shown.filter { $0 != main && !references.dependents.contains($0) }
        return [main] + others.prefix(Self.mostPages - 1)
    }

    /// The bit depth and the number of channels; `nil` if the file does not state the depth.
    var depth: (bits: Int, components: Int?)? {
        for case .depth(let bits, let channels) in properties { return (bits, channels) }
        return nil
    }

    /// The size of the first derived picture that is too large to decode; `nil` without one.
    var excessiveCanvas: PixelSize? {
        canvases.first { ($0.area ?? .max) > DecodingLimits.onePiecePixels }
    }

    /// The unsupported format that prevents decoding; `nil` if no such format is found.
    var unsupportedFormat: UnsupportedFormat? {
        guard let kind else { return hasTracks ? .imageSequence : isMinimal ? .otherHEIF : nil }
        let isDerived = ["grid", "iden", "iovl"].contains(kind)
        guard isDerived else { return Self.unsupported(kind) }
        // The types of the input pictures determine whether a derived picture is supported.
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

    /// Returns the colours that a picture's coded data state; `nil` if the data state none.
    private static func codedColours(of item: Int, _ boxes: HEIFBoxes) -> CodePoints? {
        let configuration = boxes.properties(of: item).first { $0.kind == "hvcC" }
        if let box = configuration?.content {
            return SequenceColours.read(
                hevcConfiguration: boxes.file.part(from: box.lowerBound, count: box.count))
        }
        guard boxes.items.first(where: { $0.number == item })?.kind == "av01" else { return nil }
        return boxes.locations(of: [item]).flatMap {
            SequenceColours.read(av1: $0.data(of: item, limit: SequenceColours.dataBytes))
        }
    }

    /// Returns the sizes that properties state, before rotation and cropping.
    static func sizes(_ boxes: [HEIFBoxes.Box], in file: ByteReader) -> [PixelSize] {
        boxes.compactMap {
            if case .size(let size) = property($0, in: file) { size } else { nil }
        }
    }

    private static func property(_ box: HEIFBoxes.Box, in file: ByteReader) -> Property {
        let offset = box.content.lowerBound
        switch box.kind {
        case "ispe":
            guard let width = file.uint32(at: offset + 4), let height = file.uint32(at: offset + 8)
            else { return .other }
            return .size(PixelSize(width: width, height: height))
        case "pixi":
            guard let channels = file.byte(at: offset + 4), let bits = file.byte(at: offset + 5)
            else { return .other }
            return .depth(bits: bits, channels: channels)
        case "pasp":
            guard let across = file.uint32(at: offset), let down = file.uint32(at: offset + 4),
                down > 0
            else { return .other }
            return .pixelRatio(Double(across) / Double(down))
        case "irot": return .quarterTurns((file.byte(at: offset) ?? 0) & 3)
        case "clap":
            let side = { (at: Int) -> Int? in
                guard let number = file.uint32(at: at), let share = file.uint32(at: at + 4),
                    share > 0
                else { return nil }
                return (number + share / 2) / share
            }
            guard let width = side(offset), let height = side(offset + 8) else { return .other }
            return .cut(PixelSize(width: width, height: height))
        case "colr":
            guard file.name(at: offset) == "nclx", let primaries = file.uint16(at: offset + 4),
                let transfer = file.uint16(at: offset + 6),
                let matrix = file.uint16(at: offset + 8)
            else { return .other }
            let isNarrow = file.byte(at: offset + 10).map { $0 & 0x80 == 0 } ?? false
            return .colours(
                CodePoints(
                    primaries: primaries, transfer: transfer, matrix: matrix, isNarrow: isNarrow))
        case "av1C": return (file.byte(at: offset + 2) ?? 0) & 0x10 != 0 ? .gray : .other
        case "hvcC": return file.byte(at: offset + 16).map { $0 & 3 } == 0 ? .gray : .other
        default: return .other
        }
    }
}
