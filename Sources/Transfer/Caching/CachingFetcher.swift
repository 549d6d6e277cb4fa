internal import Files
package import PhotoCatalog
internal import Synchronization
internal import Waiting

/// A fetcher that uses the disk cache, and shares one transfer among equal requests.
///
/// If the server cannot be reached, the fetcher returns cached bytes of any age, marked as stale.
package struct CachingFetcher: FileFetcher {
    private struct Key: Hashable {
        let address: PhotoAddress
        let purpose: ResourceKind
        let use: Use
    }

    /// The cache policy of requests.
    private enum Use: Hashable { case usual, reloading, savedOnly }

    private let network: CurlFetcher
    private let cache: DiskCache
    private let coalescer = RequestCoalescer<Key>()
    private let circuitBreaker = CircuitBreaker()
    private var use = Use.usual

    package init(network: CurlFetcher, cache: DiskCache) {
        self.network = network
        self.cache = cache
    }

    /// A copy of this fetcher that queries the server even if an entry is fresh.
    package var reloading: CachingFetcher {
        var fetcher = self
        fetcher.use = .reloading
        return fetcher
    }

    /// A copy of this fetcher that queries no server: it returns cached bytes of any age, or throws
    /// `FetchFailure.notFound`.
    package var savedOnly: CachingFetcher {
        var fetcher = self
        fetcher.use = .savedOnly
        return fetcher
    }

    package func download(
        at address: PhotoAddress, for purpose: ResourceKind, reporting report: DownloadReport
    ) async throws(FetchFailure) -> Download {
        let key = Key(address: address, purpose: purpose, use: use)
        return try await coalescer.value(for: key, reporting: report) { report in
            do throws(FetchFailure) {
                return .success(try await download(key, report))
            } catch {
                return .failure(error)
            }
        }
    }

    package func discard(_ address: PhotoAddress) { cache.discard(address) }

    package func rangedFile(
        at address: PhotoAddress, where isWanted: @Sendable ([UInt8]) -> Bool
    ) async throws(RangedFailure) -> RangedFile? {
        guard use == .usual, await cache.entry(for: address) == nil else { return nil }
        let start: (bytes: [UInt8], version: FileIdentity)
        do throws(RangeFault) {
            start = try await network.bytes(0..<RangedFile.chunkBytes, of: nil, at: address)
        } catch {
            switch error {
            // The caller downloads the whole file instead; that download reports any other failure.
            case .wholeFile, .fetching(.refused), .fetching(.notFound): return nil
            case .otherBytes, .changed: throw .file(.otherBytes)
            case .fetching(let failure): throw .fetching(failure)
            }
        }
        guard Self.rangedBytes.contains(start.version.byteCount),
            start.version.validator.ifRange != nil, isWanted(start.bytes)
        else { return nil }
        return RangedFile(
            start.bytes, of: start.version, at: address, from: network, keptIn: cache)
    }

    /// The sizes in bytes of the files that are read by ranges.
    ///
    /// Smaller files are downloaded in a few seconds. GDAL's users publish no larger files, so a
    /// larger size counts as an error of the server.
    private static let rangedBytes = (4 << 20)...(1 << 40)

    private func download(
        _ key: Key, _ report: DownloadReport
    ) async throws(FetchFailure) -> Download {
        guard let cached = await cache.entry(for: key.address) else {
            guard key.use != .savedOnly else { throw .notFound }
            return Download(try await file(key, nil, report))
        }
        if cached.isFresh, key.use != .reloading { return Download(cached.file) }
        guard key.use != .savedOnly else { return Self.stale(cached, .cancelled) }
        return try await renewed(cached, key, report)
    }

    /// Returns the server's current version of an entry, or the stale entry if the server cannot be
    /// reached.
    private func renewed(
        _ cached: CacheEntry, _ key: Key, _ report: DownloadReport
    ) async throws(FetchFailure) -> Download {
        if key.use != .reloading, let failure = circuitBreaker.failure(of: key.address.origin) {
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
                from: key.address, for: key.purpose, cachedIn: cache, within: network.limits,
                reporting: report)
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

/// A record of the servers that could not be reached in the last five seconds, so that fifty cached
/// pictures do not wait for fifty time-outs.
final class CircuitBreaker: Sendable {
    private let last = Mutex<[Origin: (FetchFailure, ContinuousClock.Instant)]>([:])

    /// Returns the reason why a server could not be reached in the last five seconds; `nil` if the
    /// server was reached or not queried.
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

/// The running transfers, each shared by all callers that request the same key.
///
/// A cancelled caller returns at once; a transfer is cancelled when its last caller is cancelled.
final class RequestCoalescer<Key: Hashable & Sendable>: Sendable {
    typealias Outcome = Result<Download, FetchFailure>

    private struct Caller {
        let report: DownloadReport
        let done: @Sendable (Outcome) -> Void
    }

    private struct Transfer {
        let id: Int
        let task: Task<Void, Never>
        var callers: [Int: Caller] = [:]
    }

    private struct State {
        var transfers: [Key: Transfer] = [:]
        var lastID = 0
    }

    private let state = Mutex(State())

    /// Returns the outcome of `work`, or of the running transfer for the same key.
    func value(
        for key: Key, reporting report: DownloadReport,
        by work: @escaping @Sendable (DownloadReport) async -> Outcome
    ) async throws(FetchFailure) -> Download {
        let cancelled = Outcome.failure(.cancelled)
        let outcome = await cancellableResult(ifCancelledBefore: cancelled) { done in
            join(key, Caller(report: report, done: done), work)
        } cancel: { [self] id in
            leave(id, key)
        }
        return try outcome.get()
    }

    private func join(
        _ key: Key, _ caller: Caller,
        _ work: @escaping @Sendable (DownloadReport) async -> Outcome
    ) -> Int {
        state.withLock { state in
            state.lastID += 1
            let id = state.lastID
            let transfer = state.transfers[key] ?? Transfer(id: id, task: start(id, key, work))
            state.transfers[key] = transfer
            state.transfers[key]?.callers[id] = caller
            return id
        }
    }

    private func start(
        _ id: Int, _ key: Key, _ work: @escaping @Sendable (DownloadReport) async -> Outcome
    ) -> Task<Void, Never> {
        // The task cannot finish before its first caller has joined, because `join` holds the lock.
        Task {
            let report = DownloadReport(
                progress: { step in
                    for caller in self.callers(of: id, key) { caller.report.progress(step) }
                },
                arriving: { file in
                    for caller in self.callers(of: id, key) { caller.report.arriving(file) }
                })
            let outcome = await work(report)
            let callers = self.callers(of: id, key, removing: true)
            for caller in callers { caller.done(outcome) }
        }
    }

    /// Returns the callers of a transfer; an empty array if the key now belongs to another
    /// transfer.
    private func callers(of id: Int, _ key: Key, removing: Bool = false) -> [Caller] {
        state.withLock { state in
            guard let transfer = state.transfers[key], transfer.id == id else { return [] }
            if removing { state.transfers[key] = nil }
            return Array(transfer.callers.values)
        }
    }

    private func leave(_ id: Int, _ key: Key) {
        let (caller, idle) = state.withLock { state -> (Caller?, Task<Void, Never>?) in
            guard let caller = state.transfers[key]?.callers.removeValue(forKey: id) else {
                return (nil, nil)
            }
            guard state.transfers[key]?.callers.isEmpty == true else { return (caller, nil) }
            // The next caller starts a new transfer, because this one is cancelled.
            return (caller, state.transfers.removeValue(forKey: key)?.task)
        }
        idle?.cancel()
        caller?.done(.failure(.cancelled))
    }
}
