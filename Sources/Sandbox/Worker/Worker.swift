internal import Dispatch
internal import Files
internal import Imaging
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Serves one photo to the session: each call on a thread of its own, so that a draft is drawn while
/// pixels are waited for.
final class Worker: Sendable {
    private let socket: MessageChannel
    private let craft: WorkerConfiguration
    private let threads: WorkerThreads
    private let desk: HostClient
    private let photo = Mutex<(any ImageSource)?>(nil)
    private let file = Mutex<WorkerInput?>(nil)
    private let waiting = Mutex<[Int: Task<Void, Never>]>([:])
    private let meter: Watchdog

    init(_ socket: MessageChannel, _ craft: WorkerConfiguration) {
        self.socket = socket
        self.craft = craft
        threads = WorkerThreads(start: craft.startThread)
        desk = HostClient(socket)
        meter = Watchdog(socket, patience: craft.limits.processorSeconds)
    }

    /// Serves until the session hangs up.
    func run() {
        craft.startThread { [self] in meter.run { photo.withLock { $0 }?.status.figures } }
        while let (letter, handed) = socket.receive() { take(letter, handed) }
    }

    private func take(_ letter: Message, _ handed: Descriptor?) {
        switch letter.kind {
        case .errandDone: desk.done(letter, handed)
        case .cancel: waiting.withLock { $0.removeValue(forKey: letter.call) }?.cancel()
        case .waitForMore: waitForMore(letter)
        default:
            meter.begin()
            threads.run { [self] in
                let answer = answer(letter, handed)
                meter.end()
                socket.send(answer.letter(for: letter.call))
            }
        }
    }

    private func answer(_ letter: Message, _ handed: Descriptor?) -> WorkerAnswer {
        do throws(DecodingFailure) {
            let outcome =
                switch letter.kind {
                case .open: try open(letter, handed)
                case .facts: try describe(on: handed)
                default: try look(letter, into: handed)
                }
            return WorkerAnswer(outcome, state)
        } catch {
            return WorkerAnswer(.failed(error), state)
        }
    }

    private var state: ImageSourceStatus {
        photo.withLock { $0 }?.status ?? ImageSourceStatus()
    }

    private var streaming: (any StreamingImageSource)? {
        photo.withLock { $0 } as? any StreamingImageSource
    }

    private func open(
        _ letter: Message, _ handed: Descriptor?
    ) throws(DecodingFailure) -> WorkerAnswer.Outcome {
        let file = file(letter, handed)
        self.file.withLock { $0 = file }
        guard let source = try craft.open(file) else { return .answered(false) }
        photo.withLock { $0 = source }
        return .opened(source.size)
    }

    /// A file that was arriving is handed over once, and opened again when it is whole.
    private func file(_ letter: Message, _ handed: Descriptor?) -> WorkerInput {
        guard let descriptor = handed ?? file.withLock({ $0 })?.file.descriptor,
            letter.numbers.count == 3
        else { preconditionFailure("a photo is opened from its file") }
        return WorkerInput(
            OpenFile(descriptor, byteCount: letter.numbers[0]), isKept: letter.numbers[1] == 1,
            isArriving: letter.numbers[2] == 1, errands: desk.errands)
    }

    private func describe(
        on tray: Descriptor?
    ) throws(DecodingFailure) -> WorkerAnswer.Outcome {
        guard let tray, let file = file.withLock({ $0 }) else {
            preconditionFailure("an open photo is asked what its file says")
        }
        let bytes = FileFacts.bytes(of: try craft.facts(file))
        return tray.write(bytes) ? .answered(true) : .failed(.outOfMemory)
    }

    private func look(
        _ letter: Message, into tray: Descriptor?
    ) throws(DecodingFailure) -> WorkerAnswer.Outcome {
        guard let source = photo.withLock({ $0 }), let region = PhotoRegion(letter.numbers) else {
            preconditionFailure("an open photo is asked for a region")
        }
        let (area, reduction) = (region.area, region.reduction)
        switch letter.kind {
        case .isReady:
            return .answered(streaming?.isReady(area, reducedBy: reduction) ?? true)
        case .preview:
            guard let part = streaming?.preview(of: area, reducedBy: reduction) else {
                return .answered(false)
            }
            return serve(part, on: tray)
        default: return serve(try source.pixels(of: area, reducedBy: reduction), on: tray)
        }
    }

    private func serve(_ part: PhotoPart, on tray: Descriptor?) -> WorkerAnswer.Outcome {
        guard let tray else { preconditionFailure("pixels are served on a tray") }
        guard tray.write(part.raster.pixels) else { return .failed(.outOfMemory) }
        return .drawn(isOpaque: part.raster.isOpaque)
    }

    /// Waits without a thread: what arrives is told by whoever reads the file.
    private func waitForMore(_ letter: Message) {
        guard photo.withLock({ $0 }) != nil, let region = PhotoRegion(letter.numbers) else {
            preconditionFailure("an open photo is asked for a region")
        }
        waiting.withLock { waiting in
            waiting[letter.call] = Task(executorPreference: threads) { [self] in
                meter.begin()
                await streaming?.waitForMore(of: region.area, reducedBy: region.reduction)
                meter.end()
                _ = self.waiting.withLock { $0.removeValue(forKey: letter.call) }
                socket.send(WorkerAnswer(.answered(true), state).letter(for: letter.call))
            }
        }
    }
}

/// The life of a process that decodes one photo.
enum WorkerProcess {
    /// - Parameters:
    ///   - end: its line to the session.
    ///   - craft: what it knows of decoding.
    ///   - parent: the zygote, with which it is to end.
    static func run(_ end: Descriptor, _ craft: WorkerConfiguration, parent: pid_t) -> Never {
        let end = SandboxPolicy.keepOnly(end)
        guard SandboxPolicy.enter(craft.limits, parent: parent) else { _exit(1) }
        Worker(MessageChannel(end), craft).run()
        _exit(0)
    }
}
