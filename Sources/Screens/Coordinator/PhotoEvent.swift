package import PhotoPipeline

/// What the world answers about a photo.
package enum PhotoEvent: Sendable {
    case progressed(PhotoReference, PhotoProgress)
    case opened(PhotoReference, OpenedPhoto)
    case failed(PhotoReference, PictureFailure)
    /// Something was found wrong with a photo that is shown.
    case damaged(PhotoReference)
}
