internal import FoundationEssentials
internal import PhotoCatalog

/// All items of the replies in some folders, and the manifests recorded with them.
package struct ItemStore: Sendable {
    package private(set) var items: [StoredItem] = []
    /// Hrefs by the id in their path.
    private var manifests: [PhotoID: [String]] = [:]
    private var places: [PhotoID: Int] = [:]
    /// Places by the first letters of the id.
    private var similar: [Substring: [Int]] = [:]

    /// Reads every `.json` below the folders; those absent are empty.
    package init(folders: [String]) {
        for file in folders.flatMap({ FolderListing.files(below: $0) }) {
            guard file.hasSuffix(".json"), let reply = Self.read(file) else { continue }
            takeItems(in: reply)
            takeManifest(reply)
        }
    }

    package func item(_ id: String) -> StoredItem? {
        places[PhotoID(id)].map { items[$0] }
    }

    /// The items a fuzzy search for an id may find: those whose ids begin alike.
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

    /// Items are found wherever they are in a reply: some recordings wrap it once more.
    private mutating func takeItems(in value: JSONValue) {
        if let item = StoredItem(value) { return take(item) }
        switch value {
        case .list(let list): list.forEach { takeItems(in: $0) }
        case .object(let members): members.sorted { $0.key < $1.key }.forEach { takeItems(in: $1) }
        case .null, .bool, .integer, .number, .text: return
        }
    }

    /// Of several recordings of one item the one with the most links is kept.
    private mutating func take(_ item: StoredItem) {
        let id = PhotoID(item.id)
        guard let place = places[id] else {
            places[id] = items.count
            similar[Self.start(item.idLetters), default: []].append(items.count)
            items.append(item)
            return
        }
        if items[place].hrefs.count < item.hrefs.count { items[place] = item }
    }

    private mutating func takeManifest(_ reply: JSONValue) {
        let entries = reply["collection"]?["items"]?.elements ?? reply.elements
        let hrefs = entries.compactMap { $0.text ?? ($0["data"] == nil ? $0["href"]?.text : nil) }
        guard let id = hrefs.first.flatMap(Self.id) else { return }
        manifests[PhotoID(id)] = hrefs
    }

    /// The id in `http://host/image/ID/file`.
    private static func id(in href: String) -> String? {
        let parts = href.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 6 ? String(parts[4]) : nil
    }
}
