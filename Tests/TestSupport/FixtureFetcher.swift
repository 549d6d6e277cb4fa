package import PhotoCatalog
internal import Synchronization

/// A fetcher without a network: a closure answers, and what was asked is kept.
package final class FixtureFetcher: Fetcher {
    package typealias Answer = Result<[UInt8], FetchFailure>

    private let answer: @Sendable (PhotoAddress) -> Answer
    private let asked = Mutex<[PhotoAddress]>([])

    package init(_ answer: @escaping @Sendable (PhotoAddress) -> Answer) {
        self.answer = answer
    }

    /// Answers by path and query, as `/asset/PIA1`; everything else is not found.
    package convenience init(_ replies: [String: String]) {
        self.init { address in
            replies[address.target].map { .success(Array($0.utf8)) } ?? .failure(.notFound)
        }
    }

    /// All addresses asked for so far, in order.
    package var requests: [PhotoAddress] { asked.withLock { $0 } }

    package func fetched(
        at address: PhotoAddress, for purpose: ResourceKind,
        progress: @escaping @Sendable (FetchProgress) -> Void
    ) async throws(FetchFailure) -> FetchResult {
        asked.withLock { $0.append(address) }
        let bytes = try answer(address).get()
        progress(.receiving(bytes: bytes.count, expected: bytes.count))
        return FetchResult(bytes)
    }
}
