internal import PhotoCatalog
internal import TerminalProtocols

/// Lists and grids, in words.
extension Strings {
    func loading(_ results: Results) -> SafeText {
        results.delaySeconds.map(waiting) ?? browser.loading
    }

    func loadingMore(_ results: Results) -> SafeText {
        results.delaySeconds.map(waiting) ?? browser.loadingMore
    }

    func position(_ place: ListPosition) -> SafeText {
        guard place.count > 1 else { return "" }
        return browser.position(
            local.number(place.index + 1), local.number(place.count))
    }

    func position(_ index: Int, of results: Results) -> SafeText {
        guard !results.photos.isEmpty else { return "" }
        let place = local.number(index + 1)
        guard let total = results.total, total >= results.photos.count else {
            return browser.position(place, local.number(results.photos.count) + "+")
        }
        return browser.position(place, local.number(total))
    }

    /// What stands in the place of the photos when there are none.
    func emptiness(of results: Results) -> SafeText {
        if results.isLoading { return loading(results) }
        return results.failure == nil ? empty(results.source) : browser.nothingLoaded(self)
    }

    private func empty(_ source: ResultsSource) -> SafeText {
        switch source {
        case .favourites: browser.noFavourites(self)
        case .search(let query): browser.nothingFound(browser.text(of: query), self)
        default: browser.nothing
        }
    }
}

extension LibraryStrings {
    func title(of source: ResultsSource) -> SafeText {
        switch source {
        case .start: start
        case .search(let query): search(text(of: query))
        case .album(let name): album(name)
        case .favourites: favourites
        case .demo: demo
        case .named: named
        case .seen(let words): seen(words.isEmpty ? everything : words)
        }
    }

    /// A query in words: what is searched for, then what narrows it.
    func text(of query: Query) -> String {
        var parts: [String] = []
        if query == .everything {
            parts.append(everything)
        } else if let text = query.text {
            parts.append(text)
        }
        parts += [years(query), query.center, query.photographer, query.location]
            .compactMap(\.self)
        parts += query.keywords.map { "#\($0)" }
        return parts.joined(separator: ", ")
    }

    private func years(_ query: Query) -> String? {
        switch (query.firstYear, query.lastYear) {
        case (nil, nil): nil
        case (let first?, nil): sinceYear(first)
        case (nil, let last?): untilYear(last)
        case (let first?, let last?): first == last ? "\(first)" : "\(first)–\(last)"
        }
    }
}
