import Foundation
import PhotoCatalog
import StandIn
import TestSupport
import Testing

struct ResolvingTests {
    @Test func everyIdOfTheFixturesResolves() async throws {
        try await expectAllResolve(StandInLibrary.fixtureItems, atLeast: 25)
    }

    @Test(.enabled(if: StandInLibrary.hasRecorded, "no recorded replies"))
    func everyRecordedIdResolves() async throws {
        try await expectAllResolve(StandInLibrary.recordedItems, atLeast: 1000, every: 4)
    }

    @Test func aNearIdIsNotTakenForTheOneAskedFor() async throws {
        let repository = try StandInLibrary.repository(
            StandInLibrary.fixtureItems)
        let photo = try await repository.photo(id: PhotoID("FIX-0001"))
        #expect(photo.title == "A Lighthouse Under the Galaxy")
        await #expect(throws: CatalogFailure.noSuchPhoto(PhotoID("fix-0001"))) {
            try await repository.photo(id: PhotoID("fix-0001"))
        }
    }

    private func expectAllResolve(
        _ store: ItemStore, atLeast count: Int, every step: Int = 1
    ) async throws {
        let repository = try StandInLibrary.repository(store)
        let ids = store.items.map(\.id) + store.manifestIDs.sorted()
        #expect(ids.count >= count)
        for id in FullMatrix.part(of: ids, every: step) {
            await expectResolves(PhotoID(id), in: repository)
        }
    }

    private func expectResolves(
        _ id: PhotoID, in repository: NASAPhotoRepository
    ) async {
        do {
            let photo = try await repository.photo(id: id)
            let assets = try await repository.assets(of: photo)
            #expect(photo.id == id)
            let isThere = !assets.all.isEmpty || !assets.media.recordings.isEmpty
            #expect(isThere, "\(id) has no files")
        } catch {
            Issue.record("\(id): \(error)")
        }
    }
}

struct HostileReplyTests {
    @Test("J2: a mistyped item does not lose the page") func aMistypedItemDoesNotLoseThePage()
        async throws
    {
        let reply = try String(
            contentsOfFile: StandInLibrary.fixtures + "/mistyped.json", encoding: .utf8)
        let page = try await Replies.page(reply)
        #expect(page.photos.map(\.id.text) == ["FIX-MISTYPED-1", "FIX-MISTYPED-2"])
        #expect(page.skipped == 9 && page.totalHits == nil && page.continuation == .end)
        let (first, second) = (page.photos[0], page.photos[1])
        #expect(first.title == "42" && first.texts.keywords == ["one text"] && first.albums.isEmpty)
        #expect(first.texts.description == nil && first.links.isEmpty)
        #expect(second.texts.keywords == ["good"] && second.links.count == 1)
        #expect(second.preview?.declared == nil && second.refusal == .host("example.org"))
    }

    @Test(
        "J1: a total that is none is not believed",
        arguments: [
            ("1000000000", 1_000_000_000), ("-3", nil), ("1.5", nil), ("\"12\"", 12), ("null", nil),
            ("1e400", nil), ("9" + String(repeating: "0", count: 400), nil), ("[]", nil),
        ])
    func aTotalThatIsNoneIsNotBelieved(total: String, read: Int?) async throws {
        let page = try await Replies.page(
            #"{"collection":{"items":[],"metadata":{"total_hits":\#(total)}}}"#)
        #expect(page.totalHits == read)
    }

    @Test(
        "J3: what is no reply is said to be unreadable, however deep",
        arguments: [
            "", "{", "[]", "{}", "5", "null", #"{"collection":{}}"#, #"{"collection":[]}"#,
            #"{"collection":{"items":{"a":1}}}"#, String(repeating: "[", count: 100_000),
            String(repeating: #"{"collection":"#, count: 100_000),
        ])
    func whatIsNoReplyIsSaidToBeUnreadable(text: String) async {
        await #expect(throws: CatalogFailure.unreadableReply) { try await Replies.page(text) }
    }

    @Test(arguments: ["sign-in.html", "error-404-page.html"])
    func aWebPageIsSaidToBeOne(file: String) async throws {
        let text = try String(contentsOfFile: StandInLibrary.fixtures + "/" + file, encoding: .utf8)
        await #expect(throws: CatalogFailure.webPageInstead) { try await Replies.page(text) }
    }

    @Test(
        "J1, J2, J3: what can be read of the hostile replies is",
        .enabled(if: FileManager.default.fileExists(atPath: corpus), "no corpus of hostile JSON"),
        arguments: [
            ("good-100", 100...100), ("bom", 100...100), ("utf16", 100...100),
            ("invalid-utf8", 100...100),
            ("lone-surrogate", 99...100), ("hits-1e9", 100...100), ("hits-huge", 1...1),
            ("dup-ids", 50...50),
            ("items-missing-fields", 2...2), ("ids-hostile", 1...20_000),
            ("hrefs-hostile", 1...20_000),
            ("titles-hostile", 1...20_000), ("zero-items", 0...0),
        ] as [(String, ClosedRange<Int>)])
    func whatCanBeReadOfTheCorpusIs(name: String, count: ClosedRange<Int>) async throws {
        let page = try await Self.page(name)
        #expect(count.contains(page.photos.count), "\(page.photos.count) photos")
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: corpus), "no corpus of hostile JSON"))
    func noHostileAddressIsTaken() async throws {
        for photo in try await Self.page("hrefs-hostile").photos {
            for link in photo.links {
                #expect(
                    ["images-api.nasa.gov", "images-assets.nasa.gov"].contains(
                        link.address.origin.host))
                #expect(link.address.text.utf8.allSatisfy { (0x21...0x7E).contains($0) })
            }
        }
    }

    private static let corpus = PackageFolders.standard.hostileReplies

    private static func page(_ name: String) async throws -> Page {
        let bytes = try Array(Data(contentsOf: URL(filePath: "\(corpus)/\(name).json")))
        let fetcher = FixtureFetcher { _ in .success(bytes) }
        return try await NASAPhotoRepository(fetcher: fetcher).page(.first(.recent))
    }
}
