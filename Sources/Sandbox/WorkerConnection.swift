internal import Dispatch
internal import Files
internal import Imaging
internal import Synchronization
internal import Waiting

/// The session's end of the connection to a worker, with pending calls and the photo's status.
///
/// Replies are untrusted, because a malicious file may control the worker. After a malformed
/// message, the session ends the worker.
final class WorkerConnection: Sendable {
    typealias Completion = @Sendable (Result<WorkerAnswer, DecodingFailure>) -> Void

    private struct Call {
        let completion: Completion
        let picture: PictureKey
    }

    /// The clock of a connection.
    struct Clock: Sendable {
        var now: @Sendable () -> SuspendingClock.Instant
        /// Waits for a message or the end of the connection, at most this number of milliseconds;
        /// returns false if neither arrives.
        var waitForInput: @Sendable (MessageChannel, Int32) -> Bool

        static let system = Clock(now: { .now }, waitForInput: { $0.waitForInput(within: $1) })
    }

    private struct State {
        var calls: [Int: Call] = [:]
        var lastCall = 0
        var deadlines: CallDeadlines
        var ending: DecodingFailure?
        var statuses = PictureStatuses()
    }

    private let socket: MessageChannel
    private let clock: Clock
    private let kill: @Sendable () -> Void
    private let state: Mutex<State>

    /// Creates a connection that does not receive messages yet; `kill` ends the worker.
    init(
        _ socket: MessageChannel, within limits: WorkerLimits, clock: Clock = .system,
        kill: @escaping @Sendable () -> Void
    ) {
        self.socket = socket
        self.clock = clock
        self.kill = kill
        state = Mutex(State(deadlines: CallDeadlines(limits, at: clock.now())))
    }

    /// Starts to receive messages on a separate thread until the connection ends.
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

    /// Returns the status in the last reply about a picture; `nil` before the first reply.
    func status(of picture: PictureKey) -> ImageSourceStatus? {
        state.withLock { $0.statuses[picture] }
    }

    /// Returns true if the picture is completely read according to the last reply; sends no
    /// request.
    func isRead(_ picture: PictureKey) -> Bool { state.withLock { $0.statuses.isRead(picture) } }

    /// Sends a call; `completion` receives the reply or a failure.
    ///
    /// - Returns: the number of the call, for `cancel`.
    @discardableResult
    func call(
        _ kind: Message.Kind, _ numbers: [Int], passing file: Descriptor? = nil,
        _ completion: @escaping Completion
    ) -> Int {
        let picture = PictureKey(of: kind, numbers)
        let now = clock.now()
        let (call, ending) = state.withLock { state -> (Int, DecodingFailure?) in
            state.lastCall += 1
            if state.ending == nil {
                state.calls[state.lastCall] = Call(completion: completion, picture: picture)
                state.deadlines.begin(state.lastCall, at: now)
            }
            return (state.lastCall, state.ending)
        }
        if let ending {
            completion(.failure(ending))
            return call
        }
        switch socket.send(Message(kind: kind, call: call, numbers: numbers), passing: file) {
        // If the other end has closed the connection, its last message, perhaps from the zygote,
        // must still be received.
        case .sent, .disconnected: break
        case .noRoom: end(.decoderStalled)
        case .failed: end(.decoderCrashed)
        }
        return call
    }

    /// Sends a call and waits for its reply.
    func answer(
        to kind: Message.Kind, _ numbers: [Int], passing file: Descriptor? = nil
    ) throws(DecodingFailure) -> WorkerAnswer.Outcome {
        let answer = waitForResult { done in call(kind, numbers, passing: file, done) }
        let outcome = try answer.get().outcome
        if case .failed(let failure) = outcome { throw failure }
        return outcome
    }

    /// Cancels a call that may take long, and completes the call with `answer`.
    func cancel(_ call: Int, leaving answer: WorkerAnswer) {
        guard let cancelled = popCall(call) else { return }
        socket.send(Message(kind: .cancel, call: call))
        cancelled.completion(.success(answer))
    }

    /// Ends a worker that is no longer needed or that cannot be trusted.
    func end(_ failure: DecodingFailure) {
        let left = state.withLock { state -> [Call] in
            state.ending = state.ending ?? failure
            defer { state.calls = [:] }
            for call in state.calls.keys { state.deadlines.end(call) }
            return Array(state.calls.values)
        }
        kill()
        socket.hangUp()
        for call in left { call.completion(.failure(failure)) }
    }

    private func popCall(_ call: Int) -> Call? {
        state.withLock { state in
            state.deadlines.end(call)
            return state.calls.removeValue(forKey: call)
        }
    }

    private enum ReceiveResult { case received, hungUp, stalled, notStarted }

    private func receive(_ handler: HostServiceHandler) -> ReceiveResult {
        let hasInput = clock.waitForInput(socket, silenceLeftMilliseconds)
        guard !isOverdue else { return .stalled }
        if handler.isFetching {
            let now = clock.now()
            state.withLock { $0.deadlines.hear(at: now) }
        }
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

    /// Completes a call with a reply.
    ///
    /// - Returns: false if the call is not open, for instance after `cancel`.
    private func complete(_ call: Int, with answer: WorkerAnswer) -> Bool {
        guard let completed = popCall(call) else { return false }
        if case .failed = answer.outcome {
        } else {
            state.withLock { $0.statuses.report(answer.status, of: completed.picture) }
        }
        completed.completion(.success(answer))
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

/// A picture to which the status in a reply refers: a page, with or without a tone curve.
struct PictureKey: Hashable, Sendable {
    let page: Int
    /// The number of the tone curve applied to the samples; 0 without a tone curve.
    let tone: Int

    init(page: Int, tone: Int) { (self.page, self.tone) = (page, tone) }

    /// Creates the key of the picture that a call concerns.
    ///
    /// The session derives the picture from the call, because a reply contains only the status.
    init(of kind: Message.Kind, _ numbers: [Int]) {
        let region = PhotoRegion(numbers)
        switch kind {
        case .pixels, .isReady, .preview, .waitForMore:
            self.init(page: region?.page ?? 0, tone: region?.tone ?? 0)
        case .scaled:
            let region = ScaledRegion(numbers)
            self.init(page: region?.page ?? 0, tone: region?.tone ?? 0)
        case .sample where numbers.count == 3: self.init(page: numbers[2], tone: 0)
        case .tone where numbers.count == 2: self.init(page: numbers[1], tone: numbers[0])
        default: self.init(page: 0, tone: 0)
        }
    }
}

/// The latest status of each page of a photo.
struct PictureStatuses: Sendable {
    /// The maximum number of stored statuses.
    ///
    /// The limit suffices for the pages that a user visits and returns to; the status of other
    /// pages is requested again.
    static let limit = 256

    private var statuses: [PictureKey: ImageSourceStatus] = [:]
    /// The pictures in the order of their latest reports, the oldest first.
    private var order: [PictureKey] = []

    subscript(picture: PictureKey) -> ImageSourceStatus? { statuses[picture] }

    /// Returns true if a picture is completely read; false for all pictures except the last
    /// reported one.
    ///
    /// A worker closes other pictures to save memory, and would read them again.
    func isRead(_ picture: PictureKey) -> Bool {
        order.last == picture && statuses[picture]?.isRead == true
    }

    mutating func report(_ status: ImageSourceStatus, of picture: PictureKey) {
        if order.last != picture {
            order.removeAll { $0 == picture }
            order.append(picture)
        }
        statuses[picture] = status
        if order.count > Self.limit { statuses[order.removeFirst()] = nil }
    }
}

/// A worker's reply to a call, with the status of the picture.
struct WorkerAnswer: Sendable {
    enum Outcome: Hashable, Sendable {
        /// The photo is open; the size is that of the first page.
        case opened(PixelSize, pages: Int, WirePhotoTraits)
        /// The pixels are in the buffer that was sent with the call.
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
        case .opened(let size, let pages, let traits):
            (kind, numbers) = (.opened, [size.width, size.height, pages, traits.number])
        case .drawn(let isOpaque): (kind, numbers) = (.drawn, [isOpaque ? 1 : 0])
        case .answered(let isSo): (kind, numbers) = (.answered, [isSo ? 1 : 0])
        case .sampled(let sample): (kind, numbers) = (.sampled, sample.words)
        case .failed(let failure):
            return Message(kind: .failed, call: call, numbers: failure.numbers, text: failure.text)
        }
        return Message(
            kind: kind, call: call, numbers: numbers + status.numbers,
            text: status.damage?.text ?? "")
    }

    init(_ outcome: Outcome, _ status: ImageSourceStatus) {
        self.outcome = outcome
        self.status = status
    }

    /// Creates a reply from a message; `nil` if the message is not a valid reply.
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
                PixelSize(width: numbers[0], height: numbers[1]), pages: numbers[2],
                WirePhotoTraits(number: numbers[3]))
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

/// A requested region of a photo: an area of a page at a reduction.
struct PhotoRegion: Hashable, Sendable {
    let area: PixelRect
    let reduction: Reduction
    let page: Int
    /// The number of the tone curve applied to the samples; 0 without a tone curve.
    let tone: Int

    init(_ area: PixelRect, reducedBy reduction: Reduction, of page: Int, tone: Int) {
        self.area = area
        self.reduction = reduction
        self.page = page
        self.tone = tone
    }

    init?(_ numbers: [Int]) {
        guard numbers.count == 7, let reduction = Reduction(rawValue: numbers[4]) else {
            return nil
        }
        area = PixelRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        self.reduction = reduction
        (page, tone) = (numbers[5], numbers[6])
    }

    var numbers: [Int] {
        [
            area.minX, area.minY, area.size.width, area.size.height, reduction.rawValue, page,
            tone,
        ]
    }
}

/// A requested window of a scaled page of a photo, over a background.
struct ScaledRegion: Hashable, Sendable {
    let window: ScaledWindow
    let background: RGBColour
    let page: Int
    /// The number of the tone curve applied to the samples; 0 for no curve.
    let tone: Int

    init(_ window: ScaledWindow, over background: RGBColour, of page: Int, tone: Int) {
        self.window = window
        self.background = background
        (self.page, self.tone) = (page, tone)
    }

    init?(_ numbers: [Int]) {
        guard numbers.count == 13 else { return nil }
        let colour = numbers[8..<11].compactMap { UInt8(exactly: $0) }
        let sizes = [0, 2].map { PixelSize(width: numbers[$0], height: numbers[$0 + 1]) }
        let area = PixelRect(x: numbers[4], y: numbers[5], width: numbers[6], height: numbers[7])
        guard colour.count == 3, sizes.allSatisfy(PhotoWorker.isPlausible),
            PixelRect(sizes[1]).contains(area)
        else { return nil }
        window = ScaledWindow(photo: sizes[0], scaled: sizes[1], window: area)
        background = RGBColour(red: colour[0], green: colour[1], blue: colour[2])
        (page, tone) = (numbers[11], numbers[12])
    }

    var numbers: [Int] {
        let (photo, scaled, area) = (window.photo, window.scaled, window.window)
        return [
            photo.width, photo.height, scaled.width, scaled.height, area.minX, area.minY,
            area.size.width, area.size.height, Int(background.red), Int(background.green),
            Int(background.blue), page, tone,
        ]
    }
}

extension PixelSize {
    /// The number of bytes of this many pixels; `nil` if it overflows.
    var byteCount: Int? {
        guard let area else { return nil }
        let (bytes, overflow) = area.multipliedReportingOverflow(by: Raster.bytesPerPixel)
        return overflow ? nil : bytes
    }
}
