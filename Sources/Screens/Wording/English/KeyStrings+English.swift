internal import TerminalProtocols

extension KeyStrings {
    static let english = KeyStrings(
        control: "Ctrl-",
        alt: "Alt-",
        shift: "Shift-",
        name: { key in
            switch key {
            case .character(" "): "Space"
            case .character: nil
            case .function(let number): "F\(number)"
            case .up: "↑"
            case .down: "↓"
            case .left: "←"
            case .right: "→"
            case .pageUp: "PgUp"
            case .pageDown: "PgDn"
            case .home: "Home"
            case .end: "End"
            case .insert: "Insert"
            case .delete: "Delete"
            case .enter: "Enter"
            case .tab: "Tab"
            case .backspace: "Backspace"
            case .escape: "Esc"
            }
        },
        section: { section in
            switch section {
            case .photos: "Photos"
            case .zooming: "Zoom"
            case .moving: "Moving"
            case .thisPhoto: "This photo"
            case .library: "Library"
            case .program: "Program"
            }
        })
}
