internal import Dispatch
internal import Imaging
internal import Synchronization

/// Does what a worker needs of the world, within limits: one spill file, one index.
struct ErrandServer: Sendable {
    /// Ten gigapixels' index is smaller.
    private static let indexBytes = 256 << 20

    private final class Granted: Sendable {
        let hasSpill = Atomic(false)
        let index = Mutex<Tray?>(nil)
        let isWaiting = Atomic(false)
    }

    private let errands: PhotoErrands
    private let socket: LetterSocket
    private let limits: WorkerLimits
    private let granted = Granted()

    init(_ errands: PhotoErrands, _ socket: LetterSocket, _ limits: WorkerLimits) {
        self.errands = errands
        self.socket = socket
        self.limits = limits
    }

    /// - Returns: false for a letter that is no errand.
    func serve(_ letter: Letter) -> Bool {
        switch letter.kind {
        case .wantsSpill: spill(letter)
        case .wantsIndex: loadIndex(letter.call)
        case .wantsIndexRoom: makeRoom(letter)
        case .wroteIndex: storeIndex(letter.call)
        case .wantsBytes: awaitBytes(letter)
        default: return false
        }
        return true
    }

    private func spill(_ letter: Letter) {
        let numbers = letter.numbers
        guard numbers.count == 2, numbers.allSatisfy({ $0 >= 0 }), isFirstSpill else {
            return reply(letter.call, failing: .noRoom(byteCount: numbers.last ?? 0))
        }
        switch errands.spill(numbers[0], numbers[1]) {
        case .success(let file): reply(letter.call, [], handing: Descriptor(file))
        case .failure(let failure): reply(letter.call, failing: failure)
        }
    }

    private var isFirstSpill: Bool {
        !granted.hasSpill.exchange(true, ordering: .relaxed)
    }

    /// One at a time, on another thread: this one listens on.
    private func awaitBytes(_ letter: Letter) {
        guard !granted.isWaiting.exchange(true, ordering: .relaxed) else {
            return reply(letter.call, [])
        }
        DispatchQueue.global(qos: .userInitiated).async { [self] in
            errands.waitForBytes(letter.numbers.first ?? 0)
            granted.isWaiting.store(false, ordering: .relaxed)
            reply(letter.call, [])
        }
    }

    private func loadIndex(_ call: Int) {
        let index = errands.loadIndex().flatMap { Tray($0) }
        reply(call, [index?.byteCount ?? 0], handing: index?.file)
    }

    private func makeRoom(_ letter: Letter) {
        let byteCount = letter.numbers.first ?? 0
        let tray = (1...Self.indexBytes).contains(byteCount) ? Tray(byteCount: byteCount) : nil
        granted.index.withLock { $0 = tray }
        reply(letter.call, [], handing: tray?.file)
    }

    /// Writing it takes a while: answers need not wait for it.
    private func storeIndex(_ call: Int) {
        reply(call, [])
        guard let tray = granted.index.withLock({ $0.take() }) else { return }
        DispatchQueue.global(qos: .utility).async { [errands] in
            guard let bytes = Tray.read(tray.byteCount, from: tray.file) else { return }
            errands.storeIndex(bytes)
        }
    }

    private func reply(_ call: Int, failing failure: DecodingFailure) {
        socket.send(
            Letter(kind: .errandDone, call: call, numbers: failure.numbers, text: failure.text))
    }

    private func reply(_ call: Int, _ numbers: [Int], handing file: Descriptor? = nil) {
        socket.send(
            Letter(kind: .errandDone, call: call, numbers: numbers), handing: file)
    }
}
