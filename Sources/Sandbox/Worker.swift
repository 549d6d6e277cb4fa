internal import Files
internal import Imaging
internal import Synchronization
internal import SystemPackage
internal import Waiting

/// A server that decodes one photo for the session.
///
/// Each call runs on its own thread, so that a preview can be drawn while another call waits for
/// pixels.
final class Worker: Sendable {
    private let socket: MessageChannel
    private let configuration: WorkerConfiguration
    /// The executor, which has one thread per open call.
    ///
    /// The executor also runs tasks, because the default executor is libdispatch, which reads
    /// /proc.
    private let threads: BlockingTaskExecutor
    private let host: HostClient
    private let photo = Mutex<(any ImageSource)?>(nil)
    /// The picture of the latest call; the watchdog reports this picture's progress.
    private let picture = Mutex<(any ImageSource)?>(nil)
    private let file = Mutex<WorkerInput?>(nil)
    /// The pictures with tone curves, and the numbers of the curves; the newest is last.
    private let tones = Mutex<[(number: Int, source: any ImageSource)]>([])
    private let waiting = Mutex<[Int: Task<Void, Never>]>([:])
    private let watchdog: Watchdog

    init(_ socket: MessageChannel, _ configuration: WorkerConfiguration) {
        self.socket = socket
        self.configuration = configuration
        threads = BlockingTaskExecutor(start: configuration.startThread)
        host = HostClient(socket)
        watchdog = Watchdog(limitSeconds: configuration.limits.processorSeconds) {
            socket.send(Message(kind: .alive, call: Message.noCall))
        }
    }

    /// Serves calls until the session closes the connection; returns false at once if the system
    /// allows no more threads.
    func run() -> Bool {
        let isWatched = configuration.startThread { [self] in
            watchdog.run { picture.withLock { $0 }?.status.statistics }
        }
        guard isWatched, threads.startOne() else { return false }
        while let (message, handed) = socket.receive() { handle(message, handed) }
        return true
    }

    private func handle(_ message: Message, _ handed: Descriptor?) {
        switch message.kind {
        case .served: host.handle(message, handed)
        case .cancel: waiting.withLock { $0.removeValue(forKey: message.call) }?.cancel()
        case .waitForMore: waitForMore(message)
        default:
            watchdog.begin()
            threads.run { [self] in
                let answer = answer(message, handed)
                watchdog.end()
                socket.send(answer.message(for: message.call))
            }
        }
    }

    private func answer(_ message: Message, _ handed: Descriptor?) -> WorkerAnswer {
        do throws(DecodingFailure) {
            let outcome =
                switch message.kind {
                case .open: try open(message, handed)
                case .facts: try writeFacts(to: handed)
                case .pages: writeParts(to: handed)
                case .sample: try sample(message)
                case .tone: try tone(message, handed)
                case .turn: try turn(message, handed)
                case .scaled: try scale(message, into: handed)
                default: try look(message, into: handed)
                }
            return WorkerAnswer(outcome, status(about: message))
        } catch {
            return WorkerAnswer(.failed(error), ImageSourceStatus())
        }
    }

    /// Returns the status of the picture that a call concerns; the status of other pages may
    /// differ.
    private func status(about message: Message) -> ImageSourceStatus {
        source(of: PictureKey(of: message.kind, message.numbers))?.status ?? ImageSourceStatus()
    }

    private func open(
        _ message: Message, _ handed: Descriptor?
    ) throws(DecodingFailure) -> WorkerAnswer.Outcome {
        let file = file(message, handed)
        self.file.withLock { $0 = file }
        guard let source = try configuration.open(file) else { return .answered(false) }
        photo.withLock { $0 = source }
        picture.withLock { $0 = source }
        let pages = source.pages
        let isAnimated = pages.animation != nil
        return .opened(
            source.size, pages: pages.count,
            WirePhotoTraits(
                isAnimated: isAnimated,
                mayBeHighBitDepth: source.isHighBitDepth || !isAnimated && pages.count > 1,
                hasSizes: !pages.sizes.isEmpty, hasHighRange: source.hasHighRange,
                hasColourFirst: pages.firstBand == 1, hasPositions: source.hasPositions))
    }

    /// Returns the photo's file.
    ///
    /// The session passes the file of an arriving photo only once; when all bytes have arrived, the
    /// worker reopens this file.
    private func file(_ message: Message, _ handed: Descriptor?) -> WorkerInput {
        guard let descriptor = handed ?? file.withLock({ $0 })?.file.descriptor,
            message.numbers.count == 3, let state = WorkerInput.State(rawValue: message.numbers[2])
        else { preconditionFailure("a photo is opened from its file") }
        return WorkerInput(
            OpenFile(descriptor, byteCount: message.numbers[0]), isKept: message.numbers[1] == 1,
            state, services: host.services)
    }

    private func writeFacts(
        to buffer: Descriptor?
    ) throws(DecodingFailure) -> WorkerAnswer.Outcome {
        guard let buffer, let file = file.withLock({ $0 }) else {
            preconditionFailure("an open photo is asked what its file says")
        }
        let bytes = FileFacts.bytes(of: try configuration.facts(file))
        return (try? buffer.write(bytes)) == nil ? .failed(.outOfMemory) : .answered(true)
    }

    /// Writes the number of bytes of the rotated file and then the bytes.
    ///
    /// The outcome is `answered(false)` if the rotation would lose information.
    private func turn(
        _ message: Message, _ buffer: Descriptor?
    ) throws(DecodingFailure) -> WorkerAnswer.Outcome {
        guard let buffer, let file = file.withLock({ $0 }), message.numbers.count == 2,
            let orientation = Orientation(rawValue: message.numbers[0])
        else { preconditionFailure("an open photo is turned") }
        guard let bytes = try configuration.turn(file, orientation, message.numbers[1]) else {
            return .answered(false)
        }
        do throws(Errno) {
            try buffer.write(TurnedBytes.head(bytes.count))
            try buffer.write(bytes, at: TurnedBytes.headBytes)
        } catch {
            return .failed(.outOfMemory)
        }
        return .answered(true)
    }

    /// Writes an animation's number of plays and delays; for other photos, the sizes of the pages.
    private func writeParts(to buffer: Descriptor?) -> WorkerAnswer.Outcome {
        guard let buffer, let pages = photo.withLock({ $0 })?.pages else {
            preconditionFailure("an open photo is asked for its pictures")
        }
        let bytes = pages.animation?.bytes ?? pages.bytesOfSizes
        return (try? buffer.write(bytes)) == nil ? .failed(.outOfMemory) : .answered(true)
    }

    private func sample(_ message: Message) throws(DecodingFailure) -> WorkerAnswer.Outcome {
        guard let source = photo.withLock({ $0 }), message.numbers.count == 3 else {
            preconditionFailure("an open photo is asked for a pixel")
        }
        let point = PixelPoint(x: message.numbers[0], y: message.numbers[1])
        return .sampled(try source.page(message.numbers[2]).sample(at: point))
    }

    /// Opens a page with the tone curve in the buffer.
    ///
    /// The outcome is `answered(false)` if the samples have only 8 bits.
    private func tone(
        _ message: Message, _ buffer: Descriptor?
    ) throws(DecodingFailure) -> WorkerAnswer.Outcome {
        guard let buffer, let source = photo.withLock({ $0 }), message.numbers.count == 2 else {
            preconditionFailure("an open photo is given a curve")
        }
        guard let curve = buffer.read(ToneCurve16.byteCount).flatMap({ ToneCurve16($0) }) else {
            return .failed(.outOfMemory)
        }
        guard let levelled = try source.page(message.numbers[1]).applying(curve) else {
            return .answered(false)
        }
        tones.withLock { tones in
            tones.append((message.numbers[0], levelled))
            if tones.count > Self.keptTones { tones.removeFirst() }
        }
        return .answered(true)
    }

    /// The number of stored tone curves: the newest curve, and one that may still be in use.
    private static let keptTones = 2

    /// Returns a picture; `nil` if its tone curve has been replaced or the photo is not open.
    private func source(of key: PictureKey) -> (any ImageSource)? {
        guard key.tone == 0 else {
            return tones.withLock { $0.first { $0.number == key.tone }?.source }
        }
        return photo.withLock { $0 }?.page(key.page)
    }

    /// Returns the picture of a key, and reports the progress of that picture from now on.
    private func follow(_ key: PictureKey) -> (any ImageSource)? {
        let source = source(of: key)
        if let source { picture.withLock { $0 = source } }
        return source
    }

    /// Scales a picture; the outcome is `answered(false)` if the session must scale the picture.
    private func scale(
        _ message: Message, into buffer: Descriptor?
    ) throws(DecodingFailure) -> WorkerAnswer.Outcome {
        guard let region = ScaledRegion(message.numbers) else {
            preconditionFailure("a photo is asked for a window")
        }
        let source = follow(PictureKey(page: region.page, tone: region.tone))
        guard let source, source.size == region.window.photo,
            let raster = try source.pixels(of: region.window, over: region.background)
        else { return .answered(false) }
        return write(raster, to: buffer)
    }

    private func look(
        _ message: Message, into buffer: Descriptor?
    ) throws(DecodingFailure) -> WorkerAnswer.Outcome {
        guard let region = PhotoRegion(message.numbers) else {
            preconditionFailure("a photo is asked for a region")
        }
        // A request with a replaced tone curve is for a picture that is no longer needed.
        guard let source = follow(PictureKey(page: region.page, tone: region.tone)) else {
            return .answered(false)
        }
        let streaming = source as? any StreamingImageSource
        let (area, reduction) = (region.area, region.reduction)
        switch message.kind {
        case .isReady:
            return .answered(streaming?.isReady(area, reducedBy: reduction) ?? true)
        case .preview:
            guard let region = streaming?.preview(of: area, reducedBy: reduction) else {
                return .answered(false)
            }
            return write(region.raster, to: buffer)
        default:
            return write(try source.pixels(of: area, reducedBy: reduction).raster, to: buffer)
        }
    }

    private func write(_ raster: Raster, to buffer: Descriptor?) -> WorkerAnswer.Outcome {
        guard let buffer else { preconditionFailure("pixels are written to a buffer") }
        guard (try? buffer.write(raster.pixels)) != nil else { return .failed(.outOfMemory) }
        return .drawn(isOpaque: raster.isOpaque)
    }

    /// Waits until the reader of the file announces progress; the wait occupies no thread.
    private func waitForMore(_ message: Message) {
        guard let region = PhotoRegion(message.numbers) else {
            preconditionFailure("a photo is asked for a region")
        }
        let key = PictureKey(page: region.page, tone: region.tone)
        let streaming = follow(key) as? any StreamingImageSource
        waiting.withLock { waiting in
            waiting[message.call] = Task(executorPreference: threads) { [self] in
                watchdog.begin()
                await streaming?.waitForMore(of: region.area, reducedBy: region.reduction)
                watchdog.end()
                _ = self.waiting.withLock { $0.removeValue(forKey: message.call) }
                let answer = WorkerAnswer(.answered(true), status(about: message))
                socket.send(answer.message(for: message.call))
            }
        }
    }
}
