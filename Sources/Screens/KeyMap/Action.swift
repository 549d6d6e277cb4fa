package import Imaging

/// What a key can ask for.
package enum Action: Hashable, Sendable {
    case step(ViewportMove.Direction)
    case page(ViewportMove.Direction)
    case edge(ViewportMove.Direction)
    case toggleZoom, zoomIn, zoomOut, fit, original, centre
    case nextPhoto, previousPhoto
    case retry, redraw
    case help, overlay
    case back, quit, interrupt, suspend
}
