import PhotoCatalog
import StandIn
import TestSupport
import Testing

struct PagingTests {
    @Test(arguments: [
        ("http://images-api.nasa.gov/search?q=a&page=2", true),
        ("http://images-api.nasa.gov/search?q=a&page=100", true),
        ("http://images-api.nasa.gov/search?q=a&page=101", false),
        ("http://images-api.nasa.gov/search?q=a&page=416&page_size=24", true),
        ("http://images-api.nasa.gov/search?page=417&page_size=24&q=a", false),
        ("http://images-api.nasa.gov/search?q=a&page=9223372036854775807", false),
    ])
    func theNextPageIsFollowedUpToNASAsLimit(href: String, isFollowed: Bool) async throws {
        let page = try await Self.page(["a"], next: href)
        if isFollowed {
            let isNext = if case .next = page.continuation { true } else { false }
            #expect(isNext)
        } else {
            #expect(page.continuation == .limit)
        }
    }

    @Test func aPageElsewhereIsNotFollowed() async throws {
        let page = try await Self.page(["a"], next: "https://example.org/search?page=2")
        #expect(page.continuation == .end)
    }

    @Test func pagesAreAskedForOneByOneAndJoined() async throws {
        var photos = PagedPhotos(joining: [Self.listing])
        let first = try Self.wish(of: &photos)
        #expect(photos.nextRequest() == nil)
        photos.append(try await Self.page(["a", "b"], next: Self.next), for: first)
        let second = try Self.wish(of: &photos)
        #expect(second != first)
        photos.append(try await Self.page(["b", "c"], next: nil), for: second)
        #expect(photos.photos.map(\.id.text) == ["a", "b", "c"])
        #expect(photos.state == .complete && photos.nextRequest() == nil && photos.totalHits == 7)
    }

    @Test func afterAFailureTheSamePageIsAskedForAgain() throws {
        var photos = PagedPhotos(joining: [Self.listing])
        let request = try Self.wish(of: &photos)
        photos.fail(.fetching(.notFound), for: request)
        #expect(photos.state == .failed(request, .fetching(.notFound)))
        #expect(photos.nextRequest() == request)
    }

    @Test func whatWasAskedOfAnotherListingIsNotTaken() async throws {
        var photos = PagedPhotos(joining: [Self.listing])
        _ = photos.nextRequest()
        photos.append(try await Self.page(["a"], next: nil), for: .first(.popular))
        #expect(photos.photos.isEmpty)
    }

    @Test func nasaSayingThatThereAreTooManyIsAnEnd() throws {
        var photos = PagedPhotos(joining: [Self.listing])
        let request = try Self.wish(of: &photos)
        photos.fail(.tooManyResults, for: request)
        #expect(photos.state == .limited && photos.nextRequest() == nil)
    }

    @Test func pagesThatBringNothingNewAreNotFollowedForEver() async throws {
        var photos = PagedPhotos(joining: [Self.listing])
        var asked = 0
        while let request = photos.nextRequest(), asked < 50 {
            photos.append(try await Self.page(["a"], next: Self.next), for: request)
            asked += 1
        }
        #expect(asked == 4 && photos.photos.count == 1)
    }

    @Test(arguments: [
        (404, Listing.album("None"), CatalogFailure.noSuchAlbum("None")),
        (404, .recent, .fetching(.notFound)),
    ])
    func whatIsMissingIsNamed(status: Int, listing: Listing, failure: CatalogFailure) async throws {
        let repository = try StandInLibrary.repository(ItemStore(folders: []))
        if case .album = listing {
            await #expect(throws: failure) { try await repository.page(.first(listing)) }
        } else {
            let nothing = NASAPhotoRepository(fetcher: FixtureFetcher([:]))
            await #expect(throws: failure) { try await nothing.page(.first(listing)) }
        }
    }

    @Test func aWholeListingIsWalked() async throws {
        let repository = try StandInLibrary.repository(
            StandInLibrary.fixtureItems)
        var query = Query.everything
        query.pageSize = 7
        var photos = PagedPhotos(joining: [.search(query)])
        while let request = photos.nextRequest() {
            photos.append(try await repository.page(request), for: request)
        }
        #expect(photos.state == .complete && photos.photos.count == photos.totalHits)
        #expect(photos.photos.count > 20)
    }

    @Test func aQueryBecomesItsAddress() async throws {
        var query = Query(text: "crab nebula")
        query.center = "jpl"
        query.keywords = ["Mars", "A,B & C"]
        query.firstYear = 999
        query.lastYear = 2020
        let fetcher = FixtureFetcher([:])
        let repository = NASAPhotoRepository(fetcher: fetcher)
        _ = try? await repository.page(.first(.search(query)))
        #expect(
            fetcher.requests.map(\.text) == [
                "https://images-api.nasa.gov/search?q=crab%20nebula&keywords=Mars%2CA%2CB%20%26%20C"
                    + "&center=JPL&media_type=image&year_start=0999&year_end=2020"
            ])
    }

    private static func wish(of photos: inout PagedPhotos) throws -> PageRequest {
        let wish = photos.nextRequest()
        return try #require(wish)
    }

    private static let listing = Listing.search(Query(text: "x"))
    private static let next = "http://images-api.nasa.gov/search?q=x&page=2"

    private static func page(_ ids: [String], next: String?) async throws -> Page {
        let items = ids.map { #"{"data":[{"nasa_id":"\#($0)"}]}"# }.joined(separator: ",")
        let links = next.map { #","links":[{"rel":"next","href":"\#($0)"}]"# } ?? ""
        return try await Replies.page(
            #"{"collection":{"items":[\#(items)],"metadata":{"total_hits":7}\#(links)}}"#)
    }
}
