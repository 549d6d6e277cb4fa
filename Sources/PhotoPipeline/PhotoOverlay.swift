package import Imaging

/// A small picture over a photo.
///
/// Where pictures are drawn each time it is composed into the frame; a terminal that stores pictures
/// stacks it on the photo.
package struct PhotoOverlay: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        /// The whole photo, and a frame around the part of it that is in view, in pixels of the overlay.
        case minimap(frame: PixelRect)
        /// A picture of its own, in picture elements; where it is transparent the photo is seen.
        case picture(Raster)
    }

    package let content: Content
    /// Its place in the picture that it lies on, in picture elements; what sticks out is cut off.
    package let place: PixelRect

    package init(_ content: Content, at place: PixelRect) {
        self.content = content
        self.place = place
    }
}
