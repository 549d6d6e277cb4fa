/// A value in a database.
enum SQLValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case text(String)
    case blob([UInt8])

    init(_ text: String?) { self = text.map { .text($0) } ?? .null }

    var integer: Int64? {
        guard case .integer(let value) = self else { return nil }
        return value
    }

    var text: String? {
        guard case .text(let value) = self else { return nil }
        return value
    }

    var bytes: [UInt8]? {
        guard case .blob(let value) = self else { return nil }
        return value
    }
}
