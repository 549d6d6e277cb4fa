internal import Imaging

/// A sequence of bytes at a fixed offset of a file.
struct BytePattern: Sendable {
    private let offset: Int
    private let bytes: [UInt8]

    init(at offset: Int = 0, _ bytes: [UInt8]) { (self.offset, self.bytes) = (offset, bytes) }

    init(at offset: Int = 0, _ text: String) { self.init(at: offset, Array(text.utf8)) }

    func fits(_ start: [UInt8]) -> Bool { start.dropFirst(offset).starts(with: bytes) }
}

/// A pattern that identifies the kind of a file.
struct SignatureMark {
    let kind: FileKind
    private let pattern: BytePattern

    init(_ kind: FileKind, _ pattern: BytePattern) { (self.kind, self.pattern) = (kind, pattern) }

    init(_ kind: FileKind, at offset: Int = 0, _ bytes: [UInt8]) {
        self.init(kind, BytePattern(at: offset, bytes))
    }

    init(_ kind: FileKind, at offset: Int = 0, _ text: String) {
        self.init(kind, BytePattern(at: offset, text))
    }

    private init(_ format: UnsupportedFormat, at offset: Int = 0, _ bytes: [UInt8]) {
        self.init(.unsupported(format), BytePattern(at: offset, bytes))
    }

    private init(_ format: UnsupportedFormat, at offset: Int = 0, _ text: String) {
        self.init(.unsupported(format), BytePattern(at: offset, text))
    }

    func fits(_ start: [UInt8]) -> Bool { pattern.fits(start) }

    /// The patterns of known but unsupported formats whose first bytes cannot begin a text.
    static let unsupported: [SignatureMark] = [
        .init(.photoshop, [0x38, 0x42, 0x50, 0x53, 0x00]),
        .init(.gimp, "gimp xcf "),
        .init(.radiance, "#?RADIANCE"),
        .init(.radiance, "#?RGBE"),
        .init(.jpegXR, [0x49, 0x49, 0xBC]),
        .init(.jbig2, [0x97, 0x4A, 0x42, 0x32, 0x0D, 0x0A, 0x1A, 0x0A]),
        .init(.bpg, [0x42, 0x50, 0x47, 0xFB]),
        .init(.mng, [0x8A, 0x4D, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
        .init(.jng, [0x8B, 0x4A, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
        .init(.sunRaster, [0x59, 0xA6, 0x6A, 0x95]),
        .init(.icns, [0x69, 0x63, 0x6E, 0x73, 0x00]),
        .init(.dds, [0x44, 0x44, 0x53, 0x20, 0x7C]),
        .init(.ktx, [0xAB, 0x4B, 0x54, 0x58, 0x20]),
        .init(.djvu, "AT&TFORM"),
        .init(.postScript, "%!PS"),
        .init(.postScript, [0xC5, 0xD0, 0xD3, 0xC6]),
        .init(.windowsMetafile, [0xD7, 0xCD, 0xC6, 0x9A]),
        .init(.enhancedMetafile, at: 40, " EMF"),
        .init(.canonCRW, at: 6, "HEAPCCDR"),
        .init(.fujifilmRAF, "FUJIFILMCCD-RAW"),
        .init(.olympusORF, [0x49, 0x49, 0x52, 0x4F]),
        .init(.olympusORF, [0x49, 0x49, 0x52, 0x53]),
        .init(.olympusORF, [0x4D, 0x4D, 0x4F, 0x52]),
        .init(.panasonicRW2, [0x49, 0x49, 0x55, 0x00]),
        .init(.minoltaMRW, [0x00, 0x4D, 0x52, 0x4D]),
        .init(.dicom, at: 128, "DICM"),
        .init(.hdf, [0x89, 0x48, 0x44, 0x46, 0x0D, 0x0A, 0x1A, 0x0A]),
        .init(.hdf, [0x0E, 0x03, 0x13, 0x01]),
        .init(.netCDF, [0x43, 0x44, 0x46, 0x01]),
        .init(.netCDF, [0x43, 0x44, 0x46, 0x02]),
        .init(.netCDF, [0x43, 0x44, 0x46, 0x05]),
        .init(.zip, [0x50, 0x4B, 0x03, 0x04]),
        .init(.sevenZip, [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]),
        .init(.rar, [0x52, 0x61, 0x72, 0x21, 0x1A, 0x07]),
        .init(.xz, [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]),
        .init(.zstandard, [0x28, 0xB5, 0x2F, 0xFD]),
    ]

    /// The patterns that a text file can also begin with.
    ///
    /// These patterns are not compared with files that are recognised as text.
    static let unsupportedBesideText: [SignatureMark] = textual + short

    private static let short: [SignatureMark] = [
        .init(.qoi, "qoif"),
        .init(.sigmaX3F, "FOVb"),
        .init(.farbfeld, "farbfeld"),
        .init(.flif, "FLIF"),
        .init(.bzip2, "BZh"),
        .init(.sgi, [0x01, 0xDA, 0x00]),
        .init(.sgi, [0x01, 0xDA, 0x01]),
        .init(.ico, [0x00, 0x00, 0x01, 0x00]),
        .init(.ico, [0x00, 0x00, 0x02, 0x00]),
        .init(.pcx, [0x0A, 0x00, 0x01]),
        .init(.pcx, [0x0A, 0x02, 0x01]),
        .init(.pcx, [0x0A, 0x03, 0x01]),
        .init(.pcx, [0x0A, 0x05, 0x01]),
        // TGA without a colour map, in true colour or gray, with its origin at the left.
        .init(.tga, [0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00]),
        .init(.tga, [0x00, 0x00, 0x03, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00]),
        .init(.tga, [0x00, 0x00, 0x0A, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00]),
        .init(.tga, [0x00, 0x00, 0x0B, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00]),
    ]

    /// The patterns of pictures with a text header, whose first bytes may also contain pixels.
    fileprivate static let textual: [SignatureMark] = labels + numbered

    private static let labels: [SignatureMark] = [
        .init(.nitf, "NITF0"),
        .init(.nitf, "NSIF0"),
        .init(.xpm, "/* XPM */"),
        .init(.otherPNM, "P7\nWIDTH"),
        .init(.otherPNM, "P7\n#"),
    ]

    private static let numbered = BytePattern.netpbm(["P1", "P2", "P3", "P4"]).map {
        SignatureMark(.unsupported(.otherPNM), $0)
    }
}

extension BytePattern {
    /// Returns the patterns of netpbm headers: a kind, a blank, and a digit or a comment.
    static func netpbm(_ kinds: [String]) -> [BytePattern] {
        kinds.flatMap { kind in
            "0123456789#".flatMap { start in
                ["\n", " ", "\t", "\r"].map { BytePattern("\(kind)\($0)\(start)") }
            }
        }
    }
}

extension UnsupportedFormat {
    /// Creates the format of a file that begins with a text; `nil` for plain text.
    init?(ofText text: ArraySlice<UInt8>) {
        let start = Array(text)
        let mark = SignatureMark.textual.first { $0.fits(start) }
        if case .unsupported(let format) = mark?.kind {
            self = format
            return
        }
        let words = String(decoding: text, as: UTF8.self)
        guard words.hasPrefix("#define "), words.contains("_width ") else { return nil }
        self = .xbm
    }

    /// Creates an unsupported TIFF's format from the first directory; `nil` for an unknown format.
    init?(ofTIFF bytes: PhotoBytes) {
        let format = bytes.withUnsafeBytes { source -> UnsupportedFormat? in
            let isLittleEndian = source.starts(with: "II".utf8)
            let reader = ByteReader(bytes: source, isLittleEndian: isLittleEndian)
            return reader.starts(with: "CR", at: 8) ? .canonCR2 : Self.tiff(reader)
        }
        guard let format else { return nil }
        self = format
    }

    /// The maximum number of tags read from a directory; DNG files have about a hundred.
    private static let mostTags = 500

    private static func tiff(_ reader: ByteReader) -> UnsupportedFormat? {
        guard let directory = reader.uint32(at: 4), let count = reader.uint16(at: directory) else {
            return nil
        }
        var values: [Int: Int] = [:]
        for entry in 0..<min(count, mostTags) {
            let offset = directory + 2 + entry * 12
            guard let tag = reader.uint16(at: offset), let type = reader.uint16(at: offset + 2)
            else {
                break
            }
            values[tag] = type == 3 ? reader.uint16(at: offset + 8) : reader.uint32(at: offset + 8)
        }
        let (dngVersion, maker, compression, photometric) = (50706, 271, 259, 262)
        if values[dngVersion] != nil { return .dng }
        if let maker = values[maker], values[34665] != nil, values[330] != nil {
            if reader.starts(with: "NIKON", at: maker) { return .nikonNEF }
            if reader.starts(with: "SONY", at: maker) { return .sonyARW }
        }
        if [32844, 32845].contains(values[photometric]) { return .logLuvTIFF }
        return values[compression].flatMap { compressions[$0] }
    }

    /// The unsupported formats, by the number of a TIFF's compression in libtiff.
    private static let compressions: [Int: UnsupportedFormat] = [
        6: .oldJPEGInTIFF, 9: .tiffOfJBIG, 10: .tiffOfJBIG, 33003: .tiffOfJPEG2000,
        33004: .tiffOfJPEG2000, 33005: .tiffOfJPEG2000, 34661: .tiffOfJBIG,
        34712: .tiffOfJPEG2000, 34713: .nikonNEF, 34887: .tiffOfLERC, 34925: .tiffOfLZMA,
        50001: .tiffOfWebP, 50002: .tiffOfJPEGXL, 52546: .tiffOfJPEGXL,
    ]
}
