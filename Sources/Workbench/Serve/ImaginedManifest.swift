/// The files an item probably has, for the many whose manifest nobody recorded.
struct ImaginedManifest {
    private let item: StoredItem
    private let pictures: [String]

    /// The manifest of an item; `pictures` are the names of its files that are really here.
    init(_ item: StoredItem, pictures: [String]) {
        self.item = item
        self.pictures = pictures
    }

    var hrefs: [String] { names.map { folder + $0 } + [folder + "metadata.json"] }

    private var folder: String { "http://images-assets.nasa.gov/\(item.mediaType)/\(item.id)/" }

    private var names: [String] {
        switch item.mediaType {
        case "video":
            ["orig.mp4", "medium.mp4", "mobile.mp4", "thumb.jpg"].map { "\(item.id)~\($0)" }
        case "audio": ["orig.mp3", "128k.mp3"].map { "\(item.id)~\($0)" }
        default: pictureNames
        }
    }

    /// Those the links name, else those that are here, else one of each size.
    private var pictureNames: [String] {
        let linked = item.hrefs.compactMap { $0.split(separator: "/").last.map(String.init) }
        if let original = linked.first(where: { $0.contains("~orig.") }) {
            return [original] + linked  // NASA's manifests name the original twice.
        }
        if !pictures.isEmpty { return pictures }
        return ["orig", "orig", "large", "medium", "small", "thumb"].map { "\(item.id)~\($0).jpg" }
    }
}
