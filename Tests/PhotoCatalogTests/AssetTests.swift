import PhotoCatalog
import TestSupport
import Testing

struct AssetTests {
    private static let usual = [
        "X~orig.jpg", "X~large.jpg", "X~medium.jpg", "X~small.jpg", "X~thumb.jpg",
    ]

    @Test(arguments: [
        (usual, 100, "X~thumb.jpg"), (usual, 640, "X~thumb.jpg"), (usual, 641, "X~medium.jpg"),
        (usual, 1281, "X~large.jpg"), (usual, 1921, "X~orig.jpg"), (usual, 99999, "X~orig.jpg"),
        (["X~orig.tif", "X~large.jpg", "X~small.jpg"], 1900, "X~large.jpg"),
        (["X~orig.tif", "X~large.jpg", "X~small.jpg"], 5000, "X~orig.tif"),
        (["X~orig.psd", "X~large.jpg", "X~small.jpg"], 5000, "X~large.jpg"),
        (["X~orig.jpg", "X~orig.jpg", "metadata.json"], 100, "X~orig.jpg"),
    ])
    func theSmallestThatCoversIsChosen(names: [String], width: Int, chosen: String) async throws {
        let choice = try await Replies.assets(names).smallest(coveringWidth: width)
        #expect(choice.asset.address.fileName == chosen)
    }

    @Test(
        arguments: [
            (usual, "X~orig.jpg", nil),
            (["X~orig.PNG", "X~large.jpg"], "X~orig.PNG", nil),
            (["X~orig.tif", "X~large.jpg", "X~medium.jpg"], "X~orig.tif", nil),
            (["X~orig.psd", "X~large.jpg", "X~medium.jpg"], "X~large.jpg", "X~orig.psd"),
            (["X~thumb.jpg", "X~orig.GIF"], "X~orig.GIF", nil),
            (["X~thumb.jpg", "X~orig.eps"], "X~thumb.jpg", "X~orig.eps"),
            (["X~orig.tif", "X~orig.jpg"], "X~orig.jpg", nil),
            (["X~orig.jpg", "X~orig.tif"], "X~orig.jpg", nil),
            (["X~small.jpg", "X~thumb.jpg"], "X~small.jpg", nil),
        ] as [([String], String, String?)])
    func theLargestThatCanBeShownIsChosen(
        names: [String], chosen: String, passedOver: String?
    ) async throws {
        let choice = try await Replies.assets(names).largest()
        #expect(choice.asset.address.fileName == chosen)
        #expect(choice.passedOver?.address.fileName == passedOver)
    }

    /// A rare kind of TIFF, recognised only when it is opened.
    @Test func aFormatThatTurnsOutNotToBeShownIsPassedOver() async throws {
        let all = try await Replies.assets(["X~orig.tif", "X~large.jpg"])
        let assets = all.hiding(try #require(all.original), isMissing: false)
        let choice = try assets.largest()
        #expect(!choice.isOriginalMissing)
        #expect(choice.asset.address.fileName == "X~large.jpg")
        #expect(choice.passedOver?.address.fileName == "X~orig.tif")
        #expect(try assets.smallest(coveringWidth: 9999).asset.size == .large)
    }

    @Test func theLargestThatIsThereStandsForAnOriginalThatIsNot() async throws {
        let all = try await Replies.assets(Self.usual)
        let assets = all.hiding(try #require(all.original), isMissing: true)
        let choice = try assets.largest()
        #expect(choice.asset.size == .large && choice.isOriginalMissing)
        #expect(choice.passedOver == all.original)
        #expect(try assets.smallest(coveringWidth: 9999) == choice)
    }

    /// While a large original arrives the user views another photo.
    @Test(
        arguments: [
            (usual, "X~orig.jpg", "X~large.jpg"),
            (["X~thumb.jpg", "X~orig.jpg"], "X~orig.jpg", "X~thumb.jpg"),
            (["X~large.tif", "X~thumb.jpg", "X~orig.jpg"], "X~orig.jpg", "X~thumb.jpg"),
            (["X~orig.tif", "X~large.jpg"], "X~orig.tif", "X~large.jpg"),
            (["X~orig.jpg"], "X~orig.jpg", nil), (usual, "X~large.jpg", nil),
        ] as [([String], String, String?)])
    func theLargestOfTheOthersStandsInForTheOriginal(
        names: [String], shown: String, standIn: String?
    ) async throws {
        let assets = try await Replies.assets(names)
        let asset = try #require(assets.all.first { $0.address.fileName == shown })
        #expect(assets.standIn(for: asset)?.address.fileName == standIn)
    }

    @Test func whereNothingCanBeShownTheFormatsAreNamed() async throws {
        let assets = try await Replies.assets(["X~orig.psd", "X~orig.psd", "metadata.json"])
        let failure = CatalogFailure.nothingViewable(PhotoID("X"), formats: ["psd"])
        #expect(throws: failure) { try assets.largest() }
        #expect(throws: failure) { try assets.smallest(coveringWidth: 1) }
    }

    @Test func eachFileIsListedOnceFromSmallToLarge() async throws {
        let assets = try await Replies.assets(Self.usual + Self.usual + ["X~mobile.mp4", "X.srt"])
        #expect(assets.all.map(\.size) == AssetSize.allCases)
    }

    @Test(arguments: [
        "A~thumb~orig.jpg", "A.b~c.d~orig.jpg", "A~orig.v2~orig.jpg", "A%20b~orig.jpg",
    ])
    func theSizeIsBetweenTheLastTildeAndTheLastDot(name: String) async throws {
        let assets = try await Replies.assets([name])
        #expect(assets.all.map(\.size) == [.original] && assets.all.map(\.format) == [.jpeg])
    }

    @Test(arguments: ["A~orig", "A.jpg", "A~huge.jpg", "A~small_1.jpg", "A.b~orig", "~", "."])
    func otherNamesAreNoSizes(name: String) async throws {
        #expect(try await Replies.assets([name]).all.isEmpty)
    }

    @Test func theLinksTellThePixels() async throws {
        let links = """
            [{"href":"https://images-assets.nasa.gov/image/X/X~medium.jpg","rel":"alternate",
              "width":960,"height":1280,"size":123000}]
            """
        let assets = try await Replies.assets(Self.usual, links: links)
        #expect(assets[.medium]?.declared?.width == 960)
        // A portrait: at 1920 on its longer side the large one is 1440 wide, the small one 480.
        #expect(try assets.smallest(coveringWidth: 961).asset.size == .large)
        #expect(try assets.smallest(coveringWidth: 1440).asset.size == .large)
        #expect(try assets.smallest(coveringWidth: 1441).asset.size == .original)
        #expect(try assets.smallest(coveringWidth: 481).asset.size == .medium)
    }

    @Test(
        "J2: a size that no photo has counts as not declared",
        arguments: [
            ("1", "1", true), ("1000000", "2147", true), ("1000000", "2148", false),
            ("1", "1000001", false), ("46340", "46340", true), ("46341", "46342", false),
            ("1", "9223372036854775807", false), ("9223372036854775807", "1", false),
            ("0", "1", false),
            ("1", "-1", false), ("1", "null", false),
        ])
    func aSizeThatNoPhotoHas(width: String, height: String, isBelieved: Bool) async throws {
        let links = """
            [{"href":"https://images-assets.nasa.gov/image/X/X~orig.jpg","rel":"canonical",
              "width":\(width),"height":\(height),"size":-5}]
            """
        let declared = try await Replies.assets(Self.usual, links: links).original?.declared
        #expect((declared != nil) == isBelieved)
        #expect(declared?.approximateBytes == nil)
    }

    @Test func aPhotoWithoutAManifestIsShownByItsLinks() async throws {
        let links = """
            [{"href":"https://images-assets.nasa.gov/image/X/X~thumb.jpg","rel":"preview"},
             {"href":"https://images-assets.nasa.gov/image/X/X~orig.jpg","rel":"canonical"}]
            """
        let photo = try await Replies.photo(#""nasa_id":"X""#, links: links)
        let assets = try await Replies.repository("").assets(of: photo)
        #expect(assets.all.map(\.size) == [.thumb, .original])
        #expect(photo.preview?.address.fileName == "X~thumb.jpg")
    }

    /// The links list everything, unless only the network failed.
    @Test(
        arguments: [
            (.notFound, nil), (.timedOut(afterSeconds: 20), .timedOut(afterSeconds: 20)),
            (.noConnection(.library("unplugged")), .noConnection(.library("unplugged"))),
        ] as [(FetchFailure, FetchFailure?)])
    func aManifestThatFailedIsMissing(failure: FetchFailure, missing: FetchFailure?) async throws {
        let links = """
            [{"href":"https://images-assets.nasa.gov/image/X/X~thumb.jpg","rel":"preview"}]
            """
        let photo = try await Replies.photo(#""nasa_id":"X""#, links: links)
        let repository = NASAPhotoRepository(fetcher: FixtureFetcher { _ in .failure(failure) })
        let assets = try await repository.assets(of: photo)
        #expect(assets.all.map(\.size) == [.thumb])
        #expect(assets.missing == missing.map { CatalogFailure.fetching($0) })
    }

    /// A copy saves nothing if the original is said to have no more pixels.
    @Test(arguments: [
        // The original's sides and its extension, and the version shown in 600 columns of pixels.
        (640, 480, "jpg", AssetSize.original), (480, 640, "jpg", .original),
        (641, 480, "jpg", .thumb), (640, 480, "tif", .thumb), (0, 0, "jpg", .thumb),
    ])
    func anOriginalThatIsNoLargerIsShownItself(
        width: Int, height: Int, ending: String, shown: AssetSize
    ) async throws {
        let links = """
            [{"href":"https://images-assets.nasa.gov/image/X/X~thumb.jpg","rel":"preview",
              "width":640,"height":480},
             {"href":"https://images-assets.nasa.gov/image/X/X~orig.\(ending)","rel":"canonical",
              "width":\(width),"height":\(height)}]
            """
        let photo = try await Replies.photo(#""nasa_id":"X""#, links: links)
        let assets = PhotoAssets(linkedBy: photo)
        #expect(try assets.smallest(coveringWidth: 600).asset.size == shown)
    }

    /// A portrait of 2:3, whose files are narrower than their sizes suggest; a thumb and a small
    /// one have the same pixels.
    @Test(
        arguments: [
            ("thumb", 430, "medium"), ("small", 430, "medium"), ("thumb", 854, "medium"),
            ("thumb", 855, "large"), ("medium", 1000, "large"), ("thumb", 1282, nil),
            ("large", 1282, nil), ("orig", 9999, nil),
        ] as [(String, Int, String?)])
    func theSmallestLargerCopyThatIsWideEnough(
        size: String, width: Int, next: String?
    ) async throws {
        let assets = try await Replies.assets(Self.usual)
        let asset = try #require(AssetSize(rawValue: size).flatMap { assets[$0] })
        let copy = assets.copy(
            largerThan: asset, coveringWidth: width, of: Proportions(width: 427, height: 640))
        #expect(copy?.size.rawValue == next)
    }

    @Test func aPhotoWithoutAnyFilesIsNone() async throws {
        let photo = try await Replies.photo(#""nasa_id":"X""#)
        await #expect(throws: CatalogFailure.noSuchPhoto(PhotoID("X"))) {
            try await Replies.repository("").assets(of: photo)
        }
    }

    @Test func filesElsewhereAreNotLoadedAndThatIsSaid() async throws {
        let photo = try await Replies.photo(#""nasa_id":"X""#)
        let manifest = #"["https://example.org/image/X/X~orig.jpg"]"#
        let assets = try await Replies.repository("", manifest: manifest).assets(of: photo)
        #expect(throws: CatalogFailure.addressNotAllowed(.host("example.org"))) {
            try assets.largest()
        }
    }

    @Test func linksThatNameTheOriginalNeedNoManifest() async throws {
        let link = { (name: String, rel: String) in
            #"{"href":"http://images-assets.nasa.gov/image/X/X~\#(name).jpg","rel":"\#(rel)"}"#
        }
        let links = [
            link("thumb", "preview"), link("large", "alternate"), link("orig", "canonical"),
        ]
        let item = """
            {"collection":{"items":[{"data":[{"nasa_id":"X"}],
            "links":[\(links.joined(separator: ","))]}]}}
            """
        let fetcher = FixtureFetcher(["/search?nasa_id=X": item])
        let repository = NASAPhotoRepository(fetcher: fetcher)
        let assets = try await repository.assets(of: repository.photo(id: PhotoID("X")))
        #expect(assets.all.map(\.size) == [.thumb, .large, .original])
        #expect(fetcher.requests.count == 1)
    }

    @Test func aPhotoKnownByItsManifestOnlyIsLookedUpThereOnce() async throws {
        let fetcher = FixtureFetcher([
            "/search?nasa_id=X": #"{"collection":{"items":[]}}"#,
            "/asset/X": #"["http://images-assets.nasa.gov/image/X/X~orig.jpg"]"#,
        ])
        let repository = NASAPhotoRepository(fetcher: fetcher)
        let assets = try await repository.assets(of: repository.photo(id: PhotoID("X")))
        #expect(assets.all.map(\.size) == [.original])
        #expect(fetcher.requests.map(\.target) == ["/search?nasa_id=X", "/asset/X"])
    }
}
