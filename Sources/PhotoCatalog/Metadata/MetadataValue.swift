/// A value in `metadata.json`, of whatever type.
enum MetadataValue: Decodable, Sendable {
    case single(String)
    case list([MetadataValue])
    case object([(String, MetadataValue)])

    init(from decoder: any Decoder) throws {
        if let text = Self.single(decoder) {
            self = .single(text)
        } else if let list = Self.list(decoder) {
            self = .list(list)
        } else {
            let members = try decoder.container(keyedBy: AnyKey.self)
            let keys = members.allKeys.sorted { $0.stringValue < $1.stringValue }
            self = .object(
                keys.compactMap { key in
                    members.lenient(MetadataValue.self, at: key).map { (key.stringValue, $0) }
                })
        }
    }

    /// On one line, in so many characters at most.
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

    /// The longest recorded description has 3,108 characters.
    private static let limit = 4000

    private static func joined(_ texts: [String]) -> String {
        texts.filter { !$0.isEmpty }.joined(separator: ", ")
    }

    private static func single(_ decoder: any Decoder) -> String? {
        do {
            let value = try decoder.singleValueContainer()
            if value.decodeNil() { return "" }
            if let text = attempt(String.self, value) { return text }
            if let truth = attempt(Bool.self, value) { return String(truth) }
            if let whole = attempt(Int.self, value) { return String(whole) }
            return attempt(Double.self, value).map { String($0) }
        } catch {
            return nil  // Not a single value: the other shapes are tried next.
        }
    }

    private static func list(_ decoder: any Decoder) -> [MetadataValue]? {
        do {
            return try LenientList<MetadataValue>(from: decoder).elements
        } catch {
            return nil  // Not a list: an object is tried next.
        }
    }

    private static func attempt<Value: Decodable>(
        _ type: Value.Type, _ container: any SingleValueDecodingContainer
    ) -> Value? {
        do { return try container.decode(type) } catch { return nil }
    }
}
