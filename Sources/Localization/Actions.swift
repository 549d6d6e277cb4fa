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
    case text, firstYear, lastYear, center, keywords, photographer, location
}

/// Which part of a photo is in view, as a person would say it.
package enum ViewRegion: CaseIterable, Hashable, Sendable {
    case whole
    case topLeft, top, topRight
    case left, centre, right
    case bottomLeft, bottom, bottomRight

    package init(_ viewport: Viewport) {
        let window = viewport.window
        let across = window.scaled.width - window.window.size.width
        let down = window.scaled.height - window.window.size.height
        guard across > 0 || down > 0 else {
            self = .whole
            return
        }
        let row = Self.third(window.window.minY, of: down)
        self = Self.rows[row][Self.third(window.window.minX, of: across)]
    }

    private static let rows: [[ViewRegion]] = [
        [.topLeft, .top, .topRight], [.left, .centre, .right],
        [.bottomLeft, .bottom, .bottomRight],
    ]

    /// Which third of its way the view is in; the middle one if it cannot move.
    private static func third(_ place: Int, of way: Int) -> Int {
        guard way > 0 else { return 1 }
        let share = Double(place) / Double(way)
        return share < 1 / 3 ? 0 : share > 2 / 3 ? 2 : 1
    }
}
