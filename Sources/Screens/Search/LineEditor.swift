internal import Localization
internal import TerminalProtocols

/// A line of text that is being typed.
struct LineEditor: Hashable, Sendable {
    /// The maximum number of characters, more than any real query has; NASA's server rejects a
    /// query of 50,000 characters with status 414.
    private static let limit = 500

    private var characters: [Character] = []
    private(set) var cursor = 0

    init(_ text: String = "") {
        characters = Array(text.prefix(Self.limit))
        cursor = characters.count
    }

    var text: String { String(characters) }
    var isAtEnd: Bool { cursor == characters.count }

    /// Inserts typed or pasted text, up to the maximum length, without the characters that cannot
    /// be displayed.
    mutating func insert(_ text: String) {
        let new = SafeText(text).string.prefix(Self.limit - characters.count)
        characters.insert(contentsOf: new, at: cursor)
        cursor += new.count
    }

    mutating func edit(_ action: EditingAction) {
        switch action {
        case .left: cursor = max(0, cursor - 1)
        case .right: cursor = min(characters.count, cursor + 1)
        case .start: cursor = 0
        case .end: cursor = characters.count
        case .deleteBefore: delete(from: max(0, cursor - 1), to: cursor)
        case .deleteAfter: delete(from: cursor, to: min(characters.count, cursor + 1))
        case .deleteWord: delete(from: startOfWord, to: cursor)
        case .deleteToStart: delete(from: 0, to: cursor)
        case .deleteToEnd: delete(from: cursor, to: characters.count)
        default: break
        }
    }

    private mutating func delete(from start: Int, to end: Int) {
        characters.removeSubrange(start..<end)
        cursor = start
    }

    private var startOfWord: Int {
        let isSpace = { (index: Int) in characters[index] == " " }
        var start = cursor
        while start > 0, isSpace(start - 1) { start -= 1 }
        while start > 0, !isSpace(start - 1) { start -= 1 }
        return start
    }
}

/// The effect of a key while the user types text; a key without such an effect inserts its
/// character.
enum EditingAction: Hashable, Sendable {
    case confirm, cancel
    case nextField, previousField, up, down, older, newer
    case left, right, start, end
    case deleteBefore, deleteAfter, deleteWord, deleteToStart, deleteToEnd
}

/// The keys of a line editor, as in readline.
enum EditingKeys {
    static func action(for key: KeyPress) -> EditingAction? { actions[key] }

    private static let actions: [KeyPress: EditingAction] = [
        KeyPress(.enter): .confirm, KeyPress(.escape): .cancel,
        control("g"): .cancel,
        KeyPress(.tab): .nextField, KeyPress(.tab, .shift): .previousField,
        KeyPress(.up): .up, KeyPress(.down): .down,
        control("p"): .older, control("n"): .newer,
        KeyPress(.left): .left, control("b"): .left,
        KeyPress(.right): .right, control("f"): .right,
        KeyPress(.home): .start, control("a"): .start,
        KeyPress(.end): .end, control("e"): .end,
        KeyPress(.backspace): .deleteBefore, control("h"): .deleteBefore,
        KeyPress(.delete): .deleteAfter, control("d"): .deleteAfter,
        control("w"): .deleteWord, control("u"): .deleteToStart, control("k"): .deleteToEnd,
    ]

    private static func control(_ character: Character) -> KeyPress {
        KeyPress(.character(character), .control)
    }
}
