/// Any JSON.
package enum JSONValue: Codable, Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int)
    case number(Double)
    case text(String)
    case list([JSONValue])
    case object([String: JSONValue])

    /// Tries the most frequent types first: a failed attempt throws, and the stack of each error
    /// thrown in a test is recorded.
    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let members = try? value.decode([String: JSONValue].self) {
            self = .object(members)
        } else if let list = try? value.decode([JSONValue].self) {
            self = .list(list)
        } else if let integer = try? value.decode(Int.self) {
            self = .integer(integer)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else {
            self = .bool(try value.decode(Bool.self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        case .list(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }

    package subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members[key]
    }

    package var text: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }

    /// The elements of a list; an empty array for any other value.
    package var elements: [JSONValue] {
        guard case .list(let elements) = self else { return [] }
        return elements
    }

    /// Returns this value with every text in it changed.
    package func mappingTexts(_ change: (String) -> String) -> JSONValue {
        switch self {
        case .text(let text): .text(change(text))
        case .list(let list): .list(list.map { $0.mappingTexts(change) })
        case .object(let members): .object(members.mapValues { $0.mappingTexts(change) })
        case .null, .bool, .integer, .number: self
        }
    }
}

extension JSONValue: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(stringLiteral value: String) { self = .text(value) }

    package init(integerLiteral value: Int) { self = .integer(value) }

    package init(arrayLiteral elements: JSONValue...) { self = .list(elements) }

    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements) { $1 })
    }
}
