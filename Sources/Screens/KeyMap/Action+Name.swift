internal import Imaging
package import Localization

extension Action {
    /// What configuration files call it.
    package var name: String {
        switch self {
        case .step(let direction): "\(direction)"
        case .page(let direction): "page-\(direction)"
        case .edge(let direction): "edge-\(direction)"
        default: Self.hyphenated("\(self)")
        }
    }

    /// The action that configuration files call so; those that must keep their keys have no name.
    package init?(name: String) {
        guard let action = Self.remappable.first(where: { $0.name == name }) else { return nil }
        self = action
    }

    /// All but the ways out that must work whatever a file says.
    package static var remappable: [Action] {
        KeyMap.standard.map(\.action).filter { $0 != .interrupt }
    }

    /// `zoomIn` as `zoom-in`, `copyID` as `copy-id`.
    private static func hyphenated(_ name: String) -> String {
        var text = ""
        var wasUpper = true
        for character in name {
            if character.isUppercase, !wasUpper { text += "-" }
            text += character.lowercased()
            wasUpper = character.isUppercase
        }
        return text
    }

    /// The same with left and right exchanged.
    var mirrored: Action {
        switch self {
        case .step(.left): .step(.right)
        case .step(.right): .step(.left)
        case .page(.left): .page(.right)
        case .page(.right): .page(.left)
        default: self
        }
    }
}

extension Strings {
    /// The sentences of a language, with the names that the keys of `keyMap` have in it.
    package init(_ language: Language = .english, naming keyMap: KeyMap = KeyMap()) {
        let first = keyMap.bindings.compactMap { binding in
            binding.keys.first.map { (binding.action, $0) }
        }
        self.init(language, naming: Dictionary(first) { first, _ in first })
    }
}
