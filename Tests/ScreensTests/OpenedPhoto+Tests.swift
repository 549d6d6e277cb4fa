import Imaging
import PhotoPipeline

extension OpenedPhoto {
    /// A smaller version of a photo, while there is a larger one to fetch.
    static func smaller(_ size: PixelSize, of original: PixelSize) -> OpenedPhoto {
        OpenedPhoto(
            caption: PhotoCaption(title: "Moon"), source: SizedPhoto(size: size), size: original,
            isComplete: false)
    }

    static func whole(_ size: PixelSize) -> OpenedPhoto {
        OpenedPhoto(caption: PhotoCaption(title: "Moon"), source: SizedPhoto(size: size))
    }
}
