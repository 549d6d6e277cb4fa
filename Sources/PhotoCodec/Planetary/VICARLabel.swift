internal import Imaging

/// A VICAR file: a label of names and values in one line, and records after it.
struct VICARLabel {
    /// The names and values in file order: first those of the system, then of properties and tasks.
    let items: [(name: String, value: String)]
    private let byteCount: Int

    static func open(
        _ bytes: PhotoBytes, within options: DecodingOptions
    ) throws(DecodingFailure) -> any ImageSource {
        try VICARLabel(bytes).raster().source(of: bytes, within: options)
    }

    /// Reads the label.
    ///
    /// - Throws: `.damaged` if the label does not state its length.
    init(_ bytes: PhotoBytes) throws(DecodingFailure) {
        let text = bytes.withUnsafeBytes { Array($0.prefix(DecodingLimits.labelBytes)) }
        let digits = text.dropFirst("LBLSIZE=".utf8.count).prefix {
            (0x30...0x39).contains($0) || $0 == 0x20
        }
        let word = String(decoding: digits, as: UTF8.self).split(separator: " ").first ?? ""
        guard let count = Int(word), count > 0, count <= text.count else {
            throw .damaged(.badHeader)
        }
        byteCount = count
        items = Self.items(text[..<count])
    }

    /// Returns pairs such as `FORMAT='BYTE'`; two quotation marks in sequence stand for one.
    private static func items(_ text: ArraySlice<UInt8>) -> [(name: String, value: String)] {
        var items: [(name: String, value: String)] = []
        var rest = text.prefix { $0 != 0 }
        while items.count < DecodingLimits.labelEntries {
            rest = rest.drop { $0 == 0x20 }
            let name = rest.prefix { $0 != UInt8(ascii: "=") && $0 != 0x20 }
            rest = rest.dropFirst(name.count).drop { $0 == 0x20 }
            guard !name.isEmpty, rest.popFirst() == UInt8(ascii: "=") else { break }
            rest = rest.drop { $0 == 0x20 }
            items.append((String(decoding: name, as: UTF8.self), value(&rest)))
        }
        return items
    }

    private static func value(_ rest: inout ArraySlice<UInt8>) -> String {
        let mark = UInt8(ascii: "'")
        var value: [UInt8] = []
        if rest.first == UInt8(ascii: "(") {
            while let byte = rest.popFirst() {
                value.append(byte)
                if byte == UInt8(ascii: ")") { break }
            }
        } else if rest.first == mark {
            rest = rest.dropFirst()
            while let byte = rest.popFirst() {
                if byte == mark {
                    guard rest.first == mark else { break }
                    rest = rest.dropFirst()
                }
                value.append(byte)
            }
        } else {
            let word = rest.prefix { $0 != 0x20 }
            rest = rest.dropFirst(word.count)
            value = Array(word)
        }
        return String(decoding: value, as: UTF8.self)
    }

    private func text(_ name: String) -> String? { items.first { $0.name == name }?.value }
    private func integer(_ name: String) -> Int? { text(name).flatMap { Int($0) } }

    /// Returns the layout.
    ///
    /// - Throws: `.damaged` if values are missing, or `.unsupported` if the file is compressed or
    ///   its samples are not supported.
    func raster() throws(DecodingFailure) -> PlanetaryRaster {
        guard let width = integer("NS"), let height = integer("NL") else {
            throw .damaged(.badHeader)
        }
        let isPacked = !["NONE", "", nil].contains(text("COMPRESS")?.uppercased())
        guard !isPacked, let dataType = dataType else { throw .unsupported(kind: .photo(.vicar)) }
        let headers = (integer("NLB") ?? 0).multipliedReportingOverflow(by: integer("RECSIZE") ?? 0)
        let (offset, overflow) = byteCount.addingReportingOverflow(headers.partialValue)
        guard !headers.overflow, !overflow else { throw .damaged(.badHeader) }
        var raster = PlanetaryRaster(
            size: PixelSize(width: width, height: height), bands: integer("NB") ?? 1,
            dataType: dataType, offset: offset, prefixBytes: integer("NBB") ?? 0)
        raster.order =
            switch text("ORG")?.uppercased() {
            case "BIL": .lines
            case "BIP": .pixels
            default: .bands
            }
        // With a prefix, each sample of a pixel would be in a separate record.
        guard raster.order != .pixels || raster.prefixBytes == 0 else {
            throw .unsupported(kind: .photo(.vicar))
        }
        raster.noValues = ["MISSING_CONSTANT", "INVALID_CONSTANT"].compactMap {
            text($0).flatMap { ODLLabel.number($0) }
        }
        raster.isColour = raster.bands == 3 && dataType.kind == .unsigned8
        return raster
    }

    private var dataType: PlanetaryRaster.DataType? {
        let kinds: [String: SampleFormat] = [
            "BYTE": .unsigned8, "HALF": .signed16, "WORD": .signed16, "FULL": .signed32,
            "LONG": .signed32, "REAL": .float, "DOUB": .double,
        ]
        guard let kind = kinds[text("FORMAT")?.uppercased() ?? ""] else { return nil }
        let isFloat = kind == .float || kind == .double
        let form = text(isFloat ? "REALFMT" : "INTFMT")?.uppercased()
        guard form != "VAX" || kind != .double else { return nil }
        // Without a keyword for the format, numbers have VAX format.
        let isVAX = isFloat && (form == nil || form == "VAX")
        let isLittle = isFloat ? form != "IEEE" : form != "HIGH"
        return PlanetaryRaster.DataType(kind: kind, isLittleEndian: isLittle, isVAX: isVAX)
    }
}
