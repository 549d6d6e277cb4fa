import Imaging
import Synchronization

/// A photo that counts how often it was asked for pixels.
final class CountedPhoto: ImageSource {
    private let photo: StripedPhoto
    private let count = Mutex(0)

    init(_ photo: StripedPhoto) { self.photo = photo }

    var asked: Int { count.withLock { $0 } }

    var size: PixelSize { photo.size }

    var status: ImageSourceStatus { photo.status }

    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> PhotoPart {
        count.withLock { $0 += 1 }
        return try photo.pixels(of: area, reducedBy: reduction)
    }
}
