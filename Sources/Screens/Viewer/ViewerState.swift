internal import Imaging
internal import PhotoPipeline

/// A photo that is on the screen: the version there is, and the part of it in view.
struct ViewerState: Sendable {
    let opened: OpenedPhoto
    var viewport: Viewport
    /// Whether the whole photo is shown for a moment, until the next key.
    var isPeeking = false
    /// How far the larger version is, while it is on its way.
    var sharpening: PhotoProgress?
    /// Why the larger version did not come.
    var sharpeningFailure: PictureFailure?

    init(_ opened: OpenedPhoto, screen: PixelSize) {
        self.opened = opened
        viewport = Viewport(photo: opened.size, screen: screen)
    }

    private init(_ opened: OpenedPhoto, viewport: Viewport) {
        self.opened = opened
        self.viewport = viewport
    }

    /// What is on the screen: the view, or a glance at the whole photo.
    var seen: Viewport { isPeeking ? viewport.whole : viewport }

    /// The same view of another version of the photo.
    func replaced(by other: OpenedPhoto) -> ViewerState {
        let kept = other.size == viewport.photo ? viewport : viewport.applied(to: other.size)
        var viewing = ViewerState(other, viewport: kept)
        viewing.isPeeking = isPeeking
        return viewing
    }

    /// Whether the screen could show more than this version has, and nobody is fetching it yet.
    var needsMore: Bool {
        !opened.isComplete && sharpening == nil && sharpeningFailure == nil
            && viewport.scaled.width > opened.source.size.width
    }
}
