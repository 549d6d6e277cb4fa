internal import Localization
internal import PhotoCatalog

/// The words that complete the fields of a search: words from earlier searches, then fixed names,
/// then words from listed photos.
struct SearchVocabulary: Hashable, Sendable {
    /// The maximum number of words for each field.
    ///
    /// A list from NASA names about a hundred photographers, and each key compares the text with
    /// all words.
    private static let limit = 500
    /// NASA's centres, as the library's search parameter `center` spells them.
    private static let centers = [
        "AFRC", "ARC", "GRC", "GSFC", "HQ", "JPL", "JSC", "KSC", "LRC", "MAF", "MSFC", "SSC",
    ]

    private var words: [SearchField: [String]] = [
        .center: centers, .media: MediaType.names, .source: Service.allCases.map(\.rawValue),
    ]

    /// Adds the words of earlier searches, the newest search first; they precede all other words.
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

    /// Returns the rest of the first word that starts with the typed text; `nil` if there is no
    /// such word.
    ///
    /// In a field for several words, the last typed word is completed.
    func completion(of text: String, in field: SearchField) -> String? {
        let isList = field == .keywords || field == .media
        let last = isList ? text.split(separator: ",").last ?? "" : text[...]
        let typed = String(last.drop { $0 == " " }).lowercased()
        guard !typed.isEmpty, text.last != "," else { return nil }
        let found = words[field]?.first {
            $0.count > typed.count && $0.lowercased().hasPrefix(typed)
        }
        guard let rest = found?.dropFirst(typed.count) else { return nil }
        // Lower case is completed in lower case, because many keywords are in capitals.
        return last.contains(where: \.isUppercase) ? String(rest) : rest.lowercased()
    }
}
