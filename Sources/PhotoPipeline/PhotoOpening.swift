/// Port: finds a photo, fetches or reads it, and opens it.
package protocol PhotoOpening: Sendable {
    /// Opens the smallest version that has at least `width` pixels across; nil asks for the best.
    ///
    /// `progress` is told now and then how far the transfer is. A `PictureFailure` carries what a
    /// person would ask next.
    func open(
        _ reference: PhotoReference, covering width: Int?,
        progress: @escaping @Sendable (PhotoProgress) -> Void
    ) async throws(PictureFailure) -> OpenedPhoto
}
