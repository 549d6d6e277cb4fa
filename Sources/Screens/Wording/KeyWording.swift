internal import TerminalProtocols

/// The names of keys, as they stand on them.
enum KeyWording {
    static func name(of key: KeyPress) -> String { name(of: key, Phrases.current.keys) }

    static func heading(of section: HelpSection) -> SafeText {
        Phrases.current.keys.section(section)
    }

    static func name(of key: KeyPress, _ phrases: KeyPhrases) -> String {
        var name = ""
        if key.modifiers.contains(.control) { name += phrases.control }
        if key.modifiers.contains(.alt) { name += phrases.alt }
        if key.modifiers.contains(.shift) { name += phrases.shift }
        return name + self.name(of: key.key, phrases)
    }

    private static func name(of key: KeyPress.Key, _ phrases: KeyPhrases) -> String {
        if let name = phrases.name(key) { return name }
        guard case .character(let character) = key else { return "" }
        return String(character)
    }
}
