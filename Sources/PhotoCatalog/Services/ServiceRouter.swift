/// A repository of all libraries, which selects the library by the ID or the query.
package struct ServiceRouter: PhotoRepository {
    /// The settings of the services.
    package struct Options: Sendable {
        /// The user's key for Flickr.
        package var flickrKey: String?
        /// The present day in UTC.
        package var today: @Sendable () -> CalendarDate

        package init(
            flickrKey: String? = nil, today: @escaping @Sendable () -> CalendarDate
        ) {
            self.flickrKey = flickrKey
            self.today = today
        }
    }

    private let fetcher: any Fetcher
    private let site: LibrarySite
    private let options: Options
    private var progress: @Sendable (FetchProgress) -> Void = { _ in }

    package init(fetcher: any Fetcher, site: LibrarySite = .nasa, _ options: Options) {
        self.fetcher = fetcher
        self.site = site
        self.options = options
    }

    package func reporting(
        _ progress: @escaping @Sendable (FetchProgress) -> Void
    ) -> ServiceRouter {
        var router = self
        router.progress = progress
        return router
    }

    package func photo(id: PhotoID) async throws(CatalogFailure) -> Photo {
        try await repository(of: id.service).photo(id: id)
    }

    package func assets(of photo: Photo) async throws(CatalogFailure) -> PhotoAssets {
        try await repository(of: photo.id.service).assets(of: photo)
    }

    package func page(_ request: PageRequest) async throws(CatalogFailure) -> Page {
        let service = request.listing.service
        if let part = request.query.parts.subtracting(service.parts).first {
            throw .notOffered(service, part)
        }
        return try await repository(of: service).page(request)
    }

    package func metadata(of photo: Photo) async throws(CatalogFailure) -> [PhotoFact] {
        try await repository(of: photo.id.service).metadata(of: photo)
    }

    package func captions(of photo: Photo) async throws(CatalogFailure) -> [Caption] {
        try await repository(of: photo.id.service).captions(of: photo)
    }

    private func repository(of service: Service) -> any PhotoRepository {
        let client = ServiceClient(
            service: service, fetcher: fetcher, site: site, progress: progress)
        return switch service {
        case .nasa: NASAPhotoRepository(client)
        case .apod: APODRepository(client: client, today: options.today)
        case .mars2020: PerseveranceRepository(client: client)
        case .msl: CuriosityRepository(client: client)
        case .epic: EPICRepository(client: client, today: options.today)
        case .commons: CommonsRepository(client: client)
        case .picsum: PicsumRepository(client: client)
        case .flickr: FlickrRepository(client: client, key: options.flickrKey)
        }
    }
}

extension Query {
    /// The parts of the query, apart from the service and the media types.
    var parts: Set<QueryPart> {
        var parts: Set<QueryPart> = []
        if !(text ?? "").isEmpty, text != Self.everything.text { parts.insert(.words) }
        if upTo != nil { parts.insert(.day) }
        var rest = self
        (rest.source, rest.upTo, rest.text) = (.nasa, nil, nil)
        (rest.mediaTypes, rest.pageSize) = (Self.photos, Query().pageSize)
        if rest != Query() { parts.insert(.fields) }
        return parts
    }

    /// The words to search for; `nil` if the query has no words.
    var words: String? { parts.contains(.words) ? text : nil }
}

/// The rule for when a service's reply about a day no longer changes.
enum SettledDays {
    /// Returns the purpose of a request for a day.
    ///
    /// The reply about a day is final `days` days later, because an entry may be corrected on the
    /// day itself and clocks differ.
    static func purpose(
        of date: CalendarDate, today: CalendarDate, after days: Int = 2
    ) -> ResourceKind {
        guard let day = date.dayNumber, let now = today.dayNumber, now - day >= days else {
            return .dailyReply
        }
        return .settledReply
    }
}
