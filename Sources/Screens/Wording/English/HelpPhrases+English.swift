internal import Imaging
internal import TerminalProtocols

extension HelpPhrases {
    static let english = HelpPhrases(
        title: {
            "Keys (\($0[.help]) or \($0[.quit]) closes; a number before a key repeats it)"
        },
        viewer: Viewer(
            step: { "\(step($1)) \(towards($0))" },
            page: { "nine tenths of the screen \(towards($0))" },
            edge: { "to the \(side($0)) edge" },
            toggleZoom: "as wide as the screen, or original size (also by a double click)",
            peek: "the whole photo, until the next key",
            zoomIn: "larger, up to the original (also Ctrl and the wheel)",
            zoomOut: "smaller, down to the width of the screen",
            fit: "as wide as the screen",
            original: "original size: one photo pixel is one screen pixel",
            centre: "to the centre of the photo",
            keepView: "keep zoom and place from photo to photo, or not",
            slideshow: { "photos go by themselves, or stop; 9\($0[.slideshow]): 9 seconds each" },
            overlay: "what the last picture cost: times, bytes, protocol",
            info: "what is known of the photo"),
        browser: Browser(
            step: { "to the photo \(beside($0))" },
            pageUp: "a page up",
            pageDown: "a page down",
            first: "to the first photo",
            last: "to the last photo that has come",
            open: "look at the photo (also a double click)",
            layout: "list or grid",
            zoomIn: "larger pictures",
            zoomOut: "smaller pictures",
            info: "what is known of the photo"),
        detail: Detail(
            lineUp: "a line up",
            lineDown: "a line down",
            pageUp: "a page up",
            pageDown: "a page down",
            first: "to the beginning",
            last: "to the end",
            open: "view the photo, or follow the album or keyword under the cursor",
            layout: "the next album or keyword",
            info: "what the file says of itself: camera, exposure, and more"),
        photo: Photo(
            next: "the next photo",
            previous: "the photo before",
            search: "search the library",
            album: "the album the photo is in",
            favourites: "the favourites",
            favourite: "make the photo a favourite, or no longer",
            save: "save the original as a file",
            copyID: "copy the photo's id",
            copyAddress: "copy the address of its page",
            browse: "open its page in the browser"),
        other: Other(
            retry: "try again what failed, or look for new photos",
            redraw: "draw the screen again",
            help: "these keys",
            back: "back",
            quit: "back, and out of the program from the first screen",
            interrupt: "leave the program at once",
            suspend: "to the shell; fg comes back"))

    private static func step(_ percent: Int) -> String {
        percent == 10 ? "a tenth of the screen" : "\(percent) % of the screen"
    }

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
        case .left: "to the left"
        case .right: "to the right"
        case .up: "up"
        case .down: "down"
        }
    }

    private static func side(_ direction: ViewportMove.Direction) -> String {
        switch direction {
        case .left: "left"
        case .right: "right"
        case .up: "upper"
        case .down: "lower"
        }
    }
}
