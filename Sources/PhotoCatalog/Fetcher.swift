/// The port to the network, and to what is kept of it: an address becomes bytes.
package protocol Fetcher: Sendable {
    /// All bytes at `address`; `progress` is called from any thread, some twenty times a second.
    ///
    /// Cancelling the task ends the transfer at once, with `FetchFailure.cancelled`.
    func fetched(
        at address: PhotoAddress, for purpose: ResourceKind,
        progress: @escaping @Sendable (FetchProgress) -> Void
    ) async throws(FetchFailure) -> FetchResult

    /// Says that the bytes at `address` were of no use, so that they are not given again.
    func discard(_ address: PhotoAddress)
}

extension Fetcher {
    package func bytes(
        at address: PhotoAddress, for purpose: ResourceKind,
        progress: @escaping @Sendable (FetchProgress) -> Void = { _ in }
    ) async throws(FetchFailure) -> [UInt8] {
        try await fetched(at: address, for: purpose, progress: progress).bytes
    }

    /// Those who keep nothing have nothing to discard.
    package func discard(_ address: PhotoAddress) {}
}
