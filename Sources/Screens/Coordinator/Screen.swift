internal import PhotoCatalog
internal import PhotoPipeline

/// One of the screens on the stack.
enum Screen: Sendable {
    case browser(BrowserScreen)
    case detail(DetailScreen)
    case viewer(ViewerScreen)

    /// The photo that keys about a photo mean.
    var reference: PhotoReference? {
        switch self {
        case .browser(let browser): browser.selectedReference
        case .detail(let detail): detail.walk.photo
        case .viewer(let viewer): viewer.walk.photo
        }
    }

    /// The same, if it is one of the library's.
    var photo: PhotoID? {
        if case .library(let id) = reference { id } else { nil }
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
