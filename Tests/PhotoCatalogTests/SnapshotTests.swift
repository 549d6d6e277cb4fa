import Foundation
import PhotoCatalog
import StandIn
import TestSupport
import Testing

struct SnapshotTests {
    @Test func aPhotoIsReadBackAsItWas() async throws {
        let store = StandInLibrary.fixtureItems
        try await expectAllReadBack(store, atLeast: 20)
    }

    @Test(.enabled(if: StandInLibrary.hasRecorded, "no recorded replies"))
    func everyRecordedOneIsReadBackAsItWas() async throws {
        try await expectAllReadBack(StandInLibrary.recordedItems, atLeast: 1000)
    }

    /// The format of versions before 2: users' archives have these records.
    @Test func aRecordOfAnEarlierVersionIsReadAndWrittenAsItWas() throws {
        let record = #"""
            {"data":[{"album":["A"],"center":"JPL","date_created":"2001-02-03T04:05:06Z",\#
            "description":"d","description_508":"e","keywords":["k"],"location":"l",\#
            "media_type":"image","nasa_id":"X","photographer":"p","secondary_creator":"s",\#
            "title":"t"}],"href":"https://images-assets.nasa.gov/image/X/collection.json",\#
            "links":[{"height":480,"href":"https://images-assets.nasa.gov/image/X/X~thumb.jpg",\#
            "rel":"preview","size":38000,"width":640}]}
            """#
        let photo = try #require(PhotoSnapshot.photo(in: Array(record.utf8), site: .nasa))
        #expect(photo.id == PhotoID("X") && photo.title == "t" && photo.albums == ["A"])
        #expect(photo.texts.keywords == ["k"] && photo.texts.altText == "e")
        #expect(photo.credits.secondaryCreator == "s" && photo.dateCreated?.year == 2001)
        #expect(photo.preview?.declared?.approximateBytes == 38000 && photo.refusal == nil)
        #expect(String(decoding: PhotoSnapshot.bytes(of: photo), as: UTF8.self) == record)
    }

    @Test(arguments: ["", "{}", "[]", #"{"data":[]}"#, "\u{0}"])
    func whatIsNoSnapshotIsNone(text: String) {
        #expect(PhotoSnapshot.photo(in: Array(text.utf8), site: .nasa) == nil)
    }

    @Test func aQueryIsReadBackAsItWas() {
        var query = Query(text: "crab & nebula=1%")
        query.title = "é"
        query.keywords = ["Mars", "A,B & C"]
        query.center = "JPL"
        query.id = PhotoID("A b ")
        query.firstYear = 1969
        query.lastYear = 2020
        query.pageSize = 24
        for query in [query, Query(), Query.everything] {
            #expect(QuerySnapshot.query(in: QuerySnapshot.text(of: query)) == query)
        }
    }

    private func expectAllReadBack(_ store: ItemStore, atLeast count: Int) async throws {
        let repository = try StandInLibrary.repository(store)
        var photos = PagedPhotos(joining: [.search(.everything)])
        while let request = photos.nextRequest() {
            photos.append(try await repository.page(request), for: request)
        }
        #expect(photos.photos.count >= count)
        // A rejected address is not stored, and so not rejected again.
        for photo in photos.photos where photo.refusal == nil {
            let bytes = PhotoSnapshot.bytes(of: photo)
            #expect(PhotoSnapshot.photo(in: bytes, site: try StandInLibrary.site()) == photo)
        }
    }
}
