package import Imaging
internal import TerminalProtocols

/// One small picture for a page: the question, and so the key of its answer.
///
/// Where it stands on the screen is no part of it: a page that scrolls asks for nothing anew.
package struct PreviewRequest: Hashable, Sendable {
    package let source: PreviewSource
    /// The room there is, in picture elements.
    package let size: PixelSize
    package let fitting: PreviewFitting
    package let style: FrameStyle

    /// - Precondition: `size` is not empty.
    package init(
        _ source: PreviewSource, size: PixelSize, _ fitting: PreviewFitting, style: FrameStyle
    ) {
        precondition(!size.isEmpty, "a picture has pixels")
        self.source = source
        self.size = size
        self.fitting = fitting
        self.style = style.forThumbnails
    }

    /// What is seen of a photo.
    func window(of photo: PixelSize) -> ScaledWindow {
        let scaled = scaled(photo)
        let seen = PixelSize(
            width: min(size.width, scaled.width), height: min(size.height, scaled.height))
        let window = PixelRect(
            x: (scaled.width - seen.width) / 2, y: (scaled.height - seen.height) / 2,
            width: seen.width, height: seen.height)
        return ScaledWindow(photo: photo, scaled: scaled, window: window)
    }

    /// Where in the room a picture of that size lies.
    func target(of picture: PixelSize) -> PixelRect {
        PixelRect(
            x: (size.width - picture.width) / 2, y: (size.height - picture.height) / 2,
            width: picture.width, height: picture.height)
    }

    private func scaled(_ photo: PixelSize) -> PixelSize {
        switch fitting {
        case .whole: return photo.fitted(into: size)
        case .cover:
            let scale = max(
                Double(size.width) / Double(photo.width),
                Double(size.height) / Double(photo.height))
            return PixelSize(
                width: max(size.width, Int((Double(photo.width) * scale).rounded())),
                height: max(size.height, Int((Double(photo.height) * scale).rounded())))
        }
    }
}
