import Foundation
import PhotoCatalog
import Synchronization
import TestSupport

@testable import Transfer

/// A fetcher for a local server, with short time-outs.
struct TestClient {
    let site: LibrarySite
    let fetcher: CurlFetcher
    let origin: String

    init(_ server: FixtureServer, clock: any Clock<Duration> = ContinuousClock()) throws {
        try self.init(address: server.address, clock: clock)
    }

    init(
        address: String, limits: TransferLimits = .generous,
        clock: any Clock<Duration> = ContinuousClock()
    ) throws {
        site = try LibrarySite(standIn: address)
        fetcher = CurlFetcher(site: site, userAgent: "test/1", limits: limits, clock: clock)
        origin = address
    }

    func address(_ target: String) throws -> PhotoAddress { try site.address(origin + target) }

    func bytes(_ target: String, for purpose: ResourceKind = .reply) async throws -> [UInt8] {
        try await fetcher.bytes(at: address(target), for: purpose)
    }
}

extension Fetcher {
    func bytes(
        at address: PhotoAddress, for purpose: ResourceKind,
        progress: @escaping @Sendable (FetchProgress) -> Void = { _ in }
    ) async throws(FetchFailure) -> [UInt8] {
        try await fetched(at: address, for: purpose, progress: progress).bytes
    }
}

extension FetchProgress {
    /// From 0 to 1, or `nil` if the length is unknown.
    var fraction: Double? {
        guard case .receiving(let bytes, let expected?) = self, expected > 0 else { return nil }
        return min(1, Double(bytes) / Double(expected))
    }
}

extension TransferLimits {
    /// Limits for local servers: retry at once, with time-outs as long as other programs may delay
    /// them.
    static var generous: TransferLimits {
        var limits = TransferLimits()
        limits.pause = .milliseconds(10)
        limits.connectTimeout = .seconds(60)
        limits.lowSpeedTime = .seconds(60)
        limits.replyTimeout = .seconds(60)
        return limits
    }

    /// Limits for servers that stall.
    static var hasty: TransferLimits {
        var limits = generous
        limits.lowSpeedTime = .seconds(2)
        return limits
    }
}

/// A cache in its own folder, and a fetcher of a local server that uses it.
final class CachingClient: Sendable {
    let folder: URL
    let client: TestClient
    let cache: DiskCache
    let fetcher: CachingFetcher

    init(
        _ address: String, limitBytes: Int = 100 << 20, folder: URL? = nil,
        within limits: TransferLimits = .generous
    ) throws {
        self.folder =
            folder ?? CleanEnvironment.home.appending(path: UUID().uuidString + "/nasa-view/c")
        client = try TestClient(address: address, limits: limits)
        cache = DiskCache(path: self.folder.path, limitBytes: limitBytes)
        fetcher = CachingFetcher(network: client.fetcher, cache: cache)
    }

    /// Returns another program with the same cache, started later.
    func another(_ address: String? = nil) throws -> CachingClient {
        try CachingClient(address ?? client.origin, limitBytes: cache.limitBytes, folder: folder)
    }

    func fetched(_ target: String, for purpose: ResourceKind = .reply) async throws -> FetchResult {
        try await fetcher.fetched(at: client.address(target), for: purpose, progress: { _ in })
    }

    func bytes(_ target: String, for purpose: ResourceKind = .reply) async throws -> [UInt8] {
        try await fetched(target, for: purpose).bytes
    }

    /// The files of the entries.
    func files() throws -> [URL] {
        try FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil)
    }

    /// Makes all entries older.
    func age(bySeconds seconds: Double) async throws {
        await cache.settle()
        for file in try files() {
            let date = Date(timeIntervalSinceNow: -seconds)
            try FileManager.default.setAttributes(
                [.modificationDate: date], ofItemAtPath: file.path)
        }
    }
}

/// A clock that advances only by sleeping, at once.
final class TestClock: Clock {
    struct Instant: InstantProtocol {
        var sinceStart: Duration

        func advanced(by duration: Duration) -> Instant {
            Instant(sinceStart: sinceStart + duration)
        }

        func duration(to other: Instant) -> Duration { other.sinceStart - sinceStart }

        static func < (one: Instant, other: Instant) -> Bool { one.sinceStart < other.sinceStart }
    }

    private let elapsed = Mutex(Duration.zero)

    var now: Instant { Instant(sinceStart: elapsed.withLock { $0 }) }
    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        elapsed.withLock { $0 = max($0, deadline.sinceStart) }
    }
}
