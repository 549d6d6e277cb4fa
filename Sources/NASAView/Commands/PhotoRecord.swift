internal import Files
internal import Localization
internal import PhotoCatalog
internal import Screens
internal import SystemPackage
internal import TerminalProtocols

/// A value of a JSON document; `nil` is written as null.
enum JSON: Encodable {
    case bool(Bool), integer(Int?), number(Double?), text(String?)
    case list([JSON])
    case object([String: JSON])

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        case .list(let values): try container.encode(values)
        case .object(let members): try container.encode(members)
        }
    }
}

extension JSON {
    /// Returns an object about a file.
    ///
    /// If the path is not valid UTF-8, the member `path_escaped` contains the path in ASCII. Each
    /// `%`, and each byte that is not visible ASCII, is then written like `%E9`.
    static func object(_ members: [String: JSON], about path: FilePath?) -> JSON {
        guard let path, !path.isText else { return .object(members) }
        return .object(members.merging(["path_escaped": .text(path.escaped)]) { $1 })
    }
}

extension Photo {
    /// Returns the members of a photo's JSON object in the output of commands.
    ///
    /// Keys keep their meaning within a version of the format; new keys may be added.
    func json(_ assets: PhotoAssets) -> [String: JSON] {
        func text(_ text: String?) -> JSON { .text(text.map { PlainTextFormatter.text($0) }) }
        let sizes = assets.all.map { asset in
            JSON.object([
                "name": .text(asset.size.rawValue), "href": .text(asset.location),
                "width": .integer(asset.declared?.width),
                "height": .integer(asset.declared?.height),
            ])
        }
        return [
            "nasa_id": .text(PlainTextFormatter.id(id)), "page_url": .text(pageAddress),
            "media_type": text(mediaType.name), "title": text(title), "credit": text(creditLine),
            "date_created": text(dateAsGiven),
            "center": text(credits.center), "location": text(texts.location),
            "description": text(texts.description),
            "description_508": text(texts.altText),
            "keywords": .list(texts.keywords.map(text)), "albums": .list(albums.map(text)),
            "sizes": .list(sizes), "source": .text(id.service.rawValue),
            "licence": text(licence?.name), "licence_url": .text(licence?.page?.text),
            "video_url": .text(references.video?.text),
            "links": .list(
                references.links.map {
                    .object(["text": text($0.words), "href": .text($0.address.text)])
                }),
        ]
    }
}

/// A list of photos, printed one per line, or as JSON: `{"version":1,"total":…,"items":[…]}`.
struct PhotoList {
    let total: Int?
    let photos: [Photo]
    /// True if the list is from this machine, because the server was not reached or not queried.
    let isOffline: Bool

    func print(asJSON isJSON: Bool, _ strings: Strings) throws {
        if isJSON { return try CommandOutput.print(json: json, strings) }
        try CommandOutput.print(photos.map { strings.line($0) }, strings)
    }

    private var json: JSON {
        // Each photo is listed with the sizes that its own links name.
        let items = photos.map { JSON.object($0.json(PhotoAssets(linkedBy: $0))) }
        var members: [String: JSON] = [
            "version": .integer(1), "total": .integer(total), "items": .list(items),
        ]
        if isOffline { members["offline"] = .bool(true) }
        return .object(members)
    }
}

/// The formatting of the library's texts for scripts: without HTML, safe to print, and complete.
enum PlainTextFormatter {
    static func text(_ untrusted: String) -> String {
        let lines = HTMLStripper.cleaned(untrusted).split(
            separator: "\n", omittingEmptySubsequences: false)
        return lines.map(line).joined(separator: "\n")
    }

    /// Returns an ID that is safe to print; unsafe characters are replaced or removed.
    static func id(_ id: PhotoID) -> String { line(id.text[...]) }

    /// Returns a safe line; a line that is longer than the limit of `SafeText` is sanitised in
    /// pieces.
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
