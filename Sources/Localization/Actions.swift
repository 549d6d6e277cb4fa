package import Imaging

/// What a key can ask for; what it means depends on the screen.
package enum Action: Hashable, Sendable {
    case step(ViewportMove.Direction)
    case page(ViewportMove.Direction)
    case edge(ViewportMove.Direction)
    case toggleZoom, zoomIn, zoomOut, fit, original, centre, peek
    case nextPhoto, previousPhoto, keepView, slideshow
    case open, search, album, favourites, layout, info, removeFilter
    case favourite, save, copyID, copyAddress, browse
    case retry, redraw
    case help, overlay
    case back, quit, interrupt, suspend
}

/// The groups of the help, in its order.
package enum HelpSection: CaseIterable, Hashable, Sendable {
    /// What is needed first: moving, opening, back, zoom, search, quitting.
    case essentials
    case zooming, moving, library, photos, thisPhoto, program

    package init(of action: Action) {
        self =
            switch action {
            case .step, .open, .back, .toggleZoom, .search, .quit: .essentials
            case .nextPhoto, .previousPhoto, .keepView, .slideshow: .photos
            case .peek, .zoomIn, .zoomOut, .fit, .original, .centre: .zooming
            case .page, .edge: .moving
            case .info, .favourite, .save, .copyID, .copyAddress, .browse: .thisPhoto
            case .album, .favourites, .layout, .removeFilter: .library
            case .retry, .redraw, .help, .overlay, .interrupt, .suspend: .program
            }
    }
}

/// What a search can be narrowed by.
package enum SearchField: CaseIterable, Hashable, Sendable {
    case text, firstYear, lastYear, center, keywords, photographer, location, media
}

/// What a photo's page shows of it.
package enum DetailPart: Hashable, Sendable {
    case description
    /// What is said in a video.
    case captions
    case metadata
}
