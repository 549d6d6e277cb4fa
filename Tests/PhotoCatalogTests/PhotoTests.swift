import PhotoCatalog
import TestSupport
import Testing

struct PhotoTests {
    @Test(arguments: [
        (#""photographer":"A","secondary_creator":"B","center":"C""#, "A"),
        (#""photographer":"","secondary_creator":"B","center":"C""#, "B"),
        (#""center":"C""#, "C"),
        (#""photographer":null,"title":"T""#, nil),
    ])
    func theCreditLineNamesTheNearest(fields: String, line: String?) async throws {
        #expect(try await Replies.photo(#""nasa_id":"X",\#(fields)"#).creditLine == line)
    }

    @Test(arguments: [
        ("1969-07-20T00:00:00Z", "1969-07-20"), ("2020:11:12", "2020-11-12"),
        ("2019-06", "2019-06"), ("2019", "2019"), ("1969-03-09T00:00:00-08:00", "1969-03-09"),
        ("2019-13-01", "2019"), ("2019-02-99", "2019-02"), ("0984-01-02", "0984-01-02"),
        ("06 April 2016", nil), ("", nil), ("-1", nil), ("١٩٦٩", nil), ("20190-01", nil),
    ])
    func aDateIsReadAsFarAsItGoes(given: String, text: String?) {
        #expect(CalendarDate(given)?.description == text)
    }

    @Test func datesAreInOrder() throws {
        let dates = ["2019", "2019-06", "2019-06-02", "2020-01-01"].compactMap { CalendarDate($0) }
        #expect(dates.count == 4 && dates == dates.shuffled().sorted())
    }

    @Test func keywordsInOneTextAreTakenApart() async throws {
        let photo = try await Replies.photo(
            #""nasa_id":"X","keywords":["4693; TEST AREA ;;"," Moon"]"#)
        #expect(photo.texts.keywords == ["4693", "TEST AREA", "Moon"])
    }

    @Test func idsAreComparedByTheirBytes() {
        #expect(PhotoID("é") != PhotoID("e\u{301}"))
        #expect(PhotoID("A ") != PhotoID("A"))
        #expect(Set([PhotoID("é"), PhotoID("e\u{301}"), PhotoID("é")]).count == 2)
    }

    @Test func itsPageIsWhereABrowserFindsIt() async throws {
        let photo = try await Replies.photo(#""nasa_id":"Wind & Weather 2&3 ""#)
        #expect(
            photo.pageAddress == "https://images.nasa.gov/details/Wind%20%26%20Weather%202%263%20")
    }

    @Test(arguments: [
        ("https://images.nasa.gov/details/PIA1", "PIA1"),
        ("http://images.nasa.gov/details/Wind%20%26%20Weather%20?x#y", "Wind & Weather "),
        ("https://images.nasa.gov/details/", nil), ("https://images.nasa.gov/", nil),
        ("images.nasa.gov/details/PIA1", nil), ("https://example.org/details/PIA1", nil),
    ])
    func anIdIsReadOffItsPage(address: String, id: String?) {
        #expect(PhotoID(pageAddress: address)?.text == id)
    }

    @Test(arguments: [
        (#""media_type":"video","#, MediaType.video),
        (#""media_type":"hologram","#, .other("hologram")),
    ])
    func whatIsNoPhotoIsSaidToBeSomethingElse(field: String, type: MediaType) async throws {
        await #expect(throws: CatalogFailure.notAPhoto(PhotoID("X"), type)) {
            try await Replies.photo(#"\#(field)"nasa_id":"X""#)
        }
    }
}
