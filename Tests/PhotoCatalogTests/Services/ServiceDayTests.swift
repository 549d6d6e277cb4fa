import PhotoCatalog
import Testing

@Suite("Issue 23: days and pages of the services") struct ServiceDayTests {
    @Test(
        "A day is stepped over the ends of months and years",
        arguments: [
            ("2026-10-02", -1, "2026-10-01"), ("2026-10-01", -1, "2026-09-30"),
            ("2026-01-01", -1, "2025-12-31"), ("2024-02-28", 1, "2024-02-29"),
            ("2023-02-28", 1, "2023-03-01"), ("2000-02-29", 366, "2001-03-01"),
            ("1900-02-28", 1, "1900-03-01"), ("2026-10-02", 0, "2026-10-02"),
            ("0001-01-01", -1, nil), ("9999-12-31", 1, nil), ("2026-10", 1, nil),
            ("2026-10-02", .max, nil), ("2026-10-02", .min, nil),
        ] as [(String, Int, String?)])
    func steps(day: String, days: Int, result: String?) throws {
        let date = try #require(CalendarDate(day))
        #expect(date.advanced(byDays: days)?.description == result)
    }

    @Test func everyDayOfFourCenturiesHasItsNumber() throws {
        var date = try #require(CalendarDate("1799-12-31"))
        for _ in 0..<146_097 {
            let next = try #require(date.advanced(byDays: 1))
            #expect(next > date)
            date = next
        }
        #expect(date.description == "2199-12-31")
    }

    @Test(arguments: [
        (0, "1970-01-01"), (951_782_400, "2000-02-29"), (1_795_392_000, "2026-11-23"),
    ])
    func theDayOfATimeIsThatOfUTC(seconds: Int, day: String) {
        #expect(CalendarDate(unixSeconds: seconds).description == day)
        #expect(CalendarDate(unixSeconds: seconds + 86_399).description == day)
    }

    @Test(
        "A picture of the day leads to the one before it",
        arguments: [
            ("apod:2026-10-01", -1, "apod:2026-09-30"), ("apod:1995-06-16", -1, nil),
            ("apod:2026-10-01", 1, "apod:2026-10-02"), ("epic:20210530010437", -1, nil),
            ("PIA00342", -1, nil),
        ] as [(String, Int, String?)])
    func pictures(id: String, days: Int, result: String?) {
        #expect(PhotoID(id).advanced(byDays: days)?.text == result)
    }

    @Test func aSolIsSteppedDownToTheLanding() {
        let query = Query(newestOf: .msl, upTo: .sol(1))
        #expect(query.advanced(byDays: -1)?.upTo == .sol(0))
        #expect(query.advanced(byDays: -2) == nil && query.advanced(byDays: .max) == nil)
        #expect(Query(newestOf: .msl).advanced(byDays: 1) == nil)
    }

    @Test(
        "Every id has a page for a browser",
        arguments: [
            ("PIA00342", "https://images.nasa.gov/details/PIA00342"),
            ("apod:2026-10-02", "https://science.nasa.gov/wp-json/wp/v2/apod-basic/261002/html"),
            ("mars2020:NLF_0014", "https://mars.nasa.gov/mars2020/multimedia/raw-images/NLF_0014"),
            ("msl:123456", "https://mars.nasa.gov/raw_images/123456/?site=msl"),
            ("epic:20210530010437", "https://epic.gsfc.nasa.gov/?date=2021-05-30"),
            (
                "commons:File:A b & c.jpg",
                "https://commons.wikimedia.org/wiki/File%3AA_b_%26_c.jpg"
            ),
            ("picsum:237", "https://picsum.photos/id/237/info"),
            ("flickr:51", "https://www.flickr.com/photo.gne?id=51"),
        ])
    func pages(id: String, page: String) {
        #expect(PhotoID(id).pageAddress == page)
        #expect(WebAddress(page)?.text == page)
    }

    @Test(
        "An address leads to the photo of its page",
        arguments: [
            ("https://commons.wikimedia.org/wiki/File:A_b.jpg", "commons:File:A b.jpg"),
            ("https://commons.wikimedia.org/wiki/File%3AA_b.jpg#x", "commons:File:A b.jpg"),
            ("https://commons.wikimedia.org/wiki/Category:Moon", nil),
            ("https://images.nasa.gov/details/PIA00342", "PIA00342"),
        ] as [(String, String?)])
    func idsOfPages(page: String, id: String?) { #expect(PhotoID(page: page)?.text == id) }

    @Test(
        "A web address is visible ASCII and names its host",
        arguments: [
            ("https://example.org", "https://example.org/"),
            ("HTTP://Example.org:80/a b?c=d#e", "http://example.org:80/a%20b?c=d#e"),
            ("https://en.wikipedia.org/wiki/C/2020_F3_(NEOWISE)", nil),
            ("javascript:alert(1)", ""), ("mailto:a@b", ""), ("https://a:b@c/", ""),
            ("https://example.org/\u{1B}]8;;", ""), ("/relative", ""),
            ("https://example.org/" + String(repeating: "a", count: 3000), ""),
        ] as [(String, String?)])
    func webAddresses(given: String, text: String?) {
        #expect(WebAddress(given)?.text ?? "" == text ?? given)
    }
}
