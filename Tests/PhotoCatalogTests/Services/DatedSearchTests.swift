import PhotoCatalog
import TestSupport
import Testing

@Suite("Issue 23: NASA's library by day") struct DatedSearchTests {
    /// Photos by year: their number, on days spread over it, in no order.
    private static func library(_ counts: [Int: Int]) -> FixtureFetcher {
        FixtureFetcher { address in
            let first = address.parameter("year_start").flatMap { Int($0) } ?? 0
            let last = address.parameter("year_end").flatMap { Int($0) } ?? 9999
            let page = address.parameter("page").flatMap { Int($0) } ?? 1
            let all = counts.filter { first <= $0.key && $0.key <= last }
                .sorted { $0.key > $1.key }.flatMap { year, count in
                    (0..<count).map { item(year, $0 * 7919 % count) }
                }
            let shown = all.dropFirst((page - 1) * 100).prefix(100)
            let isLast = page * 100 >= all.count
            let next =
                #""links":[{"rel":"next","href":"http://images-api.nasa.gov/search?q=x&page=9"}]"#
            return .success(
                Array(
                    """
                    {"collection":{"items":[\(shown.joined(separator: ","))],
                    "metadata":{"total_hits":\(all.count)}\(isLast ? "" : "," + next)}}
                    """.utf8))
        }
    }

    private static func item(_ year: Int, _ index: Int) -> String {
        let (month, day) = (index % 12 + 1, index % 28 + 1)
        let date = "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
        return
            #"{"data":[{"nasa_id":"\#(year)-\#(index)","date_created":"\#(date)T00:00:00Z","media_type":"image"}]}"#
    }

    private static func pages(
        _ counts: [Int: Int], upTo day: String, _ number: Int, firstYear: Int? = nil
    ) async throws -> (list: PagedPhotos, fetcher: FixtureFetcher) {
        let fetcher = library(counts)
        var query = Query(newestOf: .nasa, upTo: ServiceDay(day, of: .nasa))
        query.text = "x"
        query.firstYear = firstYear
        var list = PagedPhotos(joining: [.search(query)])
        for _ in 0..<number {
            guard let request = list.nextRequest() else { break }
            let page = try await NASAPhotoRepository(fetcher: fetcher).page(request)
            list.append(page, for: request)
        }
        return (list, fetcher)
    }

    @Test("The newest on or before a day come first, year by year")
    func newestFirst() async throws {
        let (list, _) = try await Self.pages([2021: 40, 2020: 30, 2019: 20], upTo: "2020-06-15", 2)
        let days = list.photos.compactMap(\.dateCreated)
        #expect(days == days.sorted(by: >) && days.count > 30)
        #expect(try days.allSatisfy { $0 <= (try #require(CalendarDate("2020-06-15"))) })
        #expect(days.last?.year == 2019 && list.unread == 0)
    }

    @Test("All of a year are read and sorted; of more than a thousand, it says how many were not")
    func bound() async throws {
        let (list, fetcher) = try await Self.pages([2020: 1234], upTo: "2020-12-31", 1)
        #expect(list.photos.count == 1000 && list.unread == 234)
        #expect(fetcher.requests.count == 10)
    }

    @Test("Years without a photo are passed over in one step")
    func emptyYears() async throws {
        let (list, fetcher) = try await Self.pages([1969: 5, 1958: 2], upTo: "2020-12-31", 2)
        #expect(list.photos.count == 7)
        #expect(fetcher.requests.count <= 7)
    }

    @Test("The search ends at its first year, or when nothing is older")
    func ends() async throws {
        let (list, _) = try await Self.pages(
            [2020: 3, 2019: 3, 2018: 3], upTo: "2020-12-31", 9, firstYear: 2019)
        #expect(list.photos.count == 6 && list.state == .complete)
        let (all, _) = try await Self.pages([2020: 3], upTo: "2020-12-31", 9)
        #expect(all.photos.count == 3 && all.state == .complete)
    }
}
