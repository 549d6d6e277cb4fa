/// Port: finds a photo, fetches or reads it, and opens it.
package protocol PhotoOpening: Sendable {
    /// Opens the smallest version that has at least `width` pixels across, or the best there is.
    ///
    /// - Parameters:
    ///   - reference: which photo.
    ///   - width: the pixels wanted; nil for the best version.
    ///   - progress: told now and then how far the transfer is.
    /// - Throws: `PictureFailure`, with what a person would ask next.
    func open(
        _ reference: PhotoReference, covering width: Int?,
        progress: @escaping @Sendable (PhotoProgress) -> Void
    ) async throws(PictureFailure) -> OpenedPhoto
}
