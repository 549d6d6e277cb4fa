package import Imaging

/// A photo that can be looked at: all of it, or a smaller version while the original is not needed.
package struct OpenedPhoto: Sendable {
    package let caption: PhotoCaption
    /// The size of the original, upright; the source may be smaller while `isComplete` is false.
    package let size: PixelSize
    package let source: any ImageSource
    /// Whether there is no larger version to fetch.
    package let isComplete: Bool
    package let note: PhotoNote?

    package init(
        caption: PhotoCaption, source: any ImageSource, size: PixelSize? = nil,
        isComplete: Bool = true
    ) {
        self.init(caption: caption, source: source, size: size, isComplete: isComplete, note: nil)
    }

    private init(
        caption: PhotoCaption, source: any ImageSource, size: PixelSize?, isComplete: Bool,
        note: PhotoNote?
    ) {
        self.caption = caption
        self.source = source
        self.size = size ?? source.size
        self.isComplete = isComplete
        self.note = note
    }

    package func noting(_ note: PhotoNote?) -> OpenedPhoto {
        OpenedPhoto(
            caption: caption, source: source, size: size, isComplete: isComplete, note: note)
    }
}
