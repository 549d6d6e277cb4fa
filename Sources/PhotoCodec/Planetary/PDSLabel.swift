internal import Imaging

/// A PDS3 label; its picture follows the label or is in another file.
///
/// See PDS Standards Reference 3.8, appendices A.20 and A.23.
struct PDSLabel {
    private let label: ODLLabel

    static func open(
        _ bytes: PhotoBytes, within options: DecodingOptions
    ) throws(DecodingFailure) -> any ImageSource {
        guard !PDS4Label.isOne(bytes) else { return try PDS4Label.open(bytes, within: options) }
        let label = PDSLabel(label: try ODLLabel(bytes))
        let (raster, file) = try label.raster()
        let data = try file.map { name throws(DecodingFailure) in
            try options.siblings.bytes(named: name)
        }
        return try raster.source(of: data ?? bytes, within: options)
    }

    /// Returns the picture, and the name of its file if the label is in another file.
    ///
    /// - Throws: `.unsupported` if there is no picture that can be shown, or `.damaged` if values
    ///   are missing.
    func raster() throws(DecodingFailure) -> (raster: PlanetaryRaster, file: String?) {
        if label.text("^IMAGE", in: nil) != nil { return try image() }
        for name in ["QUBE", "SPECTRAL_QUBE", "SPECTRUM_QUBE"]
        where label.text("^" + name, in: nil) != nil {
            return try qube(name)
        }
        throw .unsupported(kind: .photo(.pds))
    }

    /// Returns the offset of an object's data, and the name of the file with the data.
    ///
    /// The name is `nil` if the data are in the label's file. Pointers count records or bytes from
    /// 1: `3`, `"A.IMG"`, `("A.IMG", 3)`, `3 <BYTES>`.
    private func location(of pointer: String) throws(DecodingFailure) -> (
        offset: Int, file: String?
    ) {
        var words = label.list(pointer, in: nil)
        let isNumber = words.first.map { Int(ODLLabel.withoutUnit($0)) != nil } ?? false
        let file = isNumber || words.isEmpty ? nil : words.removeFirst()
        guard let text = words.first else {
            guard file != nil else { throw .damaged(.badHeader) }
            return (0, file)
        }
        guard let number = Int(ODLLabel.withoutUnit(text)), number > 0 else {
            throw .damaged(.badHeader)
        }
        guard !text.uppercased().contains("<BYTES>") else { return (number - 1, file) }
        let record = label.integer("RECORD_BYTES", in: nil) ?? 1
        let (offset, overflow) = (number - 1).multipliedReportingOverflow(by: record)
        guard record > 0, !overflow else { throw .damaged(.badHeader) }
        return (offset, file)
    }

    private func image() throws(DecodingFailure) -> (raster: PlanetaryRaster, file: String?) {
        let object = "IMAGE"
        let pointer = try location(of: "^IMAGE")
        let packing = label.text("ENCODING_TYPE", in: object) ?? "N/A"
        guard let height = label.integer("LINES", in: object),
            let width = label.integer("LINE_SAMPLES", in: object)
        else { throw .damaged(.badHeader) }
        guard ["N/A", "NONE", ""].contains(packing.uppercased()),
            let dataType = Self.dataType(
                label.text("SAMPLE_TYPE", in: object) ?? "UNSIGNED_INTEGER",
                bits: label.integer("SAMPLE_BITS", in: object) ?? 8)
        else { throw .unsupported(kind: .photo(.pds)) }
        var raster = PlanetaryRaster(
            size: PixelSize(width: width, height: height), dataType: dataType,
            offset: pointer.offset)
        raster.bands = label.integer("BANDS", in: object) ?? 1
        raster.order =
            switch label.text("BAND_STORAGE_TYPE", in: object)?.uppercased() {
            case "LINE_INTERLEAVED", "LINE INTERLEAVED": .lines
            case "SAMPLE_INTERLEAVED", "SAMPLE INTERLEAVED": .pixels
            default: .bands
            }
        raster.prefixBytes = label.integer("LINE_PREFIX_BYTES", in: object) ?? 0
        raster.suffixBytes = label.integer("LINE_SUFFIX_BYTES", in: object) ?? 0
        raster.scale = label.number("SCALING_FACTOR", in: object) ?? 1
        raster.zero = label.number("OFFSET", in: object) ?? 0
        raster.noValues = noValues(Self.namesOfNoValue, in: object)
        raster.unit = ASCIIUnit.shown(label.text("UNIT", in: object))
        raster.isColour = raster.bands == 3 && dataType.kind == .unsigned8
        raster.map = PlanetaryMap(pds: label)
        return (raster, pointer.file)
    }

    private static let namesOfNoValue = [
        "MISSING_CONSTANT", "INVALID_CONSTANT", "NULL_CONSTANT", "MISSING", "NULL",
        "CORE_NULL", "CORE_LOW_REPR_SATURATION", "CORE_LOW_INSTR_SATURATION",
        "CORE_HIGH_INSTR_SATURATION", "CORE_HIGH_REPR_SATURATION",
    ]

    private func noValues(_ names: [String], in object: String) -> [Double] {
        names.flatMap { label.list($0, in: object) }
            .compactMap { ODLLabel.number(ODLLabel.withoutUnit($0)) }
    }

    /// Reads a cube of samples, lines and bands in one of three orders, as ISIS 2 wrote it.
    private func qube(
        _ name: String
    ) throws(DecodingFailure) -> (raster: PlanetaryRaster, file: String?) {
        let pointer = try location(of: "^" + name)
        let axes = label.list("AXIS_NAME", in: name).map { $0.uppercased() }
        let sides = label.list("CORE_ITEMS", in: name).compactMap { Int($0) }
        let suffixes = label.list("SUFFIX_ITEMS", in: name).compactMap { Int($0) }
        guard axes.count == 3, sides.count == 3, let x = axes.firstIndex(of: "SAMPLE"),
            let y = axes.firstIndex(of: "LINE"), let z = axes.firstIndex(of: "BAND")
        else { throw .damaged(.badHeader) }
        guard suffixes.allSatisfy({ $0 == 0 }),
            let order: PlanetaryRaster.Order = [
                [0, 1, 2]: .bands, [0, 2, 1]: .lines, [1, 2, 0]: .pixels,
            ][[x, y, z]],
            let bytes = label.integer("CORE_ITEM_BYTES", in: name), bytes > 0, bytes <= 8,
            let dataType = Self.dataType(
                label.text("CORE_ITEM_TYPE", in: name) ?? "", bits: bytes * 8)
        else { throw .unsupported(kind: .photo(.pds)) }
        var raster = PlanetaryRaster(
            size: PixelSize(width: sides[x], height: sides[y]), bands: sides[z], dataType: dataType,
            order: order, offset: pointer.offset)
        raster.scale = label.number("CORE_MULTIPLIER", in: name) ?? 1
        raster.zero = label.number("CORE_BASE", in: name) ?? 0
        raster.noValues = noValues(Self.namesOfNoValue, in: name)
        if let lowest = label.number("CORE_VALID_MINIMUM", in: name) {
            raster.valid = lowest...(.infinity)
        }
        raster.unit = ASCIIUnit.shown(label.text("CORE_UNIT", in: name))
        raster.map = PlanetaryMap(pds: label)
        return (raster, pointer.file)
    }

    /// Returns the sample format for a PDS data type (Standards Reference, appendix C); `nil` if the
    /// type is not supported.
    ///
    /// The type's name may begin with a machine's name, as in `VAX_REAL`.
    static func dataType(_ type: String, bits: Int) -> PlanetaryRaster.DataType? {
        let words = type.uppercased().replacing(" ", with: "_")
        let isLittle = ["LSB_", "PC_", "VAX_", "VAXG_"].contains { words.hasPrefix($0) }
        let isVAX = words == "VAX_REAL" || words == "VAXG_REAL"
        let kind: SampleFormat? =
            switch (words, bits) {
            case (_, 8) where words.hasSuffix("UNSIGNED_INTEGER"): .unsigned8
            case (_, 16) where words.hasSuffix("UNSIGNED_INTEGER"): .unsigned16
            case (_, 32) where words.hasSuffix("UNSIGNED_INTEGER"): .unsigned32
            case (_, 8) where words.hasSuffix("INTEGER"): .signed8
            case (_, 16) where words.hasSuffix("INTEGER"): .signed16
            case (_, 32) where words.hasSuffix("INTEGER"): .signed32
            case (_, 32) where words.hasSuffix("REAL") || words == "FLOAT": .float
            case (_, 64) where words.hasSuffix("REAL") && !isVAX: .double
            default: nil
            }
        return kind.map {
            PlanetaryRaster.DataType(kind: $0, isLittleEndian: isLittle, isVAX: isVAX)
        }
    }
}

/// The unit that a label states; empty for text that is not ASCII or means "unknown".
enum ASCIIUnit {
    static func shown(_ text: String?) -> String {
        let named = text ?? ""
        let isWord = named.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
        let isNone = ["N/A", "UNK", "NULL"].contains(named.uppercased())
        return isWord && !isNone ? String(named.prefix(DecodingLimits.fitsUnitCharacters)) : ""
    }
}
