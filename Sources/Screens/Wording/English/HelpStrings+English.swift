internal import Imaging
internal import TerminalProtocols

extension HelpStrings {
    static let english = HelpStrings(
        title: {
            "Keys (\($0[.help]) or \($0[.quit]) to close; a number before a key repeats it)"
        },
        viewer: Viewer(
            step: { "pan \(towards($0)) by \($1)%" },
            page: { "pan \(towards($0)) by 90%" },
            edge: { "go to the \(side($0)) edge" },
            toggleZoom: "zoom: fit width or original size (also double-click)",
            peek: "show the whole photo until the next key",
            zoomIn: "zoom in, up to original size (also Ctrl and wheel)",
            zoomOut: "zoom out, down to fit width",
            fit: "fit width",
            original: "original size (100%)",
            centre: "go to the centre",
            keepView: "keep zoom and position when changing photos",
            slideshow: { "slideshow on/off (9\($0[.slideshow]): every 9 seconds)" },
            overlay: "rendering statistics",
            list: "list of photos",
            info: "photo details"),
        browser: Browser(
            step: { "photo \(beside($0))" },
            pageUp: "page up",
            pageDown: "page down",
            first: "first photo",
            last: "last loaded photo",
            open: "photo details (also double-click)",
            layout: "switch between list and grid",
            zoomIn: "larger thumbnails",
            zoomOut: "smaller thumbnails",
            info: "photo details"),
        detail: Detail(
            lineUp: "scroll up",
            lineDown: "scroll down",
            pageUp: "page up",
            pageDown: "page down",
            first: "go to the beginning",
            last: "go to the end",
            open: "full screen, or open the selected album or keyword",
            layout: "next album or keyword",
            info: "camera data (EXIF)"),
        photo: Photo(
            next: "next photo",
            previous: "previous photo",
            search: "search",
            album: "show the photo's album",
            favourites: "show favourites",
            favourite: "add to favourites, or remove",
            save: "save the original",
            copyID: "copy the photo's ID",
            copyAddress: "copy the address of its web page",
            browse: "open its web page in the browser"),
        other: Other(
            retry: "retry, or refresh",
            redraw: "redraw the screen",
            help: "show this help",
            back: "back",
            quit: "back; quits from the first screen",
            interrupt: "quit immediately",
            suspend: "suspend (fg to resume)"))

    private static func beside(_ direction: ViewportMove.Direction) -> String {
        switch direction {
        case .left: "on the left"
        case .right: "on the right"
        case .up: "above"
        case .down: "below"
        }
    }

    private static func towards(_ direction: ViewportMove.Direction) -> String {
        switch direction {
        case .left: "left"
        case .right: "right"
        case .up: "up"
        case .down: "down"
        }
    }

    private static func side(_ direction: ViewportMove.Direction) -> String {
        switch direction {
        case .left: "left"
        case .right: "right"
        case .up: "top"
        case .down: "bottom"
        }
    }
}
