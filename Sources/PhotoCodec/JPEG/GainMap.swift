internal import Imaging
internal import JPEGTiling

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// How a gain map brightens the picture in front of it: the metadata of Ultra HDR (Ultra HDR Image Format 1.1,
/// developer.android.com/media/platform/hdr-image-format), which follows from Adobe's "Gain map", 2023, or of ISO
/// 21496-1.
struct GainMap: Sendable {
    /// Factors are powers of 2: 16 stops are more than any display has.
    private static let stops = -16.0...16
    private static let gammas = 0.05...20.0
    private static let offsets = 0.0...1.0

    /// The numbers for red, green and blue.
    struct Channel: Sendable {
        let least, most, gamma: Double
        /// Added to the base picture's light, and taken from the bright one's.
        let offset: (base: Double, bright: Double)

        /// The factor for a code of the map from 0 to 1, on a display that shows all of it.
        func factor(_ code: Double) -> Double {
            let share = pow(code, 1 / gamma)
            return pow(2, least + (most - least) * share)
        }
    }

    let channels: [Channel]

    /// Reads the XMP of a map's own file; `nil` for one that is missing, or makes no sense.
    init?(xmp: XMPText) {
        guard xmp.numbers("Version", within: 0...99) != nil,
            let most = xmp.numbers("GainMapMax", within: Self.stops),
            xmp.word("BaseRenditionIsHDR")?.lowercased() != "true"
        else { return nil }
        let columns: [(name: String, range: ClosedRange<Double>, usual: Double)] = [
            ("GainMapMin", Self.stops, 0), ("Gamma", Self.gammas, 1),
            ("OffsetSDR", Self.offsets, 1.0 / 64), ("OffsetHDR", Self.offsets, 1.0 / 64),
        ]
        var rows = [most]
        for column in columns {
            guard
                let numbers = xmp.numbers(column.name, within: column.range)
                    ?? (xmp.has(column.name) ? nil : [column.usual])
            else { return nil }
            rows.append(numbers)
        }
        let channels = (0..<3).map { channel in
            let row = rows.map { $0.count == 3 ? $0[channel] : $0[0] }
            return Channel(least: row[1], most: row[0], gamma: row[2], offset: (row[3], row[4]))
        }
        self.init(channels)
    }

    /// `nil` if a number is out of range.
    init?(_ channels: [Channel]) {
        let isPossible = channels.allSatisfy { channel in
            Self.stops.contains(channel.least) && Self.stops.contains(channel.most)
                && channel.least <= channel.most && Self.gammas.contains(channel.gamma)
                && Self.offsets.contains(channel.offset.base)
                && Self.offsets.contains(channel.offset.bright)
        }
        guard isPossible else { return nil }
        self.channels = channels
    }
}

/// The text of a picture's XMP, in which numbers of a gain map are looked for.
struct XMPText {
    /// Maps have a kilobyte of it.
    private static let limitBytes = 1 << 16
    private static let mark: StaticString = "http://ns.adobe.com/xap/1.0/\0"

    private let text: String

    init?(ofJPEG source: UnsafeRawBufferPointer) {
        var segments = JPEGSegments(source)
        while let segment = segments.next(), segment.marker != 0xDA {
            guard segment.marker == 0xE1, segment.payload.starts(with: Self.mark, at: 0) else {
                continue
            }
            let start = Self.mark.utf8CodeUnitCount
            let bytes = segment.payload.bytes.dropFirst(start).prefix(Self.limitBytes)
            self.init(String(decoding: bytes, as: UTF8.self))
            return
        }
        return nil
    }

    init(_ text: String) { self.text = text }

    /// The numbers of a property of the namespace `hdrgm`: one, or one for each channel.
    ///
    /// `nil` if one is out of range.
    func numbers(_ name: String, within range: ClosedRange<Double>) -> [Double]? {
        let words = word(name).map { [$0] } ?? items(name)
        let numbers = words.compactMap(Double.init).filter(range.contains)
        return numbers.count == words.count && [1, 3].contains(numbers.count) ? numbers : nil
    }

    func has(_ name: String) -> Bool { text.contains("hdrgm:\(name)") }

    /// The value of an attribute, or of an element without items.
    func word(_ name: String) -> String? {
        if let range = text.firstRange(of: "hdrgm:\(name)=\"") {
            return String(text[range.upperBound...].prefix { $0 != "\"" })
        }
        guard let body = element(name), !body.contains("<") else { return nil }
        return body.filter { !$0.isWhitespace }
    }

    private func items(_ name: String) -> [String] {
        (element(name) ?? "").split(separator: "<rdf:li>").dropFirst().prefix(4).map { item in
            item.prefix { $0 != "<" }.filter { !$0.isWhitespace }
        }
    }

    private func element(_ name: String) -> String? {
        guard let start = text.firstRange(of: "<hdrgm:\(name)>"),
            let end = text[start.upperBound...].firstRange(of: "</hdrgm:\(name)>")
        else { return nil }
        return String(text[start.upperBound..<end.lowerBound])
    }
}

/// The further pictures of a JPEG, as its Multi-Picture Format lists them (CIPA DC-007, 5.2).
enum JPEGFurtherPictures {
    /// Phones write two or three.
    private static let mostPictures = 16
    private static let entries = 0xB002
    private static let entryBytes = 16

    /// Where they lie in the file.
    static func places(in source: UnsafeRawBufferPointer) -> [Range<Int>] {
        var segments = JPEGSegments(source)
        while let segment = segments.next(), segment.marker != 0xDA {
            guard segment.marker == 0xE2, segment.payload.starts(with: "MPF\0", at: 0) else {
                continue
            }
            let block = segment.payload.part(from: 4, count: segment.payload.count)
            return places(in: block, at: segment.offset + 8, of: source.count)
        }
        return []
    }

    /// Offsets count from the block's start, which lies at `start`.
    private static func places(
        in block: ByteReader, at start: Int, of fileBytes: Int
    ) -> [Range<Int>] {
        guard let directory = ExifDirectory.first(of: block),
            let bytes = directory.bytes(entries, limit: mostPictures * entryBytes)
        else { return [] }
        return bytes.withUnsafeBytes { source in
            var table = ByteReader(bytes: source)
            table.isLittleEndian = block.starts(with: "II", at: 0)
            return (1..<max(1, bytes.count / entryBytes)).compactMap { entry in
                guard let count = table.uint32(at: entry * entryBytes + 4),
                    let offset = table.uint32(at: entry * entryBytes + 8), offset > 0, count > 0,
                    start + offset + count <= fileBytes
                else { return nil }
                return start + offset..<start + offset + count
            }
        }
    }
}
