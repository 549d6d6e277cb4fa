import Files
import PhotoCatalog
import Synchronization
import TestSupport
import Testing

@testable import Transfer

@Suite(.timeLimit(.minutes(10)))
struct CoalescingTests {
    /// A transfer that lasts until its gate opens, and the number of its starts.
    private final class Transfers: Sendable {
        let gate = Gate()
        let outcome: Result<Download, FetchFailure>
        private let coalescer = RequestCoalescer<String>()
        private let starts = Atomic(0)
        private let cancelled = Gate()

        init(_ outcome: Result<Download, FetchFailure>) { self.outcome = outcome }

        var count: Int { starts.load(ordering: .relaxed) }

        /// A caller that has joined the transfer.
        func caller() async -> Task<[UInt8]?, any Error> {
            let joined = Gate()
            let task = Task {
                let report = DownloadReport(progress: { _ in joined.open() })
                return try await self.coalescer.value(for: "a", reporting: report) { report in
                    await self.run(report)
                }.file.readAll()
            }
            await joined.wait()
            return task
        }

        /// Returns when the transfer was cancelled because all callers have left.
        func end() async { await cancelled.wait() }

        /// Reports progress repeatedly, so that later callers receive it too.
        private func run(_ report: DownloadReport) async -> Result<Download, FetchFailure> {
            starts.add(1, ordering: .relaxed)
            let isOpen = Atomic(false)
            async let opening: Void = {
                await gate.wait()
                isOpen.store(true, ordering: .relaxed)
            }()
            repeat {
                report.progress(.waiting(.zero))
                await Task.yield()
            } while !isOpen.load(ordering: .relaxed) && !Task.isCancelled
            if Task.isCancelled { cancelled.open() }
            gate.open()
            await opening
            return outcome
        }
    }

    private static func file() throws -> Result<Download, FetchFailure> {
        .success(Download(try #require(OpenFile([1, 2, 3]))))
    }

    @Test func callersThatAskForTheSameShareOneTransfer() async throws {
        let transfers = Transfers(try Self.file())
        var callers: [Task<[UInt8]?, any Error>] = []
        for _ in 0..<50 { callers.append(await transfers.caller()) }
        transfers.gate.open()
        for caller in callers { #expect(try await caller.value == [1, 2, 3]) }
        #expect(transfers.count == 1)
    }

    @Test func aCancelledCallerReturnsAtOnceAndTheOthersGetTheirFile() async throws {
        let transfers = Transfers(try Self.file())
        let (one, other) = (await transfers.caller(), await transfers.caller())
        one.cancel()
        await #expect(throws: FetchFailure.cancelled) { try await one.value }
        transfers.gate.open()
        #expect(try await other.value == [1, 2, 3])
        #expect(transfers.count == 1)
    }

    @Test func theTransferEndsWithItsLastCallerAndTheNextCallerStartsAnother() async throws {
        let transfers = Transfers(try Self.file())
        var callers: [Task<[UInt8]?, any Error>] = []
        for _ in 0..<3 { callers.append(await transfers.caller()) }
        for caller in callers { caller.cancel() }
        for caller in callers {
            await #expect(throws: FetchFailure.cancelled) { try await caller.value }
        }
        await transfers.end()
        #expect(try await transfers.caller().value == [1, 2, 3])
        #expect(transfers.count == 2)
    }

    @Test func aFailureIsSharedToo() async throws {
        let transfers = Transfers(.failure(.notFound))
        var callers: [Task<[UInt8]?, any Error>] = []
        for _ in 0..<5 { callers.append(await transfers.caller()) }
        transfers.gate.open()
        for caller in callers {
            await #expect(throws: FetchFailure.notFound) { try await caller.value }
        }
        #expect(transfers.count == 1)
    }

    @Test func aCallerThatIsCancelledBeforeItAsksGetsNothing() async throws {
        let server = try await ReplyServer()
        defer { server.stop() }
        let client = try CachingClient(server.address)
        let fetch = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await client.bytes("/a")
        }
        await #expect(throws: FetchFailure.cancelled) { try await fetch.value }
    }

    @Test func equalFetchesMakeOneRequest() async throws {
        let gate = Gate()
        let server = try await ReplyServer(.init(gate: gate))
        defer { server.stop() }
        let client = try CachingClient(server.address)
        try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<50 { group.addTask { try await client.bytes("/a") } }
            await server.firstRequest()
            gate.open()
            for try await bytes in group { #expect(bytes == Array("[1]".utf8)) }
        }
        #expect(server.requests.count == 1)
    }
}
