internal import ArgumentParser
internal import PhotoCatalog
internal import Screens

/// Which photos of the library to list.
struct ListOptions: ParsableArguments {
    @Option(help: "Search the library for these words.")
    var search: String?

    @Option(help: "List an album, by its exact name.")
    var album: String?

    @Flag(help: "List the favourites.")
    var favourites = false

    @Option(help: "Only photos of this year or later.")
    var yearStart: Int?

    @Option(help: "Only photos of this year or earlier.")
    var yearEnd: Int?

    @Option(help: "Only photos of a centre: JPL, JSC, KSC, …")
    var center: String?

    @Option(help: "Only photos with these keywords, separated by commas.")
    var keywords: String?

    @Option(help: "Only photos by this photographer.")
    var photographer: String?

    @Option(help: "Only photos taken at this place.")
    var location: String?

    @Option(help: "Show the list as a grid of so many columns.")
    var grid: Int?

    func validate() throws {
        if let grid, !(1...8).contains(grid) {
            throw ValidationError("--grid is a number of columns from 1 to 8.")
        }
        for year in [yearStart, yearEnd].compactMap(\.self) where !(1000...9999).contains(year) {
            throw ValidationError("A year has four digits.")
        }
    }

    var source: ResultsSource {
        if let album { return .album(album) }
        if favourites { return .favourites }
        return query.map { .search($0) } ?? .start
    }

    /// What is searched for; nil where nothing is.
    var query: Query? {
        var query = Query()
        query.text = search
        query.firstYear = yearStart
        query.lastYear = yearEnd
        query.center = center
        query.keywords = keywords?.split(separator: ",").map { String($0) } ?? []
        query.photographer = photographer
        query.location = location
        return query == Query() ? nil : query
    }
}
