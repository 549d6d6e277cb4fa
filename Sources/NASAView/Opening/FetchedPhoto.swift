internal import Imaging
internal import Synchronization

/// A photo whose file was fetched, and is not to be kept where it is found to be damaged.
///
/// That is known only when pixels were asked for.
final class FetchedPhoto: StreamingImageSource {
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
    ) throws(DecodingFailure) -> PhotoPart {
        do {
            let part = try photo.pixels(of: area, reducedBy: reduction)
            if photo.status.damage != nil { discardOnce() }
            return part
        } catch {
            if case .damaged = error { discardOnce() }
            throw error
        }
    }

    func isReady(_ area: PixelRect, reducedBy reduction: Reduction) -> Bool {
        streaming?.isReady(area, reducedBy: reduction) ?? true
    }

    func preview(of area: PixelRect, reducedBy reduction: Reduction) -> PhotoPart? {
        streaming?.preview(of: area, reducedBy: reduction)
    }

    func waitForMore(of area: PixelRect, reducedBy reduction: Reduction) async {
        await streaming?.waitForMore(of: area, reducedBy: reduction)
    }

    private var streaming: (any StreamingImageSource)? { photo as? any StreamingImageSource }

    private func discardOnce() {
        let isFirst = isDiscarded.withLock { isDiscarded in
            defer { isDiscarded = true }
            return !isDiscarded
        }
        if isFirst { discard() }
    }
}
