/// What keys are about: the groups of the help, in its order.
enum HelpSection: CaseIterable, Hashable, Sendable {
    case photos, zooming, moving, thisPhoto, library, program

    init(of action: Action) {
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
