internal import Imaging
package import Localization
package import TerminalProtocols

extension Action {
    /// The action's name in configuration files.
    package var name: String { KeyMap.row(of: self)?.name ?? "" }

    /// Finds the action with a name in configuration files; `nil` for an unknown name, or if the
    /// action's keys cannot be changed.
    package init?(name: String) {
        guard let action = Self.remappable.first(where: { $0.name == name }) else { return nil }
        self = action
    }

    /// The actions whose keys can change: all except that of Ctrl-C, which must always work.
    package static var remappable: [Action] {
        KeyMap.standard.map(\.action).filter { $0 != .app(.interrupt) }
    }

    /// The action with left and right exchanged, if it moves by a step or a page.
    var mirrored: Action {
        switch self {
        case .move(.step, .left): .move(.step, .right)
        case .move(.step, .right): .move(.step, .left)
        case .move(.page, .left): .move(.page, .right)
        case .move(.page, .right): .move(.page, .left)
        default: self
        }
    }
}

extension KeyPress {
    /// Finds a key by its name in the help of any language, such as `Ctrl-l`, `PgUp`, `Space` or
    /// `G`; `nil` for an unknown name.
    package init?(name: String) {
        for language in Language.allCases {
            guard let key = Self.key(name, language.table.keys) else { continue }
            self = key
            return
        }
        return nil
    }

    private static func key(_ name: String, _ words: KeyStrings) -> KeyPress? {
        var rest = name[...]
        var modifiers: Modifiers = []
        let prefixes = [
            (words.control, Modifiers.control), (words.alt, .alt), (words.shift, .shift),
        ]
        for (prefix, modifier) in prefixes {
            guard rest.count > prefix.count, rest.lowercased().hasPrefix(prefix.lowercased())
            else { continue }
            rest = rest.dropFirst(prefix.count)
            modifiers.insert(modifier)
        }
        return key(String(rest), modifiers, words)
    }

    private static func key(
        _ name: String, _ modifiers: Modifiers, _ words: KeyStrings
    ) -> KeyPress? {
        if let key = named.first(where: { words.name($0)?.lowercased() == name.lowercased() }) {
            return KeyPress(key, modifiers)
        }
        guard name.count == 1, let character = name.first, SafeText(name).string == name else {
            return nil
        }
        // Terminals send a shifted letter as a capital, and a letter with Ctrl as a small letter.
        if modifiers == .shift { return KeyPress(.character(Character(name.uppercased()))) }
        let isControl = modifiers.contains(.control)
        return KeyPress(
            .character(isControl ? Character(character.lowercased()) : character), modifiers)
    }

    private static let named: [Key] =
        [
            .character(" "), .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .insert,
            .delete, .backspace, .tab, .enter, .escape,
        ] + (1...24).map { .function($0) }
}
