internal import PhotoCatalog
internal import Screens
internal import TerminalProtocols

/// A photo as the commands print it in JSON; what is not known is null.
///
/// The names of the keys are promised: they keep their meaning within a version, new ones may come.
struct PhotoRecord: Encodable {
    struct Size: Encodable {
        let name: String
        let href: String
        let width: Int?
        let height: Int?

        enum CodingKeys: CodingKey { case name, href, width, height }

        init(_ asset: PhotoAsset) {
            name = asset.size.rawValue
            href = asset.place
            width = asset.declared?.width
            height = asset.declared?.height
        }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: CodingKeys.self)
            try object.encode(name, forKey: .name)
            try object.encode(href, forKey: .href)
            try object.encode(width, forKey: .width)
            try object.encode(height, forKey: .height)
        }
    }

    private let photo: Photo
    private let sizes: [Size]

    init(_ photo: Photo, _ assets: PhotoAssets) {
        self.photo = photo
        sizes = assets.all.map { Size($0) }
    }

    /// With the files that the photo's own links name.
    init(_ photo: Photo) { self.init(photo, PhotoAssets(linkedBy: photo)) }

    enum CodingKeys: String, CodingKey {
        case id = "nasa_id"
        case dateCreated = "date_created"
        case pageURL = "page_url"
        case description508 = "description_508"
        case title, credit, center, location, description, keywords, albums, sizes
    }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(PlainTextFormatter.id(photo.id), forKey: .id)
        try object.encode(PlainTextFormatter.text(photo.title), forKey: .title)
        try object.encode(PlainTextFormatter.text(photo.creditLine), forKey: .credit)
        try object.encode(PlainTextFormatter.text(photo.dateAsGiven), forKey: .dateCreated)
        try object.encode(PlainTextFormatter.text(photo.credits.center), forKey: .center)
        try object.encode(PlainTextFormatter.text(photo.texts.location), forKey: .location)
        try object.encode(PlainTextFormatter.text(photo.texts.description), forKey: .description)
        try object.encode(
            PlainTextFormatter.text(photo.texts.description508), forKey: .description508)
        try object.encode(
            photo.texts.keywords.map { PlainTextFormatter.text($0) }, forKey: .keywords)
        try object.encode(photo.albums.map { PlainTextFormatter.text($0) }, forKey: .albums)
        try object.encode(photo.pageAddress, forKey: .pageURL)
        try object.encode(sizes, forKey: .sizes)
    }
}

/// A list of photos, a line each, or as JSON: `{"version":1,"total":…,"items":[…]}`.
struct PhotoList: Encodable {
    private let total: Int?
    private let photos: [Photo]
    /// Whether this was kept from earlier, as the server cannot be reached; then only it is there.
    private let isOffline: Bool

    init(total: Int?, _ photos: [Photo], isOffline: Bool) {
        self.total = total
        self.photos = photos
        self.isOffline = isOffline
    }

    func print(asJSON isJSON: Bool, _ strings: Strings) throws {
        if isJSON { return try CommandOutput.print(json: self, strings) }
        try CommandOutput.print(photos.map { strings.line($0) }, strings)
    }

    enum CodingKeys: String, CodingKey {
        case version, total, items
        case isOffline = "offline"
    }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(1, forKey: .version)
        try object.encode(total, forKey: .total)
        try object.encode(photos.map { PhotoRecord($0) }, forKey: .items)
        if isOffline { try object.encode(true, forKey: .isOffline) }
    }
}

/// The library's texts for scripts: without HTML, safe to print, and not cut.
enum PlainTextFormatter {
    static func text(_ untrusted: String) -> String {
        let lines = HTMLStripper.cleaned(untrusted).split(
            separator: "\n", omittingEmptySubsequences: false)
        return lines.map(line).joined(separator: "\n")
    }

    static func text(_ untrusted: String?) -> String? { untrusted.map { text($0) } }

    /// An id, which must stay what it is.
    static func id(_ id: PhotoID) -> String { line(id.text[...]) }

    /// Safe text has an end, which is longer than any line recorded: longer ones come in pieces.
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
