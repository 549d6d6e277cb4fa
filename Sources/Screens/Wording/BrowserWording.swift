internal import PhotoCatalog
internal import TerminalProtocols

/// The words of lists and grids.
enum BrowserWording {
    private static var phrases: BrowserPhrases { Phrases.current.browser }

    static var outOfDate: SafeText { phrases.outOfDate }
    static var limited: SafeText { phrases.limited }
    static var listKeys: SafeText { phrases.listKeys(.current) }
    static var gridKeys: SafeText { phrases.gridKeys(.current) }
    static var demoOffer: SafeText { phrases.demoOffer(.current) }
    static var alertKeys: SafeText { phrases.alertKeys(.current) }

    static func alertTitle(for failure: CatalogFailure) -> SafeText {
        phrases.alertTitle(failure.isPassing)
    }

    static func loading(_ results: Results) -> SafeText {
        results.delaySeconds.map(StatusWording.waiting) ?? phrases.loading
    }

    static func loadingMore(_ results: Results) -> SafeText {
        results.delaySeconds.map(StatusWording.waiting) ?? phrases.loadingMore
    }

    static func title(of source: ResultsSource) -> SafeText {
        switch source {
        case .start: phrases.start
        case .search(let query): phrases.search(text(of: query))
        case .album(let name): phrases.album(name)
        case .favourites: phrases.favourites
        case .demo: phrases.demo
        case .named: phrases.named
        case .seen(let words): phrases.seen(words)
        }
    }

    /// A query in words: what is searched for, then what narrows it.
    static func text(of query: Query) -> String {
        var parts: [String] = []
        if query == .everything {
            parts.append(phrases.everything)
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
        case (let first?, nil): phrases.sinceYear(first)
        case (nil, let last?): phrases.untilYear(last)
        case (let first?, let last?): first == last ? "\(first)" : "\(first)–\(last)"
        }
    }

    static func position(_ index: Int, of results: Results) -> SafeText {
        guard !results.photos.isEmpty else { return "" }
        let place = LocalWording.number(index + 1)
        guard let total = results.total, total >= results.photos.count else {
            return phrases.position(place, LocalWording.number(results.photos.count) + "+")
        }
        return phrases.position(place, LocalWording.number(total))
    }

    /// What stands in the place of the photos when there are none.
    static func emptiness(of results: Results) -> SafeText {
        if results.isLoading { return loading(results) }
        return results.failure == nil ? empty(results.source) : phrases.nothingLoaded(.current)
    }

    private static func empty(_ source: ResultsSource) -> SafeText {
        switch source {
        case .favourites: phrases.noFavourites(.current)
        case .search(let query): phrases.nothingFound(text(of: query), .current)
        default: phrases.nothing
        }
    }
}
