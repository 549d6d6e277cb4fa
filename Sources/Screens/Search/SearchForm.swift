internal import Bounds
internal import Localization
internal import PhotoCatalog
internal import TerminalProtocols

/// A search that is being typed: its words, its filters and earlier searches.
struct SearchForm: Hashable, Sendable {
    enum Outcome: Hashable { case nothing, edited, confirmed, cancelled }

    private var editors: [SearchField: LineEditor]
    private(set) var field = SearchField.text
    /// True if the words are those of the current search; typed text then replaces the words.
    private(set) var isSelected: Bool
    private(set) var showsFilters = false
    /// True for a search of file names, without filters or earlier searches.
    let isOfNames: Bool
    /// Earlier searches, the newest first.
    private(set) var history: [Query] = []
    /// The index of the chosen earlier search; `nil` for the typed text.
    private(set) var recalled: Int?
    private var vocabulary = SearchVocabulary()
    private var typed: [SearchField: LineEditor] = [:]

    init(_ query: Query, isOfNames: Bool = false) {
        self.isOfNames = isOfNames
        editors = Self.editors(of: query)
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
            .media: LineEditor(
                query.mediaTypes == Query.photos ? "" : query.mediaTypes.joined(separator: ", ")),
            .source: LineEditor(query.source == .nasa ? "" : query.source.rawValue),
            .day: LineEditor(query.upTo?.description ?? ""),
        ]
    }

    subscript(field: SearchField) -> LineEditor { editors[field] ?? LineEditor() }

    /// The current query; `nil` if all fields are empty.
    var query: Query? { whole == Query() ? nil : whole }

    /// The query of all fields, even if they are empty.
    var whole: Query {
        var query = Query()
        query.text = words(.text)
        query.firstYear = words(.firstYear).flatMap { ReplyLimits.Year.range.number(in: $0) }
        query.lastYear = words(.lastYear).flatMap { ReplyLimits.Year.range.number(in: $0) }
        query.center = words(.center)?.uppercased()
        query.keywords = Self.list(words(.keywords) ?? "")
        query.photographer = words(.photographer)
        query.location = words(.location)
        query.mediaTypes = Self.media(words(.media) ?? "")
        query.source = Self.service(words(.source) ?? "")
        query.upTo = words(.day).flatMap { ServiceDay($0, of: query.source) }
        return query
    }

    private func words(_ field: SearchField) -> String? {
        let words = self[field].text.split(separator: " ").joined(separator: " ")
        return words.isEmpty ? nil : words
    }

    /// Returns the media types for the typed words, such as `vid` or `videos`, in the order of the
    /// words; photos if there are no such types.
    private static func media(_ text: String) -> [String] {
        let types = list(text.lowercased()).compactMap { word in
            MediaType.names.first { $0.hasPrefix(word) || word.hasPrefix($0) }
        }
        var seen: Set<String> = []
        let unique = types.filter { seen.insert($0).inserted }
        return unique.isEmpty ? Query.photos : unique
    }

    /// Returns the service whose name starts with a word; NASA's library if there is no such
    /// service.
    private static func service(_ word: String) -> Service {
        guard !word.isEmpty else { return .nasa }
        return Service.allCases.first { $0.rawValue.hasPrefix(word.lowercased()) } ?? .nasa
    }

    private static func list(_ text: String) -> [String] {
        text.split(separator: ",").map { word in
            word.split(separator: " ").joined(separator: " ")
        }.filter { !$0.isEmpty }
    }

    /// The completion of the field; `nil` if there is none, or if the cursor is not at the end.
    var completion: String? {
        guard !isSelected, self[field].isAtEnd else { return nil }
        return vocabulary.completion(of: self[field].text, in: field)
    }

    /// True if earlier searches are listed: before the user types, and while an earlier search is
    /// chosen.
    var showsHistory: Bool {
        guard !showsFilters, !history.isEmpty else { return false }
        return isSelected || recalled != nil || self[.text].text.isEmpty
    }

    mutating func remember(_ history: [Query]) {
        self.history = history
        vocabulary.learn(history)
    }

    mutating func learn(_ photos: [Photo]) { vocabulary.learn(photos) }

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
        case .up, .down: return go(action == .up ? -1 : 1)
        case .older: return recall((recalled ?? -1) + 1)
        case .newer: return recall((recalled ?? 0) - 1)
        case .right, .end:
            if !wasSelected, let completion { return insert(completion) }
            editors[field]?.edit(action)
        case .deleteBefore where self[field].text.isEmpty: return removeLastFilter()
        default: return edit(action)
        }
        return .nothing
    }

    /// Moves by a number of lines: between fields, or in the list of earlier searches, which the
    /// keys also open.
    private mutating func go(_ distance: Int) -> Outcome {
        guard !showsFilters else {
            go(by: distance)
            return .nothing
        }
        return recall(recalled.map { $0 + distance } ?? 0)
    }

    /// Removes the last filter when the user deletes in an empty line.
    private mutating func removeLastFilter() -> Outcome {
        let others: [QueryFilter] = whole.source == .nasa ? [] : [.source]
        guard !showsFilters, let last = (others + whole.filters).last else { return .nothing }
        editors = Self.editors(of: whole.without(last))
        recalled = nil
        return .edited
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
        guard self[field].text != before else { return .nothing }
        recalled = nil
        return .edited
    }

    private mutating func go(by distance: Int) {
        guard !isOfNames else { return }
        showsFilters = true
        let fields = SearchField.allCases
        let index = fields.firstIndex(of: field) ?? 0
        field = fields[(index + distance + fields.count) % fields.count]
    }

    /// Chooses an earlier search; the index -1 stands for the typed text.
    private mutating func recall(_ index: Int) -> Outcome {
        guard index < history.count, index >= -1, index != recalled ?? -1 else { return .nothing }
        if recalled == nil { typed = editors }
        recalled = index < 0 ? nil : index
        editors = index < 0 ? typed : Self.editors(of: history[index])
        field = .text
        return .edited
    }
}
