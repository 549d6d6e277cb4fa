/// The content of the `metadata.json` beside a photo's files.
///
/// The content is flat (`"EXIF:Make"`), or nested by group in files from 2018.
struct MetadataEntity: Decodable, Sendable {
    /// The fields in display order; the fields of most interest to photographers are first.
    let fields: [PhotoFact]

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: AnyKey.self)
        let fields = members.allKeys.sorted { $0.stringValue < $1.stringValue }.flatMap { key in
            Self.fields(key.stringValue, members.lenient(MetadataValue.self, at: key))
        }
        self.fields = fields.prefix(Self.limit).filter { !Self.isPrivate($0) && !Self.isEmpty($0) }
            .sorted { Self.rank($0) < Self.rank($1) }
    }

    /// The maximum number of fields, nearly three times the highest observed number.
    private static let limit = 1000

    private static func fields(_ key: String, _ value: MetadataValue?) -> [PhotoFact] {
        guard let value else { return [] }
        if let colon = key.firstIndex(of: ":") {
            let name = String(key[key.index(after: colon)...])
            return [PhotoFact(group: String(key[..<colon]), name: name, value: value.text)]
        }
        return value.members.map { PhotoFact(group: key, name: $0, value: $1.text) }
    }

    private static func rank(_ field: PhotoFact) -> (Int, String, Int, String) {
        let group = groups.firstIndex(of: field.group) ?? groups.count
        let name = names.firstIndex(of: field.name) ?? names.count
        return (group, field.group, name, field.name)
    }

    private static let groups = [
        "EXIF", "Composite", "IPTC", "XMP", "Photoshop", "AVAIL", "File", "PNG", "JFIF",
    ]

    private static let names = [
        "Make", "Model", "LensModel", "Lens", "ExposureTime", "FNumber", "ISO", "FocalLength",
        "DateTimeOriginal", "CreateDate",
    ]

    /// Returns true if a field is the uploader's name, describes ExifTool or the file on NASA's
    /// server, or has no group.
    private static func isPrivate(_ field: PhotoFact) -> Bool {
        switch field.group {
        case "", "ExifTool": true
        case "AVAIL": ["Owner", "Thumbnails"].contains(field.name)
        case "File": privateFileNames.contains(field.name)
        default: false
        }
    }

    private static let privateFileNames: Set<String> = [
        "Directory", "FileName", "FilePermissions", "FileAccessDate", "FileInodeChangeDate",
        "FileModifyDate",
    ]

    /// Returns true if a value is empty or ExifTool's "(Binary data 8966 bytes, use -b option to
    /// extract)".
    private static func isEmpty(_ field: PhotoFact) -> Bool {
        field.value.isEmpty || field.value.hasPrefix("(Binary data")
    }
}

/// A value in `metadata.json`, of any type.
private enum MetadataValue: Decodable, Sendable {
    case single(String)
    case list([MetadataValue])
    case object([(String, MetadataValue)])

    init(from decoder: any Decoder) throws {
        if let text = Self.single(decoder) {
            self = .single(text)
        } else if let list = try? LenientList<MetadataValue>(from: decoder) {
            self = .list(list.elements)
        } else {
            let members = try decoder.container(keyedBy: AnyKey.self)
            let keys = members.allKeys.sorted { $0.stringValue < $1.stringValue }
            self = .object(
                keys.compactMap { key in
                    members.lenient(MetadataValue.self, at: key).map { (key.stringValue, $0) }
                })
        }
    }

    private static func single(_ decoder: any Decoder) -> String? {
        guard let value = try? decoder.singleValueContainer() else { return nil }
        if value.decodeNil() { return "" }
        if let text = try? value.decode(String.self) { return text }
        if let truth = try? value.decode(Bool.self) { return String(truth) }
        if let whole = try? value.decode(Int.self) { return String(whole) }  // Bounded: a text.
        return (try? value.decode(Double.self)).map { String($0) }  // Bounded: a text.
    }

    /// The value on one line, truncated to `limit` characters.
    var text: String {
        let text =
            switch self {
            case .single(let text): text
            case .list(let list): Self.joined(list.map(\.text))
            case .object(let members): Self.joined(members.map { "\($0): \($1.text)" })
            }
        let words = text.prefix(Self.limit).split { $0.isWhitespace }
        return words.joined(separator: " ")
    }

    var members: [(String, MetadataValue)] {
        guard case .object(let members) = self else { return [] }
        return members
    }

    /// The maximum length of a value in characters; the longest observed description has 3,108.
    private static let limit = 4000

    private static func joined(_ texts: [String]) -> String {
        texts.filter { !$0.isEmpty }.joined(separator: ", ")
    }
}

/// The key of a member whose name is not known in advance.
struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
}
