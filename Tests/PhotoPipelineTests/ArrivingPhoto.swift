import Imaging
import PhotoPipeline
import Synchronization

/// A photo that is being read: gray until the test lets it come, then white.
final class ArrivingPhoto: StreamingImageSource {
    private struct State {
        var isHere = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    let size = PixelSize(width: 64, height: 64)
    let status = ImageSourceStatus()
    private let state = Mutex(State())

    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> PhotoPart {
        guard isHere else { throw .damaged(reason: "asked for pixels that are not here") }
        return part(area, reduction, level: 255)
    }

    func isReady(_ area: PixelRect, reducedBy reduction: Reduction) -> Bool { isHere }

    func preview(of area: PixelRect, reducedBy reduction: Reduction) -> PhotoPart? {
        reduction == .eighth ? part(area, reduction, level: 100) : nil
    }

    func waitForMore(of area: PixelRect, reducedBy reduction: Reduction) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                state.withLock { $0.waiting.append(continuation) }
                if isHere || Task.isCancelled { wake() }
            }
        } onCancel: {
            wake()
        }
    }

    /// How many wait for it.
    var waiting: Int { state.withLock(\.waiting.count) }

    func arrive() {
        state.withLock { $0.isHere = true }
        wake()
    }

    /// All of them: they look again.
    private func wake() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        for one in waiting { one.resume() }
    }

    private var isHere: Bool { state.withLock(\.isHere) }

    private func part(_ area: PixelRect, _ reduction: Reduction, level: UInt8) -> PhotoPart {
        let count = area.size.width * area.size.height
        let pixel = [level, level, level, 255]
        return PhotoPart(
            photo: size, reduction: reduction, area: area,
            raster: Raster(
                size: area.size, pixels: Array(repeatElement(pixel, count: count).joined())))
    }
}
