/// A part of a photo, as a `ImageSource` gives it: where it lies, and its pixels.
package struct PhotoPart: Sendable {
    /// The whole photo's size, upright, at its original resolution.
    package let photo: PixelSize
    package let reduction: Reduction
    /// The place of the part on the grid of the *reduced* photo.
    package let area: PixelRect
    package let raster: Raster

    package init(photo: PixelSize, reduction: Reduction, area: PixelRect, raster: Raster) {
        precondition(area.size == raster.size, "the raster has the pixels of the area")
        self.photo = photo
        self.reduction = reduction
        self.area = area
        self.raster = raster
    }
}
