internal import Localization
internal import PhotoCatalog

/// The words that complete the fields of a search: from earlier searches, then from listed photos.
struct SearchVocabulary: Hashable, Sendable {
    /// Of each field; a list of NASA's has some hundred photographers, and each key looks at all.
    private static let limit = 500
    /// The values of NASA's centres, in the library's spelling (facts/nasa-api.md: `center`).
    private static let centers = [
        "AFRC", "ARC", "GRC", "GSFC", "HQ", "JPL", "JSC", "KSC", "LRC", "MAF", "MSFC", "SSC",
    ]

    private var words: [SearchField: [String]] = [
        .center: centers, .media: MediaType.names, .source: Service.allCases.map(\.rawValue),
    ]

    /// Earlier searches, the newest first; they go before all else.
    mutating func learn(_ queries: [Query]) {
        for (field, values) in Self.values(of: queries) { insert(values, in: field, first: true) }
    }

    mutating func learn(_ photos: [Photo]) {
        let credits = photos.map(\.credits)
        insert(credits.compactMap(\.center), in: .center)
        insert(credits.compactMap(\.photographer), in: .photographer)
        insert(photos.compactMap(\.texts.location), in: .location)
        insert(photos.flatMap(\.texts.keywords), in: .keywords)
    }

    private static func values(of queries: [Query]) -> [(SearchField, [String])] {
        [
            (.text, queries.compactMap(\.text)), (.center, queries.compactMap(\.center)),
            (.photographer, queries.compactMap(\.photographer)),
            (.location, queries.compactMap(\.location)), (.keywords, queries.flatMap(\.keywords)),
        ]
    }

    private mutating func insert(_ values: [String], in field: SearchField, first: Bool = false) {
        let old = words[field] ?? []
        let all = first ? values + old : old + values
        var seen: Set<String> = []
        let unique = all.filter { seen.insert($0.lowercased()).inserted }
        words[field] = Array(unique.prefix(Self.limit))
    }

    /// The rest of the first word or name that begins with what is typed; of the last one, where there
    /// may be several.
    func completion(of text: String, in field: SearchField) -> String? {
        let isList = field == .keywords || field == .media
        let last = isList ? text.split(separator: ",").last ?? "" : text[...]
        let typed = String(last.drop { $0 == " " }).lowercased()
        guard !typed.isEmpty, text.last != "," else { return nil }
        let found = words[field]?.first {
            $0.count > typed.count && $0.lowercased().hasPrefix(typed)
        }
        guard let rest = found?.dropFirst(typed.count) else { return nil }
        // Small letters go on as such: many keywords have capitals only.
        return last.contains(where: \.isUppercase) ? String(rest) : rest.lowercased()
    }
}
