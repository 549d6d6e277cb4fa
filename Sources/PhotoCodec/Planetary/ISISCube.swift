internal import Imaging

/// A cube of ISIS 3: a label, and samples in rows or tiles after the label or in another file.
enum ISISCube {
    static func open(
        _ bytes: PhotoBytes, within options: DecodingOptions
    ) throws(DecodingFailure) -> any ImageSource {
        let label = try ODLLabel(bytes)
        let data = try label.text("^CORE", in: "CORE").map { name throws(DecodingFailure) in
            try options.siblings.bytes(named: name)
        }
        return try raster(label).source(of: data ?? bytes, within: options)
    }

    /// Reads the layout from a label.
    ///
    /// - Throws: `.damaged` if the size or the offset is missing, or `.unsupported` if the type of
    ///   the samples is not supported.
    static func raster(_ label: ODLLabel) throws(DecodingFailure) -> PlanetaryRaster {
        guard let width = label.integer("SAMPLES", in: "DIMENSIONS"),
            let height = label.integer("LINES", in: "DIMENSIONS"),
            let start = label.integer("STARTBYTE", in: "CORE"), start > 0
        else { throw .damaged(.badHeader) }
        let isLittle = label.text("BYTEORDER", in: "PIXELS")?.uppercased() != "MSB"
        guard let kind = kinds[label.text("TYPE", in: "PIXELS")?.uppercased() ?? ""] else {
            throw .unsupported(kind: .photo(.isis))
        }
        var raster = PlanetaryRaster(
            size: PixelSize(width: width, height: height),
            bands: label.integer("BANDS", in: "DIMENSIONS") ?? 1,
            dataType: PlanetaryRaster.DataType(kind: kind, isLittleEndian: isLittle),
            offset: start - 1)
        raster.scale = label.number("MULTIPLIER", in: "PIXELS") ?? 1
        raster.zero = label.number("BASE", in: "PIXELS") ?? 0
        raster.valid = valid[kind] ?? raster.valid
        raster.map = PlanetaryMap(label)
        if label.text("FORMAT", in: "CORE")?.uppercased() == "TILE" {
            raster.tile = PixelSize(
                width: label.integer("TILESAMPLES", in: "CORE") ?? 0,
                height: label.integer("TILELINES", in: "CORE") ?? 0)
        }
        return raster
    }

    private static let kinds: [String: SampleFormat] = [
        "UNSIGNEDBYTE": .unsigned8, "SIGNEDWORD": .signed16, "UNSIGNEDWORD": .unsigned16,
        "SIGNEDINTEGER": .signed32, "UNSIGNEDINTEGER": .unsigned32, "REAL": .float,
        "DOUBLE": .double,
    ]

    /// The ranges of valid samples; others mark missing or saturated pixels (SpecialPixel.h).
    private static let valid: [SampleFormat: ClosedRange<Double>] = [
        .unsigned8: 1...254, .unsigned16: 3...65522, .signed16: -32752...32767,
        .float: Double(Float(bitPattern: 0xFF7F_FFFA))...(.infinity),
        .double: Double(bitPattern: 0xFFEF_FFFF_FFFF_FFFA)...(.infinity),
    ]
}
