import Files
import Foundation
import PhotoCatalog
import Synchronization
import TestSupport
import Testing

@testable import Transfer

/// Files as they are delivered: from the cache, while they arrive, and without a cache.
@Suite(.timeLimit(.minutes(10)))
struct DownloadTests {
    private static let body = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }

    /// The files that a download reported as arriving.
    private final class Arrivals: Sendable {
        private let all = Mutex<[ArrivingFile]>([])

        var files: [ArrivingFile] { all.withLock { $0 } }

        var report: DownloadReport {
            DownloadReport(
                progress: { _ in }, arriving: { file in self.all.withLock { $0.append(file) } })
        }
    }

    private func download(
        from cachingClient: CachingClient,
        _ report: DownloadReport = DownloadReport(progress: { _ in })
    ) async throws -> OpenFile {
        try await cachingClient.fetcher.download(
            at: cachingClient.client.address("/a.jpg"), for: .photo, reporting: report
        ).file
    }

    private static func status(_ file: OpenFile) throws -> stat {
        var status = stat()
        try #require(fstat(try #require(file.descriptor).number, &status) == 0)
        return status
    }

    @Test func whatIsKeptIsHandedOnAsTheFileOfTheCacheToBeReadOnly() async throws {
        let server = try await RangeServer(.init(body: Self.body))
        defer { server.stop() }
        let cachingClient = try CachingClient(server.address)
        let fetched = try await download(from: cachingClient)
        let kept = try await download(from: cachingClient)
        var entry = stat()
        try #require(stat(try #require(try cachingClient.files().first).path, &entry) == 0)
        for file in [fetched, kept] {
            #expect(try Self.status(file).st_ino == entry.st_ino)
            #expect(file.readAll() == Self.body)
            let flags = fcntl(try #require(file.descriptor).number, F_GETFL)
            #expect(flags & O_ACCMODE == O_RDONLY)
        }
        #expect(server.requests.count == 1)
    }

    @Test(arguments: [0, 100 << 20])
    func theFileIsThereInItsFullLengthWhenItsFirstBytesAre(limitBytes: Int) async throws {
        let server = try await RangeServer(.init(body: Self.body))
        defer { server.stop() }
        let cachingClient = try CachingClient(server.address, limitBytes: limitBytes)
        let arrivals = Arrivals()
        let file = try await download(from: cachingClient, arrivals.report)
        let arriving = try #require(arrivals.files.first)
        #expect(arrivals.files.count == 1 && arriving.file.byteCount == Self.body.count)
        #expect(arriving.file.descriptor === file.descriptor)
        #expect(arriving.arrival.count == Self.body.count)
        #expect(file.readAll() == Self.body)
    }

    @Test func eachTryHasAFileOfItsOwnAndABrokenOneIsLeftNowhere() async throws {
        let server = try await RangeServer(.init(body: Self.body, breakAfter: 50_000))
        defer { server.stop() }
        let cachingClient = try CachingClient(server.address)
        let arrivals = Arrivals()
        await #expect(throws: FetchFailure.self) {
            try await download(from: cachingClient, arrivals.report)
        }
        let tries = arrivals.files
        #expect(tries.count == 3)
        #expect(Set(try tries.map { try Self.status($0.file).st_ino }).count == 3)
        // Nothing waits for the missing bytes.
        for file in tries { file.arrival.wait(forBytes: Self.body.count) }
        // The cache removes it on its own queue.
        #expect(waitUntil(within: 15) { (try? cachingClient.files().isEmpty) == true })
    }

    @Test(arguments: [(limitBytes: 0, headers: [:]), (1 << 20, ["Cache-Control": "no-store"])])
    func whatIsNotKeptIsInMemoryAndCannotBeChanged(
        limitBytes: Int, headers: [String: String]
    ) async throws {
        let server = try await RangeServer(.init(body: Self.body, headers: headers))
        defer { server.stop() }
        let cachingClient = try CachingClient(server.address, limitBytes: limitBytes)
        let file = try await download(from: cachingClient)
        #expect(file.readAll() == Self.body)
        #expect((try? file.descriptor?.write([1])) == nil)
        #expect(await cachingClient.cache.contents().entries == 0)
    }

    /// Limits that these files exceed.
    private static var narrow: TransferLimits {
        var limits = TransferLimits.generous
        (limits.heldBytes, limits.mostHeldBytes) = (100_000, 200_000)
        return limits
    }

    /// With and without the length from the server.
    @Test(arguments: [(limitBytes: 0, headers: [:]), (100 << 20, ["Cache-Control": "no-store"])])
    func aLongFileThatIsNotKeptIsOnTheDiskWithoutAName(
        limitBytes: Int, headers: [String: String]
    ) async throws {
        let server = try await RangeServer(.init(body: Self.body, headers: headers))
        defer { server.stop() }
        let cachingClient = try CachingClient(
            server.address, limitBytes: limitBytes, within: Self.narrow)
        let file = try await download(from: cachingClient)
        #expect(file.readAll() == Self.body)
        let status = try Self.status(file)
        var folder = stat()
        try #require(stat(cachingClient.folder.path, &folder) == 0)
        #expect(status.st_nlink == 0 && status.st_dev == folder.st_dev)
        #expect((try? file.descriptor?.write([1])) == nil)
        #expect(try cachingClient.files().isEmpty)
    }

    @Test("D9: a photo without space on the disk or in memory is refused at its first byte")
    func withoutADiskMemoryHoldsALimitedFile() async throws {
        let server = try await RangeServer(.init(body: Self.body))
        defer { server.stop() }
        let occupied = CleanEnvironment.home.appending(path: UUID().uuidString)
        try Data([1]).write(to: occupied)
        let cachingClient = try CachingClient(
            server.address, folder: occupied.appending(path: "nasa-view/c"), within: Self.narrow)
        await #expect(throws: FetchFailure.noRoom(byteCount: Self.body.count)) {
            try await download(from: cachingClient)
        }
        // It would not succeed later, so it is not retried.
        #expect(server.requests.count == 1)
        server.change { $0.body = Array(Self.body.prefix(150_000)) }
        #expect(
            try await download(from: cachingClient).readAll() == Array(Self.body.prefix(150_000)))
    }
}
