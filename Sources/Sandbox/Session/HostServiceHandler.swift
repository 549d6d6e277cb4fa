internal import Dispatch
internal import Files
internal import Imaging
internal import Synchronization

/// Does what a worker needs of the world, within limits: one spill file, one index.
struct HostServiceHandler: Sendable {
    /// Ten gigapixels' index is smaller.
    private static let indexBytes = 256 << 20

    private final class Granted: Sendable {
        /// What was asked for and is not done a second time.
        let once = Mutex<Set<Message.Kind>>([])
        let index = Mutex<SharedBuffer?>(nil)
        let isWaiting = Atomic(false)
    }

    private let errands: HostServices
    private let photoBytes: Int
    private let socket: MessageChannel
    private let granted = Granted()

    /// - Parameters:
    ///   - errands: who does it.
    ///   - photoBytes: the size of the photo's file, below which no spill file is expected to stay.
    ///   - socket: the line to the worker.
    init(_ errands: HostServices, photoBytes: Int, _ socket: MessageChannel) {
        self.errands = errands
        self.photoBytes = photoBytes
        self.socket = socket
    }

    /// - Returns: false for a letter that is no errand.
    func serve(_ letter: Message) -> Bool {
        switch letter.kind {
        case .wantsSpill: spill(letter)
        case .wantsIndex: loadIndex(letter)
        case .wantsIndexRoom: makeRoom(letter)
        case .wroteIndex: storeIndex(letter.call)
        case .wantsBytes: awaitBytes(letter)
        default: return false
        }
        return true
    }

    private func spill(_ letter: Message) {
        let numbers = letter.numbers
        guard numbers.count == 2, isFirst(letter) else {
            return reply(letter.call, failing: .noRoom(byteCount: numbers.last ?? 0))
        }
        // Who says that it needs nothing gets past the look at what is free on the disk.
        switch errands.spill(numbers[0], max(numbers[1], photoBytes)) {
        case .success(let file): reply(letter.call, [], handing: Descriptor(file))
        case .failure(let failure): reply(letter.call, failing: failure)
        }
    }

    private func isFirst(_ letter: Message) -> Bool {
        granted.once.withLock { $0.insert(letter.kind).inserted }
    }

    /// One at a time, and answered by what announces the bytes: this thread listens on.
    private func awaitBytes(_ letter: Message) {
        guard !granted.isWaiting.exchange(true, ordering: .relaxed) else {
            return reply(letter.call, [])
        }
        errands.awaitBytes(letter.numbers.first ?? 0) { [self] in
            granted.isWaiting.store(false, ordering: .relaxed)
            reply(letter.call, [])
        }
    }

    private func loadIndex(_ letter: Message) {
        let index = isFirst(letter) ? errands.loadIndex().flatMap { OpenFile($0) } : nil
        reply(letter.call, [index?.byteCount ?? 0], handing: index?.descriptor)
    }

    private func makeRoom(_ letter: Message) {
        let byteCount = letter.numbers.first ?? 0
        let isGranted = (1...Self.indexBytes).contains(byteCount) && isFirst(letter)
        let tray = isGranted ? SharedBuffer(byteCount: byteCount) : nil
        if isGranted { granted.index.withLock { $0 = tray } }
        reply(letter.call, [], handing: tray?.file)
    }

    /// Writing it takes a while: answers need not wait for it.
    private func storeIndex(_ call: Int) {
        reply(call, [])
        guard let tray = granted.index.withLock({ $0.take() }) else { return }
        DispatchQueue.global(qos: .utility).async { [errands] in
            guard let bytes = tray.file.read(tray.byteCount) else { return }
            errands.storeIndex(bytes)
        }
    }

    private func reply(_ call: Int, failing failure: DecodingFailure) {
        send(Message(kind: .errandDone, call: call, numbers: failure.numbers, text: failure.text))
    }

    private func reply(_ call: Int, _ numbers: [Int], handing file: Descriptor? = nil) {
        send(Message(kind: .errandDone, call: call, numbers: numbers), handing: file)
    }

    /// A worker that asks and does not read what it is answered is none of ours: its line ends.
    private func send(_ letter: Message, handing file: Descriptor? = nil) {
        if socket.send(letter, handing: file) != .sent { socket.hangUp() }
    }
}
