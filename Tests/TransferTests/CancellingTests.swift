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
        let server = try await ReplyServer(.init(gate: Gate()))
        defer { server.stop() }
        let client = try TestClient(server.server)
        let fetch = Task { try await client.bytes("/a") }
        await server.firstRequest()
        fetch.cancel()
        await #expect(throws: FetchFailure.cancelled) { try await fetch.value }
    }

    @Test func endsAFetchThatHasNotBegun() async throws {
        let server = try await ReplyServer(.init(gate: Gate()))
        defer { server.stop() }
        let client = try TestClient(server.server)
        let fetch = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await client.bytes("/a")
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
        let client = try TestClient(server)
        let paused = Gate()
        let fetch = Task {
            try await client.fetcher.bytes(at: client.address("/a"), for: .reply) { step in
                if step.secondsToWait != nil { paused.open() }
            }
        }
        await paused.wait()
        fetch.cancel()
        await #expect(throws: FetchFailure.cancelled) { try await fetch.value }
    }

    @Test func letsThoseWhoWaitTheirTurnGoOn() async throws {
        let (gate, allSilent) = (Gate(), Gate())
        let requests = Atomic(0)
        let server = try await FixtureServer { request in
            if request.path == "/silent" {
                if requests.add(1, ordering: .relaxed).newValue == 6 { allSilent.open() }
                await gate.wait()
            }
            return HTTPResponse(statusCode: .ok, body: Data("[]".utf8))
        }
        defer {
            gate.open()
            server.stop()
        }
        let client = try TestClient(server)
        let silent = (0..<6).map { _ in Task { try await client.bytes("/silent") } }
        await allSilent.wait()
        let waiting = Task { try await client.bytes("/quick") }
        silent[3].cancel()
        #expect(try await waiting.value == Array("[]".utf8))
        silent.forEach { $0.cancel() }
    }

    @Test func aLoopThatIsLetGoTellsThoseWhoWait() async throws {
        let server = try await ReplyServer(.init(gate: Gate()))
        defer { server.stop() }
        let address = try LibrarySite(standIn: server.address).address(server.address + "/a")
        let queue = try #require(CurlCommandQueue())
        #expect(CurlWorker.run(queue, connections: 1))
        let request = HTTPRequest(
            address: address, purpose: .reply, userAgent: "test/1", limits: .generous,
            sink: BodyHandler(begin: { _ in true }, receive: { _ in true }))
        let outcomes = await withCheckedContinuation { all in
            let outcomes = Mutex<[FetchFailure?]>([])
            for id in 1...3 {
                let job = TransferJob(id: UInt64(id), request: request, progress: { _ in }) {
                    outcome in
                    let told = outcomes.withLock { told in
                        told.append(outcome.failure)
                        return told
                    }
                    if told.count == 3 { all.resume(returning: told) }
                }
                queue.post(.start(job))
            }
            queue.post(.close)
        }
        #expect(outcomes == [.cancelled, .cancelled, .cancelled])
    }

    @Test func manyAtOnceAllArrive() async throws {
        let server = try await FixtureServer { request in
            HTTPResponse(statusCode: .ok, body: Data(request.path.utf8))
        }
        defer { server.stop() }
        let client = try TestClient(server)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<300 {
                group.addTask {
                    try await client.bytes("/\(number)") == Array("/\(number)".utf8)
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }
}

extension Result where Failure == FetchFailure {
    fileprivate var failure: FetchFailure? {
        guard case .failure(let failure) = self else { return nil }
        return failure
    }
}
