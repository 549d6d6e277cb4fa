import Foundation
import PhotoCatalog
import Synchronization
import TestSupport
import Testing

@testable import Transfer

@Suite(.timeLimit(.minutes(10)))
struct DiskFailureTests {
    @Test(
        "D2, D6: without its own folder it continues and says so once",
        arguments: ["a link", "a file", "no place"])
    func withoutAFolderOfItsOwnItGoesOnAndSaysSoOnce(kind: String) async throws {
        let server = try await ReplyServer()
        defer { server.stop() }
        let home = CleanEnvironment.home.appending(path: UUID().uuidString)
        let folder =
            kind == "no place"
            ? URL(filePath: "/dev/null/nasa-view/c") : home.appending(path: "nasa-view/c")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        let place = home.appending(path: "nasa-view").path
        if kind == "a link" {
            try FileManager.default.createSymbolicLink(
                atPath: place, withDestinationPath: CleanEnvironment.home.path)
        } else {
            try Data([1]).write(to: URL(filePath: place))
        }
        let cachingClient = try CachingClient(server.address, folder: folder)
        let troubles = Mutex<[CacheError]>([])
        cachingClient.cache.onFailure { trouble in troubles.withLock { $0.append(trouble) } }
        for _ in 1...3 { #expect(try await cachingClient.bytes("/a") == Array("[1]".utf8)) }
        await cachingClient.cache.settle()
        let told = troubles.withLock { $0 }
        #expect(told.count == 1 && told.first == cachingClient.cache.failure)
        if kind != "no place" { #expect(told == [kind == "a link" ? .isLink : .notOurs]) }
        #expect(await cachingClient.cache.contents().entries == 0)
    }

    @Test("D6: the folder and its files are for this user alone")
    func theFolderAndItsFilesAreForThisUserAlone() async throws {
        let server = try await ReplyServer()
        defer { server.stop() }
        let cachingClient = try CachingClient(server.address)
        _ = try await cachingClient.bytes("/a")
        await cachingClient.cache.settle()
        let file = try #require(try cachingClient.files().first)
        #expect(Self.mode(file) == 0o600)
        #expect(Self.mode(cachingClient.folder) == 0o700)
        #expect(Self.mode(cachingClient.folder.deletingLastPathComponent()) == 0o700)
        #expect(file.lastPathComponent.wholeMatch(of: /[0-9a-f]{32}/) != nil)
    }

    @Test func theLeastUsedGoWhenThereAreTooMany() async throws {
        let body = String(repeating: "[1]", count: 3000)
        let server = try await ReplyServer(.init(body: body))
        defer { server.stop() }
        let cachingClient = try CachingClient(server.address, limitBytes: 100_000)
        for number in 0..<30 {
            _ = try await cachingClient.bytes("/\(number)")
            // Used every time, so never the least recently used.
            _ = try await cachingClient.bytes("/0")
            await cachingClient.cache.settle()
        }
        let contents = await cachingClient.cache.contents()
        #expect(contents.bytes <= 100_000 && contents.entries >= 8)
        let before = server.requests.count
        for number in [0, 29] { _ = try await cachingClient.another().bytes("/\(number)") }
        #expect(server.requests.count == before)
        _ = try await cachingClient.another().bytes("/1")
        #expect(server.requests.count == before + 1)
    }

    @Test func whatEndedProgramsLeftIsSweptAndWhatRunningOnesWriteIsNot() async throws {
        let server = try await ReplyServer()
        defer { server.stop() }
        let cachingClient = try CachingClient(server.address)
        _ = try await cachingClient.bytes("/a")
        await cachingClient.cache.settle()
        let running = "writing-1-7"
        for name in ["writing-999999999-1", "writing-x", "writing-", running] {
            try Data([1]).write(to: cachingClient.folder.appending(path: name))
        }
        let later = try cachingClient.another()
        _ = try await later.bytes("/b")
        await later.cache.settle()
        let names = try cachingClient.files().map(\.lastPathComponent)
        #expect(names.filter { $0.hasPrefix("writing") } == [running])
        #expect(names.count == 3)
    }

    @Test("D5: two programs and a cleaner work side by side") func twoProgramsAndACleanerGetAlong()
        async throws
    {
        let server = try await ReplyServer(.init(body: String(repeating: "[1]", count: 1000)))
        defer { server.stop() }
        let first = try CachingClient(server.address)
        let shelves = [first, try first.another()]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for cachingClient in shelves {
                for number in 0..<100 {
                    group.addTask {
                        let bytes = try await cachingClient.bytes("/\(number)", for: .photo)
                        #expect(bytes.count == 3000)
                    }
                }
            }
            group.addTask { for _ in 0..<20 { _ = try await first.another().cache.clear() } }
            try await group.waitForAll()
        }
        for cachingClient in shelves {
            await cachingClient.cache.settle()
            #expect(cachingClient.cache.failure == nil)
        }
    }

    @Test(
        "D1: a full disk is reported and nothing is lost",
        .enabled(if: canMount, "no small disk can be mounted here"))
    func aFullDiskIsToldAndNothingIsLost() async throws {
        let disk = try #require(Self.smallDisk())
        defer { umount2(disk.path, Int32(MNT_DETACH)) }
        let body = String(repeating: "[1]", count: 10_000)
        let server = try await ReplyServer(.init(body: body))
        defer { server.stop() }
        let cachingClient = try CachingClient(
            server.address, folder: disk.appending(path: "nasa-view/c"))
        for number in 0..<5 {
            #expect(try await cachingClient.bytes("/\(number)").count == body.utf8.count)
        }
        await cachingClient.cache.settle()
        #expect(cachingClient.cache.failure == .diskFull)
        // Existing files are complete, without half-written ones.
        #expect(try cachingClient.files().allSatisfy { $0.lastPathComponent.count == 32 })
        let before = server.requests.count
        #expect(try await cachingClient.another().bytes("/0").count == body.utf8.count)
        #expect(server.requests.count == before)
    }

    private static let canMount: Bool = {
        guard let disk = smallDisk() else { return false }
        return umount2(disk.path, Int32(MNT_DETACH)) == 0
    }()

    /// Returns a disk of 64 kB, to be unmounted; nil if this user may not mount one.
    private static func smallDisk() -> URL? {
        let folder = CleanEnvironment.home.appending(path: UUID().uuidString)
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return mount("tmpfs", folder.path, "tmpfs", 0, "size=64k") == 0 ? folder : nil
    }

    private static func mode(_ file: URL) -> Int? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
        return attributes?[.posixPermissions] as? Int
    }
}
