internal import Imaging
internal import TerminalProtocols

/// The sentences of the help: what each key does, on each kind of screen.
struct HelpStrings: Sendable {
    typealias Directed = @Sendable (ViewportMove.Direction) -> SafeText

    let title: @Sendable (Strings) -> SafeText
    let viewer: Viewer
    let browser: Browser
    let detail: Detail
    let photo: Photo
    let other: Other

    struct Viewer: Sendable {
        /// So many hundredths of the screen.
        let step: @Sendable (ViewportMove.Direction, Int) -> SafeText
        let page: Directed
        let edge: Directed
        let toggleZoom: SafeText
        let peek: SafeText
        let zoomIn: SafeText
        let zoomOut: SafeText
        let fit: SafeText
        let original: SafeText
        let centre: SafeText
        let keepView: SafeText
        let slideshow: @Sendable (Strings) -> SafeText
        let overlay: SafeText
        let list: SafeText
        let info: SafeText
    }

    struct Browser: Sendable {
        let step: Directed
        let pageUp: SafeText
        let pageDown: SafeText
        let first: SafeText
        let last: SafeText
        let open: SafeText
        let layout: SafeText
        let zoomIn: SafeText
        let zoomOut: SafeText
        let info: SafeText
    }

    struct Detail: Sendable {
        let lineUp: SafeText
        let lineDown: SafeText
        let pageUp: SafeText
        let pageDown: SafeText
        let first: SafeText
        let last: SafeText
        let open: SafeText
        let layout: SafeText
        let info: SafeText
    }

    struct Photo: Sendable {
        let next: SafeText
        let previous: SafeText
        let search: SafeText
        let album: SafeText
        let favourites: SafeText
        let favourite: SafeText
        let save: SafeText
        let copyID: SafeText
        let copyAddress: SafeText
        let browse: SafeText
    }

    struct Other: Sendable {
        let retry: SafeText
        let redraw: SafeText
        let help: SafeText
        let back: SafeText
        let quit: SafeText
        let interrupt: SafeText
        let suspend: SafeText
    }
}
