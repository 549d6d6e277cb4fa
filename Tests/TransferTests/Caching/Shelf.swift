import Foundation
import PhotoCatalog
import TestSupport

@testable import Transfer

/// A cache in a folder of its own, and fetchers of a local server that keep things there.
///
/// The folder goes with it.
final class Shelf: Sendable {
    let folder: URL
    let asked: Asked
    let cache: DiskCache
    let fetcher: CachingFetcher

    init(_ address: String, limitBytes: Int = 100 << 20, folder: URL? = nil) throws {
        self.folder =
            folder ?? CleanEnvironment.home.appending(path: UUID().uuidString + "/nasa-view/c")
        asked = try Asked(address: address)
        cache = DiskCache(path: self.folder.path, limitBytes: limitBytes)
        fetcher = CachingFetcher(network: asked.fetcher, cache: cache)
    }

    /// Another program with the same cache, started later.
    func another(_ address: String? = nil) throws -> Shelf {
        try Shelf(address ?? asked.origin, limitBytes: cache.limitBytes, folder: folder)
    }

    func fetched(_ target: String, for purpose: ResourceKind = .reply) async throws -> FetchResult {
        try await fetcher.fetched(at: asked.address(target), for: purpose, progress: { _ in })
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
