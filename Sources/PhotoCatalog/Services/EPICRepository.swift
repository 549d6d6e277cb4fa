internal import Bounds

/// A repository of pictures of the Earth from the DSCOVR satellite: about a dozen a day, or none.
///
/// The pictures are from the project's own site, because `api.nasa.gov` has replied with status 503
/// since August 2025.
struct EPICRepository: ListedLibrary {
    var client: ServiceClient
    let today: @Sendable () -> CalendarDate

    func photo(id: PhotoID) async throws(CatalogFailure) -> Photo {
        guard let named = EPICEntity.day(in: id.name) else { throw .noSuchPhoto(id) }
        // The time in a name is five minutes later than the time that determines the day of a
        // picture.
        for day in [named, named.advanced(byDays: -1)].compactMap(\.self) {
            let found = try await photos(of: day).photos.first { $0.id == id }
            if let found { return found }
        }
        throw .noSuchPhoto(id)
    }

    /// Returns a page with the pictures of one day.
    ///
    /// The oldest picture is first, so that the Earth rotates in the right direction.
    func page(_ request: PageRequest) async throws(CatalogFailure) -> Page {
        let wanted: CalendarDate? =
            if let cursor = request.cursor {
                CalendarDate(cursor.fileName)
            } else if case .date(let date) = request.query.upTo { date } else { nil }
        guard let (day, page) = try await newest(upTo: wanted) else { return Page([], .end) }
        let earlier = day.advanced(byDays: -1).map { PageCursor(address: address(of: $0)) }
        return Page(
            page.photos.filter { request.query.matches($0) }, earlier.map { .next($0) } ?? .end,
            freshness: page.freshness, skipped: page.skipped)
    }

    private typealias Day = (photos: [Photo], skipped: Int, freshness: Freshness)

    /// Returns the newest day with pictures or, if `wanted` is not `nil`, the newest such day up to
    /// `wanted`; `nil` if there is none.
    private func newest(
        upTo wanted: CalendarDate?
    ) async throws(CatalogFailure) -> (CalendarDate, Day)? {
        guard let wanted else {
            let day = try await photos(at: client.address(Self.path), for: .dailyReply)
            return day.photos.last?.dateCreated.map { ($0, day) }
        }
        let day = try await photos(of: wanted)
        if !day.photos.isEmpty { return (wanted, day) }
        guard let earlier = try await days().filter({ $0 < wanted }).max() else { return nil }
        return (earlier, try await photos(of: earlier))
    }

    private func photos(of date: CalendarDate) async throws(CatalogFailure) -> Day {
        // The pictures of a day are published over the following days.
        let purpose = SettledDays.purpose(of: date, today: today(), after: 30)
        return try await photos(at: address(of: date), for: purpose)
    }

    private func photos(
        at address: PhotoAddress, for purpose: ResourceKind
    ) async throws(CatalogFailure) -> Day {
        let (list, freshness) = try await client.reply(
            LenientList<EPICEntity>.self, at: address, for: purpose)
        let photos = list.elements.prefix(Self.pictureLimit).map { Photo($0, site: client.site) }
        return (photos.sorted { $0.id.name < $1.id.name }, list.skipped, freshness)
    }

    /// Returns all days with pictures.
    private func days() async throws(CatalogFailure) -> [CalendarDate] {
        let list = try await client.read(
            LenientList<EPICDayEntity>.self, at: client.address(Self.path + ["all"]),
            for: .dailyReply)
        return list.elements.map(\.date)
    }

    private func address(of date: CalendarDate) -> PhotoAddress {
        client.address(Self.path + ["date", date.description])
    }

    private static let path = ["api", "natural"]
    /// The maximum number of pictures per day; the highest observed number is 22.
    private static let pictureLimit = 200
}

/// A picture in the list of a day.
private struct EPICEntity: Decodable, Sendable {
    let identifier: String
    let image: String
    let caption: String?
    /// The time, such as `2021-05-30 00:59:48`; the picture's folder is named after the date.
    let time: String
    let date: CalendarDate
    /// The centre of the picture: latitude and longitude, in degrees north and east.
    let centre: (latitude: Double, longitude: Double)?

    init(from decoder: any Decoder) throws {
        let record = try decoder.container(keyedBy: Key.self)
        identifier = try record.decode(String.self, forKey: .identifier)
        image = try record.decode(String.self, forKey: .image)
        time = try record.decode(String.self, forKey: .date)
        guard Self.day(in: identifier) != nil, FileName.safe(image) == image,
            let day = ServiceDay(String(time.prefix(10)), of: .epic), case .date(let date) = day
        else {
            throw DecodingError.dataCorruptedError(
                forKey: .identifier, in: record, debugDescription: "no picture of a day")
        }
        self.date = date
        caption = record.text(at: .caption)
        centre = Self.centre(record)
    }

    private static func centre(
        _ record: KeyedDecodingContainer<Key>
    ) -> (latitude: Double, longitude: Double)? {
        let centre = record.lenient(LenientObject.self, at: .centre)
        let latitude = centre?["lat"].flatMap { (-90.0...90).number(in: $0) }
        let longitude = centre?["lon"].flatMap { (-180.0...180).number(in: $0) }
        guard let latitude, let longitude else { return nil }
        return (latitude, longitude)
    }

    /// Returns the day in an identifier such as `20210530010437`; `nil` for any other text.
    static func day(in identifier: String) -> CalendarDate? {
        let digits = identifier.utf8
        guard digits.count == 14, digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return CalendarDate(ServiceDay.epic(identifier))
    }

    private enum Key: String, CodingKey {
        case identifier, image, caption, date
        case centre = "centroid_coordinates"
    }
}

/// A day in the list of all days: an object with a date or, in the list `available`, plain text.
private struct EPICDayEntity: Decodable, Sendable {
    let date: CalendarDate

    init(from decoder: any Decoder) throws {
        let text =
            if let text = try? decoder.singleValueContainer().decode(String.self) { text } else {
                try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .date)
            }
        guard let day = ServiceDay(String(text.prefix(10)), of: .epic), case .date(let date) = day
        else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "no day"))
        }
        self.date = date
    }

    private enum Key: CodingKey { case date }
}

extension Photo {
    fileprivate init(_ record: EPICEntity, site: LibrarySite) {
        let folder = record.date.description.split(separator: "-").map { String($0) }
        let file = { (kind: String, ending: String) in
            site.asset(
                ["archive", "natural"] + folder + [kind, "\(record.image).\(ending)"], of: .epic)
        }
        let links: [(PhotoLink.Role, PhotoAddress, AssetKind)] = [
            (.preview, file("thumbs", "jpg"), AssetKind(.thumb, .jpeg)),
            (.alternate, file("jpg", "jpg"), AssetKind(.large, .jpeg)),
            (.canonical, file("png", "png"), AssetKind(.original, .png)),
        ]
        self.init(
            id: PhotoID(.epic, record.identifier), mediaType: .image,
            links: links.map { PhotoLink(role: $0, address: $1, declared: nil, kind: $2) },
            refusal: nil)
        texts.title = "EPIC \(record.time) UTC"
        texts.description = record.caption.flatMap { HTMLText($0).words }
        texts.location = record.centre.map { Self.location($0.latitude, $0.longitude) }
        credits.center = "NASA/EPIC"
        dateCreated = record.date
        dateAsGiven = record.time
    }

    /// Returns the centre of a picture as text: `21.3° N, 165.9° E`.
    private static func location(_ latitude: Double, _ longitude: Double) -> String {
        let text = { (degrees: Double, letters: (String, String)) in
            "\((abs(degrees) * 10).rounded() / 10)° " + (degrees < 0 ? letters.1 : letters.0)
        }
        return text(latitude, ("N", "S")) + ", " + text(longitude, ("E", "W"))
    }
}
