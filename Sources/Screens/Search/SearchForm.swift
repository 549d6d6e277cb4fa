internal import Localization
internal import PhotoCatalog
internal import TerminalProtocols

/// A search that is being typed: its words, what narrows it, and what was searched for before.
struct SearchForm: Hashable, Sendable {
    enum Outcome: Hashable { case nothing, edited, confirmed, cancelled }

    private var editors: [SearchField: LineEditor]
    private(set) var field = SearchField.text
    /// Whether the words are those of the search that is shown: what is typed takes their place.
    private(set) var isSelected: Bool
    private(set) var showsFilters: Bool
    private var history: [Query] = []
    /// Which of the history is shown; nil for what was typed.
    private var recalled: Int?
    private var typed = ""

    init(_ query: Query) {
        editors = Self.editors(of: query)
        showsFilters = query.isNarrowed
        isSelected = editors[.text]?.text.isEmpty == false
    }

    private static func editors(of query: Query) -> [SearchField: LineEditor] {
        [
            .text: LineEditor(query == .everything ? "" : query.text ?? ""),
            .firstYear: LineEditor(query.firstYear.map(String.init) ?? ""),
            .lastYear: LineEditor(query.lastYear.map(String.init) ?? ""),
            .center: LineEditor(query.center ?? ""),
            .keywords: LineEditor(query.keywords.joined(separator: ", ")),
            .photographer: LineEditor(query.photographer ?? ""),
            .location: LineEditor(query.location ?? ""),
        ]
    }

    subscript(field: SearchField) -> LineEditor { editors[field] ?? LineEditor() }

    /// The query as it stands; `nil` if it is empty.
    var query: Query? {
        var query = Query()
        query.text = words(.text)
        query.firstYear = words(.firstYear).flatMap { Int($0) }
        query.lastYear = words(.lastYear).flatMap { Int($0) }
        query.center = words(.center)?.uppercased()
        query.keywords = Self.list(words(.keywords) ?? "")
        query.photographer = words(.photographer)
        query.location = words(.location)
        if query.text == nil, !query.isNarrowed { return nil }
        return query
    }

    private func words(_ field: SearchField) -> String? {
        let words = self[field].text.split(separator: " ").joined(separator: " ")
        return words.isEmpty ? nil : words
    }

    private static func list(_ text: String) -> [String] {
        text.split(separator: ",").map { word in
            word.split(separator: " ").joined(separator: " ")
        }.filter { !$0.isEmpty }
    }

    /// The rest of the newest search that begins with the words typed.
    var completion: String? {
        let text = self[.text].text
        guard field == .text, !isSelected, self[.text].isAtEnd, !text.isEmpty else { return nil }
        let found = history.compactMap(\.text).first {
            $0.count > text.count && $0.lowercased().hasPrefix(text.lowercased())
        }
        return found.map { String($0.dropFirst(text.count)) }
    }

    mutating func remember(_ history: [Query]) { self.history = history }

    mutating func insert(_ text: String) -> Outcome {
        let before = self[field].text
        if isSelected { editors[field] = LineEditor() }
        editors[field]?.insert(text)
        isSelected = false
        recalled = nil
        return self[field].text == before ? .nothing : .edited
    }

    mutating func press(_ key: KeyPress) -> Outcome {
        guard let action = EditingKeys.action(for: key) else { return type(key) }
        let wasSelected = isSelected
        isSelected = false
        switch action {
        case .confirm: return .confirmed
        case .cancel: return .cancelled
        case .nextField: go(by: 1)
        case .previousField: go(by: -1)
        case .older: return field == .text ? recall(by: 1) : move(-1)
        case .newer: return field == .text ? recall(by: -1) : move(1)
        case .right, .end:
            if !wasSelected, let completion { return insert(completion) }
            editors[field]?.edit(action)
        default: return edit(action)
        }
        return .nothing
    }

    private mutating func type(_ key: KeyPress) -> Outcome {
        guard case .character(let character) = key.key,
            key.modifiers.isSubset(of: .shift)
        else { return .nothing }
        return insert(String(character))
    }

    private mutating func edit(_ action: EditingAction) -> Outcome {
        let before = self[field].text
        editors[field]?.edit(action)
        return self[field].text == before ? .nothing : .edited
    }

    private mutating func move(_ distance: Int) -> Outcome {
        go(by: distance)
        return .nothing
    }

    private mutating func go(by distance: Int) {
        showsFilters = true
        let fields = SearchField.allCases
        let place = fields.firstIndex(of: field) ?? 0
        field = fields[(place + distance + fields.count) % fields.count]
    }

    /// Goes through earlier searches; after the newest comes what was typed.
    private mutating func recall(by distance: Int) -> Outcome {
        if recalled == nil { typed = self[.text].text }
        let place = (recalled ?? -1) + distance
        guard place < history.count, place >= -1, place != recalled ?? -1 else { return .nothing }
        recalled = place < 0 ? nil : place
        guard place >= 0 else {
            editors[.text] = LineEditor(typed)
            return .edited
        }
        editors = Self.editors(of: history[place])
        showsFilters = showsFilters || history[place].isNarrowed
        return .edited
    }
}

extension Query {
    /// Whether it asks for more than words.
    var isNarrowed: Bool {
        var words = Query()
        words.text = text
        return self != words
    }
}
