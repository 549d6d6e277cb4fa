internal import PhotoCatalog

/// A request on its way to the loop's thread, and whom to tell.
struct ExchangeOrder: Sendable {
    let id: UInt64
    let request: HTTPRequest
    let progress: @Sendable (FetchProgress) -> Void
    /// Called exactly once, on the loop's thread.
    let completion: @Sendable (Result<HTTPReply, FetchFailure>) -> Void
}
