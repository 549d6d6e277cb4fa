internal import PhotoCatalog
internal import PhotoPipeline

/// One of the screens on the stack.
enum Screen: Sendable {
    case browser(BrowserScreen)
    case detail(DetailScreen)
    case viewer(ViewerScreen)

    /// The photo that keys about a photo mean.
    var photo: PhotoID? {
        switch self {
        case .browser(let browser): return browser.selectedPhoto?.id
        case .detail(let detail): return detail.id
        case .viewer(let viewer):
            if case .library(let id) = viewer.walk.photo { return id }
            return nil
        }
    }

    /// Where one is among the photos that are gone through.
    var walk: Walk? {
        switch self {
        case .browser: nil
        case .detail(let detail): detail.walk
        case .viewer(let viewer): viewer.walk
        }
    }
}
