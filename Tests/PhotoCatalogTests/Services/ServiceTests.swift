import PhotoCatalog
import Testing

@Suite struct ServiceTests {
    @Test(
        "An id names its service",
        arguments: [
            ("PIA00342", Service.nasa, "PIA00342"), ("apod:2026-10-02", .apod, "2026-10-02"),
            ("commons:File: a.jpg", .commons, "File: a.jpg"), ("S:1", .nasa, "S:1"),
            ("nasa:x", .nasa, "nasa:x"), ("flickr:\u{301}1", .flickr, "\u{301}1"),
        ])
    func service(text: String, service: Service, name: String) {
        let id = PhotoID(text)
        #expect(id.service == service)
        #expect(Array(id.name.utf8) == Array(name.utf8))
        #expect(PhotoID(service, name) == id)
    }

    @Test(
        "A day is a date, or on Mars a number",
        arguments: [
            ("2026-10-02", Service.apod, "2026-10-02"), ("1520", .mars2020, "1520"),
            ("0", .msl, "0"), ("1520", .apod, nil), ("2026-10", .apod, nil),
            ("2026-10-02x", .epic, nil), ("2026-02-31", .apod, nil),
            ("2024-02-29", .epic, "2024-02-29"), ("-1", .msl, nil), ("100000", .msl, nil),
        ] as [(String, Service, String?)])
    func day(text: String, service: Service, read: String?) {
        #expect(ServiceDay(text, of: service)?.description == read)
    }

    @Test("A query is stored with its service and its day")
    func snapshot() {
        var query = Query(newestOf: .msl, upTo: .sol(4102))
        query.text = "wheel & rock"
        #expect(QuerySnapshot.query(in: QuerySnapshot.text(of: query)) == query)
    }
}
