import FlyingFox
import Foundation
import PhotoCatalog
import Synchronization
import TestSupport
import Testing

@testable import Transfer

@Suite(.timeLimit(.minutes(10)))
struct CancellingTests {
    @Test func endsAFetchThatStandsStill() async throws {
        let server = try await Self.silentServer()
        defer { server.stop() }
        let asked = try Asked(server)
        let fetch = Task { try await asked.bytes("/a") }
        try await Task.sleep(for: .milliseconds(100))
        fetch.cancel()
        await #expect(throws: FetchFailure.cancelled) { try await fetch.value }
    }

    @Test func endsAFetchThatHasNotBegun() async throws {
        let server = try await Self.silentServer()
        defer { server.stop() }
        let asked = try Asked(server)
        let fetch = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await asked.bytes("/a")
        }
        await #expect(throws: FetchFailure.cancelled) { try await fetch.value }
    }

    @Test func endsThePauseBeforeARetry() async throws {
        let server = try await FixtureServer { _ in
            HTTPResponse(
                statusCode: .serviceUnavailable,
                headers: HTTPHeaders([HTTPHeader("Retry-After"): "50"]))
        }
        defer { server.stop() }
        let asked = try Asked(server)
        let fetch = Task { try await asked.bytes("/a") }
        try await Task.sleep(for: .milliseconds(200))
        fetch.cancel()
        await #expect(throws: FetchFailure.cancelled) { try await fetch.value }
    }

    @Test func letsThoseWhoWaitTheirTurnGoOn() async throws {
        let server = try await FixtureServer { request in
            if request.path == "/silent" { try await Task.sleep(for: .seconds(50)) }
            return HTTPResponse(statusCode: .ok, body: Data("[]".utf8))
        }
        defer { server.stop() }
        let asked = try Asked(server)
        let silent = (0..<6).map { _ in Task { try await asked.bytes("/silent") } }
        try await Task.sleep(for: .milliseconds(100))
        let waiting = Task { try await asked.bytes("/quick") }
        silent[3].cancel()
        #expect(try await waiting.value == Array("[]".utf8))
        silent.forEach { $0.cancel() }
    }

    @Test func aLoopThatIsLetGoTellsThoseWhoWait() async throws {
        let server = try await Self.silentServer()
        defer { server.stop() }
        let address = try LibrarySite(standIn: server.address).address(server.address + "/a")
        let mailbox = try #require(CurlCommandQueue())
        #expect(CurlWorker.run(mailbox, connections: 1))
        let request = HTTPRequest(
            address: address, purpose: .reply, userAgent: "test/1", limits: .hasty,
            sink: BodyHandler(begin: { _ in true }, take: { _ in true }))
        let outcomes = await withCheckedContinuation { all in
            let outcomes = Mutex<[FetchFailure?]>([])
            for id in 1...3 {
                let order = TransferJob(id: UInt64(id), request: request, progress: { _ in }) {
                    outcome in
                    let told = outcomes.withLock { told in
                        told.append(outcome.failure)
                        return told
                    }
                    if told.count == 3 { all.resume(returning: told) }
                }
                mailbox.post(.start(order))
            }
            mailbox.post(.close)
        }
        #expect(outcomes == [.cancelled, .cancelled, .cancelled])
    }

    @Test func manyAtOnceAllArrive() async throws {
        let server = try await FixtureServer { request in
            HTTPResponse(statusCode: .ok, body: Data(request.path.utf8))
        }
        defer { server.stop() }
        let asked = try Asked(server)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<300 {
                group.addTask {
                    try await asked.bytes("/\(number)") == Array("/\(number)".utf8)
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }

    private static func silentServer() async throws -> FixtureServer {
        try await FixtureServer { _ in
            try await Task.sleep(for: .seconds(50))
            return HTTPResponse(statusCode: .ok)
        }
    }
}

extension Result where Failure == FetchFailure {
    fileprivate var failure: FetchFailure? {
        guard case .failure(let failure) = self else { return nil }
        return failure
    }
}
