import Dispatch
import Imaging
import Synchronization
import TestSupport

/// A photo in memory, computed by one rule for all its pixels, at any reduction.
struct StripedPhoto: ImageSource {
    let size: PixelSize
    var status = ImageSourceStatus()
    private let raster: Raster

    /// Red grows to the right, green downwards; blue changes every eight columns.
    init(size: PixelSize) {
        self.size = size
        raster = Raster(size) { x, y in
            (
                UInt8(x * 255 / max(1, size.width - 1)), UInt8(y * 255 / max(1, size.height - 1)),
                x / 8 % 2 == 0 ? 0 : 255
            )
        }
    }

    private init(_ raster: Raster) {
        size = raster.size
        self.raster = raster
    }

    /// Returns a photo of 125 colours, each on the grid of percents, which sixels show exactly.
    static func fewColours(_ size: PixelSize) -> StripedPhoto {
        StripedPhoto(
            Raster(size) { x, y in
                (UInt8(x / 3 % 5 * 51), UInt8(y / 2 % 5 * 51), UInt8((x + y) / 7 % 5 * 51))
            })
    }

    /// Returns a white photo.
    static func plain(_ size: PixelSize) -> StripedPhoto {
        StripedPhoto(Raster(size) { _, _ in (255, 255, 255) })
    }

    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> RegionPixels {
        let reduced = reduction == .none ? raster : raster.resized(to: size.reduced(by: reduction))
        return RegionPixels(
            photo: size, reduction: reduction, area: area, raster: reduced.cropped(to: area))
    }

    /// Returns a smaller version of the same photo.
    func resized(to size: PixelSize) -> StripedPhoto { StripedPhoto(raster.resized(to: size)) }

    /// Returns a region of the photo at its original size.
    func part(_ area: PixelRect) -> Raster { raster.cropped(to: area) }
}

/// A white photo that is gray where it scales itself.
struct ScalingPhoto: ImageSource {
    private let photo = StripedPhoto.plain("600x420")

    var size: PixelSize { photo.size }
    var status: ImageSourceStatus { photo.status }

    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> RegionPixels {
        try photo.pixels(of: area, reducedBy: reduction)
    }

    func pixels(
        of window: ScaledWindow, over background: RGBColour
    ) throws(DecodingFailure) -> Raster? {
        Raster(window.window.size) { _, _ in (200, 200, 200) }
    }
}

/// A photo that counts the requests for its pixels.
final class CountedPhoto: StreamingImageSource {
    private let photo: StripedPhoto
    private let count = Atomic(0)
    private let readinessCount = Atomic(0)

    init(_ photo: StripedPhoto) { self.photo = photo }

    var asked: Int { count.load(ordering: .relaxed) }

    /// The number of queries whether its pixels are ready.
    var askedWhetherReady: Int { readinessCount.load(ordering: .relaxed) }

    var size: PixelSize { photo.size }

    var status: ImageSourceStatus { photo.status }

    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> RegionPixels {
        count.add(1, ordering: .relaxed)
        return try photo.pixels(of: area, reducedBy: reduction)
    }

    func isReady(_ area: PixelRect, reducedBy reduction: Reduction) -> Bool {
        readinessCount.add(1, ordering: .relaxed)
        return true
    }

    func preview(of area: PixelRect, reducedBy reduction: Reduction) -> RegionPixels? { nil }

    func waitForMore(of area: PixelRect, reducedBy reduction: Reduction) async {}
}

/// A photo that opens, but whose pixels cannot be decoded.
struct DamagedPhoto: ImageSource {
    let size: PixelSize
    let status = ImageSourceStatus()

    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> RegionPixels {
        throw .damaged(.badData)
    }
}

/// A photo that is being read: gray until the test continues, then white.
final class StreamingPhoto: StreamingImageSource {
    private struct State {
        var isHere = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    let size = PixelSize(width: 64, height: 64)
    let status = ImageSourceStatus()
    private let state = Mutex(State())

    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> RegionPixels {
        guard isHere else { throw .damaged(.noPixels) }
        return part(area, reduction, level: 255)
    }

    func isReady(_ area: PixelRect, reducedBy reduction: Reduction) -> Bool { isHere }

    func preview(of area: PixelRect, reducedBy reduction: Reduction) -> RegionPixels? {
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

    /// The number of waiting requests.
    var waiting: Int { state.withLock(\.waiting.count) }

    func arrive() {
        state.withLock { $0.isHere = true }
        wake()
    }

    /// Wakes all of them, so that they check again.
    func wake() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        for one in waiting { one.resume() }
    }

    private var isHere: Bool { state.withLock(\.isHere) }

    private func part(_ area: PixelRect, _ reduction: Reduction, level: UInt8) -> RegionPixels {
        let count = area.size.width * area.size.height
        let pixel = [level, level, level, 255]
        return RegionPixels(
            photo: size, reduction: reduction, area: area,
            raster: Raster(
                size: area.size, pixels: Array(repeatElement(pixel, count: count).joined())))
    }
}

/// A photo whose decoder hangs until it is abandoned, or the test releases it.
final class HungPhoto: StreamingImageSource {
    /// The part that hangs; the rest works normally.
    enum Hanging: Hashable { case isReady, pixels }

    /// A hanging decoder is abandoned after a time, so that no test hangs with it.
    ///
    /// If all tests start at once, on two cores, minutes may pass between two steps of one of them.
    private static let patience = DispatchTimeInterval.seconds(300)

    private let photo = StripedPhoto(size: PixelSize(width: 64, height: 64))
    private let hanging: Hanging
    private let end = DispatchSemaphore(value: 0)
    private let entered = Atomic(0)
    private let gaveUp = Atomic(false)

    init(_ hanging: Hanging) { self.hanging = hanging }

    var size: PixelSize { photo.size }
    let status = ImageSourceStatus()

    /// The number of calls that hang, or did.
    var waiting: Int { entered.load(ordering: .relaxed) }

    /// True if a call returned before the test released it.
    var isGivenUp: Bool { gaveUp.load(ordering: .relaxed) }

    func evicted() { end.signal() }

    func isReady(_ area: PixelRect, reducedBy reduction: Reduction) -> Bool {
        if hanging == .isReady { hang() }
        return true
    }

    func preview(of area: PixelRect, reducedBy reduction: Reduction) -> RegionPixels? { nil }

    func waitForMore(of area: PixelRect, reducedBy reduction: Reduction) async {}

    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> RegionPixels {
        if hanging == .pixels { hang() }
        return try photo.pixels(of: area, reducedBy: reduction)
    }

    private func hang() {
        entered.add(1, ordering: .relaxed)
        if end.wait(timeout: .now() + Self.patience) == .timedOut {
            gaveUp.store(true, ordering: .relaxed)
        }
        // Other hanging calls may end, too.
        end.signal()
    }
}
