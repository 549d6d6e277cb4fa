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

    static func meaning(of action: Action) -> SafeText {
        switch action {
        case .step(let direction): "a tenth of the screen \(word(direction))"
        case .page(let direction): "nine tenths of the screen \(word(direction))"
        case .edge(let direction): "to the \(edge(direction)) edge"
        case .nextPhoto: "the next photo"
        case .previousPhoto: "the photo before"
        default: zoomMeaning(of: action)
        }
    }

    private static func zoomMeaning(of action: Action) -> SafeText {
        switch action {
        case .toggleZoom: "as wide as the screen, or original size (also by a double click)"
        case .zoomIn: "larger, up to the original (also Ctrl and the wheel)"
        case .zoomOut: "smaller, down to the width of the screen"
        case .fit: "as wide as the screen"
        case .original: "original size: one photo pixel is one screen pixel"
        case .centre: "to the centre of the photo"
        default: otherMeaning(of: action)
        }
    }

    private static func otherMeaning(of action: Action) -> SafeText {
        switch action {
        case .retry: "try again what failed"
        case .redraw: "draw the screen again"
        case .overlay: "what the last picture cost: times, bytes, protocol"
        case .help: "these keys"
        case .back: "back, and out of the program from the first screen"
        case .quit: "leave the program"
        case .interrupt: "leave the program at once"
        default: "to the shell; fg comes back"
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
