/// An item of the library.
package struct Photo: Hashable, Sendable, Identifiable {
    package let id: PhotoID
    package let mediaType: MediaType
    package let texts: PhotoTexts
    package let credits: Credits
    package let dateCreated: CalendarDate?
    /// The date as the library writes it, with its time of day.
    package let dateAsGiven: String?
    package let albums: [String]
    package let links: [PhotoLink]
    /// Where the list of its files lies beside them, for when the API has none.
    package let manifest: PhotoAddress?
    /// Why the first of its addresses that was refused was refused.
    package let refusal: URLPolicyViolation?

    /// The title, unless nothing of it can be seen: some have only a blank.
    package var title: String? {
        texts.title.flatMap { title in
            let beginning = title.unicodeScalars.prefix(Self.titleScalars)
            return beginning.contains(where: Self.isVisible) ? title : nil
        }
    }

    /// Where a title has begun at the latest: one of 8 MB of blanks is asked for with each key.
    private static let titleScalars = 1000

    package var creditLine: String? { credits.line }

    /// The small picture for lists.
    package var preview: PhotoLink? { links.first { $0.role == .preview } }

    /// The page a browser shows for it; `nil` for a photo of a collection, which is on no site.
    package var pageAddress: String? {
        let isOnNoSite = links.contains { LibrarySite.collectionFile(at: $0.address) != nil }
        return isOnNoSite ? nil : id.pageAddress
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}

extension Photo {
    /// A photo of which no more than a name is known.
    package init(id: PhotoID, title: String) {
        self.init(
            id: id, mediaType: .unstated,
            texts: PhotoTexts(
                title: title, description: nil, description508: nil, keywords: [], location: nil),
            credits: Credits(photographer: nil, secondaryCreator: nil, center: nil),
            dateCreated: nil, dateAsGiven: nil, albums: [], links: [], manifest: nil, refusal: nil)
    }

    init(_ item: ItemEntity, site: LibrarySite) {
        var addresses = AddressReader(site: site)
        let manifest = item.href.flatMap { addresses.read($0) }
        let links = item.links.compactMap { link in
            addresses.read(link.href).map { address in
                PhotoLink(
                    role: PhotoLink.Role(link.relation), address: address,
                    declared: DeclaredSize(link))
            }
        }
        let stated = MediaType(item.details.mediaType)
        self.init(
            id: PhotoID(item.details.nasaID),
            mediaType: stated == .unstated
                ? MediaType(folderOf: manifest ?? links.first?.address) : stated,
            texts: PhotoTexts(item.details), credits: Credits(item.details),
            dateCreated: item.details.dateCreated.flatMap { CalendarDate($0) },
            dateAsGiven: item.details.dateCreated, albums: item.details.albums, links: links,
            manifest: manifest, refusal: addresses.refusal)
    }

    /// A photo of which only the files are known: the search does not list it.
    init(id: PhotoID, manifest hrefs: [String], site: LibrarySite) {
        var addresses = AddressReader(site: site)
        let files = hrefs.compactMap { addresses.read($0) }
        self.init(
            id: id, mediaType: MediaType(folderOf: files.first),
            texts: PhotoTexts(
                title: nil, description: nil, description508: nil, keywords: [], location: nil),
            credits: Credits(photographer: nil, secondaryCreator: nil, center: nil),
            dateCreated: nil, dateAsGiven: nil, albums: [],
            links: files.map { PhotoLink(role: .other(""), address: $0, declared: nil) },
            manifest: nil, refusal: addresses.refusal)
    }
}

extension PhotoTexts {
    fileprivate init(_ details: ItemDetailEntity) {
        title = details.title
        description = details.description
        description508 = details.description508
        keywords = Self.separated(details.keywords)
        location = details.location
    }

    /// Some items have all their keywords in one text: "4693; TEST AREA".
    private static func separated(_ keywords: [String]) -> [String] {
        keywords.flatMap { $0.split(separator: ";") }.map(trimmed).filter { !$0.isEmpty }
    }

    private static func trimmed(_ text: Substring) -> String {
        let start = text.drop { $0 == " " }
        let end = start.lastIndex { $0 != " " }
        return end.map { String(start[...$0]) } ?? ""
    }
}

extension Credits {
    fileprivate init(_ details: ItemDetailEntity) {
        photographer = details.photographer
        secondaryCreator = details.secondaryCreator
        center = details.center
    }
}
