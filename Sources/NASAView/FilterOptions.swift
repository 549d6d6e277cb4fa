internal import ArgumentParser
internal import PhotoCatalog
internal import Screens

/// What a search is narrowed by.
struct FilterOptions: ParsableArguments {
    @Option(help: "Only photos of this year or later.")
    var yearStart: Int?

    @Option(help: "Only photos of this year or earlier.")
    var yearEnd: Int?

    @Option(
        name: [.customLong("center"), .customLong("centre")],
        help: "Only photos of a centre: JPL, JSC, KSC, …")
    var center: String?

    @Option(help: "Only photos with these keywords, separated by commas.")
    var keywords: String?

    @Option(help: "Only photos by this photographer.")
    var photographer: String?

    @Option(help: "Only photos taken at this place.")
    var location: String?

    func validate() throws {
        for year in [yearStart, yearEnd].compactMap(\.self) where !(1000...9999).contains(year) {
            throw ValidationError(ArgumentWording.year)
        }
    }

    /// A query for words, narrowed.
    func query(for text: String?) -> Query {
        var query = Query()
        query.text = text
        query.firstYear = yearStart
        query.lastYear = yearEnd
        query.center = center
        query.keywords = keywords?.split(separator: ",").map { String($0) } ?? []
        query.photographer = photographer
        query.location = location
        return query
    }
}
