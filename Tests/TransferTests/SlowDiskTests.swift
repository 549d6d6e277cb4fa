import Dispatch
import FlyingFox
import Foundation
import PhotoCatalog
import Synchronization
import TestSupport
import Testing

@testable import Transfer

@Suite(.timeLimit(.minutes(10)))
struct SlowDiskTests {
    /// A disk that writes nothing until it is released.
    private final class SlowDisk: Sendable {
        let isAsked = Gate()
        private let gate = DispatchSemaphore(value: 0)
        private let pieces = Mutex<[[UInt8]]>([])

        var written: [[UInt8]] { pieces.withLock { $0 } }
        var bytes: [UInt8] { written.reduce(into: []) { $0 += $1 } }
        func goOn() { gate.signal() }

        func sink(
            isFull: Bool = false, failure: FetchFailure? = nil, isSlowToBegin: Bool = false
        ) -> BodyHandler {
            BodyHandler(
                begin: { _ in
                    if isSlowToBegin { self.wait() }
                    return true
                },
                receive: { bytes in
                    if !isSlowToBegin { self.wait() }
                    self.pieces.withLock { $0.append(Array(bytes)) }
                    return !isFull
                }, failure: { isFull ? failure : nil })
        }

        /// Waits until it is released, once for all.
        private func wait() {
            isAsked.open()
            gate.wait()
            gate.signal()
        }
    }

    /// Blocks of different bytes.
    private static let long = (0..<(8 * BodyWriter.limitBytes >> 12)).flatMap { block in
        [UInt8](repeating: UInt8(truncatingIfNeeded: block &* 31 &+ block >> 8), count: 1 << 12)
    }

    /// Starts a server of one long file, `/long`, and short ones.
    private static func server() async throws -> FixtureServer {
        let body = Data(long)
        return try await FixtureServer { request in
            HTTPResponse(
                statusCode: .ok, body: request.path == "/long" ? body : Data(request.path.utf8))
        }
    }

    private static func save(_ client: TestClient, to sink: BodyHandler) -> Task<
        HTTPReply, any Error
    > {
        Task {
            let address = try client.address("/long")
            return try await client.fetcher.reply(reporting: { _ in }) {
                client.fetcher.request(for: address, .photo, into: sink)
            }
        }
    }

    @Test("a hanging disk delays no other transfer", arguments: [true, false])
    func keepsNoOtherWaiting(isSlowToBegin: Bool) async throws {
        let server = try await Self.server()
        defer { server.stop() }
        let (client, disk) = (try TestClient(server), SlowDisk())
        let saving = Self.save(client, to: disk.sink(isSlowToBegin: isSlowToBegin))
        await disk.isAsked.wait()
        for name in ["/a", "/b", "/c"] {
            #expect(try await client.bytes(name) == Array(name.utf8))
        }
        #expect(disk.written.isEmpty)
        disk.goOn()
        #expect(try await saving.value.status == 200)
        #expect(disk.bytes == Self.long)
    }

    @Test("a full disk ends its transfer, with its own reason")
    func aFullDiskIsTold() async throws {
        let server = try await Self.server()
        defer { server.stop() }
        let (client, disk) = (try TestClient(server), SlowDisk())
        let saving = Self.save(client, to: disk.sink(isFull: true, failure: .noRoom(byteCount: 7)))
        disk.goOn()
        await #expect(throws: FetchFailure.noRoom(byteCount: 7)) { try await saving.value }
        #expect(disk.written.count == 1)
    }

    @Test("a transfer that is cancelled has ended when its last write has")
    func cancellingWaitsForTheLastWrite() async throws {
        let server = try await Self.server()
        defer { server.stop() }
        let (client, disk) = (try TestClient(server), SlowDisk())
        let saving = Self.save(client, to: disk.sink())
        await disk.isAsked.wait()
        saving.cancel()
        #expect(try await client.bytes("/a") == Array("/a".utf8))
        #expect(disk.written.isEmpty)
        disk.goOn()
        await #expect(throws: FetchFailure.cancelled) { try await saving.value }
        #expect(disk.bytes == Array(Self.long.prefix(disk.bytes.count)))
    }

    @Test("a writer accepts a number of bytes, and requests more when half of them are written")
    func isFullAndCalls() async {
        let (disk, called) = (SlowDisk(), Gate())
        let head = HTTPHead(status: 200, expectedBytes: nil) { _ in nil }
        let writer = BodyWriter(to: disk.sink(), of: head) {
            #expect(disk.written.count >= 2)
            called.open()
        }
        let quarter = [UInt8](repeating: 7, count: BodyWriter.limitBytes / 4)
        let answers = (1...6).map { _ in quarter.withUnsafeBytes { writer.take($0) } }
        #expect(answers == [.taken, .taken, .taken, .taken, .full, .full])
        disk.goOn()
        await called.wait()
        #expect(quarter.withUnsafeBytes { writer.take($0) } == .taken)
        let failure = await withCheckedContinuation { ended in
            writer.end { ended.resume(returning: $0) }
        }
        #expect(failure == nil && disk.written == Array(repeating: quarter, count: 5))
    }

    @Test("a failed writer calls once, accepts nothing more and reports the reason")
    func failsOnce() async {
        let (disk, called) = (SlowDisk(), Gate())
        let calls = Atomic(0)
        let head = HTTPHead(status: 200, expectedBytes: nil) { _ in nil }
        let writer = BodyWriter(
            to: disk.sink(isFull: true, failure: .noRoom(byteCount: 1)), of: head
        ) {
            calls.add(1, ordering: .relaxed)
            called.open()
        }
        let take = { [UInt8](1...9).withUnsafeBytes { writer.take($0) } }
        #expect([take(), take()] == [.taken, .taken])
        disk.goOn()
        await called.wait()
        #expect(take() == .failed && writer.hasFailed)
        let failure = await withCheckedContinuation { ended in
            writer.end { ended.resume(returning: $0) }
        }
        #expect(failure == .noRoom(byteCount: 1) && calls.load(ordering: .relaxed) == 1)
        #expect(disk.written == [[UInt8](1...9)])
    }
}
