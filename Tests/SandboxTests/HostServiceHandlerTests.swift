import Files
import Imaging
import Synchronization
import TestSupport
import Testing

@testable import Sandbox

/// A worker's requests to the session: one spill file, one index, and no unread replies.
@Suite(.enabled(if: ConnectedPair.isSupported, "no such connections on this system"))
struct HostServiceHandlerTests {
    /// The session's services, which record each request.
    private final class RecordedCalls: Sendable {
        let expected = Mutex<[Int]>([])
        let loaded = Atomic(0)
        let stored = Mutex<[[UInt8]]>([])

        var services: HostServices {
            HostServices(
                spill: { [self] _, expecting in
                    expected.withLock { $0.append(expecting) }
                    return .failure(.noRoom(byteCount: expecting))
                },
                loadIndex: { [self] in
                    loaded.add(1, ordering: .relaxed)
                    return [1, 2, 3]
                },
                storeIndex: { [self] index in stored.withLock { $0.append(index) } })
        }
    }

    private let pair: ConnectedPair
    private let calls = RecordedCalls()
    private let server: HostServiceHandler

    init() throws {
        pair = try ConnectedPair()
        server = HostServiceHandler(calls.services, photoBytes: 1000, pair.session)
    }

    private func ask(_ kind: Message.Kind, _ numbers: [Int] = []) throws -> Descriptor? {
        #expect(server.handle(Message(kind: kind, call: 7, numbers: numbers)))
        let reply = try #require(try pair.received())
        #expect(reply.message.kind == .served && reply.message.call == 7)
        return reply.handed
    }

    @Test func anIndexIsReadOnce() throws {
        #expect(try ask(.wantsIndex) != nil)
        #expect(try ask(.wantsIndex) == nil)
        #expect(calls.loaded.load(ordering: .relaxed) == 1)
    }

    @Test func anIndexIsWrittenOnce() throws {
        for number in 1...3 as ClosedRange<UInt8> {
            let room = try ask(.wantsIndexRoom, [2])
            #expect((room != nil) == (number == 1))
            if let room { try room.write([number, number]) }
            #expect(try ask(.wroteIndex) == nil)
        }
        #expect(waitUntil(within: 10) { calls.stored.withLock { $0 } == [[1, 1]] })
    }

    @Test(arguments: [(said: 0, expected: 1000), (said: 5000, expected: 5000)])
    func aSpillFileIsExpectedToTakeWhatThePhotoDoesAtLeast(said: Int, expected: Int) throws {
        _ = try ask(.wantsSpill, [1 << 30, said])
        _ = try ask(.wantsSpill, [1 << 30, said])
        #expect(calls.expected.withLock { $0 } == [expected])
    }

    /// Otherwise the listening thread would block, and nothing would watch the clock.
    @Test(arguments: [Message.Kind.wantsIndex, .wantsIndexRoom, .wantsSpill])
    func aWorkerThatDoesNotReadItsRepliesIsHungUpOn(kind: Message.Kind) throws {
        for number in 0..<10_000 {
            #expect(server.handle(Message(kind: kind, call: number, numbers: [1, 1])))
        }
        #expect(pair.session.receive() == nil)
    }
}
