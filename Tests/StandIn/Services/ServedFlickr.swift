internal import PhotoCatalog

/// `api.flickr.com/services/rest`: it answers 200 to everything, and reports failures in the reply.
struct ServedFlickr: Sendable {
    let store: ServedPhotos

    /// The only key that is refused.
    static let refusedKey = "refused"

    func answer(_ target: RequestTarget) -> Answer {
        guard let key = target["api_key"], !key.isEmpty, key != Self.refusedKey else {
            return Self.failure(100, "Invalid API Key (Key has invalid format)")
        }
        switch target["method"] {
        case "flickr.photos.search": return search(target)
        case "flickr.interestingness.getList":
            return list(Array(store.items.indices), target)
        case "flickr.photos.getInfo": return photo(target, info)
        case "flickr.photos.getSizes": return photo(target, sizes)
        default: return Self.failure(112, "Method not found")
        }
    }

    private static func failure(_ code: Int, _ message: String) -> Answer {
        .json(["stat": "fail", "code": .integer(code), "message": .text(message)])
    }

    private func search(_ target: RequestTarget) -> Answer {
        guard let text = target["text"], !text.isEmpty else {
            return Self.failure(3, "Parameterless searches have been disabled.")
        }
        let words = text.lowercased().split(separator: " ")
        return list(store.items.indices.filter { store.items[$0].hasWords(words) }, target)
    }

    private func list(_ found: [Int], _ target: RequestTarget) -> Answer {
        let size = min(500, max(1, target["per_page"].flatMap { Int($0) } ?? 100))
        let page = max(1, target["page"].flatMap { Int($0) } ?? 1)
        let shown = found.dropFirst((page - 1) * size).prefix(size)
        return .json([
            "photos": [
                "page": .integer(page), "pages": .integer((found.count + size - 1) / size),
                "perpage": .integer(size), "total": .integer(found.count),
                "photo": .list(shown.map(listed)),
            ], "stat": "ok",
        ])
    }

    private func id(_ index: Int) -> String { String(51_000_000_000 + index) }

    private func photo(_ target: RequestTarget, _ reply: (Int) -> [String: JSONValue]) -> Answer {
        let found = store.items.indices.first { id($0) == target["photo_id"] }
        return found.map { .json(.object(reply($0).merging(["stat": "ok"]) { $1 })) }
            ?? Self.failure(1, "Photo not found")
    }

    private func listed(_ index: Int) -> JSONValue {
        var members: [String: JSONValue] = [
            "id": .text(id(index)), "owner": "44494372@N05", "secret": "5f3a", "server": "65535",
            "title": .text(store.title(index)), "ispublic": 1, "license": "8",
            "description": ["_content": .text(store.words(index))], "ownername": "NASA HQ",
            "datetaken": "2019-07-20 22:56:20", "tags": "moon apollo",
        ]
        for (suffix, file) in files(index) {
            members["url_" + suffix] = .text(file.address)
            members["width_" + suffix] = .integer(file.width)
            members["height_" + suffix] = .integer(file.height)
        }
        return .object(members)
    }

    private func info(_ index: Int) -> [String: JSONValue] {
        [
            "photo": [
                "id": .text(id(index)), "license": "8",
                "title": ["_content": .text(store.title(index))],
                "description": ["_content": .text(store.words(index))],
                "owner": ["nsid": "44494372@N05", "username": "nasahq", "realname": "NASA HQ"],
                "dates": ["taken": "2019-07-20 22:56:20"],
            ]
        ]
    }

    private func sizes(_ index: Int) -> [String: JSONValue] {
        let labels = ["z": "Medium 640", "b": "Large", "k": "Large 2048", "o": "Original"]
        let sizes = files(index).map { suffix, file -> JSONValue in
            [
                "label": .text(labels[suffix] ?? "Square"), "source": .text(file.address),
                "width": .text(String(file.width)), "height": .text(String(file.height)),
            ]
        }
        return ["sizes": ["canblog": 0, "size": .list(sizes)]]
    }

    private typealias File = (address: String, width: Int, height: Int)

    /// Every fourth owner keeps the original.
    private func files(_ index: Int) -> [(String, File)] {
        let (width, height) = store.size(of: id(index))
        let shapes = [("z", 640), ("b", 1024), ("k", 2048)].map { suffix, side in
            (suffix, min(side, width), min(side, width) * height / width)
        }
        let all = shapes + (index % 4 == 3 ? [] : [("o", width, height)])
        return all.map { suffix, width, height in
            (suffix, (store.address("/65535/\(id(index))_\(suffix).jpg"), width, height))
        }
    }
}

/// `picsum.photos`: a list of 240 photos, in which some numbers are missing.
struct ServedPicsum: Sendable {
    let store: ServedPhotos

    private static let numbers = (0..<260).filter { $0 % 13 != 7 }

    func list(_ target: RequestTarget) -> Answer {
        let size = min(100, max(1, target["limit"].flatMap { Int($0) } ?? 30))
        let page = max(1, target["page"].flatMap { Int($0) } ?? 1)
        return .json(.list(Self.numbers.dropFirst((page - 1) * size).prefix(size).map(photo)))
    }

    func info(_ target: RequestTarget) -> Answer {
        guard target.path.count == 3, let number = Int(target.path[1]),
            Self.numbers.contains(number)
        else { return .unknownPath }
        return .json(photo(number))
    }

    private func photo(_ number: Int) -> JSONValue {
        let (width, height) = store.size(of: "id-\(number)")
        return [
            "id": .text(String(number)), "author": .text("Photographer \(number % 17)"),
            "width": .integer(width), "height": .integer(height),
            "url": .text("https://unsplash.com/photos/abc\(number)"),
            "download_url": .text(store.address("/id/\(number)/\(width)/\(height)")),
        ]
    }
}
