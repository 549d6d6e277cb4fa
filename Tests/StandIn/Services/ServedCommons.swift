internal import PhotoCatalog

/// `commons.wikimedia.org/w/api.php` with `formatversion=2`: the items of the store as files.
struct ServedCommons: Sendable {
    let store: ServedPhotos

    func answer(_ target: RequestTarget) -> Answer {
        guard target["action"] == "query", target["formatversion"] == "2" else {
            return .json(["error": ["code": "badvalue", "info": "not this stand-in's"]])
        }
        if let title = target["titles"] { return page(title) }
        return search(target)
    }

    private func search(_ target: RequestTarget) -> Answer {
        let size = min(500, max(1, target["gsrlimit"].flatMap { Int($0) } ?? 10))
        let offset = max(0, target["gsroffset"].flatMap { Int($0) } ?? 0)
        let words = Self.words(target["gsrsearch"] ?? "")
        let found = store.items.indices.filter { store.items[$0].hasWords(words) }
        let shown = found.dropFirst(offset).prefix(size)
        var reply: [String: JSONValue] = ["batchcomplete": .bool(true)]
        if offset + size < found.count {
            reply["continue"] = ["gsroffset": .integer(offset + size), "continue": "gsroffset||"]
        }
        if !shown.isEmpty {
            // MediaWiki sorts them by page, not by rank.
            let pages = zip(shown, 1...).map { file($0, rank: offset + $1) }.reversed()
            reply["query"] = ["pages": .list(Array(pages))]
        }
        return .json(.object(reply))
    }

    /// Returns the words without the operators; an empty array for everything in a category.
    private static func words(_ text: String) -> [Substring] {
        guard !text.hasPrefix("incategory:") else { return [] }
        return text.lowercased().split(separator: " ").filter { !$0.contains(":") }
    }

    private func page(_ title: String) -> Answer {
        let found = store.items.indices.first { self.title($0) == title }
        let missing: JSONValue = ["ns": 6, "title": .text(title), "missing": .bool(true)]
        let page = found.map { file($0, rank: nil) } ?? missing
        return .json(["batchcomplete": .bool(true), "query": ["pages": [page]]])
    }

    private func title(_ index: Int) -> String { "File:\(store.title(index)) (\(index)).jpg" }

    private func file(_ index: Int, rank: Int?) -> JSONValue {
        let title = title(index)
        let name = PercentEncoding.name(String(title.dropFirst(5)).replacing(" ", with: "_"))
        let (width, height) = store.size(of: String(title.dropFirst(5)).replacing(" ", with: "_"))
        let thumb = { (width: Int) in
            store.address("/wikipedia/commons/thumb/a/ab/\(name)/\(width)px-\(name)")
        }
        var members: [String: JSONValue] = [
            "pageid": .integer(1000 + index), "ns": 6, "title": .text(title),
            "imagerepository": "local",
            "imageinfo": [
                [
                    "timestamp": "2020-02-29T12:00:00Z", "size": .integer(width * height / 4),
                    "width": .integer(width), "height": .integer(height), "mime": "image/jpeg",
                    "url": .text(store.address("/wikipedia/commons/a/ab/\(name)")),
                    "thumburl": .text(thumb(500)), "thumbwidth": 500, "thumbheight": 375,
                    "responsiveUrls": ["1.5": .text(thumb(960)), "2": .text(thumb(1280))],
                    "descriptionurl": .text("https://commons.wikimedia.org/wiki/File:\(name)"),
                    "extmetadata": .object(metadata(index)),
                ]
            ],
        ]
        if let rank { members["index"] = .integer(rank) }
        return .object(members)
    }

    private func metadata(_ index: Int) -> [String: JSONValue] {
        let texts = [
            "ObjectName": store.title(index),
            "ImageDescription": "<p>\(store.words(index))</p> See <a href=\"/wiki/Moon\">Moon</a>",
            "DateTimeOriginal": "1969-07-20 20:17:40",
            "Artist":
                "<a href=\"//commons.wikimedia.org/wiki/User:Ada\" title=\"User:Ada\">Ada</a>",
            "LicenseShortName": "CC BY-SA 4.0",
            "LicenseUrl": "https://creativecommons.org/licenses/by-sa/4.0",
        ]
        return texts.mapValues { ["value": .text($0), "source": "commons-desc-page"] }
    }
}
