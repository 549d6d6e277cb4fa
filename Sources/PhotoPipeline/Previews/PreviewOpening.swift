package import Imaging

/// Port: finds what a small picture shows, fetches or reads it, and opens it.
package protocol PreviewOpening: Sendable {
    /// Opens a version of at least `width` pixels across, if there is one.
    ///
    /// Cancelling the task ends a transfer at once.
    func open(
        _ source: PreviewSource, covering width: Int
    ) async throws(PictureFailure) -> any ImageSource
}
