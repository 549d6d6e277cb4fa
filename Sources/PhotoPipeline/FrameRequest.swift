package import Imaging
package import TerminalProtocols

/// One picture for the screen: the question, and so the key of its answer.
package struct FrameRequest: Hashable, Sendable {
    package let photo: PhotoReference
    /// The size of the version that was open: a larger one gives another picture.
    package let version: PixelSize
    package let window: ScaledWindow
    /// Where the window lies in the picture area; the rest is background.
    package let target: PixelRect
    package let area: PictureArea
    package let style: FrameStyle
    package let fineness: Fineness

    package init(
        photo: PhotoVersion, viewport: Viewport, area: PictureArea, style: FrameStyle,
        fineness: Fineness
    ) {
        self.photo = photo.reference
        version = photo.size
        window = viewport.window
        target = viewport.target
        self.area = area
        self.style = style
        self.fineness = fineness
    }

    /// All of a photo at a size, for printing: no terminal around it.
    package init(
        printing photo: PhotoVersion, of size: PixelSize, scaledTo scaled: PixelSize,
        style: FrameStyle
    ) {
        self.photo = photo.reference
        version = photo.size
        window = ScaledWindow(photo: size, scaled: scaled, window: PixelRect(scaled))
        target = PixelRect(scaled)
        area = PictureArea(origin: nil, size: scaled)
        self.style = style
        fineness = .atRest
    }
}
