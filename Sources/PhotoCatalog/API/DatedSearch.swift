internal import Bounds

/// A search of NASA's library for the latest photos up to a day, the newest first.
///
/// The API has no parameters for the order or for a day, only for years: this search reads and
/// sorts the results of one year at a time. If a year has too many results to read, newer photos
/// may be missing; `Page.unread` is the number of unread results.
struct DatedSearch {
    private let query: Query
    private let last: CalendarDate
    private let client: ServiceClient

    /// The maximum number of pages to read for one year.
    ///
    /// Ten pages of a hundred results each are 4 MB, which take three seconds at 10 Mbit/s.
    private static let pageLimit = 10
    /// The earliest year to search; the library's earliest dated photos are from the 1910s.
    private static let firstYear = 1900

    init(_ query: Query, upTo last: CalendarDate, _ client: ServiceClient) {
        self.query = query
        self.last = last
        self.client = client
    }

    /// Returns the results of one year: that of the cursor or of the day, or the query's last year
    /// if earlier.
    ///
    /// If that year has no results, the function returns the results of an earlier year.
    func page(_ request: PageRequest) async throws(CatalogFailure) -> Page {
        let cursor = request.cursor?.parameter("year_end")
        let asked = cursor.flatMap { ReplyLimits.Year.range.number(in: $0) } ?? last.year
        let year = min(asked, query.lastYear ?? asked)
        let found = try await results(of: year)
        guard found.photos.isEmpty else { return page(of: year, found) }
        guard let earlier = try await newestYear(before: year) else {
            return Page([], .end, freshness: found.freshness, skipped: found.skipped)
        }
        return try await page(of: earlier, results(of: earlier))
    }

    /// The results of one year, as far as the search has read them.
    private struct Results {
        var photos: [Photo] = []
        var skipped = 0
        var total = 0
        var read = 0
        var freshness = Freshness.current

        mutating func add(_ page: Page) {
            photos += page.photos
            skipped += page.skipped
            read += page.photos.count + page.skipped
            total = max(total, page.totalHits ?? 0)
            freshness = page.freshness
        }
    }

    private func page(of year: Int, _ found: Results) -> Page {
        let photos = found.photos.filter { ($0.dateCreated ?? last) <= last }
            .sorted(by: Self.isNewer)
        return Page(
            photos, continuation(before: year), freshness: found.freshness,
            skipped: found.skipped, unread: max(0, min(found.total, Page.resultLimit) - found.read))
    }

    /// Returns true if `one` is newer than `other`, compared by day and then by time of day; photos
    /// without a date are last.
    private static func isNewer(_ one: Photo, _ other: Photo) -> Bool {
        guard let day = one.dateCreated, let otherDay = other.dateCreated else {
            return one.dateCreated != nil
        }
        return day == otherDay
            ? one.dateAsGiven ?? "" > other.dateAsGiven ?? "" : day > otherDay
    }

    private func continuation(before year: Int) -> Page.Continuation {
        guard year > max(query.firstYear ?? Self.firstYear, Self.firstYear) else { return .end }
        return .next(PageCursor(address: address(from: year - 1, to: year - 1)))
    }

    /// Returns the results of a year.
    ///
    /// The first page states the number of results; the other pages are fetched concurrently.
    private func results(of year: Int) async throws(CatalogFailure) -> Results {
        guard year >= max(query.firstYear ?? Self.firstYear, Self.firstYear) else {
            return Results()
        }
        var results = Results()
        let first = try await fetched(address(from: year, to: year))
        results.add(first)
        guard case .next = first.continuation else { return results }
        let size = ReplyLimits.PageSize.range.clamped(query.pageSize)
        let total = ReplyLimits.ResultCount.range.clamped(first.totalHits ?? 0)
        let count = min(Self.pageLimit, (total + size - 1) / size)
        for page in try await rest(of: year, upTo: count) { results.add(page) }
        return results
    }

    private func rest(of year: Int, upTo count: Int) async throws(CatalogFailure) -> [Page] {
        guard count > 1 else { return [] }
        let outcomes = await withTaskGroup(of: (Int, Result<Page, CatalogFailure>).self) { group in
            for number in 2...count {
                group.addTask {
                    do throws(CatalogFailure) {
                        return (
                            number,
                            .success(
                                try await fetched(
                                    address(from: year, to: year, page: number)))
                        )
                    } catch {
                        return (number, .failure(error))
                    }
                }
            }
            var outcomes: [(Int, Result<Page, CatalogFailure>)] = []
            for await outcome in group { outcomes.append(outcome) }
            return outcomes.sorted { $0.0 < $1.0 }
        }
        var pages: [Page] = []
        for (_, outcome) in outcomes { pages.append(try outcome.get()) }
        return pages
    }

    /// Returns the latest earlier year with results; `nil` if no earlier year has results.
    ///
    /// If the results of all earlier years do not fit on one page, the function returns the
    /// preceding year.
    private func newestYear(before year: Int) async throws(CatalogFailure) -> Int? {
        let first = max(query.firstYear ?? Self.firstYear, Self.firstYear)
        guard year > first else { return nil }
        let page = try await fetched(address(from: first, to: year - 1))
        guard case .end = page.continuation else { return year - 1 }
        return page.photos.compactMap { $0.dateCreated?.year }.filter { $0 < year }.max()
    }

    private func fetched(_ address: PhotoAddress) async throws(CatalogFailure) -> Page {
        let (collection, freshness) = try await client.reply(CollectionEntity.self, at: address)
        return Page(collection, freshness, site: client.site)
    }

    private func address(from first: Int, to last: Int, page: Int = 1) -> PhotoAddress {
        var query = query
        (query.firstYear, query.lastYear) = (first, last)
        let number = page == 1 ? [] : [("page", String(page))]
        return client.address(["search"], query.parameters + number)
    }
}
