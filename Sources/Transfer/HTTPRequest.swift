internal import PhotoCatalog

/// One request to one address: redirects are not followed here.
struct HTTPRequest: Sendable {
    let address: PhotoAddress
    let purpose: FetchPurpose
    let userAgent: String
    let limits: TransferLimits
}

extension HTTPRequest {
    func redirected(to address: PhotoAddress) -> HTTPRequest {
        HTTPRequest(address: address, purpose: purpose, userAgent: userAgent, limits: limits)
    }
}
