import Foundation
import PhotoCatalog
import TestSupport
import Testing
import workbench

struct SnapshotTests {
    @Test func aPhotoIsReadBackAsItWas() async throws {
        let shelf = ItemStore(folders: [StandIn.fixtures])
        try await expectAllReadBack(shelf, atLeast: 20)
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: recorded), "no recorded replies"))
    func everyRecordedOneIsReadBackAsItWas() async throws {
        try await expectAllReadBack(ItemStore(folders: [Self.recorded]), atLeast: 1000)
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

    private static let recorded = PackageFolders.standard.recordedReplies

    private func expectAllReadBack(_ shelf: ItemStore, atLeast count: Int) async throws {
        let repository = try StandIn.repository(shelf)
        var photos = PagedPhotos(.search(.everything))
        while let request = photos.nextRequest() {
            photos.append(try await repository.page(request), for: request)
        }
        #expect(photos.photos.count >= count)
        // What was refused is not kept, and so not refused again.
        for photo in photos.photos where photo.refusal == nil {
            let bytes = PhotoSnapshot.bytes(of: photo)
            #expect(PhotoSnapshot.photo(in: bytes, site: try StandIn.site()) == photo)
        }
    }
}
