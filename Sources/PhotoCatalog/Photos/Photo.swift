internal import Bounds

/// An item of a library.
package struct Photo: Hashable, Sendable, Identifiable {
    package let id: PhotoID
    package let mediaType: MediaType
    package var texts = PhotoTexts()
    package var credits = Credits()
    package var dateCreated: CalendarDate?
    /// The date and the time of day in the library's notation.
    package var dateAsGiven: String?
    package var albums: [String] = []
    package let links: [PhotoLink]
    /// The address of the list beside the photo's files, which is used if the API returns no list.
    package var manifest: PhotoAddress?
    /// The reason for the first rejection of an address; `nil` if no address was rejected.
    package let refusal: URLPolicyViolation?
    package var references = PhotoReferences()
    package var licence: Licence?
    /// Further information from the service, such as the camera and its direction.
    package var facts: [PhotoFact] = []

    /// The title; `nil` if the title contains no visible character.
    ///
    /// Some titles are a single blank.
    package var title: String? {
        texts.title.flatMap { title in
            let beginning = title.unicodeScalars.prefix(Self.titleScalars)
            return beginning.contains(where: Self.isVisible) ? title : nil
        }
    }

    /// The number of scalars to search for a visible character.
    ///
    /// The title is read for each pressed key and may be 8 MB of blanks.
    private static let titleScalars = 1000

    package var creditLine: String? { credits.line }

    /// The link to the small picture for lists.
    package var preview: PhotoLink? { links.first { $0.role == .preview } }

    /// The address of the photo's web page; `nil` for a photo of a collection.
    package var pageAddress: String? {
        let isOfCollection = links.contains { LibrarySite.collectionFile(at: $0.address) != nil }
        return isOfCollection ? nil : references.page?.text ?? id.pageAddress
    }

    /// Returns the address of a web page that searches for `words`; `nil` if the photo has no page
    /// in NASA's library or the words are too long.
    package func searchAddress(for words: String) -> String? {
        guard id.service == .nasa, pageAddress != nil, words.utf8.count <= Self.searchLimitBytes
        else { return nil }
        return "https://images.nasa.gov/search?q=\(PercentEncoding.name(words))&media=image"
    }

    /// The maximum length of the words of a search, in bytes; longer words, once encoded, would not
    /// fit in a hyperlink.
    private static let searchLimitBytes = 512

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}

extension Photo {
    /// Creates a photo of which only the ID and the title are known.
    package init(id: PhotoID, title: String) {
        self.init(
            id: id, mediaType: .unstated, texts: PhotoTexts(title: title), links: [], refusal: nil)
    }

    init(_ item: ItemEntity, site: LibrarySite) {
        let id = PhotoID(item.details.nasaID)
        var addresses = AddressReader(site: site, service: id.service)
        let manifest = item.href.flatMap { addresses.read($0) }
        let links = item.links.compactMap { link in
            addresses.read(link.href).map { PhotoLink(link, at: $0) }
        }
        let details = item.details
        let stated = MediaType(details.mediaType)
        self.init(
            id: id,
            mediaType: stated == .unstated
                ? MediaType(folderOf: manifest ?? links.first?.address) : stated,
            texts: PhotoTexts(details), credits: Credits(details),
            dateCreated: details.dateCreated.flatMap { CalendarDate($0) },
            dateAsGiven: details.dateCreated, albums: details.albums, links: links,
            manifest: manifest, refusal: addresses.refusal)
        item.extras?.complete(&self)
    }

    /// Creates a photo of which only the ID and the files are known, because the search does not
    /// list it.
    init(id: PhotoID, manifest hrefs: [String], site: LibrarySite) {
        var addresses = AddressReader(site: site)
        let files = hrefs.compactMap { addresses.read($0) }
        self.init(
            id: id, mediaType: MediaType(folderOf: files.first),
            links: files.map { PhotoLink(role: .other(""), address: $0, declared: nil) },
            refusal: addresses.refusal)
    }
}

/// The texts about a photo from the library: untrusted, and partly in HTML.
package struct PhotoTexts: Hashable, Sendable {
    package var title: String?
    package var description: String?
    /// The description for users who cannot see the photo; sometimes only the file name from the
    /// camera.
    package var altText: String?
    package var keywords: [String] = []
    package var location: String?
}

extension PhotoTexts {
    fileprivate init(_ details: ItemDetailEntity) {
        self.init(
            title: details.title, description: details.description,
            altText: details.altText, keywords: Self.separated(details.keywords),
            location: details.location)
    }

    /// Returns the separate keywords; some items have all keywords in one text, such as "4693; TEST
    /// AREA".
    static func separated(_ keywords: [String]) -> [String] {
        keywords.flatMap { $0.split(separator: ";") }.map(trimmed).filter { !$0.isEmpty }
    }

    private static func trimmed(_ text: Substring) -> String {
        let start = text.drop { $0 == " " }
        let end = start.lastIndex { $0 != " " }
        return end.map { String(start[...$0]) } ?? ""
    }
}

/// The creators of a photo, as far as the library names them.
package struct Credits: Hashable, Sendable {
    package var photographer: String?
    package var secondaryCreator: String?
    package var center: String?

    /// The photographer, the secondary creator or the centre: the first that is known.
    ///
    /// 14 % of items name only a centre.
    package var line: String? { photographer ?? secondaryCreator ?? center }
}

extension Credits {
    fileprivate init(_ details: ItemDetailEntity) {
        self.init(
            photographer: details.photographer, secondaryCreator: details.secondaryCreator,
            center: details.center)
    }
}

/// The ID of a photo, exactly as in the library, including spaces, quotes and dots, and with a
/// prefix for libraries other than NASA's.
///
/// IDs are compared by bytes, because `String` would treat two encodings of "é" as equal.
package struct PhotoID: Hashable, Sendable, CustomStringConvertible {
    package let text: String

    package init(_ text: String) { self.text = text }

    package var description: String { text }

    package static func == (one: PhotoID, other: PhotoID) -> Bool {
        one.text.utf8.elementsEqual(other.text.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }
}

/// The media type of an item; the library also contains videos and sound recordings.
package enum MediaType: Hashable, Sendable {
    case image, video, audio
    /// An unknown type; the value is the server's word.
    case other(String)
    /// The reply does not state the type.
    case unstated

    init(_ name: String?) {
        let known = [Self.image, .video, .audio].first { $0.name == name }
        self = known ?? name.map(Self.other) ?? .unstated
    }

    /// Creates the type from the folder in an address, because some replies do not state the type.
    init(folderOf address: PhotoAddress?) {
        let names = address?.target.split(separator: "/") ?? []
        self = names.count > 1 ? MediaType(String(names[0])) : .unstated
    }

    /// The API's word for the type.
    package var name: String? {
        switch self {
        case .image: "image"
        case .video: "video"
        case .audio: "audio"
        case .other(let name): name
        case .unstated: nil
        }
    }

    package var mayBeAPhoto: Bool { self == .image || self == .unstated }

    /// True if the program knows the type of the item or the reply states no type.
    var isKnown: Bool { if case .other = self { false } else { true } }

    /// The API's names of the searchable types.
    package static let names = ["image", "video", "audio"]
}

/// A file to which an item links.
package struct PhotoLink: Hashable, Sendable {
    package enum Role: Hashable, Sendable {
        case preview, alternate, canonical, captions
        case other(String)

        init(_ name: String?) {
            let known = [Self.preview, .alternate, .canonical, .captions].first { $0.name == name }
            self = known ?? .other(name ?? "")
        }

        /// The API's word for the role.
        var name: String? {
            switch self {
            case .preview: "preview"
            case .alternate: "alternate"
            case .canonical: "canonical"
            case .captions: "captions"
            case .other(let name): name.isEmpty ? nil : name
            }
        }
    }

    package let role: Role
    package let address: PhotoAddress
    package let declared: DeclaredSize?
    /// The kind of the file; `nil` if the file's name shows the kind, as in NASA's library.
    var kind: AssetKind?
}

extension PhotoLink {
    fileprivate init(_ link: LinkEntity, at address: PhotoAddress) {
        self.init(
            role: Role(link.relation), address: address, declared: DeclaredSize(link),
            kind: link.asset.flatMap { AssetKind($0[...]) })
    }
}

/// A field of a photo's metadata: group, name and value, such as `EXIF`, `Make` and
/// `NIKON CORPORATION`.
package struct PhotoFact: Hashable, Sendable {
    package let group: String
    package let name: String
    package let value: String

    package init(group: String, name: String, value: String) {
        self.group = group
        self.name = name
        self.value = value
    }
}

/// A day, a month or a year, as precise as the library's date, without a time of day.
package struct CalendarDate: Hashable, Sendable, Comparable, CustomStringConvertible {
    package let year: Int
    package let month: Int?
    package let day: Int?

    init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Parses the beginning of an ISO date (`2019` or `2019-06`) or of ExifTool's `2020:11:12`;
    /// `nil` unless the text begins with a year of four digits.
    package init?(_ text: String) {
        let date = text.prefix { "0123456789-:".contains($0) }
        let numbers = date.split(maxSplits: 3) { "-:".contains($0) }
        guard let first = numbers.first, first.count == 4,
            let year = ReplyLimits.Year.range.number(in: first)
        else {
            return nil
        }
        self.year = year
        month = Self.number(numbers, at: 1, in: 1...12)
        day = month == nil ? nil : Self.number(numbers, at: 2, in: 1...31)
    }

    /// The date in ISO 8601: `1969-07-20`, `1969-07` or `1969`.
    package var description: String {
        let parts = [month, day].compactMap(\.self).map { $0 < 10 ? "-0\($0)" : "-\($0)" }
        return String(repeating: "0", count: max(0, 4 - String(year).count)) + "\(year)"
            + parts.joined()
    }

    package static func < (one: CalendarDate, other: CalendarDate) -> Bool {
        (one.year, one.month ?? 0, one.day ?? 0) < (other.year, other.month ?? 0, other.day ?? 0)
    }

    private static func number(
        _ numbers: [Substring], at index: Int, in range: ClosedRange<Int>
    ) -> Int? {
        guard index < numbers.count, numbers[index].count == 2 else { return nil }
        return range.number(in: numbers[index])
    }
}
