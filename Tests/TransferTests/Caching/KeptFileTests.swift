import Files
import Foundation
import PhotoCatalog
import TestSupport
import Testing

@testable import Transfer

/// The program's own entries in the disk cache, under keys that are not addresses.
@Suite struct KeptFileTests {
    private static func cache(_ limitBytes: Int = 1 << 20) -> DiskCache {
        let folder = CleanEnvironment.home.appending(path: UUID().uuidString + "/nasa-view/c")
        return DiskCache(path: folder.path, limitBytes: limitBytes)
    }

    @Test(arguments: [[], [1], [UInt8](repeating: 7, count: 100_000)])
    func whatIsKeptIsFoundUnderItsKeyAlone(bytes: [UInt8]) async {
        let cache = Self.cache()
        await cache.keep(bytes, as: "preview:a")
        #expect(await cache.file(keptAs: "preview:a")?.readAll() == bytes)
        #expect(await cache.file(keptAs: "preview:b") == nil)
        #expect(await cache.contents().entries == 1, "it counts as any entry")
    }

    @Test func theLastThatIsKeptUnderAKeyStays() async {
        let cache = Self.cache()
        await cache.keep([1], as: "preview:a")
        await cache.keep([2, 3], as: "preview:a")
        #expect(await cache.file(keptAs: "preview:a")?.readAll() == [2, 3])
    }

    /// The record has one line for the key: more lines would make it another's.
    @Test(arguments: ["a\nb", String(repeating: "x", count: 3000)])
    func aKeyThatIsNoShortLineKeepsNothing(key: String) async {
        let cache = Self.cache()
        await cache.keep([1], as: key)
        #expect(await cache.file(keptAs: key) == nil)
        #expect(cache.failure == nil)
    }

    @Test(arguments: [0, 10])
    func whatIsTooLargeForTheCacheIsNotKept(limit: Int) async {
        let cache = Self.cache(limit)
        await cache.keep([UInt8](repeating: 1, count: 100), as: "preview:a")
        #expect(await cache.file(keptAs: "preview:a") == nil)
    }

    @Test func aFileThatWasChangedIsNotRead() async throws {
        let cache = Self.cache()
        await cache.keep([1, 2, 3], as: "preview:a")
        let name = try #require(
            try FileManager.default.contentsOfDirectory(atPath: cache.path).first)
        let file = URL(filePath: cache.path + "/" + name)
        var bytes = try Data(contentsOf: file)
        bytes[0] = 9
        try bytes.write(to: file)
        #expect(await cache.file(keptAs: "preview:a") == nil)
    }
}
