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
}

/// The groups of the help, in its order.
package enum HelpSection: CaseIterable, Hashable, Sendable {
    case photos, zooming, moving, thisPhoto, library, program

    package init(of action: Action) {
        self =
            switch action {
            case .nextPhoto, .previousPhoto, .keepView, .slideshow, .open: .photos
            case .toggleZoom, .peek, .zoomIn, .zoomOut, .fit, .original, .centre: .zooming
            case .step, .page, .edge: .moving
            case .info, .favourite, .save, .copyID, .copyAddress, .browse: .thisPhoto
            case .search, .album, .favourites, .layout: .library
            case .retry, .redraw, .help, .overlay, .back, .quit, .interrupt, .suspend: .program
            }
    }
}

/// What a search can be narrowed by.
package enum SearchField: CaseIterable, Hashable, Sendable {
    case text, firstYear, lastYear, center, keywords, photographer, location
}
