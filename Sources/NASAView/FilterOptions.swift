internal import ArgumentParser
internal import Localization
internal import PhotoCatalog
internal import Screens

/// What a search is narrowed by.
struct FilterOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Only photos from this year or later.", valueName: "year"))
    var yearStart: Int?

    @Option(help: ArgumentHelp("Only photos from this year or earlier.", valueName: "year"))
    var yearEnd: Int?

    @Option(
        name: [.customLong("center"), .customLong("centre")],
        help: ArgumentHelp("Only photos from a NASA centre: JPL, JSC, KSC, …", valueName: "name"))
    var center: String?

    @Option(
        help: ArgumentHelp(
            "Only photos with these keywords, separated by commas.", valueName: "a,b"))
    var keywords: String?

    @Option(help: ArgumentHelp("Only photos by this photographer.", valueName: "name"))
    var photographer: String?

    @Option(help: ArgumentHelp("Only photos taken at this place.", valueName: "name"))
    var location: String?

    func check(_ words: ArgumentStrings) throws {
        for year in [yearStart, yearEnd].compactMap(\.self) where !(1000...9999).contains(year) {
            throw ValidationError(words.year)
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
