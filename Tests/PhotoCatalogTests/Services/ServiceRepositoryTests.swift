import Foundation
import PhotoCatalog
import StandIn
import TestSupport
import Testing

@Suite("Issue 23: each service against the stand-in") struct ServiceRepositoryTests {
    private let services: ServiceRouter

    init() throws { services = try StandInLibrary.services() }

    private func page(_ query: Query) async throws -> Page {
        try await services.page(.first(.search(query)))
    }

    private func query(_ service: Service, upTo day: String? = nil, words: String? = nil) -> Query {
        var query = Query(newestOf: service, upTo: day.flatMap { ServiceDay($0, of: service) })
        query.text = words
        return query
    }

    @Test(
        "A list begins with the newest, up to a day with that day or the one before it",
        arguments: [
            (Service.apod, nil, "apod:2026-10-02"),
            (.apod, "2026-09-30", "apod:2026-09-30"),
            (.mars2020, nil, "mars2020:NLF_1650_668192307_846ECM"),
            (.mars2020, "14", "mars2020:NLF_0014_668192307_846ECM"),
            // Sol 10 has no pictures.
            (.mars2020, "10", "mars2020:NLF_0009_668192307_846ECM"),
            (.msl, nil, "msl:4200000"), (.msl, "4100", "msl:4100000"),
            (.epic, nil, "epic:20260831000437"), (.epic, "2021-05-30", "epic:20210530000437"),
            (.commons, nil, "commons:File:Picture 0 (0).jpg"),
            (.picsum, nil, "picsum:0"), (.flickr, nil, "flickr:51000000000"),
            (.flickr, "2019-07-20", "flickr:51000000000"),
        ] as [(Service, String?, String)])
    func newest(service: Service, day: String?, first: String) async throws {
        let page = try await page(query(service, upTo: day))
        #expect(page.photos.first?.id.text == first)
        #expect(page.skipped == 0)
    }

    @Test(
        "A listed photo is found by its ID, with its files and a page, and is stored and read back",
        arguments: Service.allCases.filter { $0 != .nasa })
    func photos(service: Service) async throws {
        let page = try await page(query(service))
        let site = try StandInLibrary.site()
        for listed in page.photos.filter({ $0.mediaType != .video }).prefix(3) {
            let photo = try await services.photo(id: listed.id)
            #expect(photo.id == listed.id && photo.title == listed.title)
            let assets = try await services.assets(of: photo)
            let largest = try assets.largest().asset
            #expect(largest.address.origin.isLocal && photo.preview != nil)
            #expect(photo.pageAddress.flatMap { WebAddress($0) } != nil)
            let kept = PhotoSnapshot.photo(in: PhotoSnapshot.bytes(of: photo), site: site)
            #expect(kept == photo)
        }
    }

    @Test(
        "The next pages continue the list, each photo once",
        arguments: [
            (Service.apod, nil, 75), (.apod, "2026-09-30", 72), (.mars2020, nil, 150),
            (.mars2020, "1500", 100), (.msl, "4100", 50), (.epic, nil, 36),
            (.picsum, nil, 240),
        ] as [(Service, String?, Int)])
    func pages(service: Service, day: String?, count: Int) async throws {
        var list = PagedPhotos(joining: [.search(query(service, upTo: day))])
        for _ in 0..<3 {
            guard let request = list.nextRequest() else { break }
            list.append(try await services.page(request), for: request)
        }
        #expect(list.photos.count >= count)
        #expect(Set(list.photos.map(\.id)).count == list.photos.count)
        let days = list.photos.compactMap(\.dateCreated)
        if service == .apod || service == .epic { #expect(days == days.sorted(by: >)) }
    }

    @Test(
        "A missing photo is reported",
        arguments: [
            "apod:1995-06-15", "apod:2031-01-01", "apod:today", "mars2020:NLF_0014_1", "mars2020:x",
            "msl:4100999", "msl:-1", "epic:20210530", "epic:20150101000437",
            "commons:File:None.jpg", "picsum:7", "picsum:x", "flickr:1", "flickr:x", "commons:",
        ])
    func missing(id: String) async {
        await #expect(throws: CatalogFailure.noSuchPhoto(PhotoID(id))) {
            try await services.photo(id: PhotoID(id))
        }
    }

    @Test(
        "An unsupported search is reported",
        arguments: [
            (Service.apod, "moon", nil, QueryPart.words), (.picsum, "moon", nil, .words),
            (.picsum, nil, "2020-01-01", .day), (.commons, "moon", "2020-01-01", .day),
        ] as [(Service, String?, String?, QueryPart)])
    func notOffered(service: Service, words: String?, day: String?, part: QueryPart) async throws {
        let query = query(service, upTo: day, words: words)
        await #expect(throws: CatalogFailure.notOffered(service, part)) { try await page(query) }
    }

    @Test("Fields are those of NASA's library", arguments: [Service.apod, .commons, .flickr])
    func fields(service: Service) async throws {
        var query = query(service)
        query.photographer = "Ansel"
        await #expect(throws: CatalogFailure.notOffered(service, .fields)) { try await page(query) }
    }

    @Test(
        "Words are found: by the service, or among the pictures of a day",
        arguments: [
            (Service.commons, "lighthouse", 1...9), (.flickr, "lighthouse", 1...9),
            (.flickr, "nothingofthatname", 0...0), (.commons, "nothingofthatname", 0...0),
            (.mars2020, "navcam", 20...100), (.mars2020, "chemcam", 0...0),
        ])
    func words(service: Service, words: String, count: ClosedRange<Int>) async throws {
        let day = service == .mars2020 ? "1500" : nil
        let page = try await page(query(service, upTo: day, words: words))
        #expect(count.contains(page.photos.count), "\(page.photos.count)")
    }

    @Test(
        "A key for Flickr is needed, and must be right",
        arguments: [
            (nil, CatalogFailure.keyMissing(.flickr)), ("", .keyMissing(.flickr)),
            ("refused", .keyRefused(.flickr)),
        ] as [(String?, CatalogFailure)])
    func keys(key: String?, failure: CatalogFailure) async throws {
        let services = try StandInLibrary.services(flickrKey: key)
        let list = query(.flickr, words: "moon")
        await #expect(throws: failure) { try await services.page(.first(.search(list))) }
        await #expect(throws: failure) { try await services.photo(id: PhotoID("flickr:51")) }
    }

    @Test("Thumbnails and parts of pictures are left out", arguments: [Service.mars2020, .msl])
    func partsOfPictures(service: Service) async throws {
        let page = try await page(query(service, upTo: "1500"))
        #expect(page.photos.count > 10 && page.photos.count < 70)
        for photo in page.photos {
            let index = try #require(
                Int(photo.id.name.split(separator: "_").last { $0.allSatisfy(\.isNumber) } ?? ""))
            #expect(service == .msl ? index % 1000 % 3 == 0 : (index - 668_192_307) % 3 != 2)
        }
    }

    @Test("Authors and licences are shown", arguments: [Service.commons, .flickr, .picsum])
    func licences(service: Service) async throws {
        let photo = try #require(try await page(query(service)).photos.first)
        #expect(photo.creditLine?.isEmpty == false && photo.creditLine?.contains("<") == false)
        #expect(photo.licence?.name.isEmpty == false && photo.licence?.page != nil)
        #expect(photo.searchAddress(for: "moon") == nil)
    }

    @Test("The days of the Earth turn the right way, a day's pictures in their order")
    func turningEarth() async throws {
        let page = try await page(query(.epic, upTo: "2021-05-30"))
        #expect(page.photos.count == 12)
        #expect(page.photos.map(\.id.name) == page.photos.map(\.id.name).sorted())
        #expect(page.photos[0].texts.location == "21.3° N, 165.0° E")
        // 31 May 2021 has no pictures: the list continues with the previous day.
        let other = try await self.page(query(.epic, upTo: "2021-05-31"))
        #expect(other.photos == page.photos)
    }

    @Test("A past day is not requested again, today is after five minutes")
    func lifetimes() async throws {
        let fetcher = StandInLibrary.fetcher(StandInLibrary.fixtureItems)
        let services = try StandInLibrary.services(fetcher, today: "2026-10-02")
        for day in ["2026-10-02", "2026-10-01", "2026-09-30", "1995-06-16"] {
            _ = try? await services.photo(id: PhotoID("apod:" + day))
        }
        #expect(
            fetcher.purposes == [.dailyReply, .dailyReply, .settledReply, .settledReply])
    }
}

@Suite("Issue 23: picture of the day") struct APODTests {
    private func photo(_ day: String) async throws -> Photo {
        try await StandInLibrary.services().photo(id: PhotoID("apod:" + day))
    }

    @Test func theExplanationIsTextWithItsLinks() async throws {
        let photo = try await photo("2026-09-29")
        let text = try #require(photo.texts.description)
        #expect(text.hasSuffix("See the first picture, and more."))
        #expect(!text.contains("Explanation") && !text.contains("Tomorrow"))
        #expect(
            photo.references.links.map(\.address.text) == [
                "https://apod.nasa.gov/apod/ap950616.html",
                "https://en.wikipedia.org/wiki/Night_sky?a=1&b=2",
            ])
        #expect(photo.references.links.map(\.words) == ["first picture", "more"])
        #expect(photo.creditLine == "Image Credit: A. Stargazer; Text: R & D")
        #expect(photo.pageAddress == "https://science.nasa.gov/image-article/apod-2026-09-29/")
    }

    @Test("The original is the stored file, the scaled one only if there is no other")
    func original() async throws {
        let assets = try await StandInLibrary.services().assets(of: photo("2026-09-29"))
        let original = try #require(assets.original)
        #expect(original.address.target.hasPrefix("/content/dam/science/cds/apod/apod/"))
        #expect(!original.address.target.contains("?"))
        #expect(original.declared?.width == 4000 && original.format == .jpeg)
        #expect(original.fallback?.target.hasPrefix("/dynamicimage/assets/") == true)
        #expect(original.fallback?.parameter("w") == "4000")
        #expect(assets.all.map(\.size) == [.thumb, .medium, .large, .original])
        for asset in assets.all.dropLast() {
            #expect(asset.address.parameter("w") == asset.declared.map { "\($0.width)" })
            #expect(asset.address.parameter("h") == asset.declared.map { "\($0.height)" })
        }
    }

    @Test("A day of a video has its still, and says where the video is")
    func videos() async throws {
        var hosts: Set<String> = []
        let page = try await StandInLibrary.services().page(
            .first(.search(Query(newestOf: .apod))))
        let videos = page.photos.filter { $0.mediaType == .video }
        #expect(videos.count == 2 || videos.count == 3)
        for video in videos {
            let address = try #require(video.references.video)
            hosts.insert(address.text.contains("youtube") ? "youtube" : "own")
            #expect(video.preview != nil)
        }
        #expect(hosts == ["youtube", "own"])
    }

    @Test(
        "The recorded replies are read",
        .enabled(if: RecordedService.isThere, "no recorded replies"),
        arguments: [
            ("apod-v2-141001-image", "2014-10-01", "The Butterfly Nebula from Hubble", false),
            (
                "apod-v2-260913-video", "2026-09-13", "Comet NEOWISE Rising Over the Adriatic Sea",
                true
            ),
        ])
    func recorded(file: String, day: String, title: String, isVideo: Bool) async throws {
        let photo = try await RecordedService(file).services.photo(id: PhotoID("apod:" + day))
        #expect(photo.title == title && (photo.mediaType == .video) == isVideo)
        #expect(photo.references.links.count > 4)
        #expect(photo.texts.description?.contains("<") == false)
        let original = try #require(PhotoAssets(linkedBy: photo).original)
        #expect(original.address.text.hasPrefix("https://assets.science.nasa.gov/content/dam/"))
        let size = isVideo ? (1080, 1350) : (3919, 3745)
        #expect(original.declared?.width == size.0 && original.declared?.height == size.1)
        #expect((photo.references.video?.text.hasSuffix("Girotti.mp4") == true) == isVideo)
    }

    @Test(
        "The recorded list is read",
        .enabled(if: RecordedService.isThere, "no recorded replies"))
    func recordedList() async throws {
        let page = try await RecordedService("apod-v2-list").services.page(
            .first(.search(Query(newestOf: .apod))))
        #expect(page.photos.map(\.id.text) == ["apod:2026-09-29", "apod:2026-09-16"])
        #expect(page.photos[0].texts.altText == nil)
        #expect(page.photos[1].texts.altText?.hasPrefix("Hubble and JWST") == true)
        #expect(page.photos[0].texts.description?.hasSuffix("Stars & gas.") == true)
        #expect(page.photos[1].creditLine?.contains("Processing: G. Kober") == true)
    }

    @Test(
        "Version 1's answer for a day without an entry gives no photo",
        .enabled(if: RecordedService.isThere, "no recorded replies"))
    func versionOne() async throws {
        await #expect(throws: CatalogFailure.unreadableReply) {
            try await RecordedService("apod-v1-no-data").services
                .photo(id: PhotoID("apod:2026-09-11"))
        }
    }

}

@Suite(
    "Issue 23: recorded replies of EPIC and the rovers",
    .enabled(if: RecordedService.isThere, "no recorded replies"))
struct RecordedServiceTests {
    @Test(arguments: [
        ("epic-natural-20210530", "epic:20210530010437", "2021/05/30", "21.3° N, 165.9° E"),
        ("epic-natural-20260831", "epic:20260831005515", "2026/08/31", "8.0° N, 172.3° E"),
    ])
    func epic(file: String, id: String, folder: String, place: String) async throws {
        let photo = try await RecordedService(file).services.photo(id: PhotoID(id))
        #expect(photo.texts.location == place)
        #expect(
            try PhotoAssets(linkedBy: photo).largest().asset.address.text
                == "https://epic.gsfc.nasa.gov/archive/natural/\(folder)/png/epic_1b_\(id.dropFirst(5)).png"
        )
    }

    @Test func perseverance() async throws {
        let page = try await RecordedService("mars2020-raw-images").services.page(
            .first(.search(Query(newestOf: .mars2020))))
        #expect(page.photos.count == 2)
        let (first, second) = (page.photos[0], page.photos[1])
        #expect(
            first.title == "Sol 14 NAVCAM_LEFT" && first.dateCreated?.description == "2021-03-05")
        #expect(PhotoAssets(linkedBy: first).original?.declared?.width == 1280)
        #expect(
            PhotoAssets(linkedBy: second).all.map(\.size) == [.thumb, .medium, .large, .original])
        #expect(second.creditLine == "NASA/JPL-Caltech/ASU")
        #expect(
            first.pageAddress == "https://mars.nasa.gov/mars2020/multimedia/raw-images/NLF_0014")
    }

    @Test func curiosity() async throws {
        let page = try await RecordedService("msl-raw-image-items").services.page(
            .first(.search(Query(newestOf: .msl, upTo: .sol(4100)))))
        let photo = try #require(page.photos.first)
        #expect(photo.id == PhotoID("msl:123456") && photo.title == "Mars Surface Image")
        #expect(photo.facts.contains(PhotoFact(group: "Mars", name: "Camera", value: "MAST_LEFT")))
        #expect(PhotoAssets(linkedBy: photo).original?.declared?.height == 1024)
    }
}

/// A service whose every answer is one recorded reply.
struct RecordedService {
    static let folder = PackageFolders.standard.recordedServices
    static let isThere = FileManager.default.fileExists(atPath: folder)

    let services: ServiceRouter

    init(_ name: String) throws {
        let bytes = try Array(Data(contentsOf: URL(filePath: "\(Self.folder)/\(name).json")))
        self.init(answering: bytes)
    }

    init(answering bytes: [UInt8]) {
        let today = CalendarDate(unixSeconds: 1_795_132_800)
        services = ServiceRouter(
            fetcher: FixtureFetcher { _ in .success(bytes) },
            ServiceRouter.Options(flickrKey: "key") { today })
    }
}
