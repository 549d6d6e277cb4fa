internal import PhotoCatalog
internal import TerminalProtocols

/// The words of lists and grids.
enum BrowserWording {
    static func title(of source: ResultsSource) -> SafeText {
        switch source {
        case .start: "NASA: newest, popular, all"
        case .search(let query): SafeText("Search: \(text(of: query))")
        case .album(let name): SafeText("Album: \(name)")
        case .favourites: "Favourites"
        case .seen(let words): SafeText("Offline, seen before: \(words)")
        }
    }

    /// A query in words: what is searched for, then what narrows it.
    static func text(of query: Query) -> String {
        var parts: [String] = []
        if query == .everything {
            parts.append("everything")
        } else if let text = query.text {
            parts.append(text)
        }
        parts += [years(query), query.center, query.photographer, query.location]
            .compactMap(\.self)
        parts += query.keywords.map { "#\($0)" }
        return parts.joined(separator: ", ")
    }

    private static func years(_ query: Query) -> String? {
        switch (query.firstYear, query.lastYear) {
        case (nil, nil): nil
        case (let first?, nil): "from \(first)"
        case (nil, let last?): "to \(last)"
        case (let first?, let last?): first == last ? "\(first)" : "\(first)–\(last)"
        }
    }

    static func position(_ index: Int, of results: Results) -> SafeText {
        guard !results.photos.isEmpty else { return "" }
        let place = LocalWording.number(index + 1)
        guard let total = results.total, total >= results.photos.count else {
            return SafeText("\(place) of \(LocalWording.number(results.photos.count))+")
        }
        return SafeText("\(place) of \(LocalWording.number(total))")
    }

    static let loading: SafeText = "looking in NASA's library …"
    static let loadingMore: SafeText = "more is coming …"
    static let outOfDate: SafeText = "offline: as of an earlier visit"
    static let limited: SafeText = "NASA lists only the first 10,000; narrow the search"
    static let favouritesEmpty: SafeText = "No favourites yet: f on a photo makes it one."
    static let listKeys: SafeText = "Enter: look  /: search  Tab: grid  ?: all keys"
    static let gridKeys: SafeText = "Enter: look  /: search  + -: size  Tab: list  ?: all keys"
    static let alertKeys: SafeText = "r: try again    Esc: go on without"
    static let alertTitle: SafeText = "That did not work"

    static func empty(_ source: ResultsSource) -> SafeText {
        switch source {
        case .favourites: favouritesEmpty
        case .search(let query):
            SafeText("Nothing found for \(text(of: query)). / changes the search.")
        default: "There is nothing here."
        }
    }
}
