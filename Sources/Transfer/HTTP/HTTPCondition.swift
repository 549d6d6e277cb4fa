/// When, or how much of, a file is to be sent.
enum HTTPCondition: Hashable, Sendable {
    /// Only if it is no longer the version that is here.
    case ifChanged(HTTPValidator)
    /// From a byte on if it is still the version of which that much is here, else all of it.
    case rest(from: Int, of: HTTPValidator)

    /// The header lines that say so.
    var lines: [String] {
        switch self {
        case .ifChanged(let validator):
            [
                validator.entityTag.map { "If-None-Match: \($0)" },
                validator.lastModified.map { "If-Modified-Since: \($0)" },
            ].compactMap(\.self)
        case .rest(let first, let validator):
            validator.ifRange.map { ["Range: bytes=\(first)-", "If-Range: \($0)"] } ?? []
        }
    }
}
