package import TerminalProtocols

/// What stands on the keys.
package struct KeyStrings: Sendable {
    let control: String
    let alt: String
    let shift: String
    /// Nil for keys that are named by their character.
    let name: @Sendable (KeyPress.Key) -> String?
    /// The heading of a group of keys in the help.
    let section: @Sendable (HelpSection) -> SafeText
}

extension KeyStrings {
    /// What stands on a key, with those that are held down.
    package func name(of key: KeyPress) -> String {
        var name = ""
        if key.modifiers.contains(.control) { name += control }
        if key.modifiers.contains(.alt) { name += alt }
        if key.modifiers.contains(.shift) { name += shift }
        return name + self.name(of: key.key)
    }

    private func name(of key: KeyPress.Key) -> String {
        if let name = name(key) { return name }
        guard case .character(let character) = key else { return "" }
        return String(character)
    }
}
