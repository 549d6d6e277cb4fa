internal import Imaging
package import Localization
package import TerminalProtocols

/// The table of keys, from which the help is made.
///
/// `z` works as in xzgv and fim, `hjkl` and counts as in vi, `n` and `p` as in feh, sxiv and fim.
/// Arrow keys pan, and never change the photo. `v` keeps the zoom for the next photo, because feh's
/// key for this, `k`, pans as in vi. `Z`, the shifted key for zooming, temporarily shows the whole
/// photo, the initial view of most viewers.
///
/// A binding works on all screens or on one kind of screen. A binding for one kind of screen takes
/// precedence, so that a key has one meaning on each screen.
package struct KeyMap: Hashable, Sendable {
    package let bindings: [KeyBinding]
    private let actions: [ScreenKind?: [KeyPress: Action]]

    package init(_ bindings: [KeyBinding] = Self.standard) {
        self.bindings = bindings
        var actions: [ScreenKind?: [KeyPress: Action]] = [:]
        for binding in bindings {
            for key in binding.keys where actions[binding.kind]?[key] == nil {
                actions[binding.kind, default: [:]][key] = binding.action
            }
        }
        self.actions = actions
    }

    /// Creates the standard keys with changes; a reassigned key is removed from its old action.
    ///
    /// An action of one kind of screen reassigns the key only on screens of that kind.
    package init(changing changes: [Action: [KeyPress]]) {
        guard !changes.isEmpty else {
            self.init()
            return
        }
        var taken: [ScreenKind?: Set<KeyPress>] = [:]
        for binding in Self.standard {
            taken[binding.kind, default: []].formUnion(changes[binding.action] ?? [])
        }
        self.init(
            Self.standard.map { binding in
                let lost = (taken[nil] ?? []).union(taken[binding.kind] ?? [])
                let others = binding.keys.filter { !lost.contains($0) }
                return KeyBinding(binding, keys: changes[binding.action] ?? others)
            })
    }

    /// Returns true if a key cannot be reassigned: Ctrl-C and the digits from 1 to 9, which begin
    /// counts.
    package static func keeps(_ key: KeyPress) -> Bool {
        var count = RepeatCount()
        return key == control("c") || count.receive(key)
    }

    /// Returns the keys of an action; hints show the first key.
    package func keys(for action: Action) -> [KeyPress] {
        bindings.first { $0.action == action }?.keys ?? []
    }

    /// Returns the row of an action in the standard table; `nil` if there is none.
    static func row(of action: Action) -> KeyBinding? { rows[action] }

    private static let rows = Dictionary(standard.map { ($0.action, $0) }) { first, _ in first }

    /// Returns the action of a key in the bindings for all screens; `nil` if the key has no such
    /// action.
    package func action(for key: KeyPress) -> Action? { action(for: key, in: [nil]) }

    /// Returns the action of a key on a kind of screen; `nil` if the key has no action there.
    func action(for key: KeyPress, on kind: ScreenKind) -> Action? {
        action(for: key, in: kind.keyScopes)
    }

    private func action(for key: KeyPress, in scopes: [ScreenKind?]) -> Action? {
        for scope in scopes {
            if let action = actions[scope]?[key] { return action }
        }
        // Not all terminals report Shift with a shifted character.
        guard case .character = key.key, key.modifiers == .shift else { return nil }
        return action(for: KeyPress(key.key), in: scopes)
    }

    /// Returns a binding's keys that work on a kind of screen.
    func keys(of binding: KeyBinding, on kind: ScreenKind) -> [KeyPress] {
        guard kind.keyScopes.contains(binding.kind) else { return [] }
        return binding.keys.filter { action(for: $0, on: kind) == binding.action }
    }

    package static let standard: [KeyBinding] =
        zooming + steps + pages + edges + photos + comparing + picture + library + keeping + others

    private static func key(_ character: Character) -> KeyPress {
        KeyPress(.character(character))
    }

    private static func control(_ character: Character) -> KeyPress {
        KeyPress(.character(character), .control)
    }

    private typealias Row = KeyBinding

    private static let library = [
        Row(
            .screen(.open), "open",
            ActionHelp(.essentials, library: \.library.open, detail: \.detail.open),
            KeyPress(.enter)),
        Row(.list(.search), "search", .everywhere(.essentials, \.photo.search), key("/")),
        Row(
            .screen(.layout), "layout",
            ActionHelp(
                .library, library: \.library.layout, detail: \.detail.layout, viewer: \.viewer.list),
            KeyPress(.tab)),
        Row(.list(.album), "album", .everywhere(.library, \.photo.album), key("a")),
        Row(
            .screen(.info), "info",
            ActionHelp(
                .thisPhoto, library: \.library.info, detail: \.detail.info, viewer: \.viewer.info,
                comparison: \.viewer.info), key("i")),
        Row(.list(.favourites), "favourites", .everywhere(.library, \.photo.favourites), key("F")),
        Row(.list(.places), "places", .everywhere(.library, \.photo.places), key("'")),
        Row(
            .list(.removeFilter), "remove-filter", on: .library,
            ActionHelp(.library, library: \.library.removeFilter), key("x")),
        Row(
            .list(.pictureOfTheDay), "picture-of-the-day", on: .library,
            ActionHelp(.library, library: \.library.pictureOfTheDay), key("D")),
        Row(
            .list(.popular), "popular", on: .library,
            ActionHelp(.library, library: \.library.popular), key("P")),
        Row(
            .list(.order), "order",
            ActionHelp(.library, library: \.files.order, viewer: \.files.order), key("O")),
    ]

    private static let keeping = [
        Row(.photo(.favourite), "favourite", .everywhere(.thisPhoto, \.photo.favourite), key("f")),
        Row(.photo(.save), "save", .everywhere(.thisPhoto, \.photo.save), key("S")),
        Row(.photo(.copyID), "copy-id", .everywhere(.thisPhoto, \.photo.copyID), key("y")),
        Row(
            .photo(.copyAddress), "copy-address", .everywhere(.thisPhoto, \.photo.copyAddress),
            key("Y")),
        Row(.photo(.mark), "mark", .everywhere(.thisPhoto, \.files.mark), key("M")),
        Row(
            .photo(.unmarkAll), "unmark-all", .everywhere(.thisPhoto, \.files.unmarkAll), key("N")),
        Row(
            .photo(.trash), "trash", .everywhere(.thisPhoto, \.files.trash), KeyPress(.delete),
            key("#")),
        Row(
            .photo(.restore), "restore", .everywhere(.thisPhoto, \.files.restore),
            KeyPress(.insert), key("&")),
        Row(.photo(.browse), "browse", .everywhere(.thisPhoto, \.photo.browse), key("o")),
        Row(.photo(.export), "export", .viewing(.thisPhoto, \.viewer.export), key("e")),
        Row(.photo(.keepPlace), "keep-place", .viewing(.thisPhoto, \.viewer.keepPlace), key("b")),
        Row(.photo(.copyLink), "copy-link", .viewing(.thisPhoto, \.viewer.copyLink), key("B")),
        Row(.view(.inspect), "inspect", .viewing(.thisPhoto, \.viewer.inspect), key("I")),
        Row(.view(.setPoint), "set-point", .viewing(.thisPhoto, \.viewer.setPoint), key("u")),
        Row(.view(.magnify), "magnify", .viewing(.thisPhoto, \.picture.magnify), key("C")),
        Row(.view(.bands), "bands", .viewing(.thisPhoto, \.picture.bands), key("V")),
    ]

    private static let zooming = [
        Row(
            .view(.toggleZoom), "toggle-zoom", .viewing(.essentials, \.viewer.toggleZoom), key("z")),
        Row(.view(.peek), "peek", .viewing(.zooming, \.viewer.peek), key("Z")),
        Row(.screen(.zoomIn), "zoom-in", zoomStep, key("+"), key("=")),
        Row(.screen(.zoomOut), "zoom-out", zoomStep, key("-"), key("_")),
        Row(.view(.original), "original", .viewing(.zooming, \.viewer.original), key("*")),
        Row(.view(.fit), "fit", .viewing(.zooming, \.viewer.fit), key("w"), key("0")),
        Row(.view(.centre), "centre", .viewing(.zooming, \.viewer.centre), key("c")),
    ]

    private static let zoomStep = ActionHelp(
        .zooming, library: \.library.zoomStep, viewer: \.viewer.zoomStep,
        comparison: \.viewer.zoomStep)

    private static let steps = [
        Row(.move(.step, .left), "left", sideStep, KeyPress(.left), key("h")),
        Row(.move(.step, .down), "down", lineStep, KeyPress(.down), key("j")),
        Row(.move(.step, .up), "up", lineStep, KeyPress(.up), key("k")),
        Row(.move(.step, .right), "right", sideStep, KeyPress(.right), key("l")),
    ]

    private static let sideStep = ActionHelp(
        .essentials, library: \.library.step, viewer: \.viewerStep, comparison: \.viewerStep)
    private static let lineStep = ActionHelp(
        .essentials, library: \.library.step, detail: \.detail.step, viewer: \.viewerStep,
        comparison: \.viewerStep)

    private static let pages = [
        Row(
            .move(.page, .left), "page-left", .viewing(.moving, \.viewer.page),
            KeyPress(.left, .shift), key("H")),
        Row(
            .move(.page, .down), "page-down", page, KeyPress(.down, .shift), key("J"),
            KeyPress(.pageDown)),
        Row(.move(.page, .up), "page-up", page, KeyPress(.up, .shift), key("K"), KeyPress(.pageUp)),
        Row(
            .move(.page, .right), "page-right", .viewing(.moving, \.viewer.page),
            KeyPress(.right, .shift), key("L")),
    ]

    private static let page = ActionHelp(
        .moving, library: \.library.page, detail: \.detail.page, viewer: \.viewer.page,
        comparison: \.viewer.page)

    private static let edges = [
        Row(.move(.edge, .left), "edge-left", sideEdges, KeyPress(.home), key("^")),
        Row(.move(.edge, .right), "edge-right", sideEdges, KeyPress(.end), key("$")),
        Row(.move(.edge, .up), "edge-up", topEdges, key("g")),
        Row(.move(.edge, .down), "edge-down", topEdges, key("G")),
    ]

    private static let sideEdges = ActionHelp(
        .moving, library: \.library.edges, detail: \.detail.edges, viewer: \.viewer.sideEdges,
        comparison: \.viewer.sideEdges)
    private static let topEdges = ActionHelp(
        .moving, library: \.library.edges, detail: \.detail.edges, viewer: \.viewer.topEdges,
        comparison: \.viewer.topEdges)

    private static let photos = [
        Row(
            .screen(.nextPhoto), "next-photo",
            ActionHelp(
                .photos, library: \.photo.next, detail: \.photo.next, viewer: \.photo.next,
                comparison: \.comparison.next), key("n"), key(" "), key("]")),
        Row(
            .screen(.previousPhoto), "previous-photo",
            ActionHelp(
                .photos, library: \.photo.previous, detail: \.photo.previous,
                viewer: \.photo.previous, comparison: \.comparison.previous), key("p"),
            KeyPress(.backspace), key("[")),
        Row(
            .view(.keepView), "keep-view", ActionHelp(.photos, viewer: \.viewer.keepView), key("v")),
        Row(.view(.slideshow), "slideshow", ActionHelp(.photos, viewer: \.slideshow), key("s")),
        Row(
            .view(.pauseAnimation), "pause-animation", .viewing(.thisPhoto, \.viewer.animation),
            key("P")),
        Row(.screen(.previousPart), "previous-part", part, key("<")),
        Row(.screen(.nextPart), "next-part", part, key(">")),
    ]

    private static let part = ActionHelp(
        .thisPhoto, library: \.library.day, detail: \.library.day, viewer: \.viewer.part,
        comparison: \.viewer.part)

    private static let comparing = [
        Row(
            .compare(.mark), "compare", on: .viewer, ActionHelp(.photos, viewer: \.viewer.compare),
            key("x")),
        Row(
            .compare(.flip), "flip", on: .comparison,
            ActionHelp(.comparing, comparison: \.comparison.flip), KeyPress(.tab), key("x")),
        Row(
            .compare(.blink), "blink", on: .comparison,
            ActionHelp(.comparing, comparison: \.comparison.blink), key("X")),
        Row(
            .compare(.sideBySide), "side-by-side", on: .comparison,
            ActionHelp(.comparing, comparison: \.comparison.sideBySide), key("|")),
        Row(
            .compare(.align), "align", on: .comparison,
            ActionHelp(.comparing, comparison: \.comparison.align), key(";")),
    ]

    private static let picture = [
        Row(.view(.minimap), "minimap", .viewing(.moving, \.picture.minimap), key("m")),
        Row(.levels(.next), "levels", .viewing(.picture, \.picture.levels), key("t")),
        Row(.levels(.weaker), "weaker-levels", .viewing(.picture, \.picture.strength), key(",")),
        Row(
            .levels(.stronger), "stronger-levels", .viewing(.picture, \.picture.strength), key(".")),
        Row(.levels(.blackPoint), "black-point", .viewing(.picture, \.picture.points), key("{")),
        Row(.levels(.whitePoint), "white-point", .viewing(.picture, \.picture.points), key("}")),
        Row(.levels(.reset), "reset-levels", .viewing(.picture, \.picture.resetLevels), key("T")),
        Row(.view(.turn), "turn", .viewing(.picture, \.picture.turn), key("R")),
        Row(.photo(.turnFile), "turn-file", .viewing(.picture, \.files.turnFile), key("W")),
        Row(.view(.mirror), "mirror", .viewing(.picture, \.picture.mirror), key("U")),
    ]

    private static let others = [
        Row(.screen(.retry), "retry", .everywhere(.program, \.other.retry), key("r")),
        Row(.app(.redraw), "redraw", .everywhere(.program, \.other.redraw), control("l")),
        Row(.app(.overlay), "overlay", .viewing(.program, \.viewer.overlay), key("d")),
        Row(
            .stack(.help), "help", .everywhere(.program, \.other.help), key("?"),
            KeyPress(.function(1))),
        Row(.stack(.back), "back", .everywhere(.essentials, \.other.back), KeyPress(.escape)),
        Row(.stack(.quit), "quit", .everywhere(.essentials, \.other.quit), key("q")),
        Row(.app(.interrupt), "interrupt", .everywhere(.program, \.other.interrupt), control("c")),
        Row(.app(.suspend), "suspend", .everywhere(.program, \.other.suspend), control("z")),
    ]
}

extension ScreenKind {
    /// The scopes in which keys are looked up, in order; a comparison also has the viewer's keys.
    fileprivate var keyScopes: [ScreenKind?] {
        self == .comparison ? [.comparison, .viewer, nil] : [self, nil]
    }
}

/// A number typed before a key: the repeat count, as in vi.
struct RepeatCount: Hashable, Sendable {
    /// The maximum repeat count; this many steps reach the end of any photo.
    private static let limit = 10_000

    private var typed: Int?

    /// Receives a key.
    ///
    /// - Returns: true if the key is a digit of the number.
    mutating func receive(_ key: KeyPress) -> Bool {
        guard key.modifiers.isEmpty, case .character(let character) = key.key,
            character.isASCII, let digit = character.wholeNumberValue
        else { return false }
        // A zero alone is not a count.
        guard typed != nil || digit > 0 else { return false }
        typed = min(Self.limit, (typed ?? 0) * 10 + digit)
        return true
    }

    /// Returns the typed number, or `nil` if no digit was typed; the next digit starts a new
    /// number.
    mutating func pop() -> Int? {
        defer { typed = nil }
        return typed
    }
}
