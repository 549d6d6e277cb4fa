internal import Imaging
internal import PhotoCatalog
internal import PhotoCodec

/// The answers of services other than NASA's library: replies in their formats, with words and
/// pictures of the stores.
///
/// Their routes do not collide, so that one server stands in for all.
struct ServiceAnswers: Sendable {
    private let apod: ServedAPOD
    private let epic: ServedEPIC
    private let rovers: ServedRovers
    private let commons: ServedCommons
    private let picsum: ServedPicsum
    private let flickr: ServedFlickr
    private let pictures: PictureStore

    init(_ items: ItemStore, _ pictures: PictureStore, origin: String) {
        let store = ServedPhotos(items, pictures, origin: origin)
        apod = ServedAPOD(store: store)
        epic = ServedEPIC(store: store)
        rovers = ServedRovers(store: store)
        commons = ServedCommons(store: store)
        picsum = ServedPicsum(store: store)
        flickr = ServedFlickr(store: store)
        self.pictures = pictures
    }

    func answer(_ target: RequestTarget) -> Answer {
        let path = target.path
        switch (path.first, path.dropFirst().first) {
        case ("wp-json", "wp"): return apod.answer(target)
        case ("api", "natural"): return epic.answer(target)
        case ("rss", "api"): return rovers.perseverance(target)
        case ("api", "v1"): return rovers.curiosity(target)
        case ("w", "api.php"): return commons.answer(target)
        case ("v2", "list"): return picsum.list(target)
        case ("id", _) where path.last == "info": return picsum.info(target)
        case ("services", "rest"): return flickr.answer(target)
        case ("content", "dam") where path.last?.hasPrefix(ServedAPOD.scaledOnly) == true:
            return .unknownPath
        case ("id", _): return picture(path.prefix(2).joined(separator: "-"))
        default: return Self.isOfPictures(path) ? picture(path.last ?? "") : .unknownPath
        }
    }

    private static func isOfPictures(_ path: [String]) -> Bool {
        let folders = [
            ["content", "dam"], ["dynamicimage", "assets"], ["archive", "natural"],
            ["mars2020-raw-images"], ["msl-raw-images"], ["wikipedia", "commons"], ["65535"],
        ]
        return path.count > 1 && folders.contains { path.starts(with: $0) }
    }

    /// Returns the same picture for every size of a photo.
    private func picture(_ name: String) -> Answer {
        pictures.standIn(for: ServedPhotos.stem(name)).map { .file($0) } ?? .unknownPath
    }
}

/// The photos of the stores by number, repeated cyclically.
struct ServedPhotos: Sendable {
    let items: [StoredItem]
    private let pictures: PictureStore
    private let origin: String

    init(_ items: ItemStore, _ pictures: PictureStore, origin: String) {
        self.items = items.items.filter { $0.mediaType == "image" }
        self.pictures = pictures
        self.origin = origin
    }

    /// Returns the item for a number; `nil` if the store is empty.
    func item(_ number: Int) -> StoredItem? {
        items.isEmpty ? nil : items[((number % items.count) + items.count) % items.count]
    }

    func title(_ number: Int) -> String { item(number)?["title"] ?? "Picture \(number)" }

    func words(_ number: Int) -> String {
        item(number)?["description"] ?? "A picture without a description."
    }

    /// Returns the address of a file of this server.
    func address(_ path: String) -> String { origin + path }

    /// Returns the size of the picture that is sent for a name.
    func size(of name: String) -> (width: Int, height: Int) {
        guard let path = pictures.standIn(for: Self.stem(name)),
            let bytes = try? PhotoBytes.open(path: path),
            let size = try? ImageDecoder.open(bytes, within: .served).size
        else { return (4000, 3000) }
        return (size.width, size.height)
    }

    /// Returns a name without its size and extension, which are cut like those of NASA's files.
    static func stem(_ name: String) -> String {
        let sizes = ["_thm", "_320", "_800", "_1200", "_z", "_b", "_k", "_o"]
        let stem = FileName.parts(name.drop { $0 == "/" }.description).stem
        let cut = sizes.first { stem.hasSuffix($0) }.map { String(stem.dropLast($0.count)) } ?? stem
        // `500px-NAME` is a smaller copy of `NAME`.
        let width = cut.prefix { $0.isNumber }
        let isCopy = !width.isEmpty && cut.dropFirst(width.count).hasPrefix("px-")
        return isCopy ? String(cut.dropFirst(width.count + 3)) : cut
    }
}
