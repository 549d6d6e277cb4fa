/// The port to the network: an address becomes bytes.
package protocol Fetcher: Sendable {
    /// All bytes at `address`; `progress` is called from any thread, some twenty times a second.
    ///
    /// Cancelling the task ends the transfer at once, with `FetchFailure.cancelled`.
    func bytes(
        at address: PhotoAddress, for purpose: FetchPurpose,
        progress: @escaping @Sendable (FetchProgress) -> Void
    ) async throws(FetchFailure) -> [UInt8]
}

extension Fetcher {
    package func bytes(
        at address: PhotoAddress, for purpose: FetchPurpose
    ) async throws(FetchFailure) -> [UInt8] {
        try await bytes(at: address, for: purpose, progress: { _ in })
    }
}
