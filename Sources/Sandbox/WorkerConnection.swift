internal import Dispatch
internal import Files
internal import Imaging
internal import Synchronization

/// The session's end of the connection to one worker: pending calls, and the status of its photo.
///
/// Replies are untrusted: a hostile file may control the worker. A malformed message terminates it.
final class WorkerConnection: Sendable {
    typealias Completion = @Sendable (Result<WorkerAnswer, DecodingFailure>) -> Void

    private struct Call {
        let completion: Completion
        let begun: SuspendingClock.Instant
        /// How long it has been open while this process listened.
        var age = Duration.zero

        func aged(by time: Duration, until now: SuspendingClock.Instant) -> Call {
            Call(completion: completion, begun: begun, age: age + min(time, now - begun))
        }
    }

    private struct State {
        var calls: [Int: Call] = [:]
        var lastCall = 0
        var lastHeard = SuspendingClock.now
        var lastLook = SuspendingClock.now
        var ending: DecodingFailure?
        var photo = ImageSourceStatus()
    }

    private let socket: MessageChannel
    private let number: Int
    private let zygote: Zygote
    private let limits: WorkerLimits
    private let state = Mutex(State())

    init(_ socket: MessageChannel, number: Int, of zygote: Zygote, within limits: WorkerLimits) {
        self.socket = socket
        self.number = number
        self.zygote = zygote
        self.limits = limits
    }

    /// Begins to receive, on its own thread, until the connection ends.
    func listen(for photo: WorkerInput) {
        let handler = HostServiceHandler(photo.services, photoBytes: photo.file.byteCount, socket)
        DispatchQueue(label: "worker-line").async { [self] in
            while true {
                switch receive(handler) {
                case .received: continue
                case .hungUp: return end(.decoderCrashed)
                case .stalled: return end(.decoderStalled)
                }
            }
        }
    }

    /// The photo's status at the last answer.
    var photo: ImageSourceStatus { state.withLock(\.photo) }

    /// Sends a call, whose number is returned for `cancel`; `completion` gets its answer or a
    /// failure.
    @discardableResult
    func call(
        _ kind: Message.Kind, _ numbers: [Int], handing file: Descriptor? = nil,
        _ completion: @escaping Completion
    ) -> Int {
        let (call, ending) = state.withLock { state -> (Int, DecodingFailure?) in
            state.lastCall += 1
            if state.ending == nil {
                state.calls[state.lastCall] = Call(completion: completion, begun: .now)
            }
            return (state.lastCall, state.ending)
        }
        if let ending {
            completion(.failure(ending))
            return call
        }
        switch socket.send(Message(kind: kind, call: call, numbers: numbers), handing: file) {
        case .sent: break
        case .noRoom: end(.decoderStalled)
        case .disconnected, .failed: end(.decoderCrashed)
        }
        return call
    }

    /// Waits for the answer to a call.
    func answer(
        to kind: Message.Kind, _ numbers: [Int], handing file: Descriptor? = nil
    ) throws(DecodingFailure) -> WorkerAnswer.Outcome {
        let answer = waitForResult { done in call(kind, numbers, handing: file, done) }
        let outcome = try answer.get().outcome
        if case .failed(let failure) = outcome { throw failure }
        return outcome
    }

    /// Cancels a call that may take long; it completes with the given answer.
    func cancel(_ call: Int, leaving answer: WorkerAnswer) {
        let cancelled = state.withLock { $0.calls.removeValue(forKey: call) }
        guard let cancelled else { return }
        socket.send(Message(kind: .cancel, call: call))
        cancelled.completion(.success(answer))
    }

    /// Ends the worker: its photo is no longer needed, or it is not to be trusted.
    func end(_ failure: DecodingFailure) {
        let left = state.withLock { state -> [Call] in
            state.ending = state.ending ?? failure
            defer { state.calls = [:] }
            return Array(state.calls.values)
        }
        zygote.kill(number)
        socket.hangUp()
        for call in left { call.completion(.failure(failure)) }
    }

    private enum ReceiveResult { case received, hungUp, stalled }

    private func receive(_ handler: HostServiceHandler) -> ReceiveResult {
        let hasInput = socket.waitForInput(within: silenceLeftMilliseconds)
        guard !isOverdue else { return .stalled }
        guard hasInput else { return silenceLeftMilliseconds > 0 ? .received : .stalled }
        guard let (message, _) = socket.receive() else { return .hungUp }
        state.withLock { $0.lastHeard = .now }
        if message.kind == .alive || handler.handle(message) { return .received }
        guard let answer = WorkerAnswer(message) else { return .hungUp }
        complete(message.call, with: answer)
        return .received
    }

    private func complete(_ call: Int, with answer: WorkerAnswer) {
        let completed = state.withLock { state in
            if case .failed = answer.outcome {} else { state.photo = answer.status }
            return state.calls.removeValue(forKey: call)
        }
        completed?.completion(.success(answer))
    }

    /// Whether a call is open for longer than any should be, whatever the worker says meanwhile.
    ///
    /// Time in which this process was stopped does not count.
    private var isOverdue: Bool {
        state.withLock { state in
            let now = SuspendingClock.now
            let passed = min(now - state.lastLook, .seconds(limits.silentSeconds))
            state.lastLook = now
            state.calls = state.calls.mapValues { $0.aged(by: passed, until: now) }
            return state.calls.values.contains { $0.age > .seconds(limits.callSeconds) }
        }
    }

    /// For how long the worker may still be silent.
    private var silenceLeftMilliseconds: Int32 {
        let silence: Duration = state.withLock { state in
            guard let oldest = state.calls.values.map(\.begun).min() else { return .zero }
            return .now - max(oldest, state.lastHeard)
        }
        let left = limits.silentSeconds - silence / .seconds(1)
        return Int32(max(0, (left * 1000).rounded(.up)))
    }
}
