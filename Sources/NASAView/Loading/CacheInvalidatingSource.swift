internal import Imaging
internal import Synchronization

/// A downloaded photo that deletes its cache entry if the pixels are damaged.
final class CacheInvalidatingSource: WrappingImageSource {
    private let photo: any ImageSource
    private let discard: @Sendable () -> Void
    private let isDiscarded = Mutex(false)

    init(_ photo: any ImageSource, discard: @escaping @Sendable () -> Void) {
        self.photo = photo
        self.discard = discard
    }

    var size: PixelSize { photo.size }
    var status: ImageSourceStatus { photo.status }

    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> RegionPixels {
        try discardingDamage { () throws(DecodingFailure) in
            try photo.pixels(of: area, reducedBy: reduction)
        }
    }

    func pixels(
        of window: ScaledWindow, over background: RGBColour
    ) throws(DecodingFailure) -> Raster? {
        try discardingDamage { () throws(DecodingFailure) in
            try photo.pixels(of: window, over: background)
        }
    }

    func sample(at point: PixelPoint) throws(DecodingFailure) -> PhotoSample {
        try photo.sample(at: point)
    }

    var pages: PageSet { photo.pages }

    func page(_ number: Int) -> any ImageSource {
        number == 0 ? self : CacheInvalidatingSource(photo.page(number), discard: discard)
    }

    var isHighBitDepth: Bool { photo.isHighBitDepth }
    var hasHighRange: Bool { photo.hasHighRange }

    func applying(_ curve: ToneCurve16) throws(DecodingFailure) -> (any ImageSource)? {
        try photo.applying(curve)
    }

    var wrapped: (any ImageSource)? { photo }

    private func discardingDamage<Result>(
        _ read: () throws(DecodingFailure) -> Result
    ) throws(DecodingFailure) -> Result {
        do {
            let result = try read()
            if photo.status.damage != nil { discardOnce() }
            return result
        } catch {
            if case .damaged = error { discardOnce() }
            throw error
        }
    }

    private func discardOnce() {
        let isFirst = isDiscarded.withLock { isDiscarded in
            defer { isDiscarded = true }
            return !isDiscarded
        }
        if isFirst { discard() }
    }
}
