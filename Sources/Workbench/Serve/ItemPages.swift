internal import PhotoCatalog

/// One page of a list of items, in the shape of NASA's replies.
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

    /// The reply to a request for `href`; the links are absent where all fits on one page.
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
