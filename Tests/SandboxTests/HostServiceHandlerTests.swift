import Files
import Imaging
import Synchronization
import TestSupport
import Testing

@testable import Sandbox

/// A worker's requests to the session: one spill file, one index, a few files beside it, and no
/// unread replies.
@Suite(.enabled(if: ConnectedPair.isSupported, "no such connections on this system"))
struct HostServiceHandlerTests {
    /// The session's services, which record each request.
    private final class RecordedCalls: Sendable {
        let expected = Mutex<[Int]>([])
        let loaded = Atomic(0)
        let stored = Mutex<[[UInt8]]>([])
        let siblings = Mutex<[String]>([])
        let ranges = Mutex<[Range<Int>]>([])

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
                storeIndex: { [self] index in
                    stored.withLock { $0.append(index.readAll() ?? []) }
                },
                sibling: { [self] name in
                    siblings.withLock { $0.append(name.text) }
                    return name.text == "none" ? nil : OpenFile([1, 2, 3, 4])
                },
                fetch: { [self] range, done in
                    ranges.withLock { $0.append(range) }
                    done(true)
                })
        }
    }

    private let pair: ConnectedPair
    private let calls = RecordedCalls()
    private let server: HostServiceHandler

    init() throws {
        pair = try ConnectedPair()
        server = HostServiceHandler(calls.services, photoBytes: 1000, pair.session)
    }

    private func ask(
        _ kind: Message.Kind, _ numbers: [Int] = [], text: String = ""
    ) throws -> Descriptor? {
        #expect(server.handle(Message(kind: kind, call: 7, numbers: numbers, text: text)))
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

    @Test func onlyPlainNamesOfSiblingsAreAskedForAndFew() throws {
        for name in ["../a", "/etc/passwd", "a/b", ".bashrc", "", "a\nb"] {
            #expect(try ask(.wantsSibling, text: name) == nil)
        }
        #expect(calls.siblings.withLock { $0 } == [])
        #expect(try ask(.wantsSibling, text: "A.IMG")?.read(4) == [1, 2, 3, 4])
        #expect(try ask(.wantsSibling, text: "none") == nil)
        #expect(try ask(.wantsSibling, text: "B.IMG") == nil, "eight requests have been made")
        #expect(calls.siblings.withLock { $0 } == ["A.IMG", "none"])
    }

    @Test func onlyRangesOfThePhotoAreFetched() throws {
        for numbers in [[], [0], [0, 0], [990, 20], [0, 1 << 40], [1 << 47, 1]] {
            #expect(try answer(to: numbers) == [0])
        }
        #expect(calls.ranges.withLock { $0 } == [])
        #expect(try answer(to: [10, 20]) == [1])
        #expect(calls.ranges.withLock { $0 } == [10..<30])
        #expect(!server.isFetching)
    }

    private func answer(to range: [Int]) throws -> [Int] {
        #expect(server.handle(Message(kind: .wantsRange, call: 7, numbers: range)))
        return try #require(try pair.received()).message.numbers
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
