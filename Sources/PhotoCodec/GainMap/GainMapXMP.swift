internal import Imaging
internal import JPEGTiling

/// Gain map metadata in the XMP of the map's own picture.
extension GainMap {
    /// Reads the metadata of Ultra HDR 1.1 and of Adobe's "Gain map", 2023.
    ///
    /// The result is `nil` if a required property is missing or a value is out of range. Ultra HDR
    /// is described at developer.android.com/media/platform/hdr-image-format.
    init?(xmp: XMPText) {
        guard xmp.numbers("hdrgm:Version", within: 0...99) != nil,
            let most = xmp.numbers("hdrgm:GainMapMax", within: Self.stops),
            xmp.word("hdrgm:BaseRenditionIsHDR")?.lowercased() != "true"
        else { return nil }
        let columns: [(name: String, usual: Double)] = [
            ("GainMapMin", 0), ("Gamma", 1), ("OffsetSDR", 1.0 / 64), ("OffsetHDR", 1.0 / 64),
        ]
        var rows = [most]
        for (name, usual) in columns {
            let property = "hdrgm:\(name)"
            guard
                let numbers = xmp.numbers(property, within: Self.stops.lowerBound...20)
                    ?? (xmp.has(property) ? nil : [usual])
            else { return nil }
            rows.append(numbers)
        }
        self.init(
            (0..<3).map { channel in
                let row = rows.map { $0.count == 3 ? $0[channel] : $0[0] }
                return Channel(
                    curve: .stops(least: row[1], most: row[0], gamma: row[2]),
                    offset: (row[3], row[4]))
            })
    }
}

/// The text of a picture's XMP, which can be searched for the properties of a gain map.
struct XMPText {
    /// The maximum number of bytes searched; the XMP of a map usually takes a kilobyte.
    static let limitBytes = 1 << 16
    private static let mark: StaticString = "http://ns.adobe.com/xap/1.0/\0"

    private let text: String

    init?(ofJPEG source: UnsafeRawBufferPointer) {
        var segments = JPEGSegments(source)
        while let segment = segments.next(), segment.marker != 0xDA {
            guard segment.marker == 0xE1, segment.payload.starts(with: Self.mark, at: 0) else {
                continue
            }
            self.init(segment.payload.bytes.dropFirst(Self.mark.utf8CodeUnitCount))
            return
        }
        return nil
    }

    init(_ bytes: some Sequence<UInt8>) {
        text = String(decoding: Array(bytes.prefix(Self.limitBytes)), as: UTF8.self)
    }

    /// Returns the numbers of a property such as `hdrgm:Gamma`: one, or one for each channel.
    ///
    /// The result is `nil` if the property is missing or a number is out of range.
    func numbers(_ name: String, within range: ClosedRange<Double>) -> [Double]? {
        let words = word(name).map { [$0] } ?? items(name)
        let numbers = words.compactMap(Double.init).filter(range.contains)
        return numbers.count == words.count && [1, 3].contains(numbers.count) ? numbers : nil
    }

    func has(_ name: String) -> Bool { text.contains(name) }

    /// Returns the value of an attribute or of an element without a list; `nil` without a value.
    func word(_ name: String) -> String? {
        if let range = text.firstRange(of: "\(name)=\"") {
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
        guard let start = text.firstRange(of: "<\(name)>"),
            let end = text[start.upperBound...].firstRange(of: "</\(name)>")
        else { return nil }
        return String(text[start.upperBound..<end.lowerBound])
    }
}
