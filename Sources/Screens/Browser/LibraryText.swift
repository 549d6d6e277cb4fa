internal import Localization
internal import PhotoCatalog
internal import TerminalProtocols

extension Strings {
    func loading(_ results: Results) -> SafeText {
        results.delaySeconds.map { SafeText(status.waiting($0)) } ?? library.loading
    }

    func loadingMore(_ results: Results) -> SafeText {
        results.delaySeconds.map { SafeText(status.waiting($0)) } ?? library.loadingMore
    }

    func position(_ place: ListPosition) -> SafeText {
        guard place.count > 1 else { return "" }
        return library.position(local.number(place.index + 1), local.number(place.count))
    }

    func position(_ index: Int, of results: Results) -> SafeText {
        guard !results.photos.isEmpty else { return "" }
        let place = local.number(index + 1)
        guard let total = results.total, total >= results.photos.count else {
            return library.position(place, local.number(results.photos.count) + "+")
        }
        return library.position(place, local.number(total))
    }

    /// What stands in the place of the photos when there are none.
    func emptiness(of results: Results) -> SafeText {
        if results.isLoading { return loading(results) }
        return results.failure == nil ? empty(results.source) : library.nothingLoaded(self)
    }

    private func empty(_ source: ResultsSource) -> SafeText {
        switch source {
        case .favourites: library.noFavourites(self)
        case .search(let query): library.nothingFound(library.text(of: query), self)
        default: library.nothing
        }
    }

    func title(of source: ResultsSource) -> SafeText {
        switch source {
        case .start: library.start
        case .search(let query): library.search(library.text(of: query))
        case .album(let name): library.album(name)
        case .favourites: library.favourites
        case .demo: library.demo
        case .named: library.named
        case .seen(let words): library.seen(words.isEmpty ? library.everything : words)
        }
    }
}
