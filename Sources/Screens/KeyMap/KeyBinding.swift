package import Localization
package import TerminalProtocols

/// A row of the key table: an action, its name in configuration files, its help and its keys.
package struct KeyBinding: Hashable, Sendable {
    package let keys: [KeyPress]
    package let action: Action
    let name: String
    /// The kind of screen on which the keys work; `nil` for all kinds.
    let kind: ScreenKind?
    let help: ActionHelp

    init(
        _ action: Action, _ name: String, on kind: ScreenKind? = nil, _ help: ActionHelp,
        _ keys: KeyPress...
    ) {
        self.keys = keys
        self.action = action
        self.name = name
        self.kind = kind
        self.help = help
    }

    /// Creates a row for the same action with other keys.
    init(_ row: KeyBinding, keys: [KeyPress]) {
        (self.keys, action, name, kind, help) = (keys, row.action, row.name, row.kind, row.help)
    }

    // Two rows of the same action differ only in their keys.
    package static func == (one: KeyBinding, other: KeyBinding) -> Bool {
        one.action == other.action && one.keys == other.keys
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(action)
        hasher.combine(keys)
    }
}

/// The group of an action in the help, and the action's meaning on each kind of screen.
///
/// The meaning is `nil` on screens where the action has no effect.
struct ActionHelp: Sendable {
    // The key paths are created only when the help is shown: creating all of them took a tenth of
    // the instructions of a start.
    typealias Meaning = @Sendable () -> KeyPath<HelpWords, SafeText>?

    let section: HelpSection
    private let library, detail, viewer, comparison: Meaning

    init(
        _ section: HelpSection, library: @autoclosure @escaping Meaning = nil,
        detail: @autoclosure @escaping Meaning = nil, viewer: @autoclosure @escaping Meaning = nil,
        comparison: @autoclosure @escaping Meaning = nil
    ) {
        self.section = section
        (self.library, self.detail, self.viewer, self.comparison) =
            (library, detail, viewer, comparison)
    }

    static func everywhere(
        _ section: HelpSection, _ meaning: @autoclosure @escaping Meaning
    ) -> ActionHelp {
        ActionHelp(
            section, library: meaning(), detail: meaning(), viewer: meaning(),
            comparison: meaning())
    }

    /// Creates the help of an action in the viewer and in a comparison.
    static func viewing(
        _ section: HelpSection, _ meaning: @autoclosure @escaping Meaning
    ) -> ActionHelp {
        ActionHelp(section, viewer: meaning(), comparison: meaning())
    }

    subscript(kind: ScreenKind) -> KeyPath<HelpWords, SafeText>? {
        switch kind {
        case .library: library()
        case .detail: detail()
        case .viewer: viewer()
        case .comparison: comparison()
        }
    }
}

/// The words of the help, in the user's language and with the user's settings.
@dynamicMemberLookup
struct HelpWords {
    let picture: PictureStrings.Help
    let files: FileStrings.Help
    let viewerStep, slideshow: SafeText
    private let help: HelpStrings

    init(_ preferences: Preferences) {
        let strings = preferences.strings
        (help, picture, files) = (strings.help, strings.picture.help, strings.files.help)
        viewerStep = help.viewer.step(preferences.panPercent)
        slideshow = help.viewer.slideshow(strings)
    }

    subscript<Words>(dynamicMember path: KeyPath<HelpStrings, Words>) -> Words {
        help[keyPath: path]
    }

    /// Returns the meaning of an action on a kind of screen; `nil` if the action has no effect
    /// there.
    func meaning(of action: Action, on kind: ScreenKind) -> SafeText? {
        KeyMap.row(of: action)?.help[kind].map { self[keyPath: $0] }
    }
}
