/// What to search for: the parameters `/search` documents; it knows no order but its own.
package struct Query: Hashable, Sendable {
    package var text: String?
    package var title: String?
    package var description: String?
    package var description508: String?
    package var keywords: [String] = []
    package var location: String?
    package var photographer: String?
    package var secondaryCreator: String?
    /// In capitals: the API finds nothing for "jpl".
    package var center: String?
    package var id: PhotoID?
    /// Empty for all; the API's own words: image, video, audio.
    package var mediaTypes: [String] = ["image"]
    package var firstYear: Int?
    package var lastYear: Int?
    /// 100 is what NASA gives when not asked; larger ones are said to be refused by some.
    package var pageSize = 100

    package init() {}

    package init(text: String) {
        self.text = text
    }

    /// Everything there is: two quotes, as at least one word is needed.
    package static let everything = Query(text: "\"\"")

    var parameters: [(String, String)] {
        let given: [(String, String?)] = [
            ("q", text), ("title", title), ("description", description),
            ("description_508", description508), ("keywords", Self.list(keywords)),
            ("location", location), ("photographer", photographer),
            ("secondary_creator", secondaryCreator), ("center", center?.uppercased()),
            ("nasa_id", id?.text), ("media_type", Self.list(mediaTypes)),
            ("year_start", firstYear.map(Self.year)), ("year_end", lastYear.map(Self.year)),
            ("page_size", pageSize == 100 ? nil : String(pageSize)),
        ]
        return given.compactMap { name, value in value.map { (name, $0) } }
    }

    private static func list(_ words: [String]) -> String? {
        words.isEmpty ? nil : words.joined(separator: ",")
    }

    /// Four digits, as the API wants them.
    private static func year(_ year: Int) -> String {
        let digits = String(max(0, year))
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
