internal import Dispatch
internal import Files
internal import Imaging
internal import Synchronization

/// The session's end of the line to one worker: the calls under way, and how it is with the photo.
///
/// What comes over it is not trusted: a worker may be in a hostile file's hands. What is no letter
/// ends it.
final class WorkerConnection: Sendable {
    typealias Take = @Sendable (Result<WorkerAnswer, DecodingFailure>) -> Void

    private struct Call {
        let take: Take
        let begun: SuspendingClock.Instant
        /// How long it was open while somebody listened.
        var age = Duration.zero

        func aged(by time: Duration, until now: SuspendingClock.Instant) -> Call {
            Call(take: take, begun: begun, age: age + min(time, now - begun))
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

    /// Begins to listen, on a thread of its own, until the line ends.
    func listen(for photo: WorkerInput) {
        let server = HostServiceHandler(photo.errands, photoBytes: photo.file.byteCount, socket)
        DispatchQueue(label: "worker-line").async { [self] in
            while true {
                switch hear(server) {
                case .goesOn: continue
                case .hungUp: return end(.decoderCrashed)
                case .stalled: return end(.decoderStalled)
                }
            }
        }
    }

    /// How the photo was at the last answer.
    var photo: ImageSourceStatus { state.withLock(\.photo) }

    /// Sends a call whose answer is taken when it comes; a failure where there will be none.
    ///
    /// - Returns: its number, for `forget`.
    @discardableResult
    func call(
        _ kind: Message.Kind, _ numbers: [Int], handing tray: Descriptor? = nil,
        _ take: @escaping Take
    ) -> Int {
        let (call, ending) = state.withLock { state -> (Int, DecodingFailure?) in
            state.lastCall += 1
            if state.ending == nil {
                state.calls[state.lastCall] = Call(take: take, begun: .now)
            }
            return (state.lastCall, state.ending)
        }
        if let ending {
            take(.failure(ending))
            return call
        }
        switch socket.send(Message(kind: kind, call: call, numbers: numbers), handing: tray) {
        case .sent: break
        case .noRoom: end(.decoderStalled)
        case .nobodyThere, .failed: end(.decoderCrashed)
        }
        return call
    }

    /// Waits for the answer to a call.
    func answer(
        to kind: Message.Kind, _ numbers: [Int], handing tray: Descriptor? = nil
    ) throws(DecodingFailure) -> WorkerAnswer.Outcome {
        let answer = Mutex<Result<WorkerAnswer, DecodingFailure>?>(nil)
        let arrival = DispatchSemaphore(value: 0)
        call(kind, numbers, handing: tray) { result in
            answer.withLock { $0 = result }
            arrival.signal()
        }
        arrival.wait()
        guard let answer = answer.withLock({ $0 }) else { preconditionFailure("it has arrived") }
        let outcome = try answer.get().outcome
        if case .failed(let failure) = outcome { throw failure }
        return outcome
    }

    /// Takes back a call that may go on for long.
    func cancel(_ call: Int, leaving answer: WorkerAnswer) {
        let taken = state.withLock { $0.calls.removeValue(forKey: call) }
        guard let taken else { return }
        socket.send(Message(kind: .cancel, call: call))
        taken.take(.success(answer))
    }

    /// Ends the worker: nobody wants its photo any more, or it is not to be trusted.
    func end(_ failure: DecodingFailure) {
        let left = state.withLock { state -> [Call] in
            state.ending = state.ending ?? failure
            defer { state.calls = [:] }
            return Array(state.calls.values)
        }
        zygote.end(number)
        socket.hangUp()
        for call in left { call.take(.failure(failure)) }
    }

    private enum ReceiveResult { case goesOn, hungUp, stalled }

    private func hear(_ server: HostServiceHandler) -> ReceiveResult {
        let isMail = SystemCalls.hasMail(socket.number, within: patience)
        guard !isOverdue else { return .stalled }
        guard isMail else { return patience > 0 ? .goesOn : .stalled }
        guard let (letter, _) = socket.receive() else { return .hungUp }
        state.withLock { $0.lastHeard = .now }
        if letter.kind == .alive || server.serve(letter) { return .goesOn }
        guard let answer = WorkerAnswer(letter) else { return .hungUp }
        take(answer, letter.call)
        return .goesOn
    }

    private func take(_ answer: WorkerAnswer, _ call: Int) {
        let taken = state.withLock { state in
            if case .failed = answer.outcome {} else { state.photo = answer.state }
            return state.calls.removeValue(forKey: call)
        }
        taken?.take(.success(answer))
    }

    /// Whether a call is open for longer than any should be, whatever the worker says meanwhile.
    ///
    /// Time in which this process was stopped, and listened to nobody, is not held against it.
    private var isOverdue: Bool {
        state.withLock { state in
            let now = SuspendingClock.now
            let passed = min(now - state.lastLook, .seconds(limits.silentSeconds))
            state.lastLook = now
            state.calls = state.calls.mapValues { $0.aged(by: passed, until: now) }
            return state.calls.values.contains { $0.age > .seconds(limits.callSeconds) }
        }
    }

    /// The milliseconds for which the worker may still be silent.
    private var patience: Int32 {
        let silence: Duration = state.withLock { state in
            guard let oldest = state.calls.values.map(\.begun).min() else { return .zero }
            return .now - max(oldest, state.lastHeard)
        }
        let left = limits.silentSeconds - silence / .seconds(1)
        return Int32(max(0, (left * 1000).rounded(.up)))
    }
}
