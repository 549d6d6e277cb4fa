internal import ArgumentParser
internal import Localization
internal import PhotoCatalog
internal import Screens

/// Which photos of the library to list.
struct ListOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Search the library for these words.", valueName: "words"))
    var search: String?

    @Option(help: ArgumentHelp("List an album by its exact name.", valueName: "name"))
    var album: String?

    @Flag(name: [.long, .customLong("favorites")], help: "List your favourites.")
    var favourites = false

    @OptionGroup var filters: FilterOptions

    @Option(
        help: ArgumentHelp(
            "Show a grid with this many columns (1–8; 0 = list).", valueName: "columns"))
    var grid: GridColumns?

    /// What to search for where nothing is named.
    var start: InitialSearch?

    enum CodingKeys: CodingKey { case search, album, favourites, filters, grid }

    /// What is listed of NASA's library.
    var source: ResultsSource { named ?? start.map { .search(Query(text: $0.text)) } ?? .start }

    /// What is named on the command line; nil where nothing is.
    var named: ResultsSource? {
        if let album { return .album(album) }
        return favourites ? .favourites : query.map { .search($0) }
    }

    /// What is searched for; nil where nothing is.
    var query: Query? {
        let query = filters.query(for: search)
        return query == Query() ? nil : query
    }
}
