internal import PhotoCatalog

/// One request to one address: redirects are not followed here.
struct HTTPRequest: Sendable {
    let address: PhotoAddress
    let purpose: FetchPurpose
    let userAgent: String
    let limits: TransferLimits
    var condition: HTTPCondition?
    /// Where the bytes of a success go; nil keeps them in memory.
    var sink: BodySink?
}

extension HTTPRequest {
    func redirected(to address: PhotoAddress) -> HTTPRequest {
        var request = HTTPRequest(
            address: address, purpose: purpose, userAgent: userAgent, limits: limits)
        request.condition = condition
        request.sink = sink
        return request
    }
}
