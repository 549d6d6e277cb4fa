package import Imaging
internal import Synchronization

/// A photo that another process decodes: if that one crashes or hangs, this photo is lost, and no more.
package final class RemotePhoto: StreamingImageSource {
    package let size: PixelSize

    /// The largest that any worker may claim: with it no count of bytes overflows.
    private static let longestSide = 1 << 24

    private let line: WorkerLine
    private let trays = TrayShelf()
    private let checkMemory: @Sendable (PixelSize, PixelSize) throws(DecodingFailure) -> Void

    private init(_ line: WorkerLine, size: PixelSize, of zygote: Zygote) {
        self.line = line
        self.size = size
        checkMemory = zygote.checkMemory
    }

    deinit { line.end(.decoderCrashed) }

    /// Opens the photo in a worker of its own.
    ///
    /// - Parameters:
    ///   - photo: the open file, and who does what decoding it needs of the world.
    ///   - zygote: where workers come from.
    /// - Returns: nil where the zygote is gone.
    /// - Throws: what is wrong with the photo; `.decoderCrashed`, `.decoderStalled`, `.noDecoder`.
    package static func open(
        _ photo: HandedPhoto, by zygote: Zygote
    ) throws(DecodingFailure) -> RemotePhoto? {
        guard let line = try zygote.begin() else { return nil }
        line.listen(for: photo)
        do throws(DecodingFailure) {
            let outcome = try line.answer(
                to: .open, [photo.byteCount, photo.isKept ? 1 : 0, photo.isArriving ? 1 : 0],
                handing: photo.file)
            guard case .opened(let size) = outcome, isPlausible(size) else {
                throw .decoderCrashed
            }
            return RemotePhoto(line, size: size, of: zygote)
        } catch {
            line.end(error)
            throw error
        }
    }

    private static func isPlausible(_ size: PixelSize) -> Bool {
        (1...longestSide).contains(size.width) && (1...longestSide).contains(size.height)
    }

    package var status: ImageSourceStatus { line.photo }

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
        _ kind: Letter.Kind, _ region: PhotoRegion
    ) throws(DecodingFailure) -> PhotoPart? {
        precondition(isOnGrid(region), "the area lies on the reduced photo")
        try checkMemory(region.area.size, size)
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
