/// NASA's library's answers for the items and pictures in the stores, without HTTP.
package struct LibraryAnswers: Sendable {
    private let items: ItemStore
    private let pictures: PictureStore
    /// Replaces NASA's hosts in every address.
    private let origin: String
    private let services: ServiceAnswers

    package init(_ items: ItemStore, _ pictures: PictureStore, origin: String) {
        self.items = items
        self.pictures = pictures
        self.origin = origin
        services = ServiceAnswers(items, pictures, origin: origin)
    }

    package func answer(_ text: String) -> Answer {
        let target = RequestTarget(text)
        switch (target.path.first, target.path.count) {
        case ("search", 1): return search(target, text)
        case ("asset", 2): return manifest(target.path[1])
        case ("metadata", 2): return location(target.path[1], file: "metadata.json")
        case ("captions", 2): return captions(target.path[1])
        case ("album", 2): return album(target, text)
        case ("recent.json", 1): return list(newestFirst(items.items))
        case ("popular.json", 1): return list(items.items)
        case ("image", 3), ("video", 3), ("audio", 3): return file(target.path[1], target.path[2])
        default: return services.answer(target)
        }
    }

    private func search(_ target: RequestTarget, _ text: String) -> Answer {
        let search = LibrarySearch(target)
        if let refusal = search.refusal { return refusal }
        let size = max(1, target["page_size"].flatMap { Int($0) } ?? 100)
        let candidates = target["nasa_id"].map(items.items(like:)) ?? items.items
        return page(search.found(among: candidates), target, text, size: size)
    }

    private func album(_ target: RequestTarget, _ text: String) -> Answer {
        let name = target.path[1]
        let found = newestFirst(items.items.filter { $0.albums.contains(name) })
        let page = target["page"] ?? "1"
        guard !found.isEmpty else {
            return .refusal(404, "No assets found for album=\"\(name)\" page=\(page)")
        }
        return self.page(found, target, text, size: 100)
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
        if let recorded = items.manifest(id) { return recorded }
        guard let item = items.item(id) else { return nil }
        return ImaginedManifest(item: item, pictures: pictures.names(of: id)).hrefs
    }

    private func captions(_ id: String) -> Answer {
        guard let item = items.item(id) else { return noRecords(id) }
        guard item.mediaType != "image" else {
            return .refusal(400, "Captions do not exist for media_type=image")
        }
        return location(id, file: "\(id).srt")
    }

    private func location(_ id: String, file: String) -> Answer {
        guard hrefs(id) != nil else { return noRecords(id) }
        let type = items.item(id)?.mediaType ?? "image"
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
            return items.item(id).map { .json(ExifToolMetadata(item: $0).json) } ?? .unknownPath
        default:
            return picture(id, name)
        }
    }

    /// Answers only for names of files that NASA would have.
    private func picture(_ id: String, _ name: String) -> Answer {
        if let path = pictures.path(name) { return .file(path) }
        if ["\(id).srt", "\(id).vtt"].contains(name), hrefs(id) != nil {
            return ImaginedCaptions.answer
        }
        let isPicture = [".jpg", ".jpeg", ".png"].contains { name.lowercased().hasSuffix($0) }
        guard isPicture, hrefs(id) != nil else { return .unknownPath }
        return pictures.standIn(for: name).map { .file($0) } ?? .unknownPath
    }

    /// Returns the reply with addresses of this server; like NASA's they start with http.
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

/// The answer to a request, before faults.
package enum Answer: Sendable {
    case json(JSONValue, status: Int = 200)
    case file(String)
    case bytes([UInt8], type: String)

    /// Returns an error body in NASA's format.
    package static func refusal(_ status: Int, _ reason: String) -> Answer {
        .json(.object(["reason": .text(reason)]), status: status)
    }

    /// The reply of NASA's front server to an unknown path, which is not JSON.
    package static let unknownPath = Answer.bytes(
        Array("<html><head><title>404 Not Found</title></head></html>".utf8), type: "text/html")
}

/// A plausible manifest for items without a recorded one.
private struct ImaginedManifest {
    let item: StoredItem
    /// The names of its files in the store.
    let pictures: [String]

    var hrefs: [String] { names.map { folder + $0 } + [folder + "metadata.json"] }
    private var folder: String { "http://images-assets.nasa.gov/\(item.mediaType)/\(item.id)/" }

    private var names: [String] {
        switch item.mediaType {
        case "video":
            videoNames
        case "audio": ["orig.mp3", "128k.mp3"].map { "\(item.id)~\($0)" }
        default: pictureNames
        }
    }

    /// As in recorded manifests: recordings, captions, and six stills in each size.
    private var videoNames: [String] {
        let recordings = ["orig.mp4", "large.mp4", "medium.mp4", "mobile.mp4", "preview.mp4"]
        let stills = ["thumb", "small", "medium", "large"].flatMap { size in
            ["\(size).jpg"] + (1...5).map { "\(size)_\($0).jpg" }
        }
        return (recordings + stills).map { "\(item.id)~\($0)" } + ["\(item.id).srt"]
    }

    /// The files that the links name, else those in the store, else one of each size.
    private var pictureNames: [String] {
        let linked = item.hrefs.compactMap { $0.split(separator: "/").last.map(String.init) }
        if let original = linked.first(where: { $0.contains("~orig.") }) {
            return [original] + linked  // NASA's manifests name the original twice.
        }
        if !pictures.isEmpty { return pictures }
        return ["orig", "orig", "large", "medium", "small", "thumb"].map { "\(item.id)~\($0).jpg" }
    }
}

/// Captions of a video without a caption file.
private enum ImaginedCaptions {
    static let answer = Answer.bytes(Array(text.utf8), type: "application/x-subrip")

    private static let text = """
        1
        00:00:01,000 --> 00:00:03,500
        Ten, nine, eight …

        2
        00:00:04,000 --> 00:00:07,250
        <i>Liftoff.</i> The clock is running.

        """
}

/// `metadata.json` of an item: a flat object with the library's fields under `AVAIL:`.
private struct ExifToolMetadata {
    let item: StoredItem

    var json: JSONValue {
        var members: [String: JSONValue] = [
            "AVAIL:NASAID": .text(item.id), "AVAIL:MediaType": .text(item.mediaType),
            "AVAIL:Album": .list(item.albums.map { .text($0) }),
            "AVAIL:Keywords": .list(item.keywords.map { .text($0) }),
        ]
        for (key, field) in Self.fields {
            members[key] = .text(item[field] ?? "")
        }
        return .object(members)
    }

    private static let fields = [
        "AVAIL:Title": "title", "AVAIL:Description": "description", "AVAIL:Center": "center",
        "AVAIL:DateCreated": "date_created", "AVAIL:Location": "location",
        "AVAIL:Photographer": "photographer", "AVAIL:SecondaryCreator": "secondary_creator",
    ]
}
