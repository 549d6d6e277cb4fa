internal import PhotoCatalog

/// The results of a `/search`, by NASA's rules as far as they are known.
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

    /// The error for parameters that NASA rejects; `nil` if there is none.
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
        // As in the real search, the requested item may not be the first.
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

    /// Returns true for a fuzzy match: only letters and digits count, and one ID may be a prefix of
    /// the other.
    private func isLike(_ item: StoredItem) -> Bool {
        guard let wanted = wantedLetters else { return true }
        let letters = item.idLetters
        guard min(letters.utf8.count, wanted.utf8.count) >= 4 else { return letters == wanted }
        return letters.hasPrefix(wanted) || wanted.hasPrefix(letters)
    }
}

/// Path and query of a request, decoded.
package struct RequestTarget: Sendable {
    package let path: [String]
    package let parameters: [(name: String, value: String)]

    /// Parses `/a%20b/c?q=d+e`; an escape that is not UTF-8 stays unchanged.
    package init(_ text: String) {
        let pathText = text.prefix { $0 != "?" }
        path = pathText.split(separator: "/").map(Self.decoded)
        let query = text[pathText.endIndex...].dropFirst()
        parameters = query.split(separator: "&").map { pair in
            let name = pair.prefix { $0 != "=" }
            let value = pair[name.endIndex...].dropFirst()
            return (Self.decoded(name), Self.decoded(Self.spaced(value)))
        }
    }

    package subscript(name: String) -> String? {
        parameters.first { $0.name == name }?.value
    }

    package func list(_ name: String) -> [String] {
        self[name].map { $0.split(separator: ",").map(String.init) } ?? []
    }

    private static func spaced(_ text: Substring) -> Substring {
        Substring(
            text.split(separator: "+", omittingEmptySubsequences: false).joined(separator: " "))
    }

    private static func decoded(_ text: Substring) -> String {
        PercentEncoding.decoded(text) ?? String(text)
    }
}

/// One page of a list of items, in the format of NASA's replies.
struct ItemPages {
    private let items: [StoredItem]
    private let size: Int
    private let number: Int

    init(_ items: [StoredItem], size: Int, number: Int) {
        self.items = items
        self.size = size
        self.number = max(1, number)
    }

    var isPastTheLimit: Bool {
        let (last, overflow) = number.multipliedReportingOverflow(by: size)
        return overflow || last > Page.resultLimit
    }

    /// Returns the reply to a request for `href`; without links if everything fits on one page.
    func reply(to href: String) -> JSONValue {
        let shown = items.dropFirst((number - 1) * size).prefix(size)
        var collection: [String: JSONValue] = [
            "version": .text("1.1"), "href": .text(href), "items": .list(shown.map(\.json)),
            "metadata": .object(["total_hits": .integer(items.count)]),
        ]
        let links = self.links(href)
        if !links.isEmpty { collection["links"] = .list(links) }
        return .object(["collection": .object(collection)])
    }

    private func links(_ href: String) -> [JSONValue] {
        var links: [JSONValue] = []
        if number > 1 { links.append(link("prev", "Previous", href, page: number - 1)) }
        if number * size < items.count {
            links.append(link("next", "Next", href, page: number + 1))
        }
        return links
    }

    private func link(_ relation: String, _ prompt: String, _ href: String, page: Int) -> JSONValue
    {
        let path = href.prefix { $0 != "?" }
        let kept = href[path.endIndex...].dropFirst().split(separator: "&")
            .filter { !$0.hasPrefix("page=") }
        let query = (kept + ["page=\(page)"]).joined(separator: "&")
        return .object([
            "rel": .text(relation), "prompt": .text(prompt), "href": .text("\(path)?\(query)"),
        ])
    }
}
