internal import Bounds

/// A repository of NASA's Astronomy Picture of the Day, which uses version 2 of the API.
///
/// Version 1, `api.nasa.gov`, is switched off in December 2026.
struct APODRepository: ListedLibrary {
    var client: ServiceClient
    let today: @Sendable () -> CalendarDate

    func photo(id: PhotoID) async throws(CatalogFailure) -> Photo {
        guard let day = ServiceDay(id.name, of: .apod), case .date(let date) = day else {
            throw .noSuchPhoto(id)
        }
        let address = client.address(Self.path + [Self.number(of: date)])
        let entry: APODEntity
        do {
            entry = try await client.read(APODEntity.self, at: address, for: purpose(of: date))
        } catch .fetching(.notFound) {
            throw .noSuchPhoto(id)
        }
        // After the move of the site, version 1 returned its front page for any date.
        guard entry.date == date else { throw .noSuchPhoto(id) }
        return Photo(entry, site: client.site)
    }

    /// Returns a page of pictures, newest first.
    ///
    /// If the query has a day, the first page covers the 25 days up to it; some days may have no
    /// entry.
    func page(_ request: PageRequest) async throws(CatalogFailure) -> Page {
        // The API's addresses contain only two digits of the year, so 1990 would mean 2090.
        if case .date(let date) = request.query.upTo, date < Service.firstPictureOfTheDay {
            return Page([], .end)
        }
        let address = request.cursor ?? first(request.query)
        let last = Self.lastDay(of: address)
        do {
            let (list, freshness) = try await client.reply(
                LenientList<APODEntity>.self, at: address, for: last.map(purpose) ?? .dailyReply)
            let photos = list.elements.map { Photo($0, site: client.site) }
                .sorted { $0.id.name > $1.id.name }
            let count = list.elements.count + list.skipped
            return Page(
                photos, next(after: address, last, isFull: count >= Self.pageSize),
                freshness: freshness, skipped: list.skipped)
        } catch .fetching(.notFound) where last != nil {
            return Page([], next(after: address, last, isFull: false))  // None of these days.
        } catch .fetching(.refused(400, _)) where request.cursor != nil && last == nil {
            return Page([], .end)  // WordPress refuses the page after the last.
        }
    }

    private func first(_ query: Query) -> PhotoAddress {
        if case .date(let date) = query.upTo { window(upTo: date) } else { page(1) }
    }

    private func page(_ number: Int) -> PhotoAddress {
        client.address(
            Self.path, [("page", String(number)), ("per_page", String(Self.pageSize))])
    }

    private func window(upTo date: CalendarDate) -> PhotoAddress {
        let first = date.advanced(byDays: 1 - Self.pageSize) ?? Service.firstPictureOfTheDay
        return client.address(
            Self.path,
            [
                ("date_from", Self.number(of: max(first, Service.firstPictureOfTheDay))),
                ("date_to", Self.number(of: date)), ("per_page", String(Self.pageSize)),
            ])
    }

    private func next(
        after address: PhotoAddress, _ last: CalendarDate?, isFull: Bool
    ) -> Page.Continuation {
        if let last {
            guard let earlier = last.advanced(byDays: -Self.pageSize),
                earlier >= Service.firstPictureOfTheDay
            else { return .end }
            return .next(PageCursor(address: window(upTo: earlier)))
        }
        let pages = 0...Self.lastPage
        guard isFull, let number = address.parameter("page").flatMap({ pages.number(in: $0) }),
            number < Self.lastPage
        else { return .end }
        return .next(PageCursor(address: page(number + 1)))
    }

    private func purpose(of date: CalendarDate) -> ResourceKind {
        SettledDays.purpose(of: date, today: today())
    }

    private static let path = ["wp-json", "wp", "v2", "apod-basic"]
    /// The maximum number of entries that the API returns at once.
    private static let pageSize = 25
    /// The highest page number to request, enough for a hundred years of days.
    ///
    /// A server may send the same page for any further number.
    private static let lastPage = 1500

    private static func number(of date: CalendarDate) -> String {
        ServiceDay.apod(date.description)
    }

    /// Returns the last day of a window; `nil` for the address of a numbered page.
    private static func lastDay(of address: PhotoAddress) -> CalendarDate? {
        guard let text = address.parameter("date_to"), text.utf8.count == 6,
            let number = (0...999_999).number(in: text)
        else { return nil }
        // Two digits denote a year from 1995, when the archive begins, to 2094.
        let year = number / 10_000 < 95 ? 2000 + number / 10_000 : 1900 + number / 10_000
        return CalendarDate(year: year, month: number / 100 % 100, day: number % 100)
    }
}

/// An entry of the API; only the day is required.
struct APODEntity: Decodable, Sendable {
    let date: CalendarDate
    let title: String?
    let mediaType: String?
    let explanation: String?
    let credit: String?
    let alt: String?
    let permalink: String?
    /// The address of the picture, with the picture's size in the query; for a video, the address
    /// of its still.
    let picture: String?
    /// The HTML of the page on the old site; no other field contains the address of a video.
    let page: String?

    init(from decoder: any Decoder) throws {
        let entry = try decoder.container(keyedBy: Key.self)
        let text = try entry.decode(String.self, forKey: .date)
        guard let day = ServiceDay(text, of: .apod), case .date(let date) = day,
            date >= Service.firstPictureOfTheDay
        else {
            throw DecodingError.dataCorruptedError(
                forKey: .date, in: entry, debugDescription: "no day")
        }
        self.date = date
        title = entry.text(at: .title)
        mediaType = entry.text(at: .mediaType)
        explanation = entry.text(at: .explanation)
        credit = entry.text(at: .credit) ?? entry.text(at: .copyright)
        alt = entry.text(at: .alt)
        permalink = entry.text(at: .permalink) ?? entry.text(at: .url)
        picture = entry.text(at: .hdurl)
        page = entry.text(at: .basicHTML)
    }

    private enum Key: String, CodingKey {
        case date, title, explanation, credit, copyright, alt, permalink, url, hdurl
        case mediaType = "media_type"
        case basicHTML = "basic_html"
    }
}

extension Photo {
    fileprivate init(_ entry: APODEntity, site: LibrarySite) {
        let explanation = HTMLText(entry.explanation ?? "", of: Self.oldSite)
        let isVideo = entry.mediaType == "video"
        let video = isVideo ? HTMLText.video(in: entry.page ?? "", of: Self.oldSite) : nil
        var addresses = AddressReader(site: site, service: .apod)
        var links = entry.picture.map { APODPicture($0).links(&addresses) } ?? []
        if let file = video.flatMap({ addresses.readIfOwn($0.text) }) {
            links.append(PhotoLink(role: .other("video"), address: file, declared: nil))
        }
        self.init(
            id: PhotoID(.apod, entry.date.description), mediaType: isVideo ? .video : .image,
            links: links, refusal: addresses.refusal)
        texts.title = entry.title.flatMap { HTMLText($0).words }
        let words = Self.withoutFrame(explanation.text)
        texts.description = words.isEmpty ? nil : words
        texts.altText = entry.alt.flatMap { Self.alternative(HTMLText($0).text) }
        credits.photographer = entry.credit.flatMap { HTMLText($0).words }
        dateCreated = entry.date
        dateAsGiven = entry.date.description
        references.page = Service.apod.page(entry.permalink)
        references.links = explanation.links
        references.video = video
    }

    /// The old site, which relative addresses in explanations refer to.
    private static let oldSite = WebAddress("https://apod.nasa.gov/apod/")

    /// Returns the explanation without the heading and without the line about the next picture.
    private static func withoutFrame(_ text: String) -> String {
        var text = text[...]
        if text.hasPrefix("Explanation:") { text = text.dropFirst("Explanation:".count) }
        for tail in ["Tomorrow's picture:", "Tomorrow’s picture:"] {
            if let range = text.firstRange(of: tail) { text = text[..<range.lowerBound] }
        }
        return String(text).trimmed
    }

    /// Returns the alternative text; `nil` if the text is the same sentence as in all entries
    /// before 2021, which describes no picture.
    private static func alternative(_ text: String) -> String? {
        text.hasPrefix("See Explanation") ? nil : text
    }
}

/// The files of a picture, derived from the address in the picture's entry.
///
/// The server's `/dynamicimage/assets/` scales the files in `/content/dam/`, even beyond the native
/// size, which the entry's address states.
private struct APODPicture {
    private let given: String
    /// The address without the query.
    private let path: Substring
    private let native: DeclaredSize?

    init(_ address: String) {
        given = address
        path = address.prefix { $0 != "?" }
        var sides: [Substring: Int?] = [:]
        for pair in address[path.endIndex...].dropFirst().split(separator: "&").prefix(10) {
            let name = pair.prefix { $0 != "=" }
            sides[name] = ReplyLimits.Side.range.number(in: pair[name.endIndex...].dropFirst())
        }
        native = DeclaredSize(width: sides["w"] ?? nil, height: sides["h"] ?? nil)
    }

    func links(_ addresses: inout AddressReader) -> [PhotoLink] {
        // A video without a still has a generic thumbnail, which is ignored.
        guard !path.contains("news-thumbnail") else { return [] }
        let original = path.replacing(Self.scaled, with: Self.stored)
        let file = { (address: PhotoAddress) in
            AssetKind(
                .original, AssetFormat(extension: FileName.parts(address.fileName).ending[...]))
        }
        let originals = [String(original), given].compactMap { addresses.read($0) }.map {
            PhotoLink(role: .canonical, address: $0, declared: native, kind: file($0))
        }
        guard let kind = originals.first?.kind else { return [] }
        let smaller = Self.sizes.compactMap { size -> PhotoLink? in
            guard let side = size.usualLongerSide, let reduced = native?.reduced(to: side),
                let address = addresses.read(scaled(to: reduced))
            else { return nil }
            return PhotoLink(
                role: size == .thumb ? .preview : .alternate, address: address, declared: reduced,
                kind: AssetKind(size, kind.format))
        }
        // The original of a small picture serves as the preview too.
        let preview = originals.first.map {
            PhotoLink(role: .preview, address: $0.address, declared: native, kind: kind)
        }
        return (smaller.isEmpty ? [preview].compactMap(\.self) : smaller) + originals
    }

    private func scaled(to size: DeclaredSize) -> String {
        path.replacing(Self.stored, with: Self.scaled)
            + "?w=\(size.width)&h=\(size.height)&fit=clip"
    }

    private static let sizes: [AssetSize] = [.thumb, .medium, .large]
    private static let scaled = "/dynamicimage/assets/"
    private static let stored = "/content/dam/"
}
