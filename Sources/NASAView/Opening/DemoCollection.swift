internal import FoundationEssentials
internal import PhotoPipeline

/// The built-in photos: a folder of pictures with an index in the API's shape.
struct DemoCollection {
    let photos: [PhotoReference]
    let captions: [String: PhotoCaption]

    /// The collection where it is installed, else where the program is being built.
    static func find(_ environment: [String: String]) -> DemoCollection? {
        folders(environment).lazy.compactMap { DemoCollection(folder: $0) }.first
    }

    private static func folders(_ environment: [String: String]) -> [String] {
        var folders: [String] = []
        if let named = environment["NASA_VIEW_DEMO"], !named.isEmpty { folders.append(named) }
        guard let program = ProgramPath.own else { return folders }
        var folder = program
        // Installed: PREFIX/bin/nasa-view; built: .build/PLATFORM/release/nasa-view.
        for _ in 0..<5 {
            guard let slash = folder.lastIndex(of: "/") else { break }
            folder = String(folder[..<slash])
            folders.append(folder + "/share/nasa-view/demo")
            folders.append(folder + "/Fixtures/Demo")
        }
        return folders
    }

    private init?(folder: String) {
        let path = folder + "/collection.json"
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        let index: Index
        do { index = try JSONDecoder().decode(Index.self, from: data) } catch { return nil }
        let files = index.collection.items.compactMap { $0.file(in: folder) }
        guard !files.isEmpty else { return nil }
        photos = files.map { .file(path: $0.path) }
        captions = Dictionary(files.map { ($0.path, $0.caption) }) { first, _ in first }
    }

    private struct Index: Decodable {
        struct Collection: Decodable { let items: [Item] }
        let collection: Collection
    }

    private struct Item: Decodable {
        struct Facts: Decodable {
            let title: String
            let photographer: String?
            let dateCreated: String?

            enum CodingKeys: String, CodingKey {
                case title, photographer
                case dateCreated = "date_created"
            }
        }

        struct Link: Decodable {
            let href: String
            let rel: String
        }

        let data: [Facts]
        let links: [Link]

        func file(in folder: String) -> (path: String, caption: PhotoCaption)? {
            guard let facts = data.first,
                let link = links.first(where: { $0.rel == "canonical" }) ?? links.first
            else { return nil }
            let caption = PhotoCaption(
                title: facts.title, credit: facts.photographer ?? "",
                date: String((facts.dateCreated ?? "").prefix(10)))
            return (folder + "/" + link.href, caption)
        }
    }
}
