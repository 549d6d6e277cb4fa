package import PhotoPipeline

/// What the world answers about a photo.
package enum PhotoEvent: Sendable {
    case progressed(PhotoReference, PhotoProgress)
    case opened(PhotoReference, OpenedPhoto)
    case failed(PhotoReference, PictureFailure)
    /// It is open, but its pixels cannot be had.
    case undrawable(PhotoReference, PictureFailure)
    /// It was open once: others were opened since, and it was let go.
    case letGo(PhotoReference)
}
