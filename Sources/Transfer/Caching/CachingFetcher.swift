internal import Files
package import PhotoCatalog
internal import Synchronization

/// Fetches what is not on the disk or no longer valid there, each thing once at a time.
///
/// Without a network it gives what was kept, however old, and says so.
package struct CachingFetcher: FileFetcher {
    private struct Key: Hashable {
        let address: PhotoAddress
        let purpose: ResourceKind
        let isAskingAgain: Bool
    }

    private let network: CurlFetcher
    private let cache: DiskCache
    private let shared = RequestCoalescer<Key>()
    private let outage = CircuitBreaker()
    /// Whether the server is asked even about what is still valid.
    private var isAskingAgain = false

    package init(network: CurlFetcher, cache: DiskCache) {
        self.network = network
        self.cache = cache
    }

    /// The same, for those who want to know what the server says now: `r`.
    package var askingAgain: CachingFetcher {
        var fetcher = self
        fetcher.isAskingAgain = true
        return fetcher
    }

    package func download(
        at address: PhotoAddress, for purpose: ResourceKind, reporting report: DownloadReport
    ) async throws(FetchFailure) -> Download {
        let key = Key(address: address, purpose: purpose, isAskingAgain: isAskingAgain)
        return try await shared.value(for: key, reporting: report) { report in
            do throws(FetchFailure) {
                return .success(try await download(key, report))
            } catch {
                return .failure(error)
            }
        }
    }

    package func discard(_ address: PhotoAddress) { cache.discard(address) }

    private func download(
        _ key: Key, _ report: DownloadReport
    ) async throws(FetchFailure) -> Download {
        guard let kept = await cache.entry(for: key.address) else {
            return Download(try await file(key, nil, report))
        }
        if kept.isFresh, !key.isAskingAgain { return Download(kept.file) }
        return try await renewed(kept, key, report)
    }

    /// What the server says of something that is kept, or else that.
    private func renewed(
        _ kept: CacheEntry, _ key: Key, _ report: DownloadReport
    ) async throws(FetchFailure) -> Download {
        if !key.isAskingAgain, let failure = outage.failure(of: key.address.origin) {
            return Self.stale(kept, failure)
        }
        do {
            return Download(try await file(key, kept, report))
        } catch {
            guard error.isPassing else { throw error }
            return Self.stale(kept, error)
        }
    }

    private static func stale(_ kept: CacheEntry, _ failure: FetchFailure) -> Download {
        Download(kept.file, freshness: .stale(failure, ageSeconds: max(0, kept.ageSeconds)))
    }

    private func file(
        _ key: Key, _ kept: CacheEntry?, _ report: DownloadReport
    ) async throws(FetchFailure) -> OpenFile {
        do {
            let incoming = IncomingFile(
                from: key.address, for: key.purpose, keptIn: cache, reporting: report)
            let reply = try await network.reply(reporting: report.progress) {
                request(key, kept, into: incoming.newSink())
            }
            outage.note(nil, of: key.address.origin)
            if let kept, reply.isNotModified {
                cache.renew(key.address)
                return kept.file
            }
            return try await incoming.finish(reply.head)
        } catch {
            if error.isPassing { outage.note(error, of: key.address.origin) }
            throw error
        }
    }

    private func request(_ key: Key, _ kept: CacheEntry?, into sink: BodyHandler) -> HTTPRequest {
        var request = network.request(for: key.address, key.purpose, into: sink)
        if let validator = kept?.record.validator, !validator.isEmpty {
            request.condition = .ifChanged(validator)
        }
        return request
    }
}

/// Remembers for a moment that a server could not be reached, so that a list of fifty kept pictures
/// does not wait for fifty time-outs.
final class CircuitBreaker: Sendable {
    private let last = Mutex<[Origin: (FetchFailure, ContinuousClock.Instant)]>([:])

    /// Why the server could not be reached a moment ago; nil where it was, or was not asked.
    func failure(of origin: Origin) -> FetchFailure? {
        guard let (failure, time) = last.withLock({ $0[origin] }),
            ContinuousClock.now - time < Self.moment
        else { return nil }
        return failure
    }

    func note(_ failure: FetchFailure?, of origin: Origin) {
        last.withLock { $0[origin] = failure.map { ($0, .now) } }
    }

    private static let moment = Duration.seconds(5)
}
