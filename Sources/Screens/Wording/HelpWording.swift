internal import Imaging
internal import TerminalProtocols

/// The words of the help.
enum HelpWording {
    static let title: SafeText = "Keys (? or q closes; a number before a key repeats it)"

    static func names(of keys: [KeyPress]) -> SafeText {
        SafeText(keys.map(name).joined(separator: "  "))
    }

    private static func name(of key: KeyPress) -> String {
        var name = ""
        if key.modifiers.contains(.control) { name += "Ctrl-" }
        if key.modifiers.contains(.alt) { name += "Alt-" }
        if key.modifiers.contains(.shift) { name += "Shift-" }
        return name + self.name(of: key.key)
    }

    private static func name(of key: KeyPress.Key) -> String {
        switch key {
        case .character(" "): "Space"
        case .character(let character): String(character)
        case .function(let number): "F\(number)"
        case .up: "↑"
        case .down: "↓"
        case .left: "←"
        case .right: "→"
        case .pageUp: "PgUp"
        case .pageDown: "PgDn"
        case .escape: "Esc"
        default: "\(key)".prefix(1).uppercased() + "\(key)".dropFirst()
        }
    }

    /// What an action does on a kind of screen; nil where it does nothing.
    static func meaning(of action: Action, on kind: Screen.Kind) -> SafeText? {
        switch kind {
        case .viewer: viewerMeaning(of: action) ?? photoMeaning(of: action)
        case .browser: browserMeaning(of: action) ?? photoMeaning(of: action)
        case .detail: detailMeaning(of: action) ?? photoMeaning(of: action)
        }
    }

    private static func viewerMeaning(of action: Action) -> SafeText? {
        switch action {
        case .step(let direction): SafeText("a tenth of the screen \(word(direction))")
        case .page(let direction): SafeText("nine tenths of the screen \(word(direction))")
        case .edge(let direction): SafeText("to the \(edge(direction)) edge")
        case .toggleZoom: "as wide as the screen, or original size (also by a double click)"
        case .zoomIn: "larger, up to the original (also Ctrl and the wheel)"
        case .zoomOut: "smaller, down to the width of the screen"
        case .fit: "as wide as the screen"
        case .original: "original size: one photo pixel is one screen pixel"
        case .centre: "to the centre of the photo"
        case .keepView: "keep zoom and place from photo to photo, or not"
        case .slideshow: "photos go by themselves, or stop; 9s: 9 seconds each"
        case .overlay: "what the last picture cost: times, bytes, protocol"
        case .info: "what is known of the photo"
        default: nil
        }
    }

    private static func browserMeaning(of action: Action) -> SafeText? {
        switch action {
        case .step(let direction): SafeText("to the photo \(beside(direction))")
        case .page(.up), .page(.down): "a page \(action == .page(.up) ? "up" : "down")"
        case .edge(.up), .edge(.left): "to the first photo"
        case .edge(.down), .edge(.right): "to the last photo that has come"
        case .open: "look at the photo (also a double click)"
        case .layout: "list or grid"
        case .zoomIn: "larger pictures"
        case .zoomOut: "smaller pictures"
        case .info: "what is known of the photo"
        default: nil
        }
    }

    private static func detailMeaning(of action: Action) -> SafeText? {
        switch action {
        case .step(.up), .step(.down): "a line \(action == .step(.up) ? "up" : "down")"
        case .page(.up), .page(.down): "a page \(action == .page(.up) ? "up" : "down")"
        case .edge(.up), .edge(.left): "to the beginning"
        case .edge(.down), .edge(.right): "to the end"
        case .open: "view the photo, or follow the album or keyword under the cursor"
        case .layout: "the next album or keyword"
        case .info: "what the file says of itself: camera, exposure, and more"
        default: nil
        }
    }

    private static func photoMeaning(of action: Action) -> SafeText? {
        switch action {
        case .nextPhoto: "the next photo"
        case .previousPhoto: "the photo before"
        case .search: "search the library"
        case .album: "the album the photo is in"
        case .favourites: "the favourites"
        case .favourite: "make the photo a favourite, or no longer"
        case .save: "save the original as a file"
        case .copyID: "copy the photo's id"
        case .copyAddress: "copy the address of its page"
        case .browse: "open its page in the browser"
        default: otherMeaning(of: action)
        }
    }

    private static func otherMeaning(of action: Action) -> SafeText? {
        switch action {
        case .retry: "try again what failed, or look for new photos"
        case .redraw: "draw the screen again"
        case .help: "these keys"
        case .back: "back"
        case .quit: "back, and out of the program from the first screen"
        case .interrupt: "leave the program at once"
        case .suspend: "to the shell; fg comes back"
        default: nil
        }
    }

    private static func beside(_ direction: ViewportMove.Direction) -> String {
        switch direction {
        case .left: "on the left"
        case .right: "on the right"
        case .up: "above"
        case .down: "below"
        }
    }

    private static func word(_ direction: ViewportMove.Direction) -> String {
        switch direction {
        case .left: "to the left"
        case .right: "to the right"
        case .up: "up"
        case .down: "down"
        }
    }

    private static func edge(_ direction: ViewportMove.Direction) -> String {
        switch direction {
        case .left: "left"
        case .right: "right"
        case .up: "upper"
        case .down: "lower"
        }
    }
}
