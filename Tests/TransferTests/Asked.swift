import PhotoCatalog
import TestSupport
import Transfer

/// A fetcher for a local server, that does not wait long.
struct Asked {
    let site: LibrarySite
    let fetcher: CurlFetcher

    init(_ server: FixtureServer, limits: TransferLimits = .hasty) throws {
        try self.init(address: server.address, limits: limits)
    }

    init(address: String, limits: TransferLimits = .hasty) throws {
        site = try LibrarySite(standIn: address)
        fetcher = CurlFetcher(site: site, userAgent: "test/1", limits: limits)
        origin = address
    }

    let origin: String

    func address(_ target: String) throws -> PhotoAddress { try site.address(origin + target) }

    func bytes(_ target: String, for purpose: ResourceKind = .reply) async throws -> [UInt8] {
        try await fetcher.bytes(at: address(target), for: purpose)
    }
}

extension TransferLimits {
    /// Short waits, for servers on this machine.
    static var hasty: TransferLimits {
        var limits = TransferLimits()
        limits.pauseSeconds = 0.01
        limits.connectSeconds = 2 * Int(TimeoutScale.factor)
        limits.lowSpeedSeconds = 2 * Int(TimeoutScale.factor)
        limits.replySeconds = 10 * Int(TimeoutScale.factor)
        return limits
    }
}
