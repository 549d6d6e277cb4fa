internal import Localization
internal import PhotoCatalog
internal import Screens
internal import TerminalProtocols

/// A photo as the commands print it in JSON; what is not known is null.
///
/// The keys keep their meaning within a version; new ones may come.
struct PhotoRecord: Encodable {
    private struct Size: Encodable {
        let asset: PhotoAsset

        enum CodingKeys: CodingKey { case name, href, width, height }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: CodingKeys.self)
            try object.encode(asset.size.rawValue, forKey: .name)
            try object.encode(asset.place, forKey: .href)
            try object.encode(asset.declared?.width, forKey: .width)
            try object.encode(asset.declared?.height, forKey: .height)
        }
    }

    private let photo: Photo
    private let assets: PhotoAssets

    init(_ photo: Photo, _ assets: PhotoAssets) {
        self.photo = photo
        self.assets = assets
    }

    private enum CodingKeys: String, CodingKey {
        case id = "nasa_id"
        case dateCreated = "date_created"
        case pageURL = "page_url"
        case description508 = "description_508"
        case title, credit, center, location, description, keywords, albums, sizes
    }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        func encode(_ text: String?, _ key: CodingKeys) throws {
            try object.encode(text.map { PlainTextFormatter.text($0) }, forKey: key)
        }
        try object.encode(PlainTextFormatter.id(photo.id), forKey: .id)
        try encode(photo.title, .title)
        try encode(photo.creditLine, .credit)
        try encode(photo.dateAsGiven, .dateCreated)
        try encode(photo.credits.center, .center)
        try encode(photo.texts.location, .location)
        try encode(photo.texts.description, .description)
        try encode(photo.texts.description508, .description508)
        try object.encode(
            photo.texts.keywords.map { PlainTextFormatter.text($0) }, forKey: .keywords)
        try object.encode(photo.albums.map { PlainTextFormatter.text($0) }, forKey: .albums)
        try object.encode(photo.pageAddress, forKey: .pageURL)
        try object.encode(assets.all.map { Size(asset: $0) }, forKey: .sizes)
    }
}

/// What the commands print of several things: `{"version":1,"items":[…]}`.
struct JSONDocument<Item: Encodable>: Encodable {
    let version = 1
    let items: [Item]

    enum CodingKeys: CodingKey { case version, items }
}

/// A list of photos, a line each, or as JSON: `{"version":1,"total":…,"items":[…]}`.
struct PhotoList: Encodable {
    let total: Int?
    let photos: [Photo]
    /// Whether the list was kept from earlier, because the server cannot be reached.
    let isOffline: Bool

    func print(asJSON isJSON: Bool, _ strings: Strings) throws {
        if isJSON { return try CommandOutput.print(json: self, strings) }
        try CommandOutput.print(photos.map { strings.line($0) }, strings)
    }

    private enum CodingKeys: CodingKey { case version, total, items, offline }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(1, forKey: .version)
        try object.encode(total, forKey: .total)
        // With the files that the photos' own links name.
        try object.encode(
            photos.map { PhotoRecord($0, PhotoAssets(linkedBy: $0)) }, forKey: .items)
        if isOffline { try object.encode(true, forKey: .offline) }
    }
}

/// The library's texts for scripts: without HTML, safe to print, and in full.
enum PlainTextFormatter {
    static func text(_ untrusted: String) -> String {
        let lines = HTMLStripper.cleaned(untrusted).split(
            separator: "\n", omittingEmptySubsequences: false)
        return lines.map(line).joined(separator: "\n")
    }

    /// An ID, whose characters must all stay.
    static func id(_ id: PhotoID) -> String { line(id.text[...]) }

    /// `SafeText` has a limit, longer than any line recorded: longer lines are made safe in pieces.
    private static func line(_ untrusted: Substring) -> String {
        var output = ""
        var rest = untrusted.unicodeScalars
        while !rest.isEmpty {
            let piece = rest.prefix(pieceScalars)
            output += SafeText(Substring(piece)).string
            rest = rest.dropFirst(piece.count)
        }
        return output
    }

    private static let pieceScalars = 60_000
}
