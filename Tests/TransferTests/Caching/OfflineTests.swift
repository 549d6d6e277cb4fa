import PhotoCatalog
import TestSupport
import Testing

@testable import Transfer

@Suite(.timeLimit(.minutes(10)))
struct OfflineTests {
    @Test func whatWasSeenIsGivenAndMarkedWhenTheServerIsGone() async throws {
        let server = try await ReplyServer()
        let shelf = try Shelf(server.address)
        _ = try await shelf.bytes("/a")
        try await shelf.age(bySeconds: 1000)
        server.stop()
        let fetched = try await shelf.another().fetched("/a")
        #expect(fetched.bytes == Array("[1]".utf8))
        guard case .stale(.noConnection, let age) = fetched.freshness else {
            Issue.record("it is \(fetched.freshness)")
            return
        }
        #expect((1000...1100).contains(age))
    }

    @Test func whatIsStillValidIsNotMarked() async throws {
        let server = try await ReplyServer()
        let shelf = try Shelf(server.address)
        _ = try await shelf.bytes("/a")
        server.stop()
        #expect(try await shelf.fetched("/a").freshness == .current)
    }

    @Test func whatWasNeverSeenFails() async throws {
        let shelf = try Shelf(try CannedServer.deadAddress())
        await #expect(throws: FetchFailure.self) { try await shelf.bytes("/a") }
    }

    @Test(arguments: [
        (status: 500, isKept: true), (status: 503, isKept: true), (status: 429, isKept: true),
        (status: 404, isKept: false), (status: 403, isKept: false),
    ])
    func aServerInTroubleIsForgivenAndARefusalIsNot(status: Int, isKept: Bool) async throws {
        let server = try await ReplyServer()
        defer { server.stop() }
        let shelf = try Shelf(server.address)
        _ = try await shelf.bytes("/a")
        try await shelf.age(bySeconds: 1000)
        server.change { $0.status = status }
        if isKept {
            #expect(try await shelf.fetched("/a").freshness.isCurrent == false)
        } else {
            await #expect(throws: FetchFailure.self) { try await shelf.bytes("/a") }
        }
    }

    @Test func aServerThatIsGoneIsNotAskedForEachOfManyThings() async throws {
        let server = try await ReplyServer()
        defer { server.stop() }
        let shelf = try Shelf(server.address)
        for number in 0..<20 { _ = try await shelf.bytes("/\(number)") }
        try await shelf.age(bySeconds: 1000)
        server.change { $0.status = 500 }
        let before = server.requests.count
        for number in 0..<20 { _ = try await shelf.bytes("/\(number)") }
        // One thing, asked for three times.
        #expect(server.requests.count == before + 3)
    }
}
