package import Imaging

/// What a key can ask for; what it means depends on the screen.
package enum Action: Hashable, Sendable {
    case step(ViewportMove.Direction)
    case page(ViewportMove.Direction)
    case edge(ViewportMove.Direction)
    case toggleZoom, zoomIn, zoomOut, fit, original, centre, peek
    case nextPhoto, previousPhoto, keepView, slideshow
    case open, search, album, favourites, layout, info
    case favourite, save, copyID, copyAddress, browse
    case retry, redraw
    case help, overlay
    case back, quit, interrupt, suspend

    /// The same with left and right exchanged.
    var mirrored: Action {
        switch self {
        case .step(.left): .step(.right)
        case .step(.right): .step(.left)
        case .page(.left): .page(.right)
        case .page(.right): .page(.left)
        default: self
        }
    }
}
