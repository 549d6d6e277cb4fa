internal import PhotoCatalog

/// One request to one address: redirects are not followed here.
struct HTTPRequest: Sendable {
    let address: PhotoAddress
    let purpose: FetchPurpose
    let userAgent: String
    let limits: TransferLimits
    /// Where the bytes of a success go.
    let sink: BodySink
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
