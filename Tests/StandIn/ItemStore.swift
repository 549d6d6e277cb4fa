internal import FoundationEssentials
internal import PhotoCatalog

/// The items and manifests of recorded replies.
package struct ItemStore: Sendable {
    package private(set) var items: [StoredItem] = []
    /// Hrefs by the ID in their path.
    private var manifests: [PhotoID: [String]] = [:]
    private var indices: [PhotoID: Int] = [:]
    /// Indices by the first letters of the ID.
    private var similar: [Substring: [Int]] = [:]

    /// Reads every `.json` below the folders.
    package init(folders: [String]) {
        for file in folders.flatMap({ FolderListing.files(below: $0) }) {
            guard file.hasSuffix(".json"), let reply = Self.read(file) else { continue }
            addItems(in: reply)
            addManifest(reply)
        }
    }

    package func item(_ id: String) -> StoredItem? { indices[PhotoID(id)].map { items[$0] } }

    /// Returns candidates of a fuzzy search for an ID: items whose IDs start alike.
    package func items(like id: String) -> [StoredItem] {
        (similar[Self.start(StoredItem.letters(of: id))] ?? []).map { items[$0] }
    }

    private static func start(_ letters: String) -> Substring { letters.prefix(4) }
    package func manifest(_ id: String) -> [String]? { manifests[PhotoID(id)] }
    package var manifestIDs: [String] { manifests.keys.map(\.text) }

    private static func read(_ file: String) -> JSONValue? {
        do {
            return try JSONDecoder().decode(
                JSONValue.self, from: Data(contentsOf: URL(filePath: file)))
        } catch {
            return nil  // Fixtures of unreadable replies are files too.
        }
    }

    /// Adds items at any depth, because some recordings wrap the reply.
    private mutating func addItems(in value: JSONValue) {
        if let item = StoredItem(value) { return add(item) }
        switch value {
        case .list(let list): list.forEach { addItems(in: $0) }
        case .object(let members): members.sorted { $0.key < $1.key }.forEach { addItems(in: $1) }
        case .null, .bool, .integer, .number, .text: return
        }
    }

    /// Adds an item; of several recordings of one, keeps the one with the most links.
    private mutating func add(_ item: StoredItem) {
        let id = PhotoID(item.id)
        guard let place = indices[id] else {
            indices[id] = items.count
            similar[Self.start(item.idLetters), default: []].append(items.count)
            items.append(item)
            return
        }
        if items[place].hrefs.count < item.hrefs.count { items[place] = item }
    }

    private mutating func addManifest(_ reply: JSONValue) {
        let entries = reply["collection"]?["items"]?.elements ?? reply.elements
        let hrefs = entries.compactMap { $0.text ?? ($0["data"] == nil ? $0["href"]?.text : nil) }
        guard let id = hrefs.first.flatMap(Self.id) else { return }
        manifests[PhotoID(id)] = hrefs
    }

    /// Returns the ID in `http://host/image/ID/file`.
    private static func id(in href: String) -> String? {
        let parts = href.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 6 ? String(parts[4]) : nil
    }
}

/// An item of a recorded reply, and the data for searching it.
package struct StoredItem: Sendable {
    package let id: String
    package let mediaType: String
    /// The item's whole object, as sent.
    package let json: JSONValue
    private let data: JSONValue
    private let searched: String
    /// The letters and digits of the id, which the search compares.
    package let idLetters: String

    package init?(_ json: JSONValue) {
        guard let data = json["data"]?.elements.first, let id = data["nasa_id"]?.text else {
            return nil
        }
        self.id = id
        idLetters = Self.letters(of: id)
        self.json = Self.whole(json, id: id)
        self.data = data
        mediaType = data["media_type"]?.text ?? "image"
        let words = ["title", "description", "center", "location"].compactMap { data[$0]?.text }
        searched = ([id] + words + Self.texts(data["keywords"])).joined(separator: " ").lowercased()
    }

    /// Adds absolute addresses, like NASA's.
    private static func whole(_ json: JSONValue, id: String) -> JSONValue {
        guard case .object(let members) = json, let item = CollectionItem(json, id: id) else {
            return json
        }
        return .object(members.merging(item.members) { $1 })
    }

    package var hrefs: [String] { (json["links"]?.elements ?? []).compactMap { $0["href"]?.text } }
    package var albums: [String] { Self.texts(data["album"]) }
    package var keywords: [String] { Self.texts(data["keywords"]) }
    package var dateCreated: String { self["date_created"] ?? "" }
    package var year: Int? { Int(dateCreated.prefix(4)) }
    package subscript(field: String) -> String? { data[field]?.text }

    package func hasWords(_ words: [Substring]) -> Bool {
        words.allSatisfy { searched.contains($0) }
    }

    package static func letters(of id: String) -> String {
        String(decoding: id.lowercased().utf8.filter { isLetterOrDigit($0) }, as: UTF8.self)
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || byte >= 0x80
    }

    private static func texts(_ value: JSONValue?) -> [String] {
        value?.text.map { [$0] } ?? value?.elements.compactMap(\.text) ?? []
    }
}

/// An item of the built-in collection, whose links name files beside it, in NASA's format: with
/// absolute addresses, and a preview for lists.
private struct CollectionItem {
    private let id: String
    private let links: [JSONValue]

    /// `nil` for items recorded from a server.
    init?(_ json: JSONValue, id: String) {
        links = json["links"]?.elements ?? []
        guard !links.isEmpty, links.allSatisfy({ $0["href"]?.text?.contains("/") == false }) else {
            return nil
        }
        self.id = id
    }

    /// The item's `href` and `links`.
    var members: [String: JSONValue] {
        [
            "href": .text("\(folder)collection.json"),
            "links": .list([preview] + links.compactMap(whole)),
        ]
    }

    private var folder: String { "https://images-assets.nasa.gov/image/\(id)/" }

    private var preview: JSONValue {
        .object([
            "href": .text("\(folder)\(id)~thumb.jpg"), "rel": .text("preview"),
            "render": .text("image"),
        ])
    }

    private func whole(_ link: JSONValue) -> JSONValue? {
        guard case .object(var members) = link, let name = members["href"]?.text else { return nil }
        members["href"] = .text(folder + name)
        return .object(members)
    }
}
