import Foundation
import PhotoCatalog
import Synchronization
import TestSupport
import Testing

@testable import Transfer

@Suite(.timeLimit(.minutes(10)))
struct KeepingTests {
    @Test func whatWasFetchedIsNotAskedForAgain() async throws {
        let server = try await ReplyServer()
        defer { server.stop() }
        let shelf = try Shelf(server.address)
        for _ in 1...3 { #expect(try await shelf.bytes("/search?q=a") == Array("[1]".utf8)) }
        #expect(try await shelf.bytes("/search?q=b") == Array("[1]".utf8))
        #expect(server.requests.count == 2)
    }

    @Test func theNextProgramFindsItToo() async throws {
        let server = try await ReplyServer()
        defer { server.stop() }
        let shelf = try Shelf(server.address)
        _ = try await shelf.bytes("/a.jpg", for: .photo)
        await shelf.cache.settle()
        #expect(try await shelf.another().bytes("/a.jpg", for: .photo) == Array("[1]".utf8))
        #expect(server.requests.count == 1)
    }

    @Test(
        "N15, D7: a reply is valid for its time, and asked after when the clock jumped",
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
            // A clock that was turned back: entries of the future are asked after.
            (control: nil, purpose: .reply, age: -1000, asks: true),
        ] as [(String?, ResourceKind, Double, Bool)])
    func itIsValidForItsTime(
        control: String?, purpose: ResourceKind, age: Double, asks: Bool
    ) async throws {
        let headers = control.map { ["Cache-Control": $0] } ?? [:]
        let server = try await ReplyServer(.init(headers: headers))
        defer { server.stop() }
        let shelf = try Shelf(server.address)
        _ = try await shelf.bytes("/a", for: purpose)
        try await shelf.age(bySeconds: age)
        #expect(try await shelf.fetched("/a", for: purpose).freshness == .current)
        #expect(server.requests.count == (asks ? 2 : 1))
    }

    @Test func whatTheServerForbidsIsNotKept() async throws {
        let server = try await ReplyServer(.init(headers: ["Cache-Control": "no-store"]))
        defer { server.stop() }
        let shelf = try Shelf(server.address)
        _ = try await shelf.bytes("/a")
        await shelf.cache.settle()
        #expect(await shelf.cache.contents().entries == 0)
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
        let shelf = try Shelf(server.address)
        _ = try await shelf.bytes("/a")
        try await shelf.age(bySeconds: 1000)
        #expect(try await shelf.bytes("/a") == Array("[1]".utf8))
        #expect(server.requests.map { $0[asks] } == [nil, value])
    }

    @Test func oneThatIsStillTheSameIsValidAgain() async throws {
        let server = try await ReplyServer(.init(headers: ["ETag": "\"v1\""]))
        defer { server.stop() }
        let shelf = try Shelf(server.address)
        _ = try await shelf.bytes("/a")
        try await shelf.age(bySeconds: 1000)
        for _ in 1...3 {
            #expect(try await shelf.bytes("/a") == Array("[1]".utf8))
            await shelf.cache.settle()
        }
        #expect(server.requests.count == 2)
    }

    @Test("N16: a reply that changed is replaced") func oneThatChangedIsReplaced() async throws {
        let server = try await ReplyServer(.init(headers: ["ETag": "\"v1\""]))
        defer { server.stop() }
        let shelf = try Shelf(server.address)
        _ = try await shelf.bytes("/a")
        try await shelf.age(bySeconds: 1000)
        server.change { $0 = .init(body: "[2]", headers: ["ETag": "\"v2\""]) }
        #expect(try await shelf.bytes("/a") == Array("[2]".utf8))
        await shelf.cache.settle()
        #expect(try await shelf.another().bytes("/a") == Array("[2]".utf8))
        #expect(server.requests.count == 2)
    }

    @Test func askingAgainAsksAboutWhatIsStillValid() async throws {
        let server = try await ReplyServer()
        defer { server.stop() }
        let shelf = try Shelf(server.address)
        let address = try shelf.asked.address("/a")
        _ = try await shelf.bytes("/a")
        server.change { $0.body = "[2]" }
        let again = try await shelf.fetcher.askingAgain.bytes(at: address, for: .reply)
        #expect(again == Array("[2]".utf8))
        #expect(try await shelf.bytes("/a") == again)
    }

    @Test func whatWasOfNoUseIsFetchedAnew() async throws {
        let server = try await ReplyServer()
        defer { server.stop() }
        let shelf = try Shelf(server.address)
        for _ in 1...2 {
            _ = try await shelf.bytes("/a")
            shelf.fetcher.discard(try shelf.asked.address("/a"))
        }
        await shelf.cache.settle()
        #expect(await shelf.cache.contents().entries == 0)
        #expect(server.requests.count == 2)
    }

    @Test(arguments: [404, 403, 500])
    func aFailureIsNotKept(status: Int) async throws {
        let server = try await ReplyServer(.init(status: status))
        defer { server.stop() }
        let shelf = try Shelf(server.address)
        await #expect(throws: FetchFailure.self) { try await shelf.bytes("/a") }
        server.change { $0.status = 200 }
        #expect(try await shelf.bytes("/a") == Array("[1]".utf8))
    }

    @Test(
        "a part that nobody asked for is not taken for the whole file, and not kept",
        arguments: [ResourceKind.reply, .preview, .photo], ["[1]", ""])
    func aPartThatNobodyAskedFor(purpose: ResourceKind, body: String) async throws {
        let headers = ["Content-Range": "bytes 0-2/9", "ETag": "\"v1\""]
        let server = try await ReplyServer(.init(body: body, headers: headers, status: 206))
        defer { server.stop() }
        let shelf = try Shelf(server.address)
        let address = try shelf.asked.address("/a.jpg")
        let arrived = Mutex(0)
        let failure = FetchFailure.interrupted(reason: "HTTP status 206 for a whole file")
        let report = DownloadReport(
            progress: { _ in }, arriving: { _ in arrived.withLock { $0 += 1 } })
        await #expect(throws: failure) {
            try await shelf.fetcher.download(at: address, for: purpose, reporting: report)
        }
        await shelf.cache.settle()
        #expect(await shelf.cache.contents().entries == 0)
        // Whoever decodes a photo as it comes has not begun with it either.
        #expect(arrived.withLock { $0 } == 0)
        server.change { $0 = .init(body: "[1, 2, 3]") }
        #expect(try await shelf.bytes("/a.jpg", for: purpose) == Array("[1, 2, 3]".utf8))
    }

    @Test func nothingIsKeptWhereNothingShallBe() async throws {
        let server = try await ReplyServer()
        defer { server.stop() }
        let shelf = try Shelf(server.address, limitBytes: 0)
        for _ in 1...2 { _ = try await shelf.bytes("/a") }
        await shelf.cache.settle()
        #expect(server.requests.count == 2)
        #expect(!FileManager.default.fileExists(atPath: shelf.folder.path))
    }

    @Test func aWebPageIsNeverKept() async throws {
        let server = try await ReplyServer(.init(body: "<!doctype html><html>"))
        defer { server.stop() }
        let shelf = try Shelf(server.address)
        await #expect(throws: FetchFailure.webPageInstead) { try await shelf.bytes("/a") }
        server.change { $0.body = "[1]" }
        #expect(try await shelf.bytes("/a") == Array("[1]".utf8))
    }
}
