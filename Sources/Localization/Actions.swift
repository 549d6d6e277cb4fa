package import Imaging

/// What a key can ask for; what it means depends on the screen.
package enum Action: Hashable, Sendable {
    case step(ViewportMove.Direction)
    case page(ViewportMove.Direction)
    case edge(ViewportMove.Direction)
    case toggleZoom, zoomIn, zoomOut, fit, original, centre, peek
    case nextPhoto, previousPhoto, keepView, slideshow
    case compare, flip, blink, sideBySide, align
    case pauseAnimation, nextPart, previousPart
    case open, search, album, favourites, layout, info, removeFilter
    case pictureOfTheDay, popular
    case favourite, save, copyID, copyAddress, browse
    case export, keepPlace, copyLink, places
    case inspect, setPoint
    case minimap, levels, weakerLevels, strongerLevels, blackPoint, whitePoint, resetLevels
    case turn, mirror
    case retry, redraw
    case help, overlay
    case back, quit, interrupt, suspend
}

/// The groups of the help, in its order.
package enum HelpSection: CaseIterable, Hashable, Sendable {
    /// What is needed first: moving, opening, back, zoom, search, quitting.
    case essentials
    case comparing, picture, zooming, moving, library, photos, thisPhoto, program

    package init(of action: Action) {
        self =
            switch action {
            case .step, .open, .back, .toggleZoom, .search, .quit: .essentials
            case .nextPhoto, .previousPhoto, .keepView, .slideshow, .compare: .photos
            case .flip, .blink, .sideBySide, .align: .comparing
            case .peek, .zoomIn, .zoomOut, .fit, .original, .centre: .zooming
            case .page, .edge, .minimap: .moving
            case .levels, .weakerLevels, .strongerLevels, .blackPoint, .whitePoint, .resetLevels,
                .turn, .mirror:
                .picture
            case .pauseAnimation, .nextPart, .previousPart: .thisPhoto
            case .info, .favourite, .save, .copyID, .copyAddress, .browse, .export, .keepPlace,
                .copyLink, .inspect, .setPoint:
                .thisPhoto
            case .album, .favourites, .places, .layout, .removeFilter, .pictureOfTheDay,
                .popular:
                .library
            case .retry, .redraw, .help, .overlay, .interrupt, .suspend: .program
            }
    }
}

/// What a search can be narrowed by.
package enum SearchField: CaseIterable, Hashable, Sendable {
    case text, firstYear, lastYear, center, keywords, photographer, location, media, source, day
}

/// What a photo's page shows of it.
package enum DetailPart: Hashable, Sendable {
    case description
    /// What is said in a video.
    case captions
    case metadata
}
