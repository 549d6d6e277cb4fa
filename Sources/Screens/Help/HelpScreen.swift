internal import Imaging
internal import Localization
internal import TerminalProtocols

/// The help: a list of all keys from the table that binds them; typing searches this list.
package struct HelpScreen: Hashable, Sendable {
    enum Outcome { case stay, close }

    private let preferences: Preferences
    private let kind: ScreenKind
    private var firstRow = 0
    /// The typed search for a key; `nil` until the user types.
    ///
    /// Until then, the keys that close the help are not text.
    private var search: LineEditor?

    /// Creates the help for the keys of a kind of screen.
    init(_ preferences: Preferences, of kind: ScreenKind) {
        self.preferences = preferences
        self.kind = kind
    }

    mutating func press(_ key: KeyPress, in size: CellSize) -> Outcome {
        let action = preferences.keyMap.action(for: key)
        let isCommand = search == nil || !key.isText
        switch action {
        case .stack(.back) where isCommand && search != nil:
            search = nil
            firstRow = 0
            return .stay
        case .stack: if isCommand { return .close }
        default: break
        }
        if edit(key, action) {
            firstRow = 0
        } else if let action {
            scroll(action, in: size)
        }
        return .stay
    }

    /// Scrolls by three rows for each notch of the wheel.
    mutating func point(_ action: PointerAction, in size: CellSize) {
        guard case .wheeled(let steps, _) = action else { return }
        scroll(by: 3 * steps, page(in: size))
    }

    /// Inserts a character, or edits the typed text.
    ///
    /// - Returns: true if the key inserted or edited text.
    private mutating func edit(_ key: KeyPress, _ action: Action?) -> Bool {
        if key.isText, case .character(let character) = key.key {
            // The key for searching opens an empty search, so that any letter can be the first.
            let opens = search == nil && action == .list(.search)
            search = search ?? LineEditor()
            if !opens { search?.insert(String(character)) }
            return true
        }
        guard let editing = EditingKeys.action(for: key), let text = search?.text else {
            return false
        }
        switch editing {
        case .cancel: search = nil
        case .deleteBefore where text.count <= 1, .deleteToStart: search = nil
        case .deleteBefore, .deleteWord: search?.edit(editing)
        default: return false
        }
        return true
    }

    private mutating func scroll(_ action: Action, in size: CellSize) {
        let page = page(in: size)
        switch action {
        case .move(.step, .down): scroll(by: 1, page)
        case .move(.step, .up): scroll(by: -1, page)
        case .move(.page, .down): scroll(by: page.rows, page)
        case .move(.page, .up): scroll(by: -page.rows, page)
        case .move(.edge, .up), .move(.edge, .left): firstRow = 0
        case .move(.edge, .down), .move(.edge, .right): firstRow = page.lastFirstRow
        default: break
        }
    }

    private mutating func scroll(by rows: Int, _ page: HelpPage) {
        firstRow = min(max(0, firstRow + rows), page.lastFirstRow)
    }

    func page(_ size: CellSize) -> TextPage { page(in: size).text(from: firstRow) }

    func view(_ size: CellSize) -> ScreenView { .page(page(size)) }

    private func page(in size: CellSize) -> HelpPage {
        let strings = preferences.strings
        let all = HelpTable.sections(preferences, on: kind)
        let here = (search.map { HelpSearch($0.text).sections(all) } ?? all).map {
            HelpGroup(heading: strings.keys.section($0.section), rows: $0.rows)
        }
        return HelpPage(
            (here, here.isEmpty ? elsewhere : []), typed: search?.text, strings, size)
    }

    /// The matching keys of other screens, in groups whose headings name these screens.
    private var elsewhere: [HelpGroup] {
        guard let search else { return [] }
        return HelpTable.all(preferences, but: kind).compactMap { title, sections in
            let rows = HelpSearch(search.text).sections(sections).flatMap(\.rows)
            return rows.isEmpty ? nil : HelpGroup(heading: SafeText(title), rows: rows)
        }
    }

    /// Returns the keys of a kind of screen, in the order of the help.
    static func rows(_ preferences: Preferences, on kind: ScreenKind) -> [HelpTable.Row] {
        HelpTable.sections(preferences, on: kind).flatMap(\.rows)
    }
}

extension KeyPress {
    /// True if the key types a character.
    var isText: Bool {
        if case .character = key { modifiers.isEmpty || modifiers == .shift } else { false }
    }
}

/// A search for keys by their meanings and names.
struct HelpSearch {
    private let words: [String]

    init(_ text: String) { words = text.lowercased().split(separator: " ").map { String($0) } }

    func sections(_ sections: [HelpTable.Section]) -> [HelpTable.Section] {
        sections.map { section, rows in (section, rows.filter(finds)) }.filter { !$0.rows.isEmpty }
    }

    private func finds(_ row: HelpTable.Row) -> Bool {
        let names = row.keys.string.lowercased().split(separator: " ")
        let meaning = row.meaning.string.lowercased()
        let beginnings = meaning.split { !$0.isLetter && !$0.isNumber }.compactMap(\.first)
        return words.allSatisfy { word in
            // A single letter occurs in nearly every meaning, so it is compared with the beginnings
            // of words.
            names.contains { $0.hasPrefix(word) || Self.isOneOf($0, word) }
                || (word.count > 1
                    ? meaning.contains(word) : beginnings.contains { word == "\($0)" })
        }
    }

    /// Returns true if a key is one of four directions that the help writes together: `hjkl`.
    private static func isOneOf(_ names: Substring, _ word: String) -> Bool {
        names.count == 4 && word.count == 1 && names.contains(word)
    }
}
