internal import Imaging

/// Facts that an OpenEXR states: the attributes of its parts (OpenEXR File Layout).
///
/// The attributes are read without the OpenEXR library, so that they can be listed if the library
/// is missing.
enum EXRFacts {
    private static let flagsOffset = 4
    private static let start = 8
    /// The version flag of files with several parts, whose headers end with an empty header.
    private static let hasParts = 0x1000
    /// The maximum length of a name in bytes, according to the format.
    private static let longestName = 255

    static func read(_ photo: PhotoBytes) -> [FileFact] {
        let bytes = photo.withUnsafeBytes { Array($0.prefix(DecodingLimits.exrHeaderBytes)) }
        return bytes.withUnsafeBytes { source in
            let file = ByteReader(bytes: source, isLittleEndian: true)
            let isMultipart = (file.uint32(at: flagsOffset) ?? 0) & hasParts != 0
            var (facts, offset, part): ([FileFact], Int, Int) = ([], start, 0)
            while facts.count < DecodingLimits.exrAttributes {
                guard let name = text(file, &offset) else { break }
                guard !name.isEmpty else {
                    // An empty name ends the header of a part.
                    part += 1
                    guard isMultipart, file.byte(at: offset) ?? 0 != 0 else { break }
                    continue
                }
                guard let type = text(file, &offset), let count = file.uint32(at: offset) else {
                    break
                }
                let value = file.part(from: offset + 4, count: count)
                offset += 4 + count
                guard let shown = shown(value, of: type) else { continue }
                let group = part == 0 ? "EXR" : "EXR \(part)"
                facts.append(FileFact(group, name, String(shown.prefix(DecodingLimits.exrText))))
            }
            return facts
        }
    }

    /// Returns the text up to the next zero byte, and skips both; `nil` without a zero byte.
    private static func text(_ file: ByteReader, _ offset: inout Int) -> String? {
        let rest = file.part(from: offset, count: min(longestName + 1, max(0, file.count - offset)))
        guard let end = rest.bytes.firstIndex(of: 0) else { return nil }
        offset += end + 1
        return String(decoding: rest.bytes[..<end], as: UTF8.self)
    }

    private static let compressions = [
        "none", "RLE", "ZIPS", "ZIP", "PIZ", "PXR24", "B44", "B44A", "DWAA", "DWAB",
    ]
    private static let lineOrders = ["increasing", "decreasing", "random"]
    private static let levelModes = ["one level", "mip levels", "rip levels"]

    /// Returns an attribute's value as text; `nil` for a type that has no text, such as a preview.
    private static func shown(_ value: ByteReader, of type: String) -> String? {
        switch type {
        case "string": String(decoding: value.bytes, as: UTF8.self)
        case "int": integers(value, count: 1)
        case "v2i", "rational", "timecode": integers(value, count: 2)
        case "v3i": integers(value, count: 3)
        case "box2i": integers(value, count: 4)
        case "float": floats(value, count: 1)
        case "v2f": floats(value, count: 2)
        case "v3f": floats(value, count: 3)
        case "box2f": floats(value, count: 4)
        case "chromaticities": floats(value, count: 8)
        case "compression": word(value, of: compressions)
        case "lineOrder": word(value, of: lineOrders)
        case "envmap": word(value, of: ["latitude and longitude", "cube"])
        case "tiledesc": tiles(value)
        case "chlist": channels(value)
        default: nil
        }
    }

    private static func integers(_ value: ByteReader, count: Int) -> String? {
        let values = (0..<count).compactMap { value.uint32(at: $0 * 4) }
        return values.count == count
            ? values.map { String(Int32(truncatingIfNeeded: $0)) }.joined(separator: " ") : nil
    }

    private static func floats(_ value: ByteReader, count: Int) -> String? {
        let values = (0..<count).compactMap { value.uint32(at: $0 * 4) }
        return values.count == count
            ? values.map { "\(Float(bitPattern: UInt32($0)))" }.joined(separator: " ") : nil
    }

    private static func word(_ value: ByteReader, of words: [String]) -> String? {
        value.byte(at: 0).flatMap { $0 < words.count ? words[$0] : nil }
    }

    private static func tiles(_ value: ByteReader) -> String? {
        guard let width = value.uint32(at: 0), let height = value.uint32(at: 4),
            let mode = value.byte(at: 8), mode & 15 < levelModes.count
        else { return nil }
        return "\(width)x\(height), \(levelModes[mode & 15])"
    }

    /// Returns the names and types of channels, such as `R half, depth.Z float`; `nil` for none.
    private static func channels(_ value: ByteReader) -> String? {
        var (offset, words): (Int, [String]) = (0, [])
        while words.count < DecodingLimits.exrChannels, let name = text(value, &offset),
            !name.isEmpty, let type = value.uint32(at: offset)
        {
            words.append("\(name) \(["uint", "half", "float"][min(type, 2)])")
            offset += 16
        }
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }
}
