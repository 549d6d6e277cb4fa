/// What a search can be narrowed by.
enum SearchField: CaseIterable, Hashable, Sendable {
    case text, firstYear, lastYear, center, keywords, photographer, location
}
