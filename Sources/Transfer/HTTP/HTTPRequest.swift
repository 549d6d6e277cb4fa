internal import PhotoCatalog

/// One request to one address: redirects are not followed here.
struct HTTPRequest: Sendable {
    let address: PhotoAddress
    let purpose: ResourceKind
    let userAgent: String
    let limits: TransferLimits
    /// Where the bytes of a success go.
    let sink: BodyHandler
    var condition: HTTPCondition?
}

extension HTTPRequest {
    func redirected(to address: PhotoAddress) -> HTTPRequest {
        var request = HTTPRequest(
            address: address, purpose: purpose, userAgent: userAgent, limits: limits,
            sink: sink)
        request.condition = condition
        return request
    }
}

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

/// Takes the bytes of a success as they come; called on the loop's thread, which waits meanwhile.
struct BodyHandler: Sendable {
    /// Called once before the bytes; false ends the transfer.
    let begin: @Sendable (HTTPHead) -> Bool
    /// Takes the next bytes; false ends the transfer.
    let take: @Sendable (UnsafeRawBufferPointer) -> Bool
}
