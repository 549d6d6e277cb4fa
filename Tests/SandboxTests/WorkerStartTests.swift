import Files
import Imaging
import TestSupport
import Testing
import Waiting

@testable import Sandbox

/// A worker that the system cannot start is distinguished from one that crashes.
@Suite(.enabled(if: ConnectedPair.isSupported, "no such connections on this system"))
struct WorkerStartTests {
    /// Returns the outcome of a call to a worker whose end of the connection is closed.
    private func failure(after messages: [Message]) throws -> DecodingFailure? {
        let (one, other) = try #require(SystemCalls.socketPair())
        let file = try #require(OpenFile([0]))
        do {
            let worker = MessageChannel(other, waitsForRoom: false)
            for message in messages { worker.send(message) }
            worker.hangUp()
        }
        let limits = WorkerLimits(memoryBytes: 1, fileBytes: 1)
        let connection = WorkerConnection(
            MessageChannel(one, waitsForRoom: false), within: limits, kill: {})
        let services = HostServices(
            spill: { .failure(.noRoom(byteCount: $1)) }, loadIndex: { nil }, storeIndex: { _ in })
        let answer = waitForResult { done in
            connection.call(.open, [1, 0, 0], done)
            connection.listen(for: WorkerInput(file, services: services))
        }
        if case .failure(let failure) = answer { return failure }
        return nil
    }

    @Test func aWorkerThatCannotBeStartedIsNoCrash() throws {
        let message = Message(
            kind: .failed, call: Message.noCall, numbers: DecodingFailure.noDecoder.numbers)
        #expect(try failure(after: [message]) == .noDecoder)
    }

    @Test func aWorkerThatSaysNothingHasCrashed() throws {
        #expect(try failure(after: []) == .decoderCrashed)
    }

    /// A photo requested while the program ends was decoded in the program's own process.
    @Test("without a zygote, no photo is decoded outside the sandbox once the program ends")
    func nothingIsDecodedAtTheEnd() throws {
        let (one, other) = try #require(SystemCalls.socketPair())
        MessageChannel(other, waitsForRoom: false).hangUp()
        let configuration = WorkerConfiguration(
            limits: WorkerLimits(memoryBytes: 1, fileBytes: 1), open: { _ in nil },
            facts: { _ in [] }, startThread: { _ in false }, checkMemory: { _, _ in })
        // No process has this number, so there is nothing to wait for.
        let zygote = Zygote(MessageChannel(one, waitsForRoom: false), Int32.max, configuration)
        let before = try zygote.spawn(loading: nil)
        #expect(before == nil)
        zygote.leave()
        #expect(throws: DecodingFailure.noDecoder) { _ = try zygote.spawn(loading: nil) }
    }
}
