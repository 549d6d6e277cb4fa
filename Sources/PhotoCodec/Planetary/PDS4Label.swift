internal import Imaging

/// A PDS4 label, whose arrays are in another file (PDS4 Data Dictionary 1.23: Array).
struct PDS4Label {
    private let label: XMLElement

    static func open(
        _ bytes: PhotoBytes, within options: DecodingOptions
    ) throws(DecodingFailure) -> any ImageSource {
        let label = PDS4Label(label: try XMLElement(label: bytes))
        let (name, rasters) = try label.rasters()
        let data = try options.siblings.bytes(named: name)
        return try PlanetaryRaster.source(rasters, of: data, within: options)
    }

    /// True if the label is XML; other labels begin with a name.
    static func isOne(_ bytes: PhotoBytes) -> Bool {
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        return bytes.withUnsafeBytes { bytes in
            bytes.first { !byteOrderMark.contains($0) } == UInt8(ascii: "<")
        }
    }

    /// Returns the arrays of the first file in the label that has arrays.
    ///
    /// - Throws: `.unsupported` if the label has no such file, or the first failure if no array can
    ///   be shown.
    func rasters() throws(DecodingFailure) -> (file: String, rasters: [PlanetaryRaster]) {
        for area in label.children where area.name.hasPrefix("File_Area") {
            let arrays = area.children.filter { Self.isPicture($0.name) }
            guard !arrays.isEmpty, let name = area["File"]?["file_name"]?.text else { continue }
            var rasters: [PlanetaryRaster] = []
            var failure: DecodingFailure?
            for array in arrays.prefix(DecodingLimits.pds4Arrays) {
                do throws(DecodingFailure) {
                    let raster = try raster(array)
                    try raster.check()
                    rasters.append(raster)
                } catch { failure = failure ?? error }
            }
            guard rasters.isEmpty else { return (name, rasters) }
            throw failure ?? .damaged(.badHeader)
        }
        throw .unsupported(kind: .photo(.pds))
    }

    /// True for arrays of two or three axes: images, maps, spectra and masks.
    private static func isPicture(_ name: String) -> Bool {
        name.hasPrefix("Array_2D") || name.hasPrefix("Array_3D")
    }

    private struct Axis {
        let name: String
        let count: Int
    }

    /// Returns the axes, slowest first.
    private func axes(_ array: XMLElement) throws(DecodingFailure) -> [Axis] {
        let found = array.children.filter { $0.name == "Axis_Array" }.compactMap { axis in
            axis.integer("sequence_number").map { number in
                (
                    number: number,
                    axis: Axis(
                        name: axis["axis_name"]?.text.lowercased() ?? "",
                        count: axis.integer("elements") ?? 0)
                )
            }
        }.sorted { $0.number < $1.number }
        guard (2...3).contains(found.count), found.map(\.number) == Array(1...found.count) else {
            throw .damaged(.badHeader)
        }
        let axes = found.map(\.axis)
        let isReversed = array["axis_index_order"]?.text.hasPrefix("First") == true
        return isReversed ? axes.reversed() : axes
    }

    private func raster(_ array: XMLElement) throws(DecodingFailure) -> PlanetaryRaster {
        let axes = try axes(array)
        let element = array["Element_Array"]
        guard let dataType = Self.dataType(element?["data_type"]?.text ?? "") else {
            throw .unsupported(kind: .photo(.pds))
        }
        // The slowest axis contains the bands, unless another axis is named `band`.
        let band = axes.count == 3 ? axes.firstIndex { $0.name == "band" } ?? 0 : nil
        let sides = axes.indices.filter { $0 != band }.map { axes[$0].count }
        var raster = PlanetaryRaster(
            size: PixelSize(width: sides[1], height: sides[0]), dataType: dataType,
            offset: array.integer("offset") ?? 0)
        raster.bands = band.map { axes[$0].count } ?? 1
        raster.order = band == 1 ? .lines : band == 2 ? .pixels : .bands
        raster.scale = element?.number("scaling_factor") ?? 1
        raster.zero = element?.number("value_offset") ?? 0
        raster.unit = ASCIIUnit.shown(element?["unit"]?.text)
        let constants = array["Special_Constants"]
        raster.noValues = (constants?.children ?? [])
            .filter { !$0.name.hasPrefix("valid_") }
            .compactMap { dataType.value(ofText: $0.text) }
        let least = constants?["valid_minimum"].flatMap { dataType.value(ofText: $0.text) }
        let most = constants?["valid_maximum"].flatMap { dataType.value(ofText: $0.text) }
        let (low, high) = (least ?? -.infinity, most ?? .infinity)
        if low <= high { raster.valid = low...high }
        raster.isFromBelow = isFromBelow(array["local_identifier"]?.text)
        raster.isColour = raster.bands == 3 && dataType.kind == .unsigned8
        return raster
    }

    /// True if the display settings of this array, or of all arrays, state that rows go upwards.
    private func isFromBelow(_ name: String?) -> Bool {
        let settings = label.all(named: "Display_Settings").filter { settings in
            let named = settings["Local_Internal_Reference"]?["local_identifier_reference"]?.text
            return named == nil || name == nil || named == name
        }
        return settings.first?.all(named: "vertical_display_direction").first?.text
            == "Bottom to Top"
    }

    private static let kinds: [String: (kind: SampleFormat, isLittle: Bool)] = [
        "UnsignedByte": (.unsigned8, false), "SignedByte": (.signed8, false),
        "UnsignedMSB2": (.unsigned16, false), "UnsignedLSB2": (.unsigned16, true),
        "UnsignedMSB4": (.unsigned32, false), "UnsignedLSB4": (.unsigned32, true),
        "UnsignedMSB8": (.unsigned64, false), "UnsignedLSB8": (.unsigned64, true),
        "SignedMSB2": (.signed16, false), "SignedLSB2": (.signed16, true),
        "SignedMSB4": (.signed32, false), "SignedLSB4": (.signed32, true),
        "SignedMSB8": (.signed64, false), "SignedLSB8": (.signed64, true),
        "IEEE754MSBSingle": (.float, false), "IEEE754LSBSingle": (.float, true),
        "IEEE754MSBDouble": (.double, false), "IEEE754LSBDouble": (.double, true),
    ]

    private static func dataType(_ type: String) -> PlanetaryRaster.DataType? {
        kinds[type].map { PlanetaryRaster.DataType(kind: $0.kind, isLittleEndian: $0.isLittle) }
    }
}

extension XMLElement {
    fileprivate func integer(_ name: String) -> Int? { self[name].flatMap { Int($0.text) } }

    fileprivate func number(_ name: String) -> Double? {
        self[name].flatMap { Double($0.text) }.flatMap { $0.isFinite ? $0 : nil }
    }
}

extension PlanetaryRaster.DataType {
    /// Returns the value of a constant: a decimal, or bits such as `0xFF7FFFFB` or `16#FF7FFFFB#`.
    ///
    /// The result is `nil` for other texts.
    fileprivate func value(ofText text: String) -> Double? {
        let isPDS3 = text.hasPrefix("16#") && text.hasSuffix("#")
        guard isPDS3 || text.lowercased().hasPrefix("0x") else {
            return Double(text).flatMap { $0.isNaN ? nil : kind.rounded($0) }
        }
        let digits = isPDS3 ? text.dropFirst(3).dropLast() : text.dropFirst(2)
        guard let bits = UInt64(digits, radix: 16) else { return nil }
        return switch kind {
        case .float: Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
        case .double: Double(bitPattern: bits)
        case .signed16: Double(Int16(truncatingIfNeeded: bits))
        case .signed32: Double(Int32(truncatingIfNeeded: bits))
        default: Double(bits)
        }
    }
}
