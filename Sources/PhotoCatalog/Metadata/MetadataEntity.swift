/// The `metadata.json` beside the files: flat (`"EXIF:Make"`), or in 2018 nested by group.
struct MetadataEntity: Decodable, Sendable {
    let fields: [PhotoFact]

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: AnyKey.self)
        let fields = members.allKeys.sorted { $0.stringValue < $1.stringValue }.flatMap { key in
            Self.fields(key.stringValue, members.lenient(MetadataValue.self, at: key))
        }
        self.fields = Array(fields.prefix(Self.limit))
    }

    /// Nearly three times the longest recorded.
    private static let limit = 1000

    private static func fields(_ key: String, _ value: MetadataValue?) -> [PhotoFact] {
        guard let value else { return [] }
        if let colon = key.firstIndex(of: ":") {
            let name = String(key[key.index(after: colon)...])
            return [PhotoFact(group: String(key[..<colon]), name: name, value: value.text)]
        }
        return value.members.map { PhotoFact(group: key, name: $0, value: $1.text) }
    }
}
