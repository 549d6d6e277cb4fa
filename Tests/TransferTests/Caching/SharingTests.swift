import PhotoCatalog
import Synchronization
import TestSupport
import Testing

@testable import Transfer

@Suite(.timeLimit(.minutes(10)))
struct SharingTests {
    @Test func thoseWhoAskForTheSameShareOneTransfer() async throws {
        let server = try await ReplyServer(.init(delay: .milliseconds(300)))
        defer { server.stop() }
        let shelf = try Shelf(server.address)
        try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<50 { group.addTask { try await shelf.bytes("/a") } }
            for try await bytes in group { #expect(bytes == Array("[1]".utf8)) }
        }
        #expect(server.requests.count == 1)
    }

    @Test func whoGivesUpIsToldAtOnceAndTheOthersGetTheirs() async throws {
        let server = try await ReplyServer(.init(delay: .milliseconds(500)))
        defer { server.stop() }
        let shelf = try Shelf(server.address)
        let one = Task { try await shelf.bytes("/a") }
        let other = Task { try await shelf.bytes("/a") }
        try await Task.sleep(for: .milliseconds(100))
        one.cancel()
        await #expect(throws: FetchFailure.cancelled) { try await one.value }
        #expect(try await other.value == Array("[1]".utf8))
        #expect(server.requests.count == 1)
    }

    @Test func whenAllGiveUpTheTransferEndsAndTheNextBeginsAnew() async throws {
        let server = try await ReplyServer(.init(delay: .seconds(30)))
        defer { server.stop() }
        let shelf = try Shelf(server.address)
        let tasks = (0..<3).map { _ in Task { try await shelf.bytes("/a") } }
        try await Task.sleep(for: .milliseconds(100))
        for task in tasks { task.cancel() }
        for task in tasks {
            await #expect(throws: FetchFailure.cancelled) { try await task.value }
        }
        server.change { $0.delay = .zero }
        #expect(try await shelf.bytes("/a") == Array("[1]".utf8))
    }

    @Test func whoHasGivenUpBeforeAskingIsTold() async throws {
        let server = try await ReplyServer()
        defer { server.stop() }
        let shelf = try Shelf(server.address)
        let fetch = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await shelf.bytes("/a")
        }
        await #expect(throws: FetchFailure.cancelled) { try await fetch.value }
    }

    @Test func aFailureIsSharedToo() async throws {
        let server = try await ReplyServer(.init(delay: .milliseconds(200), status: 404))
        defer { server.stop() }
        let shelf = try Shelf(server.address)
        let tasks = (0..<5).map { _ in Task { try await shelf.bytes("/a") } }
        for task in tasks {
            await #expect(throws: FetchFailure.notFound) { try await task.value }
        }
        #expect(server.requests.count == 1)
    }
}
