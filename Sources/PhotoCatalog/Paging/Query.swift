/// A search with the documented parameters of `/search`, none of which sets the order of results.
package struct Query: Hashable, Sendable {
    /// The library to search.
    package var source = Service.nasa
    /// The latest day of the search, which returns the newest photos first.
    ///
    /// The value is `nil` for photos of any day in the service's order.
    package var upTo: ServiceDay?
    package var text: String?
    package var title: String?
    package var description: String?
    package var altText: String?
    package var keywords: [String] = []
    package var location: String?
    package var photographer: String?
    package var secondaryCreator: String?
    /// The NASA centre, which is sent in capitals, because the API finds nothing for "jpl".
    package var center: String?
    package var id: PhotoID?
    /// The media types in the API's words (image, video, audio); empty for all types.
    package var mediaTypes = Self.photos
    package var firstYear: Int?
    package var lastYear: Int?
    /// The number of results per page; NASA's default is 100, and NASA is said to refuse some
    /// larger pages.
    package var pageSize = 100

    package static let photos = ["image"]

    /// The only media type in the query; `nil` if the query has no type or several types.
    package var medium: MediaType? {
        mediaTypes.count == 1 ? MediaType(mediaTypes[0]) : nil
    }

    package init() {}

    package init(text: String) { self.text = text }

    /// Creates a query for the newest photos of a service, up to `day` if a day is given.
    package init(newestOf source: Service, upTo day: ServiceDay? = nil) {
        self.source = source
        upTo = day
    }

    /// A query for every photo.
    ///
    /// The text is a pair of quotes, because the API requires a text.
    package static let everything = Query(text: "\"\"")

    var parameters: [(String, String)] {
        let given: [(String, String?)] = [
            ("q", isOpen ? Self.everything.text : text), ("title", title),
            ("description", description), ("description_508", altText),
            ("keywords", Self.list(keywords)),
            ("location", location), ("photographer", photographer),
            ("secondary_creator", secondaryCreator), ("center", center?.uppercased()),
            ("nasa_id", id?.text), ("media_type", Self.list(mediaTypes)),
            ("year_start", firstYear.map(Self.year)), ("year_end", lastYear.map(Self.year)),
            ("page_size", pageSize == 100 ? nil : String(pageSize)),
        ]
        return given.compactMap { name, value in value.map { (name, $0) } }
    }

    /// True if the query contains only media types, other than the default.
    ///
    /// The program adds a text to such a query, because the API requires a text.
    private var isOpen: Bool {
        guard mediaTypes != Self.photos else { return false }
        var words = self
        (words.mediaTypes, words.pageSize) = (Self.photos, Query().pageSize)
        return words == Query()
    }

    private static func list(_ words: [String]) -> String? {
        words.isEmpty ? nil : words.joined(separator: ",")
    }

    /// Returns a year in four digits, as the API requires.
    private static func year(_ year: Int) -> String {
        let digits = String(max(0, year))
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

extension Query {
    /// Returns true if a local search finds the photo, which must match every field of the query
    /// except the day.
    ///
    /// A word of the query matches the beginning of any word of the photo, as in the archive.
    func matches(_ photo: Photo) -> Bool {
        source == photo.id.service && hasWords(photo) && hasTexts(photo) && hasKeywords(photo)
            && hasYear(photo) && (id.map { $0 == photo.id } ?? true)
            && (center.map { $0.uppercased() == photo.credits.center?.uppercased() } ?? true)
            && (mediaTypes.isEmpty || photo.mediaType.name.map(mediaTypes.contains) ?? true)
    }

    private func hasWords(_ photo: Photo) -> Bool {
        let wanted = Self.words(text ?? "")
        guard !wanted.isEmpty else { return true }
        let texts = photo.texts
        let given =
            [photo.id.text, texts.title, texts.description, texts.location, photo.credits.center]
            .compactMap(\.self) + texts.keywords + photo.albums
        let words = given.flatMap { Self.words($0) }
        return wanted.allSatisfy { word in words.contains { $0.hasPrefix(word) } }
    }

    private func hasTexts(_ photo: Photo) -> Bool {
        let pairs = [
            (title, photo.texts.title), (description, photo.texts.description),
            (altText, photo.texts.altText), (location, photo.texts.location),
            (photographer, photo.credits.photographer),
            (secondaryCreator, photo.credits.secondaryCreator),
        ]
        return pairs.allSatisfy { wanted, given in
            wanted.map { given?.lowercased().contains($0.lowercased()) ?? false } ?? true
        }
    }

    private func hasKeywords(_ photo: Photo) -> Bool {
        let known = Set(photo.texts.keywords.map { $0.lowercased() })
        return keywords.allSatisfy { known.contains($0.lowercased()) }
    }

    private func hasYear(_ photo: Photo) -> Bool {
        guard firstYear != nil || lastYear != nil else { return true }
        guard let year = photo.dateCreated?.year else { return false }
        return (firstYear ?? .min) <= year && year <= (lastYear ?? .max)
    }

    private static func words(_ text: String) -> [Substring] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }
    }
}
