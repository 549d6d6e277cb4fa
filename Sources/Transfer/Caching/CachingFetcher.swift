internal import Files
package import PhotoCatalog
internal import Synchronization

/// Fetches what is not in the disk cache or not fresh there, sharing equal requests.
///
/// Without a network it returns cached bytes of any age, marked as stale.
package struct CachingFetcher: FileFetcher {
    private struct Key: Hashable {
        let address: PhotoAddress
        let purpose: ResourceKind
        let isReloading: Bool
    }

    private let network: CurlFetcher
    private let cache: DiskCache
    private let coalescer = RequestCoalescer<Key>()
    private let circuitBreaker = CircuitBreaker()
    /// Whether the server is asked even if the entry is fresh.
    private var isReloading = false

    package init(network: CurlFetcher, cache: DiskCache) {
        self.network = network
        self.cache = cache
    }

    /// The same fetcher, asking the server even if the entry is fresh.
    package var reloading: CachingFetcher {
        var fetcher = self
        fetcher.isReloading = true
        return fetcher
    }

    package func download(
        at address: PhotoAddress, for purpose: ResourceKind, reporting report: DownloadReport
    ) async throws(FetchFailure) -> Download {
        let key = Key(address: address, purpose: purpose, isReloading: isReloading)
        return try await coalescer.value(for: key, reporting: report) { report in
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
        guard let cached = await cache.entry(for: key.address) else {
            return Download(try await file(key, nil, report))
        }
        if cached.isFresh, !key.isReloading { return Download(cached.file) }
        return try await renewed(cached, key, report)
    }

    /// The server's answer about an entry, or the stale entry if it cannot be asked.
    private func renewed(
        _ cached: CacheEntry, _ key: Key, _ report: DownloadReport
    ) async throws(FetchFailure) -> Download {
        if !key.isReloading, let failure = circuitBreaker.failure(of: key.address.origin) {
            return Self.stale(cached, failure)
        }
        do {
            return Download(try await file(key, cached, report))
        } catch {
            guard error.isPassing else { throw error }
            return Self.stale(cached, error)
        }
    }

    private static func stale(_ cached: CacheEntry, _ failure: FetchFailure) -> Download {
        Download(cached.file, freshness: .stale(failure, ageSeconds: max(0, cached.ageSeconds)))
    }

    private func file(
        _ key: Key, _ cached: CacheEntry?, _ report: DownloadReport
    ) async throws(FetchFailure) -> OpenFile {
        do {
            let incoming = IncomingFile(
                from: key.address, for: key.purpose, cachedIn: cache, reporting: report)
            let reply = try await network.reply(reporting: report.progress) {
                request(key, cached, into: incoming.newSink())
            }
            circuitBreaker.record(nil, of: key.address.origin)
            if let cached, reply.isNotModified {
                cache.renew(key.address)
                return cached.file
            }
            return try await incoming.finish(reply.head)
        } catch {
            if error.isPassing { circuitBreaker.record(error, of: key.address.origin) }
            throw error
        }
    }

    private func request(_ key: Key, _ cached: CacheEntry?, into sink: BodyHandler) -> HTTPRequest {
        var request = network.request(for: key.address, key.purpose, into: sink)
        if let validator = cached?.record.validator, !validator.isEmpty {
            request.condition = .ifChanged(validator)
        }
        return request
    }
}

/// Remembers for a moment that a server could not be reached, so that fifty cached pictures do not wait
/// for fifty time-outs.
final class CircuitBreaker: Sendable {
    private let last = Mutex<[Origin: (FetchFailure, ContinuousClock.Instant)]>([:])

    /// Why the server could not be reached a moment ago; `nil` if it was reached or not asked.
    func failure(of origin: Origin) -> FetchFailure? {
        guard let (failure, time) = last.withLock({ $0[origin] }),
            ContinuousClock.now - time < Self.moment
        else { return nil }
        return failure
    }

    func record(_ failure: FetchFailure?, of origin: Origin) {
        last.withLock { $0[origin] = failure.map { ($0, .now) } }
    }

    private static let moment = Duration.seconds(5)
}
