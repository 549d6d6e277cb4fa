package import PhotoCatalog

/// Fetches what is not on the disk or no longer valid there, each thing once at a time.
///
/// Without a network it gives what was kept, however old, and says so.
package struct CachingFetcher: Fetcher {
    private struct Key: Hashable {
        let address: PhotoAddress
        let purpose: FetchPurpose
        let isAskingAgain: Bool
    }

    private let network: CurlFetcher
    private let cache: DiskCache
    private let shared = SharedTransfers<Key>()
    private let outage = Outage()
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

    package func fetched(
        at address: PhotoAddress, for purpose: FetchPurpose,
        progress: @escaping @Sendable (FetchProgress) -> Void
    ) async throws(FetchFailure) -> Fetched {
        let key = Key(address: address, purpose: purpose, isAskingAgain: isAskingAgain)
        return try await shared.value(for: key, reporting: progress) { report in
            do throws(FetchFailure) {
                return .success(try await fetch(key, report))
            } catch {
                return .failure(error)
            }
        }
    }

    package func discard(_ address: PhotoAddress) { cache.discard(address) }

    private func fetch(
        _ key: Key, _ report: @escaping @Sendable (FetchProgress) -> Void
    ) async throws(FetchFailure) -> Fetched {
        guard let kept = await cache.entry(for: key.address) else {
            return Fetched(try await body(key, nil, report))
        }
        if kept.isFresh, !key.isAskingAgain { return Fetched(kept.body) }
        return try await renewed(kept, key, report)
    }

    /// What the server says of something that is kept, or else that.
    private func renewed(
        _ kept: CacheEntry, _ key: Key, _ report: @escaping @Sendable (FetchProgress) -> Void
    ) async throws(FetchFailure) -> Fetched {
        if !key.isAskingAgain, let failure = outage.failure(of: key.address.origin) {
            return Self.stale(kept, failure)
        }
        do {
            return Fetched(try await body(key, kept, report))
        } catch {
            guard error.isPassing else { throw error }
            return Self.stale(kept, error)
        }
    }

    private static func stale(_ kept: CacheEntry, _ failure: FetchFailure) -> Fetched {
        Fetched(kept.body, freshness: .stale(failure, ageSeconds: max(0, kept.ageSeconds)))
    }

    private func body(
        _ key: Key, _ kept: CacheEntry?,
        _ report: @escaping @Sendable (FetchProgress) -> Void
    ) async throws(FetchFailure) -> [UInt8] {
        do {
            let reply = try await network.reply(reporting: report) { request(key, kept) }
            outage.note(nil, of: key.address.origin)
            if let kept, reply.isNotModified {
                cache.renew(key.address)
                return kept.body
            }
            return try body(of: reply, key)
        } catch {
            if error.isPassing { outage.note(error, of: key.address.origin) }
            throw error
        }
    }

    private func request(_ key: Key, _ kept: CacheEntry?) -> HTTPRequest {
        var request = network.request(for: key.address, key.purpose)
        if let validator = kept?.header.validator, !validator.isEmpty {
            request.condition = .ifChanged(validator)
        }
        return request
    }

    private func body(of reply: HTTPReply, _ key: Key) throws(FetchFailure) -> [UInt8] {
        let body = try network.checkedBody(of: reply)
        let lifetime = KeepingRule.lifetimeSeconds(of: reply.head, for: key.purpose)
        let entry = CacheEntry(body, at: key.address, reply.head, lifetimeSeconds: lifetime)
        if let entry { cache.keep(entry, for: key.address) } else { cache.discard(key.address) }
        return body
    }
}
