import PhotoCatalog
import TestSupport
import Testing

/// Videos and sounds: their files, and their lists.
@Suite struct MediaTests {
    private static let video =
        ["orig.mp4", "preview.mp4", "large.mp4", "mobile.mp4"].map { "X~\($0)" }
        + ["thumb", "small", "medium", "large"].flatMap { size in
            ["X~\(size).jpg"] + (1...5).map { "X~\(size)_\($0).jpg" }
        } + ["X.srt", "X.vtt", "metadata.json"]

    @Test func aVideoHasStillsCaptionsAndRecordings() async throws {
        let assets = try await Replies.assets(Self.video.reversed())
        let media = assets.media
        #expect(media.stillCount == 6)
        #expect((1...5).map { media.still($0)?.fileName } == (1...5).map { "X~large_\($0).jpg" })
        #expect(media.still(0) == nil && media.still(6) == nil)
        #expect(media.captions?.fileName == "X.vtt")
        #expect(
            media.recordings.map(\.fileName)
                == ["X~orig.mp4", "X~large.mp4", "X~mobile.mp4", "X~preview.mp4"])
    }

    /// No note says that the original is skipped: a page of stills is not expected to show a film.
    @Test func itsFirstStillIsThePictureOfAVideo() async throws {
        let choice = try await Replies.assets(Self.video).largest()
        #expect(choice.asset.address.fileName == "X~large.jpg" && choice.passedOver == nil)
    }

    @Test(
        arguments: [
            (
                ["X~orig.mp3", "X~128k.mp3", "X~64k.mp3"],
                ["X~orig.mp3", "X~128k.mp3", "X~64k.mp3"]
            ),
            (["X~128k.mp3", "X~orig.WAV"], ["X~orig.WAV", "X~128k.mp3"]),
            (["X~small.mov", "X~medium.mp4"], ["X~medium.mp4", "X~small.mov"]),
            (["X~orig.jpg", "X~thumb.jpg"], []), (["mp4", "X~orig", ".mp4", "X.mp4.txt"], []),
        ] as [([String], [String])])
    func recordingsAreKnownByTheirEndingTheOriginalFirst(
        names: [String], recordings: [String]
    ) async throws {
        #expect(try await Replies.assets(names).media.recordings.map(\.fileName) == recordings)
    }

    @Test(
        arguments: [
            (["X~large_2.jpg", "X~large_9.jpg"], ["X~large_2.jpg", "X~large_9.jpg"]),
            (["X~thumb_1.jpg", "X~huge_1.jpg", "X~large_0.jpg"], ["X~thumb_1.jpg"]),
            (["X~large_-1.jpg", "X~large_99999999999999999999.jpg", "X~large_51.jpg"], []),
            (["X_1.jpg", "X~large_1", "X~large_1.mp4", "X~_1.jpg", "X~large_.jpg"], []),
        ] as [([String], [String])])
    func stillsAreCountedByTheirNumbers(names: [String], stills: [String]) async throws {
        let media = try await Replies.assets(names).media
        #expect((1..<media.stillCount).compactMap { media.still($0)?.fileName } == stills)
    }

    @Test(
        arguments: [
            (["image"], ["image"]), (["video"], ["video"]),
            (["image", "video"], ["image", "video"]),
            ([], ["image", "video", "audio"]),
        ] as [([String], [String])])
    func aListHasWhatIsAskedFor(types: [String], listed: [String]) async throws {
        var query = Query(text: "moon")
        query.mediaTypes = types
        #expect(try await Self.listed(by: .search(query)) == listed)
    }

    @Test(arguments: [Listing.album("A"), .recent, .popular])
    func listsThatNobodyHasNarrowedHavePhotosOnly(listing: Listing) async throws {
        #expect(try await Self.listed(by: listing) == ["image"])
    }

    /// Returns the kinds of the listed items of a page with one of each kind.
    private static func listed(by listing: Listing) async throws -> [String] {
        let items = ["image", "video", "audio", "hologram"].map {
            #"{"data":[{"nasa_id":"\#($0)","media_type":"\#($0)"}]}"#
        }
        let page = try await Replies.page(
            #"{"collection":{"items":[\#(items.joined(separator: ","))]}}"#)
        var photos = PagedPhotos(joining: [listing])
        let wished = photos.nextRequest()
        let request = try #require(wished)
        photos.append(page, for: request)
        return photos.photos.map(\.id.text)
    }

    @Test(
        arguments: [
            (Query(), ["image"], nil), (Query(), ["video"], "\"\""),
            (Query(text: "moon"), ["video"], "moon"), (Query(), [], "\"\""),
        ] as [(Query, [String], String?)])
    func theLibraryIsAlwaysAskedForAWord(query: Query, types: [String], word: String?) throws {
        var query = query
        query.mediaTypes = types
        let text = QuerySnapshot.text(of: query)
        #expect(QuerySnapshot.query(in: text).text == word)
        #expect(QuerySnapshot.query(in: text).mediaTypes == types)
    }
}
