import Foundation
import PhotoCatalog
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import Transfer

@Suite(.timeLimit(.minutes(10)))
struct SavingTests {
    private static let body = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }

    /// A folder for saved files, deleted with this object.
    private final class SaveFolder: Sendable {
        let folder = CleanEnvironment.home.appending(path: UUID().uuidString)

        var names: [String] {
            get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
        }

        func bytes(_ name: String) throws -> [UInt8] {
            Array(try Data(contentsOf: folder.appending(path: name)))
        }

        func put(_ bytes: some Sequence<UInt8>, _ name: String) throws {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(bytes).write(to: folder.appending(path: name))
        }

        deinit { try? FileManager.default.removeItem(at: folder) }
    }

    private func save(
        _ cachingClient: CachingClient, _ place: SaveFolder, as name: String = "a.jpg",
        ending: String? = "jpg",
        progress: @escaping @Sendable (FetchProgress) -> Void = { _ in }
    ) async throws -> SavedFile {
        let order = DownloadRequest(
            try cachingClient.client.address("/a.jpg"), into: FilePath(place.folder.path), as: name
        ) { _ in ending }
        return try await FileDownloader(
            network: cachingClient.client.fetcher, cache: cachingClient.cache
        )
        .save(order, progress: progress)
    }

    @Test func theFileIsSavedAsItIsAndNothingElseStays() async throws {
        let server = try await RangeServer(.init(body: Self.body))
        defer { server.stop() }
        let place = SaveFolder()
        let file = try await save(try CachingClient(server.address), place)
        #expect(file.byteCount == Self.body.count && file.path.hasSuffix("/a.jpg"))
        #expect(try place.bytes("a.jpg") == Self.body)
        #expect(try place.names == ["a.jpg"])
    }

    @Test("T9: no file is ever overwritten") func noFileIsEverOverwritten() async throws {
        let server = try await RangeServer(.init(body: Self.body))
        defer { server.stop() }
        let place = SaveFolder()
        try place.put([1], "a.jpg")
        try place.put([2], "a-1.jpg")
        let file = try await save(try CachingClient(server.address), place)
        #expect(file.path.hasSuffix("/a-2.jpg"))
        #expect(try place.names == ["a-1.jpg", "a-2.jpg", "a.jpg"])
        #expect(try place.bytes("a.jpg") == [1])
    }

    @Test(
        "T9: a saved file's name is safe and ends right",
        arguments: [
            (name: "x.jpg", ending: "png", saved: "x.png"),
            (name: "x.JPG", ending: "jpg", saved: "x.JPG"),
            (name: "x.tiff", ending: "tif", saved: "x.tiff"),
            (name: "x.gif", ending: nil, saved: "x.gif"),
            (name: "x", ending: "png", saved: "x.png"),
            (
                name: "A b's \u{1B}[31m é.v2~orig.jpg", ending: "jpg",
                saved: "A_b_s_31m_.v2~orig.jpg"
            ),
            (name: "../../etc/passwd", ending: "jpg", saved: "etc_passwd.jpg"),
            (name: "-rf", ending: "jpg", saved: "rf.jpg"),
            (name: "CON.jpg", ending: "jpg", saved: "_CON.jpg"),
            (name: "\u{2019}", ending: "jpg", saved: "photo.jpg"),
        ] as [(String, String?, String)])
    func theNameIsSafeAndEndsRight(name: String, ending: String?, saved: String) async throws {
        let server = try await RangeServer(.init(body: Self.body))
        defer { server.stop() }
        let place = SaveFolder()
        _ = try await save(try CachingClient(server.address), place, as: name, ending: ending)
        #expect(try place.names == [saved])
    }

    @Test(arguments: ["ETag", "Last-Modified"])
    func aBrokenTransferGoesOnWhereItBroke(header: String) async throws {
        let versions = ["ETag": "\"v1\"", "Last-Modified": "Tue, 01 Apr 2025 10:00:00 GMT"]
        let version = [header: versions[header] ?? ""]
        let server = try await RangeServer(
            .init(body: Self.body, headers: version, breakAfter: 50_000))
        defer { server.stop() }
        let place = SaveFolder()
        let cachingClient = try CachingClient(server.address)
        await #expect(throws: SavingFailure.self) { try await save(cachingClient, place) }
        #expect(try place.names == ["a.jpg.part", "a.jpg.part.tag"])
        server.change { $0.breakAfter = nil }
        let reports = Mutex<[FetchProgress]>([])
        _ = try await save(cachingClient, place) { step in reports.withLock { $0.append(step) } }
        #expect(try place.bytes("a.jpg") == Self.body)
        #expect(try place.names == ["a.jpg"])
        #expect(server.requests.first == "all" && server.requests.last?.hasPrefix("bytes=") == true)
        // Each try of the first call got 50,000 bytes further.
        #expect(server.requests.last == "bytes=150000-")
        guard case .receiving(let bytes, Self.body.count) = reports.withLock({ $0.first }) else {
            Issue.record("\(reports.withLock { $0 })")
            return
        }
        #expect(bytes > 150_000)
    }

    @Test("N16: a file that changed is fetched from its start")
    func aFileThatChangedIsFetchedFromItsStart() async throws {
        let server = try await RangeServer(.init(body: Self.body, breakAfter: 50_000))
        defer { server.stop() }
        let place = SaveFolder()
        let cachingClient = try CachingClient(server.address)
        await #expect(throws: SavingFailure.self) { try await save(cachingClient, place) }
        let other = Array(Self.body.reversed())
        server.change { $0 = .init(body: other, headers: ["ETag": "\"v2\""]) }
        _ = try await save(cachingClient, place)
        #expect(try place.bytes("a.jpg") == other)
    }

    @Test(
        "N16: if a part cannot be requested, all is",
        arguments: ["no ranges", "no version", "weak version"])
    func whereAPartCannotBeAskedForAllIs(kind: String) async throws {
        let server = try await RangeServer(.init(body: Self.body, breakAfter: 50_000))
        defer { server.stop() }
        server.change { file in
            if kind == "no ranges" { file.takesRanges = false }
            if kind == "no version" { file.headers = [:] }
            if kind == "weak version" { file.headers = ["ETag": "W/\"v1\""] }
        }
        let place = SaveFolder()
        let cachingClient = try CachingClient(server.address)
        await #expect(throws: SavingFailure.self) { try await save(cachingClient, place) }
        server.change { $0.breakAfter = nil }
        _ = try await save(cachingClient, place)
        #expect(try place.bytes("a.jpg") == Self.body)
    }

    @Test(
        "N16: a part with a nonsensical position is not appended",
        arguments: [
            "bytes 0-5/-5", "bytes 0-299999/300000", "bytes 150000-299998/300000", "bytes */300000",
            "bytes 9223372036854775806-9223372036854775806/9223372036854775807",
        ])
    func aPartFromNowhereIsNotTaken(place range: String) async throws {
        let server = try await RangeServer(.init(body: Self.body, breakAfter: 50_000))
        defer { server.stop() }
        let place = SaveFolder()
        let cachingClient = try CachingClient(server.address)
        await #expect(throws: SavingFailure.self) { try await save(cachingClient, place) }
        server.change { file in
            file.breakAfter = nil
            file.contentRange = range
        }
        _ = try await save(cachingClient, place)
        #expect(try place.bytes("a.jpg") == Self.body)
        #expect(server.requests.suffix(2) == ["bytes=150000-", "all"])
    }

    @Test(arguments: [0, 10, 300_000, 400_000])
    func aPartOfUnknownOriginIsNotGoneOnWith(byteCount: Int) async throws {
        let server = try await RangeServer(.init(body: Self.body))
        defer { server.stop() }
        let place = SaveFolder()
        try place.put([UInt8](repeating: 7, count: byteCount), "a.jpg.part")
        _ = try await save(try CachingClient(server.address), place)
        #expect(try place.bytes("a.jpg") == Self.body)
    }

    @Test(arguments: [300_000, 400_000])
    func aPartThatLacksNothingIsFetchedAnew(byteCount: Int) async throws {
        let server = try await RangeServer(.init(body: Self.body))
        defer { server.stop() }
        let place = SaveFolder()
        let cachingClient = try CachingClient(server.address)
        try place.put([UInt8](repeating: 7, count: byteCount), "a.jpg.part")
        try place.put(
            "\(cachingClient.client.address("/a.jpg").text)\n\"v1\"\n\n".utf8, "a.jpg.part.tag")
        _ = try await save(cachingClient, place)
        #expect(try place.bytes("a.jpg") == Self.body)
        #expect(server.requests == ["bytes=\(byteCount)-", "all"])
    }

    @Test func whatWasLookedAtIsNotFetchedAgain() async throws {
        let server = try await RangeServer(.init(body: Self.body))
        defer { server.stop() }
        let place = SaveFolder()
        let cachingClient = try CachingClient(server.address)
        _ = try await cachingClient.bytes("/a.jpg", for: .photo)
        _ = try await save(cachingClient, place)
        #expect(try place.bytes("a.jpg") == Self.body)
        #expect(server.requests == ["all"])
    }

    @Test func aWebPageIsNotSaved() async throws {
        let server = try await RangeServer(.init(body: Array("<!doctype html><p>sign in".utf8)))
        defer { server.stop() }
        let place = SaveFolder()
        await #expect(throws: SavingFailure.fetching(.webPageInstead)) {
            try await save(try CachingClient(server.address), place)
        }
        #expect(try place.names.isEmpty)
    }

    @Test func twoWhoSaveTheSameDoNotMixTheirBytes() async throws {
        let server = try await RangeServer(.init(body: Self.body))
        defer { server.stop() }
        let place = SaveFolder()
        let cachingClient = try CachingClient(server.address)
        try place.put([], "x")
        let part = try PartialDownload(
            path: FilePath(place.folder.path + "/a.jpg.part"),
            address: cachingClient.client.address("/a.jpg")
        )
        await #expect(throws: SavingFailure.busy(path: place.folder.path + "/a.jpg.part")) {
            try await save(cachingClient, place)
        }
        withExtendedLifetime(part) {}
    }

    @Test func aPlaceThatIsNoFolderIsNamed() async throws {
        let server = try await RangeServer(.init(body: Self.body))
        defer { server.stop() }
        let order = DownloadRequest(
            try LibrarySite(standIn: server.address).address(server.address + "/a"),
            into: "/dev/null/x", as: "a"
        ) { _ in nil }
        let cachingClient = try CachingClient(server.address)
        let downloader = FileDownloader(
            network: cachingClient.client.fetcher, cache: cachingClient.cache)
        await #expect(throws: SavingFailure.noFolder(path: "/dev/null/x")) {
            try await downloader.save(order) { _ in }
        }
    }

    @Test func whoGivesUpLeavesAPartToGoOnFrom() async throws {
        let server = try await RangeServer(.init(body: Self.body, breakAfter: 100_000))
        defer { server.stop() }
        let place = SaveFolder()
        var limits = TransferLimits.generous
        limits.pause = .seconds(30)
        let client = try TestClient(address: server.address, limits: limits)
        let cachingClient = try CachingClient(server.address)
        let downloader = FileDownloader(network: client.fetcher, cache: cachingClient.cache)
        let order = DownloadRequest(
            try client.address("/a.jpg"), into: FilePath(place.folder.path), as: "a.jpg"
        ) { _ in "jpg" }
        let (steps, told) = AsyncStream.makeStream(of: FetchProgress.self)
        let saving = Task { try await downloader.save(order) { told.yield($0) } }
        // It has broken off and is waiting to retry.
        for await step in steps { if case .waiting = step { break } }
        saving.cancel()
        await #expect(throws: SavingFailure.fetching(.cancelled)) { try await saving.value }
        server.change { $0.breakAfter = nil }
        _ = try await save(cachingClient, place)
        #expect(server.requests == ["all", "bytes=100000-"])
        #expect(try place.bytes("a.jpg") == Self.body)
    }
}
