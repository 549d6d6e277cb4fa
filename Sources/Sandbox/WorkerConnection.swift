internal import Dispatch
internal import Files
internal import Imaging
internal import Synchronization

/// The session's end of the connection to one worker: pending calls, and the status of its photo.
///
/// Replies are untrusted: a hostile file may control the worker. A malformed message terminates it.
final class WorkerConnection: Sendable {
    typealias Completion = @Sendable (Result<WorkerAnswer, DecodingFailure>) -> Void

    /// The time that it goes by.
    struct Clock: Sendable {
        var now: @Sendable () -> SuspendingClock.Instant
        /// Waits for a message or the end of a connection, at most so many milliseconds; false if none came.
        var waitForInput: @Sendable (MessageChannel, Int32) -> Bool

        static let system = Clock(now: { .now }, waitForInput: { $0.waitForInput(within: $1) })
    }

    private struct State {
        var calls: [Int: Completion] = [:]
        var lastCall = 0
        var deadlines: CallDeadlines
        var ending: DecodingFailure?
        var photo = ImageSourceStatus()
    }

    private let socket: MessageChannel
    private let clock: Clock
    private let kill: @Sendable () -> Void
    private let state: Mutex<State>

    /// Creates one that is not listening yet; `kill` ends the worker.
    init(
        _ socket: MessageChannel, within limits: WorkerLimits, clock: Clock = .system,
        kill: @escaping @Sendable () -> Void
    ) {
        self.socket = socket
        self.clock = clock
        self.kill = kill
        state = Mutex(State(deadlines: CallDeadlines(limits, at: clock.now())))
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
                case .notStarted: return end(.noDecoder)
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
        let now = clock.now()
        let (call, ending) = state.withLock { state -> (Int, DecodingFailure?) in
            state.lastCall += 1
            if state.ending == nil {
                state.calls[state.lastCall] = completion
                state.deadlines.begin(state.lastCall, at: now)
            }
            return (state.lastCall, state.ending)
        }
        if let ending {
            completion(.failure(ending))
            return call
        }
        switch socket.send(Message(kind: kind, call: call, numbers: numbers), handing: file) {
        // What the worker, or the zygote in its place, said last is still to be received.
        case .sent, .disconnected: break
        case .noRoom: end(.decoderStalled)
        case .failed: end(.decoderCrashed)
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
        guard let completion = completion(of: call) else { return }
        socket.send(Message(kind: .cancel, call: call))
        completion(.success(answer))
    }

    /// Ends the worker: its photo is no longer needed, or it is not to be trusted.
    func end(_ failure: DecodingFailure) {
        let left = state.withLock { state -> [Completion] in
            state.ending = state.ending ?? failure
            defer { state.calls = [:] }
            for call in state.calls.keys { state.deadlines.end(call) }
            return Array(state.calls.values)
        }
        kill()
        socket.hangUp()
        for completion in left { completion(.failure(failure)) }
    }

    private func completion(of call: Int) -> Completion? {
        state.withLock { state in
            state.deadlines.end(call)
            return state.calls.removeValue(forKey: call)
        }
    }

    private enum ReceiveResult { case received, hungUp, stalled, notStarted }

    private func receive(_ handler: HostServiceHandler) -> ReceiveResult {
        let hasInput = clock.waitForInput(socket, silenceLeftMilliseconds)
        guard !isOverdue else { return .stalled }
        guard hasInput else { return silenceLeftMilliseconds > 0 ? .received : .stalled }
        guard let (message, _) = socket.receive() else { return .hungUp }
        let now = clock.now()
        state.withLock { $0.deadlines.hear(at: now) }
        if message.kind == .alive { return allowsReport(at: now) ? .received : .hungUp }
        if handler.handle(message) { return .received }
        guard let answer = WorkerAnswer(message) else { return .hungUp }
        if message.call == Message.noCall { return .notStarted }
        return complete(message.call, with: answer) || allowsReport(at: now) ? .received : .hungUp
    }

    private func allowsReport(at now: SuspendingClock.Instant) -> Bool {
        state.withLock { $0.deadlines.allowsReport(at: now) }
    }

    /// - Returns: false if no such call is open, perhaps because it was cancelled.
    private func complete(_ call: Int, with answer: WorkerAnswer) -> Bool {
        if case .failed = answer.outcome {} else { state.withLock { $0.photo = answer.status } }
        guard let completion = completion(of: call) else { return false }
        completion(.success(answer))
        return true
    }

    private var isOverdue: Bool {
        let now = clock.now()
        return state.withLock { $0.deadlines.isOverdue(at: now) }
    }

    private var silenceLeftMilliseconds: Int32 {
        let now = clock.now()
        return state.withLock { $0.deadlines.silenceLeftMilliseconds(at: now) }
    }
}

/// A worker's answer to a call, with its photo's status.
struct WorkerAnswer: Sendable {
    enum Outcome: Hashable, Sendable {
        /// With the number of its pictures, and what kind they are.
        case opened(PixelSize, parts: Int, WorkerPhotoTraits)
        /// The pixels are in the buffer that came with the call.
        case drawn(isOpaque: Bool)
        case answered(Bool)
        case sampled(PhotoSample)
        case failed(DecodingFailure)
    }

    let outcome: Outcome
    let status: ImageSourceStatus

    func message(for call: Int) -> Message {
        let kind: Message.Kind
        let numbers: [Int]
        switch outcome {
        case .opened(let size, let parts, let traits):
            (kind, numbers) = (.opened, [size.width, size.height, parts, traits.number])
        case .drawn(let isOpaque): (kind, numbers) = (.drawn, [isOpaque ? 1 : 0])
        case .answered(let isSo): (kind, numbers) = (.answered, [isSo ? 1 : 0])
        case .sampled(let sample): (kind, numbers) = (.sampled, sample.words)
        case .failed(let failure):
            return Message(kind: .failed, call: call, numbers: failure.numbers, text: failure.text)
        }
        return Message(
            kind: kind, call: call, numbers: numbers + status.numbers,
            text: status.damage?.reason ?? "")
    }

    init(_ outcome: Outcome, _ status: ImageSourceStatus) {
        self.outcome = outcome
        self.status = status
    }

    /// `nil` for a message that is no answer.
    init?(_ message: Message) {
        let numbers = message.numbers
        var taken = message.kind == .opened ? 4 : 1
        switch message.kind {
        case .sampled:
            guard let sample = PhotoSample(words: numbers) else { return nil }
            outcome = .sampled(sample)
            taken = sample.words.count
        case .opened where numbers.count > 4:
            outcome = .opened(
                PixelSize(width: numbers[0], height: numbers[1]), parts: numbers[2],
                WorkerPhotoTraits(number: numbers[3]))
        case .drawn where numbers.count > 1: outcome = .drawn(isOpaque: numbers[0] == 1)
        case .answered where numbers.count > 1: outcome = .answered(numbers[0] == 1)
        case .failed:
            guard let failure = DecodingFailure(numbers, text: message.text) else { return nil }
            outcome = .failed(failure)
            status = ImageSourceStatus()
            return
        default: return nil
        }
        let rest = numbers.dropFirst(taken)
        guard let status = ImageSourceStatus(rest, text: message.text) else { return nil }
        self.status = status
    }
}

/// What is asked of a photo: an area of one of its pictures at a reduction.
struct PhotoRegion: Hashable, Sendable {
    let area: PixelRect
    let reduction: Reduction
    let part: Int
    /// The curve that its numbers go through; 0 for none.
    let tone: Int

    init(_ area: PixelRect, reducedBy reduction: Reduction, of part: Int, tone: Int) {
        self.area = area
        self.reduction = reduction
        self.part = part
        self.tone = tone
    }

    init?(_ numbers: [Int]) {
        guard numbers.count == 7, let reduction = Reduction(rawValue: numbers[4]),
            Reduction.ofFiles.contains(reduction)
        else { return nil }
        area = PixelRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        self.reduction = reduction
        (part, tone) = (numbers[5], numbers[6])
    }

    var numbers: [Int] {
        [
            area.minX, area.minY, area.size.width, area.size.height, reduction.rawValue, part,
            tone,
        ]
    }

    /// The bytes of its pixels; `nil` if the number overflows.
    var byteCount: Int? {
        guard let area = area.size.area else { return nil }
        let (bytes, overflow) = area.multipliedReportingOverflow(by: Raster.bytesPerPixel)
        return overflow ? nil : bytes
    }
}
