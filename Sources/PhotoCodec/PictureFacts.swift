internal import Imaging
internal import JPEGTiling

/// Facts in a file's header: bit depth, number of channels, name of the colour profile.
enum PictureFacts {
    static func read(_ file: ByteReader, _ kind: PhotoFormat) -> [FileFact] {
        let (depth, profile) = (depth(of: file, kind), profile(of: file, kind))
        return [
            depth.map { FileFact("File", "BitsPerSample", "\($0.bits)") },
            depth?.components.map { FileFact("File", "ColorComponents", "\($0)") },
            profile.map { FileFact("ICC_Profile", "ProfileDescription", $0) },
        ].compactMap(\.self)
    }

    private typealias Depth = (bits: Int, components: Int?)

    private static func depth(of file: ByteReader, _ kind: PhotoFormat) -> Depth? {
        switch kind {
        case .jpeg: depth(ofJPEG: file)
        case .png: depth(ofPNG: file)
        case .tiff: depth(ofTIFF: file)
        case .gif, .webp: (8, nil)
        case .jpeg2000: JPEG2000Boxes(file.bytes).depth
        case .heif: HEIFItem(file.bytes).depth
        default: nil
        }
    }

    /// The markers from C0 to CF that are not frame headers: DHT, JPG and DAC.
    private static let otherMarkers = [0xC4, 0xC8, 0xCC]

    private static func depth(ofJPEG file: ByteReader) -> Depth? {
        var walk = JPEGSegments(file.bytes)
        while let segment = walk.next(), segment.marker != 0xDA {
            let marker = Int(segment.marker)
            guard (0xC0...0xCF).contains(marker), !otherMarkers.contains(marker) else { continue }
            return segment.payload.byte(at: 0).map { ($0, segment.payload.byte(at: 5)) }
        }
        return nil
    }

    // IHDR (PNG, third edition, 11.2.1).
    private static func depth(ofPNG file: ByteReader) -> Depth? {
        guard let bits = file.byte(at: 24), let type = file.byte(at: 25) else { return nil }
        return (bits, [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][type])
    }

    // BitsPerSample, whose default is 1, and SamplesPerPixel (TIFF 6.0).
    private static func depth(ofTIFF file: ByteReader) -> Depth? {
        guard let directory = ExifDirectory.first(of: file) else { return nil }
        return (directory.firstNumber(0x0102) ?? 1, directory.number(0x0115))
    }

    private static func profile(of file: ByteReader, _ kind: PhotoFormat) -> String? {
        switch kind {
        case .jpeg:
            EmbeddedProfile.bytes(ofJPEG: file.bytes).flatMap { ICCDescription.text(of: $0) }
        case .png: profile(ofPNG: file)
        case .tiff:
            ExifDirectory.first(of: file)?.bytes(profileTag, limit: EmbeddedProfile.limitBytes)
                .flatMap { ICCDescription.text(of: $0) }
        case .webp:
            RIFFChunks.chunk("ICCP", of: file).flatMap { ICCDescription.text(of: Array($0.bytes)) }
        default: nil
        }
    }

    // The tag of an ICC profile in TIFF (ICC.1:2022, annex B.4).
    private static let profileTag = 34675

    /// Returns "sRGB" for an sRGB chunk, or the name of the profile; `nil` without either.
    private static func profile(ofPNG file: ByteReader) -> String? {
        for chunk in PNGChunks(file) {
            if file.starts(with: "sRGB", at: chunk.offset + 4) { return "sRGB" }
            if file.starts(with: "iCCP", at: chunk.offset + 4) {
                let name = file.part(from: chunk.offset + 8, count: min(80, chunk.byteCount)).bytes
                return ICCDescription.latin(name.prefix { $0 != 0 })
            }
            if file.starts(with: "IDAT", at: chunk.offset + 4) { return nil }
        }
        return nil
    }
}

extension RIFFChunks {
    /// Returns the first chunk with this name in a WebP file; `nil` if there is none.
    static func chunk(_ kind: StaticString, of file: ByteReader) -> ByteReader? {
        guard file.starts(with: "RIFF", at: 0), file.starts(with: "WEBP", at: 8) else { return nil }
        var file = file
        file.isLittleEndian = true
        return RIFFChunks(file, from: 12, to: file.count).first { $0.isNamed(kind) }.map {
            file.part(from: $0.body.lowerBound, count: $0.body.count)
        }
    }
}

/// The name of an ICC profile.
enum ICCDescription {
    /// The maximum number of characters of a name, which usually has a few words.
    private static let longestText = 200
    /// The maximum number of entries read from a tag table, which usually has about twenty.
    private static let mostTags = 200
    private static let table = 128

    /// Returns the name; `nil` if the name is missing or malformed.
    static func text(of profile: [UInt8]) -> String? {
        profile.withUnsafeBytes { source in
            let reader = ByteReader(bytes: source)
            let tags = min(reader.uint32(at: table) ?? 0, mostTags)
            let position = (0..<tags).lazy.map { table + 4 + $0 * 12 }
                .first { reader.starts(with: "desc", at: $0) }
            guard let position, let offset = reader.uint32(at: position + 4),
                let count = reader.uint32(at: position + 8)
            else { return nil }
            return text(in: reader.part(from: offset, count: count))
        }
    }

    // The type is textDescriptionType (ICC.1:2001-04, 6.5.17) or multiLocalizedUnicodeType
    // (ICC.1:2022, 10.15).
    private static func text(in tag: ByteReader) -> String? {
        if tag.starts(with: "desc", at: 0), let count = tag.uint32(at: 8) {
            return latin(
                tag.part(from: 12, count: min(count, longestText)).bytes.prefix { $0 != 0 })
        }
        guard tag.starts(with: "mluc", at: 0), let count = tag.uint32(at: 20),
            let offset = tag.uint32(at: 24)
        else { return nil }
        let words = tag.part(from: offset, count: min(count, 2 * longestText))
        let units = (0..<words.count / 2).compactMap { words.uint16(at: 2 * $0) }
        return clean(String(decoding: units.map { UInt16($0) }, as: UTF16.self))
    }

    static func latin(_ bytes: some Sequence<UInt8>) -> String? {
        clean(String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })))
    }

    private static func clean(_ text: String) -> String? {
        let words = text.split { $0.isWhitespace || $0 == "\0" }.joined(separator: " ")
        return words.isEmpty ? nil : words
    }
}

/// The name of a file's type, as in exiftool's output.
enum FileTypeName {
    static func text(of file: ByteReader, _ format: PhotoFormat) -> String {
        switch format {
        case .heif: heif(file)
        case .jpeg2000: file.starts(with: "jP  ", at: 4) ? "JP2" : "J2C"
        case .jpegXL: "JXL"
        case .openEXR: "EXR"
        case .pnm: pnm(file)
        default: "\(format)".uppercased()
        }
    }

    /// Returns the type that the first brand indicates.
    private static func heif(_ file: ByteReader) -> String {
        if file.starts(with: "avi", at: 8) { return "AVIF" }
        return file.starts(with: "he", at: 8) ? "HEIC" : "HEIF"
    }

    private static func pnm(_ file: ByteReader) -> String {
        switch file.byte(at: 1) {
        case 0x35: "PGM"
        case 0x36: "PPM"
        default: "PFM"
        }
    }
}

/// The location of a photo's camera, from the GPS directory of an Exif block.
enum ExifPosition {
    // The largest latitude and longitude in degrees (Exif 2.32, § 4.6.6).
    private static let degreesAtMost = (latitude: 90.0, longitude: 180.0)

    static func read(_ directory: ExifDirectory) -> [FileFact] {
        [
            angle(directory, reference: 1, value: 2, atMost: degreesAtMost.latitude)
                .map { FileFact("EXIF", "GPSLatitude", $0) },
            angle(directory, reference: 3, value: 4, atMost: degreesAtMost.longitude)
                .map { FileFact("EXIF", "GPSLongitude", $0) },
            altitude(directory).map { FileFact("EXIF", "GPSAltitude", $0) },
        ].compactMap(\.self)
    }

    /// Returns degrees with five decimals, such as `48.85837° N`, precise to a metre.
    ///
    /// The result is `nil` if the degrees are missing or too large.
    private static func angle(
        _ directory: ExifDirectory, reference: Int, value: Int, atMost limit: Double
    ) -> String? {
        let parts = directory.ratios(value, count: 3)
        guard parts.count == 3 else { return nil }
        let degrees = parts[0] + parts[1] / 60 + parts[2] / 3600
        guard degrees <= limit else { return nil }
        let side = directory.text(reference).map { " \($0.prefix(1))" } ?? ""
        return decimal(Int((degrees * 100_000).rounded()), digits: 5) + "°" + side
    }

    /// Returns the altitude in metres, negative below sea level; `nil` if no valid one exists.
    private static func altitude(_ directory: ExifDirectory) -> String? {
        // The limit exceeds the altitude of any mountain or aircraft.
        guard let metres = directory.ratio(6), metres < 1_000_000 else { return nil }
        let isBelow = directory.firstByte(5) == 1
        return (isBelow ? "-" : "") + decimal(Int((metres * 10).rounded()), digits: 1) + " m"
    }

    private static func decimal(_ number: Int, digits: Int) -> String {
        let text = String(number)
        let padded = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
        return "\(padded.dropLast(digits)).\(padded.suffix(digits))"
    }
}
