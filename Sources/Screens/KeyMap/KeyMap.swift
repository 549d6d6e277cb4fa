internal import Imaging
package import Localization
package import TerminalProtocols

/// The one table of keys; the help is made from it.
///
/// z as in xzgv and fim, hjkl and counts as in vi, n and p as in feh, sxiv and fim
/// (facts/peers.md §2). Arrows pan, so photos never change under them. v keeps the zoom from photo
/// to photo: feh's k is taken by vi's. Z shows the whole photo for a moment: what most viewers begin
/// with, on the shifted key of the one that looks closer.
///
/// A binding holds everywhere or on one kind of screen. There it goes before one that holds
/// everywhere, so that a key has one meaning on a screen.
package struct KeyMap: Hashable, Sendable {
    package let bindings: [KeyBinding]
    private let actions: [Screen.Kind?: [KeyPress: Action]]

    package init(_ bindings: [KeyBinding] = Self.standard) {
        self.bindings = bindings
        var actions: [Screen.Kind?: [KeyPress: Action]] = [:]
        for binding in bindings {
            for key in binding.keys where actions[binding.kind]?[key] == nil {
                actions[binding.kind, default: [:]][key] = binding.action
            }
        }
        self.actions = actions
    }

    /// The standard keys with changes; a key that is reassigned is removed from its old action.
    ///
    /// An action of one kind of screen takes it only there.
    package init(changing changes: [Action: [KeyPress]]) {
        var taken: [Screen.Kind?: Set<KeyPress>] = [:]
        for binding in Self.standard {
            taken[binding.kind, default: []].formUnion(changes[binding.action] ?? [])
        }
        self.init(
            Self.standard.map { binding in
                let lost = (taken[nil] ?? []).union(taken[binding.kind] ?? [])
                let others = binding.keys.filter { !lost.contains($0) }
                return KeyBinding(
                    binding.action, on: binding.kind, keys: changes[binding.action] ?? others)
            })
    }

    /// Whether a key cannot be reassigned: Ctrl-C, and digits, which are counts.
    package static func keeps(_ key: KeyPress) -> Bool {
        var count = RepeatCount()
        return key == control("c") || count.receive(key)
    }

    /// The keys of an action; hints name the first.
    package func keys(for action: Action) -> [KeyPress] {
        bindings.first { $0.action == action }?.keys ?? []
    }

    /// What a key does on every screen that has no other use for it.
    package func action(for key: KeyPress) -> Action? { action(for: key, in: [nil]) }

    /// What a key does on a kind of screen.
    func action(for key: KeyPress, on kind: Screen.Kind) -> Action? {
        action(for: key, in: kind.keyScopes)
    }

    private func action(for key: KeyPress, in scopes: [Screen.Kind?]) -> Action? {
        for scope in scopes {
            if let action = actions[scope]?[key] { return action }
        }
        // Terminals differ in whether a shifted character comes with its shift.
        guard case .character = key.key, key.modifiers == .shift else { return nil }
        return action(for: KeyPress(key.key), in: scopes)
    }

    /// The keys of a binding that do what it says on a kind of screen.
    func keys(of binding: KeyBinding, on kind: Screen.Kind) -> [KeyPress] {
        guard kind.keyScopes.contains(binding.kind) else { return [] }
        return binding.keys.filter { action(for: $0, on: kind) == binding.action }
    }

    package static let standard: [KeyBinding] =
        zooming + steps + pages + edges + photos + comparing + picture + library + keeping + others

    private static func character(_ character: Character) -> KeyPress {
        KeyPress(.character(character))
    }

    private static func control(_ character: Character) -> KeyPress {
        KeyPress(.character(character), .control)
    }

    private static let library = [
        KeyBinding(.open, KeyPress(.enter)),
        KeyBinding(.search, character("/")),
        KeyBinding(.layout, KeyPress(.tab)),
        KeyBinding(.album, character("a")),
        KeyBinding(.info, character("i")),
        KeyBinding(.favourites, character("F")),
        KeyBinding(.places, character("'")),
        KeyBinding(.removeFilter, on: .library, character("x"), KeyPress(.delete)),
        KeyBinding(.pictureOfTheDay, on: .library, character("D")),
        KeyBinding(.popular, on: .library, character("P")),
    ]

    private static let keeping = [
        KeyBinding(.favourite, character("f")),
        KeyBinding(.save, character("S")),
        KeyBinding(.copyID, character("y")),
        KeyBinding(.copyAddress, character("Y")),
        KeyBinding(.browse, character("o")),
        KeyBinding(.export, character("e")),
        KeyBinding(.keepPlace, character("b")),
        KeyBinding(.copyLink, character("B")),
        KeyBinding(.inspect, character("I")),
        KeyBinding(.setPoint, character("u")),
    ]

    private static let zooming = [
        KeyBinding(.toggleZoom, character("z")),
        KeyBinding(.peek, character("Z")),
        KeyBinding(.zoomIn, character("+"), character("=")),
        KeyBinding(.zoomOut, character("-"), character("_")),
        KeyBinding(.original, character("*")),
        KeyBinding(.fit, character("w"), character("0")),
        KeyBinding(.centre, character("c")),
    ]

    private static let steps = [
        KeyBinding(.step(.left), KeyPress(.left), character("h")),
        KeyBinding(.step(.down), KeyPress(.down), character("j")),
        KeyBinding(.step(.up), KeyPress(.up), character("k")),
        KeyBinding(.step(.right), KeyPress(.right), character("l")),
    ]

    private static let pages = [
        KeyBinding(.page(.left), KeyPress(.left, .shift), character("H")),
        KeyBinding(.page(.down), KeyPress(.down, .shift), character("J"), KeyPress(.pageDown)),
        KeyBinding(.page(.up), KeyPress(.up, .shift), character("K"), KeyPress(.pageUp)),
        KeyBinding(.page(.right), KeyPress(.right, .shift), character("L")),
    ]

    private static let edges = [
        KeyBinding(.edge(.left), KeyPress(.home), character("^")),
        KeyBinding(.edge(.right), KeyPress(.end), character("$")),
        KeyBinding(.edge(.up), character("g")),
        KeyBinding(.edge(.down), character("G")),
    ]

    private static let photos = [
        KeyBinding(.nextPhoto, character("n"), character(" "), character("]")),
        KeyBinding(.previousPhoto, character("p"), KeyPress(.backspace), character("[")),
        KeyBinding(.keepView, character("v")),
        KeyBinding(.slideshow, character("s")),
        KeyBinding(.pauseAnimation, character("P")),
        KeyBinding(.previousPart, character("<")),
        KeyBinding(.nextPart, character(">")),
    ]

    private static let comparing = [
        KeyBinding(.compare, on: .viewer, character("x")),
        KeyBinding(.flip, on: .comparison, KeyPress(.tab), character("x")),
        KeyBinding(.blink, on: .comparison, character("X")),
        KeyBinding(.sideBySide, on: .comparison, character("|")),
        KeyBinding(.align, on: .comparison, character(";")),
    ]

    private static let picture = [
        KeyBinding(.minimap, character("m")),
        KeyBinding(.levels, character("t")),
        KeyBinding(.weakerLevels, character(",")),
        KeyBinding(.strongerLevels, character(".")),
        KeyBinding(.blackPoint, character("{")),
        KeyBinding(.whitePoint, character("}")),
        KeyBinding(.resetLevels, character("T")),
        KeyBinding(.turn, character("R")),
        KeyBinding(.mirror, character("U")),
    ]

    private static let others = [
        KeyBinding(.retry, character("r")),
        KeyBinding(.redraw, control("l")),
        KeyBinding(.overlay, character("d")),
        KeyBinding(.help, character("?"), KeyPress(.function(1))),
        KeyBinding(.back, KeyPress(.escape)),
        KeyBinding(.quit, character("q")),
        KeyBinding(.interrupt, control("c")),
        KeyBinding(.suspend, control("z")),
    ]
}

/// An action and its keys.
package struct KeyBinding: Hashable, Sendable {
    package let keys: [KeyPress]
    package let action: Action
    /// The kind of screen that it holds on; `nil` for all.
    let kind: Screen.Kind?

    init(_ action: Action, on kind: Screen.Kind? = nil, _ keys: KeyPress...) {
        self.init(action, on: kind, keys: keys)
    }

    init(_ action: Action, on kind: Screen.Kind? = nil, keys: [KeyPress]) {
        self.keys = keys
        self.action = action
        self.kind = kind
    }
}

extension Screen.Kind {
    /// Where keys are looked up, the first that has one: two photos are viewed with the viewer's keys.
    fileprivate var keyScopes: [Screen.Kind?] {
        self == .comparison ? [.comparison, .viewer, nil] : [self, nil]
    }
}

/// A number typed before a key: how many times, as in vi.
struct RepeatCount: Hashable, Sendable {
    /// More steps than this reach the end of any photo.
    private static let limit = 10_000

    private var typed: Int?

    /// - Returns: whether the key is part of a number.
    mutating func receive(_ key: KeyPress) -> Bool {
        guard key.modifiers.isEmpty, case .character(let character) = key.key,
            character.isASCII, let digit = character.wholeNumberValue
        else { return false }
        // A zero alone is a key, not a number.
        guard typed != nil || digit > 0 else { return false }
        typed = min(Self.limit, (typed ?? 0) * 10 + digit)
        return true
    }

    /// The number typed, or `nil`; the next key starts a new one.
    mutating func pop() -> Int? {
        defer { typed = nil }
        return typed
    }
}
