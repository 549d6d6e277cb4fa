import Files
import Foundation
import PhotoCatalog
import Synchronization
import TestSupport
import Testing

@testable import Transfer

/// Files of which only those bytes are fetched that are read.
@Suite struct RangedFileTests {
    private static let chunk = RangedFile.chunkBytes
    private static let body = (0..<(5 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }

    private func ranged(_ client: CachingClient) async throws -> RangedFile? {
        try await client.fetcher.rangedFile(at: try client.client.address("/a.tif")) { _ in true }
    }

    private func fetch(_ range: Range<Int>, of file: RangedFile) async -> Bool {
        await withCheckedContinuation { continuation in
            file.fetch(range) { continuation.resume(returning: $0) }
        }
    }

    @Test func onlyWhatIsReadIsFetched() async throws {
        let server = try PartServer(.init(body: Self.body))
        defer { server.stop() }
        let client = try CachingClient(server.address)
        let file = try #require(try await ranged(client))
        #expect(file.file.byteCount == Self.body.count)
        let range = 1_000_000..<1_100_000
        #expect(await fetch(range, of: file))
        #expect(
            file.file.descriptor?.read(range.count, at: range.lowerBound) == Array(Self.body[range])
        )
        #expect(await fetch(10..<20, of: file))
        #expect(await fetch(range, of: file))
        let chunks = 15 * Self.chunk..<17 * Self.chunk
        #expect(
            server.requests == [
                "bytes=0-\(Self.chunk - 1)", "bytes=\(chunks.lowerBound)-\(chunks.upperBound - 1)",
            ])
        #expect(file.failure == nil)
    }

    @Test func theEndOfAFileIsAShortPart() async throws {
        let body = Self.body + [1, 2, 3]
        let server = try PartServer(.init(body: body))
        defer { server.stop() }
        let file = try #require(try await ranged(try CachingClient(server.address)))
        #expect(await fetch(body.count - 5..<body.count, of: file))
        #expect(file.file.descriptor?.read(5, at: body.count - 5) == Array(body.suffix(5)))
    }

    @Test func whatWasFetchedIsKeptForLaterSessions() async throws {
        let server = try PartServer(.init(body: Self.body))
        defer { server.stop() }
        let client = try CachingClient(server.address)
        let range = 2_000_000..<2_500_000
        var requests: [Int] = []
        // A reader is told before the parts are kept, so the next session may be too early.
        while requests.last != 1, requests.count < 50 {
            let before = server.requests.count
            let file = try #require(try await ranged(try client.another()))
            #expect(await fetch(range, of: file))
            #expect(
                file.file.descriptor?.read(range.count, at: range.lowerBound)
                    == Array(Self.body[range]))
            requests.append(server.requests.count - before)
        }
        #expect(requests.last == 1, "only the version is asked for: \(requests)")
    }

    @Test func whatIsKeptOfAnotherVersionIsNotUsed() async throws {
        let server = try PartServer(.init(body: Self.body))
        defer { server.stop() }
        let client = try CachingClient(server.address)
        #expect(await fetch(0..<1_000_000, of: try #require(try await ranged(client))))
        await client.cache.settle()
        let other = Self.body.map { ~$0 }
        server.change { $0 = .init(body: other) }
        server.change { $0.headers = ["ETag": "\"v2\""] }
        let file = try #require(try await ranged(try client.another()))
        #expect(await fetch(500_000..<600_000, of: file))
        #expect(file.file.descriptor?.read(100_000, at: 500_000) == Array(other[500_000..<600_000]))
    }

    enum Other: CaseIterable {
        case small, withoutRanges, withoutValidators, withWeakTag
    }

    @Test(arguments: Other.allCases)
    func otherFilesAreDownloaded(other: Other) async throws {
        let server = try PartServer(
            Self.with { file in
                switch other {
                case .small: file.body = [1, 2, 3]
                case .withoutRanges: file.takesRanges = false
                case .withoutValidators: file.headers = [:]
                case .withWeakTag: file.headers = ["ETag": "W/\"v1\""]
                }
            })
        defer { server.stop() }
        #expect(try await ranged(try CachingClient(server.address)) == nil)
    }

    private static func with(_ change: (inout PartServer.File) -> Void) -> PartServer.File {
        var file = PartServer.File(body: body)
        change(&file)
        return file
    }

    @Test(arguments: PartServer.Lie.allCases)
    func aServerThatLiesFromTheStartIsNotBelieved(lie: PartServer.Lie) async throws {
        let server = try PartServer(Self.with { $0.lie = lie })
        defer { server.stop() }
        let client = try CachingClient(server.address)
        await #expect(throws: RangedFailure.file(.otherBytes)) { try await ranged(client) }
    }

    @Test(arguments: PartServer.Lie.allCases)
    func aServerThatBeginsToLieEndsTheFile(lie: PartServer.Lie) async throws {
        let server = try PartServer(.init(body: Self.body))
        defer { server.stop() }
        let file = try #require(try await ranged(try CachingClient(server.address)))
        server.change { $0.lie = lie }
        #expect(await !fetch(1_000_000..<1_100_000, of: file))
        #expect(file.fault == .otherBytes)
        #expect(await !fetch(10..<20, of: file), "nothing of it is shown any more")
    }

    /// Another tag; another length with the same tag; a shorter file; and a server that has forgotten ranges
    /// together with the version.
    @Test(
        arguments: [
            { $0.headers = ["ETag": "\"v2\""] }, { $0.body.append(1) },
            { $0.body.removeLast(4 << 20) },
            {
                $0 = PartServer.File(body: [1]); $0.headers = ["ETag": "\"v2\""];
                $0.takesRanges = false
            },
        ] as [@Sendable (inout PartServer.File) -> Void])
    func aFileThatChangesIsNotMixed(change: @Sendable (inout PartServer.File) -> Void) async throws
    {
        let server = try PartServer(.init(body: Self.body))
        defer { server.stop() }
        let file = try #require(try await ranged(try CachingClient(server.address)))
        server.change(change)
        #expect(await !fetch(3_000_000..<3_100_000, of: file))
        #expect(file.fault == .changed)
    }

    @Test func aServerThatIsGoneIsAskedAgain() async throws {
        let server = try PartServer(.init(body: Self.body))
        let file = try #require(try await ranged(try CachingClient(server.address)))
        server.stop()
        #expect(await !fetch(1_000_000..<1_100_000, of: file))
        #expect(file.fault == nil)
        guard case .fetching = file.failure else {
            throw TestEnvironmentError.outOfTime("a failure")
        }
        #expect(await fetch(0..<10, of: file), "what is there stays")
    }

    @Test func runsEndAtGapsAndAtTheirLimit() {
        #expect(RangedFile.runs(of: []) == [])
        #expect(RangedFile.runs(of: [1, 2, 5]) == [1..<3, 5..<6])
        #expect(RangedFile.runs(of: Array(0..<20)) == [0..<16, 16..<20])
    }
}
