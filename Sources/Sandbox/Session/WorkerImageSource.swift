internal import Files
package import Imaging
internal import Synchronization

/// A worker that has the file of one photo; it ends when the last holder goes.
package final class PhotoWorker: Sendable {
    /// The largest side that any worker may claim: with it no count of bytes overflows.
    private static let longestSide = 1 << 24

    fileprivate let line: WorkerConnection
    fileprivate let checkMemory: @Sendable (PixelSize, PixelSize) throws(DecodingFailure) -> Void
    private let photo: WorkerInput

    /// Starts a worker for a photo.
    ///
    /// - Parameters:
    ///   - photo: the open file, and what does for its decoding what a worker may not.
    ///   - zygote: where workers come from.
    /// - Returns: `nil` if the zygote is gone.
    /// - Throws: `.noDecoder`; `.outOfMemory` for bytes that cannot be handed over.
    package static func start(
        for photo: WorkerInput, by zygote: Zygote
    ) throws(DecodingFailure) -> PhotoWorker? {
        guard photo.file.descriptor != nil else { throw .outOfMemory }
        guard let line = try zygote.begin() else { return nil }
        line.listen(for: photo)
        return PhotoWorker(line, photo, zygote.checkMemory)
    }

    private init(
        _ line: WorkerConnection, _ photo: WorkerInput,
        _ checkMemory: @escaping @Sendable (PixelSize, PixelSize) throws(DecodingFailure) -> Void
    ) {
        self.line = line
        self.photo = photo
        self.checkMemory = checkMemory
    }

    deinit { line.end(.decoderCrashed) }

    /// Opens a photo that is arriving, before it is whole; `nil` if it cannot be read so soon.
    package func openAhead() throws(DecodingFailure) -> WorkerImageSource? {
        try open(photo, handing: photo.file.descriptor)
    }

    /// Opens the photo, all of whose bytes are there.
    ///
    /// - Throws: what is wrong with it; `.decoderCrashed`, `.decoderStalled`.
    package func open() throws(DecodingFailure) -> WorkerImageSource {
        // The worker has a file that was arriving already.
        let file = photo.isArriving ? nil : photo.file.descriptor
        guard let photo = try open(photo.arrived, handing: file) else { throw .decoderCrashed }
        return photo
    }

    private func open(
        _ photo: WorkerInput, handing file: Descriptor?
    ) throws(DecodingFailure) -> WorkerImageSource? {
        let numbers = [photo.file.byteCount, photo.isKept ? 1 : 0, photo.isArriving ? 1 : 0]
        switch try line.answer(to: .open, numbers, handing: file) {
        case .opened(let size) where Self.isPlausible(size):
            return WorkerImageSource(self, size: size)
        case .answered(false) where photo.isArriving: return nil
        default: throw .decoderCrashed
        }
    }

    private static func isPlausible(_ size: PixelSize) -> Bool {
        (1...longestSide).contains(size.width) && (1...longestSide).contains(size.height)
    }
}

/// A photo that another process decodes: if that one crashes or hangs, this photo is lost, and no more.
package final class WorkerImageSource: StreamingImageSource {
    package let size: PixelSize

    private let worker: PhotoWorker
    private let trays = SharedBufferPool()

    fileprivate init(_ worker: PhotoWorker, size: PixelSize) {
        self.worker = worker
        self.size = size
    }

    private var line: WorkerConnection { worker.line }

    package var status: ImageSourceStatus { line.photo }

    /// What the file says about itself.
    package func facts() throws(DecodingFailure) -> [FileFact] {
        guard let tray = SharedBuffer(byteCount: FileFacts.limitBytes) else { throw .outOfMemory }
        guard try line.answer(to: .facts, [], handing: tray.file) == .answered(true) else {
            throw .decoderCrashed
        }
        guard let bytes = tray.copy(tray.byteCount) else { throw .outOfMemory }
        return FileFacts.facts(in: bytes)
    }

    package func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> PhotoPart {
        guard let part = try drawn(.pixels, PhotoRegion(area, reducedBy: reduction)) else {
            throw .decoderCrashed
        }
        return part
    }

    /// A photo that is simply decoded, and one that has been read, keeps nobody waiting: it is not asked.
    package func isReady(_ area: PixelRect, reducedBy reduction: Reduction) -> Bool {
        guard !line.photo.isRead else { return true }
        let region = PhotoRegion(area, reducedBy: reduction)
        // What cannot be had is told when its pixels are asked for.
        guard let outcome = try? line.answer(to: .isReady, region.numbers) else { return true }
        return outcome == .answered(true)
    }

    package func preview(of area: PixelRect, reducedBy reduction: Reduction) -> PhotoPart? {
        guard status.figures != nil else { return nil }
        return try? drawn(.preview, PhotoRegion(area, reducedBy: reduction))
    }

    package func waitForMore(of area: PixelRect, reducedBy reduction: Reduction) async {
        guard !line.photo.isRead else { return }
        let region = PhotoRegion(area, reducedBy: reduction)
        let call = Mutex<Int?>(nil)
        let nothing = WorkerAnswer(.answered(false), line.photo)
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let number = line.call(.waitForMore, region.numbers) { _ in continuation.resume() }
                call.withLock { $0 = number }
                if Task.isCancelled { line.cancel(number, leaving: nothing) }
            }
        } onCancel: {
            if let number = call.withLock({ $0 }) { line.cancel(number, leaving: nothing) }
        }
    }

    /// The pixels of a region; nil where the worker has none of them.
    private func drawn(
        _ kind: Message.Kind, _ region: PhotoRegion
    ) throws(DecodingFailure) -> PhotoPart? {
        precondition(isOnGrid(region), "the area lies on the reduced photo")
        try worker.checkMemory(region.area.size, size)
        guard let byteCount = region.byteCount, let tray = trays.take(byteCount) else {
            throw .outOfMemory
        }
        defer { trays.giveBack(tray) }
        let outcome = try line.answer(to: kind, region.numbers, handing: tray.file)
        guard case .drawn(let isOpaque) = outcome else { return nil }
        guard let pixels = tray.copy(byteCount) else { throw .outOfMemory }
        return PhotoPart(
            photo: size, reduction: region.reduction, area: region.area,
            raster: Raster(size: region.area.size, pixels: pixels, isOpaque: isOpaque))
    }

    private func isOnGrid(_ region: PhotoRegion) -> Bool {
        let grid = PixelRect(size.reduced(by: region.reduction))
        return !region.area.isEmpty && grid.contains(region.area)
    }
}
