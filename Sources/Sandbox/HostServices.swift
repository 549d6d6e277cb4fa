internal import Dispatch
package import Files
package import Imaging
internal import Synchronization
internal import Waiting

/// A photo as the input of a worker: an open file, and the services for decoding.
package struct WorkerInput: Sendable {
    package let file: OpenFile
    /// True if the file's index may be stored for later sessions.
    package let isKept: Bool
    package let state: State
    /// The kind of photo for which special libraries must be loaded; `nil` if none are needed.
    package let libraries: FileKind?
    package let services: HostServices

    /// The readable bytes of the file.
    package enum State: Int, Sendable {
        case whole
        /// The bytes written so far, from the start of the file.
        case arriving
        /// The bytes that were fetched with `HostServices.fetch`.
        case ranged
    }

    package init(
        _ file: OpenFile, isKept: Bool = false, _ state: State = .whole,
        libraries: FileKind? = nil, services: HostServices
    ) {
        self.file = file
        self.isKept = isKept
        self.state = state
        self.libraries = libraries
        self.services = services
    }

    /// The same input after all bytes of the file have arrived.
    var arrived: WorkerInput { WorkerInput(file, isKept: isKept, services: services) }
}

/// A function that fetches a range of a file's bytes.
///
/// The function calls back with true when the bytes can be read, or with false if fetching has
/// failed.
package typealias RangeFetch =
    @Sendable (Range<Int>, @escaping @Sendable (Bool) -> Void) -> Void

/// The services that the decoding of a photo needs in addition to the file.
///
/// The session provides the services and checks each request of a worker.
package struct HostServices: Sendable {
    /// Opens an unnamed file for at most `reserving` bytes; the likely number of bytes is
    /// `expecting`.
    package let spill:
        @Sendable (_ reserving: Int, _ expecting: Int) -> Result<Descriptor, DecodingFailure>
    package let loadIndex: @Sendable () -> [UInt8]?
    package let storeIndex: @Sendable (OpenFile) -> Void
    /// Calls back when this many bytes of a download have arrived, or no more will arrive.
    package let awaitBytes: @Sendable (Int, @escaping @Sendable () -> Void) -> Void
    /// Opens a file in the folder of the photo; returns `nil` if no regular file has the name.
    package let sibling: @Sendable (SiblingName) -> OpenFile?
    /// Fetches a range of bytes of a photo whose file is fetched on demand.
    package let fetch: RangeFetch

    package init(
        spill:
            @escaping @Sendable (_ reserving: Int, _ expecting: Int)
            -> Result<Descriptor, DecodingFailure>,
        loadIndex: @escaping @Sendable () -> [UInt8]?,
        storeIndex: @escaping @Sendable (OpenFile) -> Void,
        awaitBytes: @escaping @Sendable (Int, @escaping @Sendable () -> Void) -> Void = { $1() },
        sibling: @escaping @Sendable (SiblingName) -> OpenFile? = { _ in nil },
        fetch: @escaping RangeFetch = { $1(false) }
    ) {
        self.spill = spill
        self.loadIndex = loadIndex
        self.storeIndex = storeIndex
        self.awaitBytes = awaitBytes
        self.sibling = sibling
        self.fetch = fetch
    }

    /// Blocks until this number of bytes has arrived, or until no more bytes will arrive.
    package func waitForBytes(_ count: Int) {
        waitForResult { done in awaitBytes(count) { done(()) } }
    }

    /// Blocks until a range of bytes has been fetched; returns false if fetching has failed.
    package func waitForRange(_ range: Range<Int>) -> Bool {
        waitForResult { done in fetch(range, done) }
    }
}

/// The worker's side of the services: each request blocks its thread until the session replies.
final class HostClient: Sendable {
    private typealias Reply = (message: Message, handed: Descriptor?)

    private struct State {
        var lastCall = 0
        var waiting: [Int: @Sendable (Reply) -> Void] = [:]
    }

    private let socket: MessageChannel
    private let state = Mutex(State())

    init(_ socket: MessageChannel) { self.socket = socket }

    /// Passes a reply to the call that is waiting for the reply.
    func handle(_ message: Message, _ handed: Descriptor?) {
        state.withLock { $0.waiting.removeValue(forKey: message.call) }?((message, handed))
    }

    var services: HostServices {
        HostServices(
            spill: { [self] in spill($0, $1) }, loadIndex: { [self] in loadIndex() },
            storeIndex: { [self] in store(index: $0) },
            awaitBytes: { [self] count, wake in
                _ = ask(.wantsBytes, [count])
                wake()
            },
            sibling: { [self] in sibling($0) },
            fetch: { [self] range, done in
                done(ask(.wantsRange, [range.lowerBound, range.count]).message.numbers == [1])
            })
    }

    private func sibling(_ name: SiblingName) -> OpenFile? {
        let reply = ask(.wantsSibling, text: name.text)
        guard let file = reply.handed, let byteCount = reply.message.numbers.first else {
            return nil
        }
        return OpenFile(file, byteCount: byteCount)
    }

    private func spill(_ reserving: Int, _ expecting: Int) -> Result<Descriptor, DecodingFailure> {
        let reply = ask(.wantsSpill, [reserving, expecting])
        guard let file = reply.handed else {
            let failure = DecodingFailure(reply.message.numbers, text: reply.message.text)
            return .failure(failure ?? .noRoom(byteCount: expecting))
        }
        return .success(file)
    }

    private func loadIndex() -> [UInt8]? {
        let reply = ask(.wantsIndex)
        guard let file = reply.handed, let byteCount = reply.message.numbers.first else {
            return nil
        }
        return file.read(byteCount)
    }

    private func store(index: OpenFile) {
        guard let file = ask(.wantsIndexRoom, [index.byteCount]).handed, index.copy(to: file)
        else { return }
        _ = ask(.wroteIndex)
    }

    /// Sends a request and returns the reply.
    ///
    /// If the session closes the connection, this process ends and no reply is returned.
    private func ask(_ kind: Message.Kind, _ numbers: [Int] = [], text: String = "") -> Reply {
        waitForResult { done in
            let call = state.withLock { state in
                state.lastCall += 1
                state.waiting[state.lastCall] = done
                return state.lastCall
            }
            socket.send(Message(kind: kind, call: call, numbers: numbers, text: text))
        }
    }
}

/// The session's side of the services, with limits: a worker gets one spill file, one index, and a
/// few files from the photo's folder.
struct HostServiceHandler: Sendable {
    /// The maximum size of an index in bytes; the index of a photo of ten gigapixels is smaller.
    private static let indexBytes = 256 << 20
    /// The maximum number of requests; a 2 GB photo that is read while it arrives needs tens of
    /// thousands.
    private static let mostRequests = 1 << 20

    /// The maximum number of files from the folder.
    ///
    /// A label names one file, which the worker requests in three spellings.
    private static let mostSiblings = 8
    /// The maximum length of a requested range, in bytes; a compressed tile of a TIFF is smaller.
    private static let rangeBytes = 128 << 20
    /// The maximum number of pending ranges; each pending range belongs to one call.
    private static let mostRanges = 64

    private final class State: Sendable {
        /// The kinds of requests that have been served and that are served only once.
        let once = Mutex<Set<Message.Kind>>([])
        let index = Mutex<SharedBuffer?>(nil)
        let isWaiting = Atomic(false)
        let requests = Atomic(0)
        let siblings = Atomic(0)
        let ranges = Atomic(0)
    }

    private let services: HostServices
    private let photoBytes: Int
    private let socket: MessageChannel
    private let state = State()

    /// Creates the handler; `photoBytes` is the size of the photo's file.
    ///
    /// The expected size of a spill file is at least `photoBytes`.
    init(_ services: HostServices, photoBytes: Int, _ socket: MessageChannel) {
        self.services = services
        self.photoBytes = photoBytes
        self.socket = socket
    }

    /// Handles a request.
    ///
    /// - Returns: false if the message does not request a service.
    func handle(_ message: Message) -> Bool {
        switch message.kind {
        case .wantsSpill: spill(message)
        case .wantsIndex: loadIndex(message)
        case .wantsIndexRoom: makeRoom(message)
        case .wroteIndex: storeIndex(message.call)
        case .wantsBytes: awaitBytes(message)
        case .wantsSibling: openSibling(message)
        case .wantsRange: fetch(message)
        default: return false
        }
        let count = state.requests.wrappingAdd(1, ordering: .relaxed).newValue
        if count > Self.mostRequests { socket.hangUp() }
        return true
    }

    /// True while the worker waits for ranges and may therefore be silent.
    var isFetching: Bool { state.ranges.load(ordering: .relaxed) > 0 }

    /// Fetches a range.
    ///
    /// The thread that has fetched the range sends the reply, so that the receiving thread
    /// continues to receive.
    private func fetch(_ message: Message) {
        let numbers = message.numbers
        let count = state.ranges.wrappingAdd(1, ordering: .relaxed).newValue
        let answer: @Sendable (Bool) -> Void = { [self] isThere in
            state.ranges.wrappingSubtract(1, ordering: .relaxed)
            reply(message.call, [isThere ? 1 : 0])
        }
        guard count <= Self.mostRanges, numbers.count == 2,
            (1...Self.rangeBytes).contains(numbers[1]), numbers[0] + numbers[1] <= photoBytes
        else { return answer(false) }
        services.fetch(numbers[0]..<numbers[0] + numbers[1], answer)
    }

    private func spill(_ message: Message) {
        let numbers = message.numbers
        guard numbers.count == 2, isFirst(message) else {
            return reply(message.call, failing: .noRoom(byteCount: numbers.last ?? 0))
        }
        // Without this minimum, a worker could claim to need no bytes to pass the check of free
        // disk space.
        switch services.spill(numbers[0], max(numbers[1], photoBytes)) {
        case .success(let file): reply(message.call, [], passing: file)
        case .failure(let failure): reply(message.call, failing: failure)
        }
    }

    private func isFirst(_ message: Message) -> Bool {
        state.once.withLock { $0.insert(message.kind).inserted }
    }

    /// Handles a request for further bytes; only one such request may be pending.
    ///
    /// The thread that announces the bytes sends the reply, so that the receiving thread continues
    /// to receive.
    private func awaitBytes(_ message: Message) {
        guard !state.isWaiting.exchange(true, ordering: .relaxed) else {
            return reply(message.call, [])
        }
        services.awaitBytes(message.numbers.first ?? 0) { [self] in
            state.isWaiting.store(false, ordering: .relaxed)
            reply(message.call, [])
        }
    }

    private func loadIndex(_ message: Message) {
        let index = isFirst(message) ? services.loadIndex().flatMap { OpenFile($0) } : nil
        reply(message.call, [index?.byteCount ?? 0], passing: index?.descriptor)
    }

    /// Passes a file from the photo's folder to the worker, unless the file's name leads out of the
    /// folder.
    private func openSibling(_ message: Message) {
        let count = state.siblings.wrappingAdd(1, ordering: .relaxed).newValue
        let name = count <= Self.mostSiblings ? SiblingName(message.text) : nil
        let file = name.flatMap { services.sibling($0) }
        reply(message.call, [file?.byteCount ?? 0], passing: file?.descriptor)
    }

    private func makeRoom(_ message: Message) {
        let byteCount = message.numbers.first ?? 0
        let isGranted = (1...Self.indexBytes).contains(byteCount) && isFirst(message)
        let buffer = isGranted ? SharedBuffer(byteCount: byteCount) : nil
        if isGranted { state.index.withLock { $0 = buffer } }
        reply(message.call, [], passing: buffer?.file)
    }

    /// Stores the index after sending the reply, because storing takes some time.
    private func storeIndex(_ call: Int) {
        reply(call, [])
        guard let buffer = state.index.withLock({ $0.take() }) else { return }
        DispatchQueue.global(qos: .utility).async { [services] in
            services.storeIndex(OpenFile(buffer.file, byteCount: buffer.byteCount))
        }
    }

    private func reply(_ call: Int, failing failure: DecodingFailure) {
        send(Message(kind: .served, call: call, numbers: failure.numbers, text: failure.text))
    }

    private func reply(_ call: Int, _ numbers: [Int], passing file: Descriptor? = nil) {
        send(Message(kind: .served, call: call, numbers: numbers), passing: file)
    }

    /// Sends a reply; closes the connection if the worker does not read replies and thus is
    /// malicious.
    private func send(_ message: Message, passing file: Descriptor? = nil) {
        if socket.send(message, passing: file) != .sent { socket.hangUp() }
    }
}
