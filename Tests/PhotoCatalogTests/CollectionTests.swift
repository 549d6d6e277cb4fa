import PhotoCatalog
import TestSupport
import Testing

/// A local collection of photos, listed and searched like the library.
@Suite struct CollectionTests {
    private static let index = """
        {"collection":{"items":[
        {"data":[{"nasa_id":"dunes","title":"Dunes under a Dusty Sky","center":"DEMO",
        "description":"Late light rakes over red sand.","keywords":["Mars","desert"],
        "album":["Planets"],"date_created":"2025-01-01T00:00:00Z","media_type":"image"}],
        "links":[{"href":"dunes~orig.jpg","rel":"canonical","width":1800,"height":1200,
        "size":99}]},
        {"data":[{"nasa_id":"half-moon","title":"Half Moon","keywords":["Moon"],
        "photographer":"Jo Painter","date_created":"1999-01-01T00:00:00Z"}],
        "links":[{"href":"half-moon~orig.png","rel":"canonical"}]}]}}
        """

    private static func repository(_ index: String = index) throws -> CollectionRepository {
        CollectionRepository(try #require(PhotoCollection(index: Array(index.utf8))))
    }

    private static func found(_ query: Query) async throws -> [String] {
        try await repository().page(.first(.search(query))).photos.map(\.id.text)
    }

    @Test(arguments: [
        ("", ["dunes", "half-moon"]), ("\"\"", ["dunes", "half-moon"]), ("moon", ["half-moon"]),
        ("MOON", ["half-moon"]), ("mars", ["dunes"]), ("red light", ["dunes"]),
        ("desert moon", []), ("sand", ["dunes"]), ("planets", ["dunes"]),
        ("half-moon", ["half-moon"]),
        // A match is at the start of a word, not in its middle.
        ("sert", []), ("des", ["dunes"]),
    ])
    func allWordsAreLookedForInAllThatIsTold(words: String, ids: [String]) async throws {
        #expect(try await Self.found(Query(text: words)) == ids)
    }

    @Test func filtersNarrowASearch() async throws {
        var query = Query()
        query.keywords = ["mars"]
        #expect(try await Self.found(query) == ["dunes"])
        query = Query()
        query.lastYear = 2000
        #expect(try await Self.found(query) == ["half-moon"])
        query.firstYear = 2000
        #expect(try await Self.found(query) == [])
        query = Query()
        query.center = "demo"
        #expect(try await Self.found(query) == ["dunes"])
        query = Query()
        query.photographer = "painter"
        #expect(try await Self.found(query) == ["half-moon"])
    }

    @Test func aPageHasAllOfIt() async throws {
        let page = try await Self.repository().page(.first(.recent))
        #expect(page.totalHits == 2 && page.continuation == .end)
        #expect(page.photos.map(\.title) == ["Dunes under a Dusty Sky", "Half Moon"])
    }

    @Test func albumsAndIdsAreFoundOrNamed() async throws {
        let repository = try Self.repository()
        let album = try await repository.page(.first(.album("Planets")))
        #expect(album.photos.map(\.id.text) == ["dunes"])
        await #expect(throws: CatalogFailure.noSuchAlbum("Moons")) {
            try await repository.page(.first(.album("Moons")))
        }
        await #expect(throws: CatalogFailure.noSuchPhoto(PhotoID("comet"))) {
            try await repository.photo(id: PhotoID("comet"))
        }
    }

    @Test func aPhotosFileIsNamedAndHasNoPage() async throws {
        let repository = try Self.repository()
        let photo = try await repository.photo(id: PhotoID("dunes"))
        let file = try await repository.assets(of: photo).largest().asset
        #expect(file.location == "dunes~orig.jpg" && file.declared?.width == 1800)
        #expect(photo.pageAddress == nil)
        let facts = try await repository.metadata(of: photo)
        #expect(facts.contains(PhotoFact(group: "File", name: "ImageWidth", value: "1800")))
    }

    /// A favourite is stored as a snapshot, and read back unchanged.
    @Test func whatIsKeptOfAPhotoIsReadBack() async throws {
        let photo = try await Self.repository().photo(id: PhotoID("dunes"))
        #expect(
            PhotoSnapshot.photo(in: PhotoSnapshot.bytes(of: photo), site: .collection) == photo)
        #expect(
            PhotoSnapshot.photo(in: PhotoSnapshot.bytes(of: photo), site: .nasa)?.links == [],
            "NASA has no such file")
    }

    @Test(arguments: [
        "../../etc/passwd", "/etc/passwd", ".hidden", "a/b.jpg", "", "a\u{0}b.jpg",
        "https://images-assets.nasa.gov/image/x/x~orig.jpg", "file:///etc/passwd",
        "https://collection.invalid/..%2F..%2Fetc%2Fpasswd",
        String(repeating: "x", count: 300),
    ])
    func noIndexLeadsOutOfItsFolder(name: String) throws {
        let escaped = name.replacing("\u{0}", with: "\\u0000")
        let index = Self.index.replacing("dunes~orig.jpg", with: escaped)
        let collection = try #require(PhotoCollection(index: Array(index.utf8)))
        for link in collection.photos.flatMap(\.links) {
            let file = LibrarySite.collectionFile(at: link.address)
            #expect(file == nil || file == "half-moon~orig.png")
        }
    }

    @Test(arguments: ["", "{}", "[]", #"{"collection":{"items":[]}}"#, "not JSON"])
    func whatIsNoIndexIsNoCollection(text: String) {
        #expect(PhotoCollection(index: Array(text.utf8)) == nil)
    }
}
