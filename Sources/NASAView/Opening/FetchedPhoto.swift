internal import Imaging
internal import Synchronization

/// A photo whose file was fetched, and is not to be kept where it is found to be damaged.
///
/// That is known only when pixels were asked for.
final class FetchedPhoto: PhotoSource {
    private let photo: any PhotoSource
    private let discard: @Sendable () -> Void
    private let isDiscarded = Mutex(false)

    init(_ photo: any PhotoSource, discard: @escaping @Sendable () -> Void) {
        self.photo = photo
        self.discard = discard
    }

    var size: PixelSize { photo.size }

    var damage: Damage? { photo.damage }

    var figures: PhotoFigures? { photo.figures }

    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> PhotoPart {
        do {
            let part = try photo.pixels(of: area, reducedBy: reduction)
            if photo.damage != nil { discardOnce() }
            return part
        } catch {
            if case .damaged = error { discardOnce() }
            throw error
        }
    }

    func isAtHand(_ area: PixelRect, reducedBy reduction: Reduction) -> Bool {
        photo.isAtHand(area, reducedBy: reduction)
    }

    func draft(of area: PixelRect, reducedBy reduction: Reduction) -> PhotoPart? {
        photo.draft(of: area, reducedBy: reduction)
    }

    func arrival(of area: PixelRect, reducedBy reduction: Reduction) async {
        await photo.arrival(of: area, reducedBy: reduction)
    }

    private func discardOnce() {
        let isFirst = isDiscarded.withLock { isDiscarded in
            defer { isDiscarded = true }
            return !isDiscarded
        }
        if isFirst { discard() }
    }
}
