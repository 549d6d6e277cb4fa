/// What NASA's library would answer, by the items and pictures there are; nothing of HTTP.
package struct LibraryAnswers: Sendable {
    private let shelf: ItemStore
    private let pictures: PictureStore
    /// What stands in the place of NASA's hosts in every address.
    private let origin: String

    package init(_ shelf: ItemStore, _ pictures: PictureStore, origin: String) {
        self.shelf = shelf
        self.pictures = pictures
        self.origin = origin
    }

    package func answer(_ text: String) -> Answer {
        let target = RequestTarget(text)
        switch (target.path.first, target.path.count) {
        case ("search", 1): return search(target, text)
        case ("asset", 2): return manifest(target.path[1])
        case ("metadata", 2): return location(target.path[1], file: "metadata.json")
        case ("captions", 2): return captions(target.path[1])
        case ("album", 2): return album(target, text)
        case ("recent.json", 1): return list(newestFirst(shelf.items))
        case ("popular.json", 1): return list(shelf.items)
        case ("image", 3), ("video", 3), ("audio", 3): return file(target.path[1], target.path[2])
        default: return .unknownPath
        }
    }

    private func search(_ target: RequestTarget, _ text: String) -> Answer {
        let search = LibrarySearch(target)
        if let refusal = search.refusal { return refusal }
        let size = max(1, target["page_size"].flatMap { Int($0) } ?? 100)
        let items = target["nasa_id"].map(shelf.items(like:)) ?? shelf.items
        return page(search.found(among: items), target, text, size: size)
    }

    private func album(_ target: RequestTarget, _ text: String) -> Answer {
        let name = target.path[1]
        let items = newestFirst(shelf.items.filter { $0.albums.contains(name) })
        let page = target["page"] ?? "1"
        guard !items.isEmpty else {
            return .refusal(404, "No assets found for album=\"\(name)\" page=\(page)")
        }
        return self.page(items, target, text, size: 100)
    }

    private func page(
        _ items: [StoredItem], _ target: RequestTarget, _ text: String, size: Int
    ) -> Answer {
        let pages = ItemPages(items, size: size, number: target["page"].flatMap { Int($0) } ?? 1)
        guard !pages.isPastTheLimit else {
            return .refusal(
                400,
                "Maximum number of search results have been displayed. Please refine your search.")
        }
        return .json(local(pages.reply(to: "http://images-api.nasa.gov" + text)))
    }

    private func list(_ items: [StoredItem]) -> Answer {
        let pages = ItemPages(Array(items.prefix(100)), size: 100, number: 1)
        return .json(local(pages.reply(to: "http://images-assets.nasa.gov/recent.json")))
    }

    private func newestFirst(_ items: [StoredItem]) -> [StoredItem] {
        items.sorted { $0.dateCreated > $1.dateCreated }
    }

    private func manifest(_ id: String) -> Answer {
        guard let hrefs = hrefs(id) else { return noRecords(id) }
        let files = hrefs.map { JSONValue.object(["href": .text($0)]) }
        let collection: [String: JSONValue] = [
            "version": .text("1.1"), "items": .list(files),
            "href": .text("http://images-api.nasa.gov/asset/\(id)"),
        ]
        return .json(local(.object(["collection": .object(collection)])))
    }

    private func hrefs(_ id: String) -> [String]? {
        if let recorded = shelf.manifest(id) { return recorded }
        guard let item = shelf.item(id) else { return nil }
        return ImaginedManifest(item, pictures: pictures.names(of: id)).hrefs
    }

    private func captions(_ id: String) -> Answer {
        guard let item = shelf.item(id) else { return noRecords(id) }
        guard item.mediaType != "image" else {
            return .refusal(400, "Captions do not exist for media_type=image")
        }
        return location(id, file: "\(id).srt")
    }

    private func location(_ id: String, file: String) -> Answer {
        guard hrefs(id) != nil else { return noRecords(id) }
        let type = shelf.item(id)?.mediaType ?? "image"
        let address = "https://images-assets.nasa.gov/\(type)/\(id)/\(file)"
        return .json(local(.object(["location": .text(address)])))
    }

    private func noRecords(_ id: String) -> Answer {
        .refusal(404, "No AssetDB records for nasaid=\(id)")
    }

    private func file(_ id: String, _ name: String) -> Answer {
        switch name {
        case "collection.json":
            guard let hrefs = hrefs(id) else { return .unknownPath }
            return .json(local(.list(hrefs.map { .text($0) })))
        case "metadata.json":
            return shelf.item(id).map { .json(ExifToolMetadata($0).json) } ?? .unknownPath
        default:
            return picture(id, name)
        }
    }

    /// A picture is sent for the names NASA has files of, not for any name.
    private func picture(_ id: String, _ name: String) -> Answer {
        if let path = pictures.path(name) { return .file(path) }
        let isPicture = [".jpg", ".jpeg", ".png"].contains { name.lowercased().hasSuffix($0) }
        guard isPicture, hrefs(id) != nil else { return .unknownPath }
        if let path = pictures.standIn(for: name) { return .file(path) }
        return .bytes(StandInPicture(seed: id).png, type: "image/png")
    }

    /// Makes the addresses point here; as NASA's do, they begin with http.
    private func local(_ reply: JSONValue) -> JSONValue {
        reply.mappingTexts { text in
            for host in Self.hosts where text.hasPrefix(host) {
                return origin + text.dropFirst(host.count)
            }
            return text
        }
    }

    private static let hosts = ["http", "https"].flatMap { scheme in
        ["images-api", "images-assets"].map { "\(scheme)://\($0).nasa.gov" }
    }
}
