import Foundation
import PhotoCatalog
import Synchronization
import TestSupport
import Testing

@testable import Transfer

@Suite(.timeLimit(.minutes(10)))
struct CachingTests {
    @Test func whatWasFetchedIsNotAskedForAgain() async throws {
        let server = try await ReplyServer()
        defer { server.stop() }
        let cachingClient = try CachingClient(server.address)
        for _ in 1...3 {
            #expect(try await cachingClient.bytes("/search?q=a") == Array("[1]".utf8))
        }
        #expect(try await cachingClient.bytes("/search?q=b") == Array("[1]".utf8))
        #expect(server.requests.count == 2)
    }

    @Test func theNextProgramFindsItToo() async throws {
        let server = try await ReplyServer()
        defer { server.stop() }
        let cachingClient = try CachingClient(server.address)
        _ = try await cachingClient.bytes("/a.jpg", for: .photo)
        await cachingClient.cache.settle()
        #expect(try await cachingClient.another().bytes("/a.jpg", for: .photo) == Array("[1]".utf8))
        #expect(server.requests.count == 1)
    }

    @Test(
        "N15, D7: a reply is valid for its time, and revalidated when the clock jumped",
        arguments: [
            (control: nil, purpose: ResourceKind.reply, age: 290.0, asks: false),
            (control: nil, purpose: .reply, age: 310, asks: true),
            (control: "public, max-age=60, s-maxage=600", purpose: .reply, age: 50, asks: false),
            (control: "public, max-age=60, s-maxage=600", purpose: .reply, age: 70, asks: true),
            (control: "max-age=99999999", purpose: .reply, age: 90_000, asks: true),
            (control: "no-cache", purpose: .reply, age: 1, asks: true),
            (control: "max-age=junk", purpose: .reply, age: 290, asks: false),
            (control: "max-age=300", purpose: .photo, age: 86_400, asks: false),
            (control: "max-age=300", purpose: .preview, age: 8 * 86_400, asks: true),
            // A clock that was set back: entries of the future are revalidated.
            (control: nil, purpose: .reply, age: -1000, asks: true),
        ] as [(String?, ResourceKind, Double, Bool)])
    func itIsValidForItsTime(
        control: String?, purpose: ResourceKind, age: Double, asks: Bool
    ) async throws {
        let headers = control.map { ["Cache-Control": $0] } ?? [:]
        let server = try await ReplyServer(.init(headers: headers))
        defer { server.stop() }
        let cachingClient = try CachingClient(server.address)
        _ = try await cachingClient.bytes("/a", for: purpose)
        try await cachingClient.age(bySeconds: age)
        #expect(try await cachingClient.fetched("/a", for: purpose).freshness == .current)
        #expect(server.requests.count == (asks ? 2 : 1))
    }

    @Test func whatTheServerForbidsIsNotKept() async throws {
        let server = try await ReplyServer(.init(headers: ["Cache-Control": "no-store"]))
        defer { server.stop() }
        let cachingClient = try CachingClient(server.address)
        _ = try await cachingClient.bytes("/a")
        await cachingClient.cache.settle()
        #expect(await cachingClient.cache.contents().entries == 0)
    }

    @Test(arguments: [
        (header: "ETag", value: "\"v1\"", asks: "if-none-match"),
        (
            header: "Last-Modified", value: "Tue, 01 Apr 2025 10:00:00 GMT",
            asks: "if-modified-since"
        ),
    ])
    func anOldOneIsAskedAfterByItsVersion(header: String, value: String, asks: String) async throws
    {
        let server = try await ReplyServer(.init(headers: [header: value]))
        defer { server.stop() }
        let cachingClient = try CachingClient(server.address)
        _ = try await cachingClient.bytes("/a")
        try await cachingClient.age(bySeconds: 1000)
        #expect(try await cachingClient.bytes("/a") == Array("[1]".utf8))
        #expect(server.requests.map { $0[asks] } == [nil, value])
    }

    @Test func oneThatIsStillTheSameIsValidAgain() async throws {
        let server = try await ReplyServer(.init(headers: ["ETag": "\"v1\""]))
        defer { server.stop() }
        let cachingClient = try CachingClient(server.address)
        _ = try await cachingClient.bytes("/a")
        try await cachingClient.age(bySeconds: 1000)
        for _ in 1...3 {
            #expect(try await cachingClient.bytes("/a") == Array("[1]".utf8))
            await cachingClient.cache.settle()
        }
        #expect(server.requests.count == 2)
    }

    @Test("N16: a reply that changed is replaced") func oneThatChangedIsReplaced() async throws {
        let server = try await ReplyServer(.init(headers: ["ETag": "\"v1\""]))
        defer { server.stop() }
        let cachingClient = try CachingClient(server.address)
        _ = try await cachingClient.bytes("/a")
        try await cachingClient.age(bySeconds: 1000)
        server.change { $0 = .init(body: "[2]", headers: ["ETag": "\"v2\""]) }
        #expect(try await cachingClient.bytes("/a") == Array("[2]".utf8))
        await cachingClient.cache.settle()
        #expect(try await cachingClient.another().bytes("/a") == Array("[2]".utf8))
        #expect(server.requests.count == 2)
    }

    @Test func askingAgainAsksAboutWhatIsStillValid() async throws {
        let server = try await ReplyServer()
        defer { server.stop() }
        let cachingClient = try CachingClient(server.address)
        let address = try cachingClient.client.address("/a")
        _ = try await cachingClient.bytes("/a")
        server.change { $0.body = "[2]" }
        let again = try await cachingClient.fetcher.reloading.bytes(at: address, for: .reply)
        #expect(again == Array("[2]".utf8))
        #expect(try await cachingClient.bytes("/a") == again)
    }

    /// The list of the last visit, of any age, while the server is busy.
    @Test func whatIsSavedIsReadWithoutTheServer() async throws {
        let server = try await ReplyServer()
        defer { server.stop() }
        let cachingClient = try CachingClient(server.address)
        let address = try cachingClient.client.address("/a")
        let saved = cachingClient.fetcher.savedOnly
        await #expect(throws: FetchFailure.notFound) {
            try await saved.bytes(at: address, for: .reply)
        }
        #expect(server.requests.isEmpty)
        _ = try await cachingClient.bytes("/a")
        try await cachingClient.age(bySeconds: 1_000_000)
        server.change { $0.body = "[2]" }
        #expect(try await saved.bytes(at: address, for: .reply) == Array("[1]".utf8))
        #expect(server.requests.count == 1)
    }

    @Test func whatWasOfNoUseIsFetchedAnew() async throws {
        let server = try await ReplyServer()
        defer { server.stop() }
        let cachingClient = try CachingClient(server.address)
        for _ in 1...2 {
            _ = try await cachingClient.bytes("/a")
            cachingClient.fetcher.discard(try cachingClient.client.address("/a"))
            await cachingClient.cache.settle()
        }
        #expect(await cachingClient.cache.contents().entries == 0)
        #expect(server.requests.count == 2)
    }

    @Test(arguments: [404, 403, 500])
    func aFailureIsNotKept(status: Int) async throws {
        let server = try await ReplyServer(.init(status: status))
        defer { server.stop() }
        let cachingClient = try CachingClient(server.address)
        await #expect(throws: FetchFailure.self) { try await cachingClient.bytes("/a") }
        server.change { $0.status = 200 }
        #expect(try await cachingClient.bytes("/a") == Array("[1]".utf8))
    }

    @Test(
        "an unrequested part is not taken for the whole file, and not stored",
        arguments: [ResourceKind.reply, .preview, .photo], ["[1]", ""])
    func aPartThatNobodyAskedFor(purpose: ResourceKind, body: String) async throws {
        let headers = ["Content-Range": "bytes 0-2/9", "ETag": "\"v1\""]
        let server = try await ReplyServer(.init(body: body, headers: headers, status: 206))
        defer { server.stop() }
        let cachingClient = try CachingClient(server.address)
        let address = try cachingClient.client.address("/a.jpg")
        let arrived = Mutex(0)
        let failure = FetchFailure.interrupted(.part)
        let report = DownloadReport(
            progress: { _ in }, arriving: { _ in arrived.withLock { $0 += 1 } })
        await #expect(throws: failure) {
            try await cachingClient.fetcher.download(at: address, for: purpose, reporting: report)
        }
        await cachingClient.cache.settle()
        #expect(await cachingClient.cache.contents().entries == 0)
        // A decoder of the arriving photo has not started with it either.
        #expect(arrived.withLock { $0 } == 0)
        server.change { $0 = .init(body: "[1, 2, 3]") }
        #expect(try await cachingClient.bytes("/a.jpg", for: purpose) == Array("[1, 2, 3]".utf8))
    }

    @Test func nothingIsKeptWhereNothingShallBe() async throws {
        let server = try await ReplyServer()
        defer { server.stop() }
        let cachingClient = try CachingClient(server.address, limitBytes: 0)
        for _ in 1...2 { _ = try await cachingClient.bytes("/a") }
        await cachingClient.cache.settle()
        #expect(server.requests.count == 2)
        #expect(!FileManager.default.fileExists(atPath: cachingClient.folder.path))
    }

    @Test func aWebPageIsNeverKept() async throws {
        let server = try await ReplyServer(.init(body: "<!doctype html><html>"))
        defer { server.stop() }
        let cachingClient = try CachingClient(server.address)
        await #expect(throws: FetchFailure.webPageInstead) { try await cachingClient.bytes("/a") }
        server.change { $0.body = "[1]" }
        #expect(try await cachingClient.bytes("/a") == Array("[1]".utf8))
    }
}

@Suite(.timeLimit(.minutes(10)))
struct OfflineTests {
    @Test func whatWasSeenIsGivenAndMarkedWhenTheServerIsGone() async throws {
        let server = try await ReplyServer()
        let cachingClient = try CachingClient(server.address)
        _ = try await cachingClient.bytes("/a")
        try await cachingClient.age(bySeconds: 1000)
        await server.end()
        let fetched = try await cachingClient.another().fetched("/a")
        #expect(fetched.bytes == Array("[1]".utf8))
        guard case .stale(.noConnection, let age) = fetched.freshness else {
            Issue.record("it is \(fetched.freshness)")
            return
        }
        #expect((1000...1100).contains(age))
    }

    @Test func whatIsStillValidIsNotMarked() async throws {
        let server = try await ReplyServer()
        let cachingClient = try CachingClient(server.address)
        _ = try await cachingClient.bytes("/a")
        await server.end()
        #expect(try await cachingClient.fetched("/a").freshness == .current)
    }

    @Test func whatWasNeverSeenFails() async throws {
        let cachingClient = try CachingClient(try CannedServer.deadAddress())
        await #expect(throws: FetchFailure.self) { try await cachingClient.bytes("/a") }
    }

    @Test(arguments: [
        (status: 500, isKept: true), (status: 503, isKept: true), (status: 429, isKept: true),
        (status: 404, isKept: false), (status: 403, isKept: false),
    ])
    func aServerInTroubleIsForgivenAndARefusalIsNot(status: Int, isKept: Bool) async throws {
        let server = try await ReplyServer()
        defer { server.stop() }
        let cachingClient = try CachingClient(server.address)
        _ = try await cachingClient.bytes("/a")
        try await cachingClient.age(bySeconds: 1000)
        server.change { $0.status = status }
        if isKept {
            #expect(try await cachingClient.fetched("/a").freshness.isCurrent == false)
        } else {
            await #expect(throws: FetchFailure.self) { try await cachingClient.bytes("/a") }
        }
    }

    @Test func aServerThatIsGoneIsNotAskedForEachOfManyThings() async throws {
        let server = try await ReplyServer()
        defer { server.stop() }
        let cachingClient = try CachingClient(server.address)
        for number in 0..<20 { _ = try await cachingClient.bytes("/\(number)") }
        try await cachingClient.age(bySeconds: 1000)
        server.change { $0.status = 500 }
        let before = server.requests.count
        for number in 0..<20 { _ = try await cachingClient.bytes("/\(number)") }
        // One resource, requested three times.
        #expect(server.requests.count == before + 3)
    }
}
