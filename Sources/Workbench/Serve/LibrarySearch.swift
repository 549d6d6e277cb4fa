internal import PhotoCatalog

/// Which items a `/search` finds: NASA's rules as far as they are known.
struct LibrarySearch {
    private let target: RequestTarget

    private let wantedLetters: String?

    init(_ target: RequestTarget) {
        self.target = target
        wantedLetters = target["nasa_id"].map(StoredItem.letters)
    }

    static let parameters: Set<String> = [
        "q", "center", "description", "description_508", "keywords", "location", "media_type",
        "nasa_id", "photographer", "secondary_creator", "title", "year_start", "year_end",
    ]

    /// The refusal for parameters NASA does not take, or nil where all is well.
    var refusal: Answer? {
        guard target.parameters.contains(where: { Self.parameters.contains($0.name) }) else {
            return .refusal(400, "Expected 'q' text search parameter or other keywords.")
        }
        for name in ["year_start", "year_end"] {
            guard let text = target[name], text.count != 4 || Int(text) == nil else { continue }
            return .refusal(400, "Invalid value \(name)=\"\(text)\".")
        }
        return nil
    }

    func found(among items: [StoredItem]) -> [StoredItem] {
        let found = items.filter { isWanted($0) }
        guard let id = target["nasa_id"] else { return found }
        // As the real search may: the one that was asked for is not the first.
        let others = found.filter { PhotoID($0.id) != PhotoID(id) }
        return others.prefix(1) + found.filter { PhotoID($0.id) == PhotoID(id) }
            + others.dropFirst(1)
    }

    private func isWanted(_ item: StoredItem) -> Bool {
        isLike(item) && hasWords(item) && hasType(item) && hasYear(item) && hasKeywords(item)
            && Self.fields.allSatisfy { hasText(item, $0) }
            && (target["center"].map { item["center"] == $0 } ?? true)
    }

    private static let fields = [
        "description", "description_508", "location", "photographer", "secondary_creator", "title",
    ]

    private func hasWords(_ item: StoredItem) -> Bool {
        let words = (target["q"] ?? "").lowercased().split { $0 == " " || $0 == "\"" }
        return item.hasWords(words)
    }

    private func hasType(_ item: StoredItem) -> Bool {
        let types = target.list("media_type")
        return types.isEmpty || types.contains(item.mediaType)
    }

    private func hasYear(_ item: StoredItem) -> Bool {
        let first = target["year_start"].flatMap { Int($0) } ?? .min
        let last = target["year_end"].flatMap { Int($0) } ?? .max
        guard first != .min || last != .max else { return true }
        return item.year.map { first <= $0 && $0 <= last } ?? false
    }

    private func hasKeywords(_ item: StoredItem) -> Bool {
        let known = item.keywords.map { $0.lowercased() }
        return target.list("keywords").allSatisfy { known.contains($0.lowercased()) }
    }

    private func hasText(_ item: StoredItem, _ field: String) -> Bool {
        guard let wanted = target[field] else { return true }
        return item[field]?.lowercased().contains(wanted.lowercased()) ?? false
    }

    /// The search for ids is fuzzy: letters and digits count, and one id may begin with the other.
    private func isLike(_ item: StoredItem) -> Bool {
        guard let wanted = wantedLetters else { return true }
        let letters = item.idLetters
        guard min(letters.utf8.count, wanted.utf8.count) >= 4 else { return letters == wanted }
        return letters.hasPrefix(wanted) || wanted.hasPrefix(letters)
    }
}
