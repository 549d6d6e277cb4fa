package import Imaging
internal import JPEGTiling

/// A photo's metadata: its format, the bits and colours of its samples, and its Exif block.
package enum ExifFacts {
    /// Returns the facts, most interesting first; missing and malformed values are omitted.
    package static func read(_ photo: PhotoBytes) -> [FileFact] {
        let kind = FileSignature.kind(of: photo)
        guard case .photo(let format) = kind else {
            return exif(in: photo) + [FileFact("File", "FileType", "\(kind)".uppercased())]
        }
        let name = photo.withUnsafeBytes { FileTypeName.text(of: ByteReader(bytes: $0), format) }
        let type = FileFact("File", "FileType", name)
        switch format {
        case .fits: return FITSFacts.read(photo) + [type] + FITSFacts.depth(of: photo)
        case .openEXR: return EXRFacts.read(photo) + [type]
        case .pds, .vicar, .isis: return LabelFacts.read(photo, of: format) + [type]
        default: break
        }
        let picture = photo.withUnsafeBytes { PictureFacts.read(ByteReader(bytes: $0), format) }
        return exif(in: photo) + [type] + picture
    }

    private static func exif(in photo: PhotoBytes) -> [FileFact] {
        photo.withUnsafeBytes { source in
            guard let block = block(in: ByteReader(bytes: source)),
                let picture = ExifDirectory.first(of: block)
            else { return [] }
            let camera = picture.directory(behind: cameraDirectory)
            let position = picture.directory(behind: positionDirectory)
            let facts: [FileFact] = fields.compactMap { field in
                let directory = field.isOfCamera ? camera : picture
                let value = directory.flatMap { field.value($0, field.tag) }
                return value.map { FileFact("EXIF", field.name, $0) }
            }
            return facts + (position.map { ExifPosition.read($0) } ?? [])
        }
    }

    private static let cameraDirectory = 0x8769
    private static let positionDirectory = 0x8825

    private struct Field: Sendable {
        let name: String
        let tag: Int
        var isOfCamera = true
        let value: @Sendable (ExifDirectory, Int) -> String?
    }

    // Tags of Exif 2.32, § 4.6.4 and 4.6.5.
    private static let fields = [
        Field(name: "Make", tag: 0x010F, isOfCamera: false, value: text),
        Field(name: "Model", tag: 0x0110, isOfCamera: false, value: text),
        Field(name: "LensModel", tag: 0xA434, value: text),
        Field(name: "ExposureTime", tag: 0x829A, value: seconds),
        Field(name: "FNumber", tag: 0x829D) { number($0, $1).map { "f/\($0)" } },
        Field(name: "ISO", tag: 0x8827) { $0.number($1).map { String($0) } },
        Field(name: "FocalLength", tag: 0x920A) { number($0, $1).map { "\($0) mm" } },
        Field(name: "DateTimeOriginal", tag: 0x9003, value: text),
        Field(name: "Orientation", tag: 0x0112, isOfCamera: false, value: orientation),
        Field(name: "ImageDescription", tag: 0x010E, isOfCamera: false, value: text),
        Field(name: "Software", tag: 0x0131, isOfCamera: false, value: text),
        Field(name: "Artist", tag: 0x013B, isOfCamera: false, value: text),
        Field(name: "Copyright", tag: 0x8298, isOfCamera: false, value: text),
    ]

    @Sendable private static func text(_ directory: ExifDirectory, _ tag: Int) -> String? {
        directory.text(tag)
    }

    /// Returns the orientation in ExifTool's words; `nil` if the tag is missing or malformed.
    @Sendable private static func orientation(_ directory: ExifDirectory, _ tag: Int) -> String? {
        guard let number = directory.number(tag), orientations.indices.contains(number - 1) else {
            return nil
        }
        return orientations[number - 1]
    }

    private static let orientations = [
        "Horizontal (normal)", "Mirror horizontal", "Rotate 180", "Mirror vertical",
        "Mirror horizontal and rotate 270 CW", "Rotate 90 CW", "Mirror horizontal and rotate 90 CW",
        "Rotate 270 CW",
    ]

    /// Returns an exposure time; a short time is a fraction, such as `1/250 s`.
    ///
    /// The result is `nil` if the time is missing or invalid.
    @Sendable private static func seconds(_ directory: ExifDirectory, _ tag: Int) -> String? {
        guard let ratio = directory.ratio(tag), ratio > 0 else { return nil }
        return ratio < 0.4 ? "1/\(Int((1 / ratio).rounded())) s" : "\(shortened(ratio)) s"
    }

    private static func number(_ directory: ExifDirectory, _ tag: Int) -> String? {
        directory.ratio(tag).map(shortened)
    }

    /// Returns the number with one decimal, or without decimals if the decimal is zero.
    private static func shortened(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }

    private static func block(in file: ByteReader) -> ByteReader? {
        if file.starts(with: "PNG", at: 1) { return blockOfPNG(file) }
        if let chunk = RIFFChunks.chunk("EXIF", of: file) {
            let isMarked = chunk.starts(with: "Exif\0", at: 0)
            return isMarked ? chunk.part(from: 6, count: chunk.count) : chunk
        }
        // A TIFF file is an Exif block.
        let isTIFF = file.starts(with: "II", at: 0) || file.starts(with: "MM", at: 0)
        return isTIFF ? file : blockOfJPEG(file)
    }

    private static func blockOfPNG(_ file: ByteReader) -> ByteReader? {
        let chunk = PNGChunks(file).first { file.starts(with: "eXIf", at: $0.offset + 4) }
        return chunk.map { file.part(from: $0.offset + 8, count: $0.byteCount) }
    }

    private static func blockOfJPEG(_ file: ByteReader) -> ByteReader? {
        guard file.byte(at: 0) == 0xFF, file.byte(at: 1) == 0xD8 else { return nil }
        var walk = JPEGSegments(file.bytes)
        while let segment = walk.next(), segment.marker != 0xDA {
            if segment.marker == 0xE1, segment.payload.starts(with: "Exif\0", at: 0) {
                return segment.payload.part(from: 6, count: segment.payload.count)
            }
        }
        return nil
    }
}

/// The orientation that an Exif block states.
enum ExifOrientation {
    private static let tag = 0x0112

    /// Returns the orientation; `asStored` if it is missing or malformed.
    static func read(_ block: ByteReader) -> Orientation {
        let value = ExifDirectory.first(of: block)?.number(tag)
        return value.flatMap { Orientation(rawValue: $0) } ?? .asStored
    }
}

/// The colour space that an Exif block declares.
enum ExifColours {
    private static let cameraDirectory = 0x8769
    private static let colourSpace = 0xA001
    private static let interoperability = 0xA005
    /// The number that some cameras write for Adobe RGB; the standard does not define it.
    private static let adobe = 2
    private static let uncalibrated = 0xFFFF

    /// Returns Adobe RGB if the space is uncalibrated and the interoperability rules are R03, or if
    /// the space is 2.
    ///
    /// Otherwise returns `nil`. See DCF 2.0, 4.4, and Exif 2.32, § 4.6.5 and annex C.
    static func read(_ block: ByteReader) -> ColourDescription? {
        let camera = ExifDirectory.first(of: block)?.directory(behind: cameraDirectory)
        switch camera?.number(colourSpace) {
        case adobe: return .adobeRGB
        case uncalibrated:
            let rules = camera?.directory(behind: interoperability)?.text(1)
            return rules == "R03" ? .adobeRGB : nil
        default: return nil
        }
    }
}

/// A directory of an Exif block, which is a small TIFF file inside a photo.
///
/// Tags are read on demand, and no link is followed twice, so a loop of links is harmless.
struct ExifDirectory {
    private static let entryBytes = 12
    private static let shortType = 3
    private static let longType = 4
    private static let textType = 2
    private static let ratioType = 5
    private static let signedRatioType = 10
    /// The maximum number of bytes read from a text.
    private static let longestText = 1000

    private let tiff: ByteReader
    private let offset: Int
    private let entries: Int

    /// Returns the directory of the main picture; `nil` if the block is malformed.
    static func first(of block: ByteReader) -> ExifDirectory? {
        var tiff = block
        tiff.isLittleEndian = block.starts(with: "II", at: 0)
        guard tiff.isLittleEndian || block.starts(with: "MM", at: 0), tiff.uint16(at: 2) == 42
        else { return nil }
        return tiff.uint32(at: 4).flatMap { ExifDirectory(tiff, at: $0) }
    }

    /// Returns the directory of the thumbnail; `nil` if there is no thumbnail.
    static func second(of block: ByteReader) -> ExifDirectory? {
        guard let first = first(of: block),
            let offset = first.tiff.uint32(at: first.entryOffset(of: first.entries)), offset > 0
        else { return nil }
        return ExifDirectory(first.tiff, at: offset)
    }

    /// Creates the directory at an offset of a block whose byte order is known.
    ///
    /// The result is `nil` if the offset is outside the block.
    init?(_ tiff: ByteReader, at offset: Int) {
        guard let entries = tiff.uint16(at: offset) else { return nil }
        self.tiff = tiff
        self.offset = offset
        self.entries = entries
    }

    /// Returns the integer of a tag; `nil` if the tag does not have a single short or long.
    func number(_ tag: Int) -> Int? {
        guard let offset = entryOffset(ofTag: tag), tiff.uint32(at: offset + 4) == 1 else {
            return nil
        }
        switch tiff.uint16(at: offset + 2) {
        case Self.shortType: return tiff.uint16(at: offset + 8)
        case Self.longType: return tiff.uint32(at: offset + 8)
        default: return nil
        }
    }

    /// Returns the first integer of a tag; `nil` if the tag is missing or has another type.
    func firstNumber(_ tag: Int) -> Int? {
        guard let offset = entryOffset(ofTag: tag), tiff.uint16(at: offset + 2) == Self.shortType,
            let count = tiff.uint32(at: offset + 4)
        else { return number(tag) }
        // Up to two integers of two bytes are stored in the entry itself.
        guard count > 2 else { return tiff.uint16(at: offset + 8) }
        return tiff.uint32(at: offset + 8).flatMap { tiff.uint16(at: $0) }
    }

    /// Returns the first byte of a tag with at most four bytes; `nil` if the tag is missing.
    ///
    /// The entry itself contains these bytes.
    func firstByte(_ tag: Int) -> Int? { entryOffset(ofTag: tag).flatMap { tiff.byte(at: $0 + 8) } }

    /// Returns the bytes of a tag; `nil` for a missing tag, or one of fewer than five or more than
    /// `limit` bytes.
    ///
    /// Up to four bytes are stored in the entry itself.
    func bytes(_ tag: Int, limit: Int) -> [UInt8]? {
        guard let position = entryOffset(ofTag: tag), let count = tiff.uint32(at: position + 4),
            (5...limit).contains(count), let offset = tiff.uint32(at: position + 8)
        else { return nil }
        return Array(tiff.part(from: offset, count: count).bytes)
    }

    /// Returns the single ratio of a tag; `nil` if missing, infinite or of another type.
    func ratio(_ tag: Int) -> Double? { ratios(tag, count: 1).first }

    /// Returns the ratios of a tag; empty if there are not `count` finite ratios.
    func ratios(_ tag: Int, count: Int) -> [Double] {
        guard let position = entryOffset(ofTag: tag),
            tiff.uint16(at: position + 2) == Self.ratioType,
            tiff.uint32(at: position + 4) == count, let offset = tiff.uint32(at: position + 8)
        else { return [] }
        let ratios = (0..<count).compactMap { index -> Double? in
            guard let above = tiff.uint32(at: offset + 8 * index),
                let below = tiff.uint32(at: offset + 8 * index + 4), below > 0
            else { return nil }
            return Double(above) / Double(below)
        }
        return ratios.count == count ? ratios : []
    }

    /// Returns the single signed ratio of a tag; `nil` if missing, infinite or of another type.
    func signedRatio(_ tag: Int) -> Double? {
        guard let position = entryOffset(ofTag: tag),
            tiff.uint16(at: position + 2) == Self.signedRatioType,
            tiff.uint32(at: position + 4) == 1, let offset = tiff.uint32(at: position + 8),
            let above = tiff.uint32(at: offset), let below = tiff.uint32(at: offset + 4), below > 0
        else { return nil }
        return Double(Int32(truncatingIfNeeded: above)) / Double(below)
    }

    /// Returns a tag's text with single spaces between words; `nil` for a missing or empty text.
    func text(_ tag: Int) -> String? {
        guard let position = entryOffset(ofTag: tag),
            tiff.uint16(at: position + 2) == Self.textType,
            let count = tiff.uint32(at: position + 4)
        else { return nil }
        // Up to four bytes are stored in the entry itself.
        guard let offset = count <= 4 ? position + 8 : tiff.uint32(at: position + 8) else {
            return nil
        }
        let bytes = tiff.part(from: offset, count: min(count, Self.longestText)).bytes
        let text = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        let words = text.split(separator: " ").joined(separator: " ")
        return words.isEmpty ? nil : words
    }

    /// Returns the offset of a tag's value in the block; `nil` if the value is not a single short.
    func offsetOfShort(_ tag: Int) -> Int? {
        guard let offset = entryOffset(ofTag: tag), tiff.uint16(at: offset + 2) == Self.shortType,
            tiff.uint32(at: offset + 4) == 1, tiff.uint32(at: offset + 8) != nil
        else { return nil }
        return offset + 8
    }

    /// The offset of the link to the next directory; `nil` if the block ends before the link.
    var offsetOfNextDirectory: Int? {
        let offset = entryOffset(of: entries)
        return tiff.uint32(at: offset).map { _ in offset }
    }

    /// Returns the directory that a tag links to; `nil` if the tag or the directory is invalid.
    func directory(behind tag: Int) -> ExifDirectory? {
        number(tag).flatMap { ExifDirectory(tiff, at: $0) }
    }

    /// The JPEG that the directory links to; `nil` without a link, or for one beyond the block.
    var thumbnail: [UInt8]? {
        guard let start = number(Self.thumbnailOffset), let count = number(Self.thumbnailLength),
            start > 0, count > 0, start <= tiff.count - count
        else { return nil }
        return Array(tiff.part(from: start, count: count).bytes)
    }

    // The tags JPEGInterchangeFormat and JPEGInterchangeFormatLength (Exif 2.32, § 4.6).
    private static let thumbnailOffset = 0x0201
    private static let thumbnailLength = 0x0202

    private func entryOffset(ofTag tag: Int) -> Int? {
        for entry in 0..<entries {
            let offset = entryOffset(of: entry)
            guard let found = tiff.uint16(at: offset) else { return nil }
            if found == tag { return offset }
        }
        return nil
    }

    private func entryOffset(of entry: Int) -> Int { offset + 2 + entry * Self.entryBytes }
}
