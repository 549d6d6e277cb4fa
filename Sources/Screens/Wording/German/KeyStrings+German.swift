internal import TerminalProtocols

extension KeyStrings {
    static let german = KeyStrings(
        control: "Strg-",
        alt: "Alt-",
        shift: "Umschalt-",
        name: { key in
            switch key {
            case .character(" "): "Leertaste"
            case .character: nil
            case .function(let number): "F\(number)"
            case .up: "↑"
            case .down: "↓"
            case .left: "←"
            case .right: "→"
            case .pageUp: "Bild↑"
            case .pageDown: "Bild↓"
            case .home: "Pos1"
            case .end: "Ende"
            case .insert: "Einfg"
            case .delete: "Entf"
            case .enter: "Enter"
            case .tab: "Tab"
            case .backspace: "Rücktaste"
            case .escape: "Esc"
            }
        },
        section: { section in
            switch section {
            case .photos: "Fotos"
            case .zooming: "Zoom"
            case .moving: "Bewegen"
            case .thisPhoto: "Dieses Foto"
            case .library: "Bibliothek"
            case .program: "Programm"
            }
        })
}
