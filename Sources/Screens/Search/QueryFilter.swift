internal import Localization
internal import PhotoCatalog

/// A condition that narrows a search and that the user can remove.
enum QueryFilter: Hashable, Sendable {
    case source, media, day, years, center, photographer, location
    case keyword(String)
}

extension Query {
    /// The filters of a search, in display order.
    var filters: [QueryFilter] {
        var filters: [QueryFilter] = []
        // The title of a list without search words already names its service.
        if source != .nasa, hasWords { filters.append(.source) }
        if mediaTypes != Self.photos { filters.append(.media) }
        if upTo != nil { filters.append(.day) }
        if center != nil { filters.append(.center) }
        if firstYear != nil || lastYear != nil { filters.append(.years) }
        filters += keywords.map { .keyword($0) }
        if photographer != nil { filters.append(.photographer) }
        if location != nil { filters.append(.location) }
        return filters
    }

    /// Returns the query without a filter; a search for everything if no filter or word remains.
    func without(_ filter: QueryFilter) -> Query {
        var query = self
        switch filter {
        case .source:
            query.source = .nasa
            if case .sol = upTo { query.upTo = nil }
        case .day: query.upTo = nil
        case .media: query.mediaTypes = Self.photos
        case .years: (query.firstYear, query.lastYear) = (nil, nil)
        case .center: query.center = nil
        case .photographer: query.photographer = nil
        case .location: query.location = nil
        case .keyword(let word): query.keywords.removeAll { $0 == word }
        }
        return query == Query() ? .everything : query
    }

    /// True if the query has search words; otherwise the query lists a whole service.
    var hasWords: Bool { text != nil && text != Query.everything.text }
}

extension SearchStrings {
    /// Returns a filter in words: `centre JPL`.
    func text(of filter: QueryFilter, in query: Query, _ library: LibraryStrings) -> String {
        switch filter {
        case .source: self.filter(.source, library.service(query.source))
        case .media: library.media(of: query) ?? ""
        case .day: self.filter(.day, library.day(of: query) ?? "")
        case .years: library.years(of: query) ?? ""
        case .center: self.filter(.center, query.center ?? "")
        case .photographer: self.filter(.photographer, query.photographer ?? "")
        case .location: self.filter(.location, query.location ?? "")
        case .keyword(let word): self.filter(.keywords, word)
        }
    }
}
