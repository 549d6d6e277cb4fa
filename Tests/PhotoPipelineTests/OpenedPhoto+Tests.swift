import Imaging
import PhotoPipeline

extension OpenedPhoto {
    /// All of a photo.
    static func whole(_ size: PixelSize) -> OpenedPhoto {
        OpenedPhoto(caption: PhotoCaption(title: "Moon"), source: StripedPhoto(size: size))
    }

    /// A smaller version of a photo.
    static func smaller(_ size: PixelSize, of original: PixelSize) -> OpenedPhoto {
        OpenedPhoto(
            caption: PhotoCaption(title: "Moon"),
            source: StripedPhoto(size: original).resized(to: size),
            size: original, isComplete: false)
    }
}

extension Stopwatch {
    /// A stopwatch on which no time passes.
    static var stopped: Stopwatch { Stopwatch { 0 } }
}
