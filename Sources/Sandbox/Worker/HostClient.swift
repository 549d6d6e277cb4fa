internal import Dispatch
internal import Files
internal import Imaging
internal import Synchronization

/// A worker's wishes to the session: each blocks its thread until it is granted or refused.
final class HostClient: Sendable {
    private typealias Reply = (letter: Message, handed: Descriptor?)

    private struct State {
        var lastCall = 0
        var waiting: [Int: @Sendable (Reply) -> Void] = [:]
    }

    private let socket: MessageChannel
    private let state = Mutex(State())

    init(_ socket: MessageChannel) { self.socket = socket }

    /// Takes a reply in, for whoever waits for it.
    func done(_ letter: Message, _ handed: Descriptor?) {
        state.withLock { $0.waiting.removeValue(forKey: letter.call) }?((letter, handed))
    }

    var errands: HostServices {
        HostServices(
            spill: { [self] in spill($0, $1) }, loadIndex: { [self] in loadIndex() },
            storeIndex: { [self] in store(index: $0) },
            awaitBytes: { [self] count, wake in
                _ = ask(.wantsBytes, [count])
                wake()
            })
    }

    private func spill(_ reserving: Int, _ expecting: Int) -> Result<Int32, DecodingFailure> {
        let reply = ask(.wantsSpill, [reserving, expecting])
        guard let file = reply.handed?.duplicate(), file >= 0 else {
            let failure = DecodingFailure(reply.letter.numbers, text: reply.letter.text)
            return .failure(failure ?? .noRoom(byteCount: expecting))
        }
        return .success(file)
    }

    private func loadIndex() -> [UInt8]? {
        let reply = ask(.wantsIndex)
        guard let file = reply.handed, let byteCount = reply.letter.numbers.first else {
            return nil
        }
        return file.read(byteCount)
    }

    private func store(index: [UInt8]) {
        guard let file = ask(.wantsIndexRoom, [index.count]).handed, file.write(index)
        else { return }
        _ = ask(.wroteIndex)
    }

    private func ask(_ kind: Message.Kind, _ numbers: [Int] = []) -> Reply {
        let reply = Mutex<Reply?>(nil)
        let arrival = DispatchSemaphore(value: 0)
        let call = state.withLock { state in
            state.lastCall += 1
            state.waiting[state.lastCall] = { arrived in
                reply.withLock { $0 = arrived }
                arrival.signal()
            }
            return state.lastCall
        }
        socket.send(Message(kind: kind, call: call, numbers: numbers))
        // Where the session has hung up this process ends, so nobody waits for ever.
        arrival.wait()
        guard let reply = reply.withLock({ $0 }) else { preconditionFailure("it has arrived") }
        return reply
    }
}
