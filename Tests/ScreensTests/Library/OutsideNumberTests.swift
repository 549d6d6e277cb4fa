import Foundation
import PhotoCatalog
import PhotoPipeline
import TestSupport
import Testing

@testable import Screens

/// Every number of every service's reply at its limits, and the session's use of it: sums of pages,
/// totals, lists, files, days.
@Suite struct OutsideNumberTests {
    /// 100,000 take two minutes in a debug build; `make test` tries some of each reply.
    private static let cases = FullMatrix.isAsked ? 100_000 : 4000

    // One by one: in parallel they would occupy all cores, and delay other tests.
    @Test(.timeLimit(.minutes(15))) func noNumberOfAReplyEndsTheSession() async throws {
        let replies = try Reply.all()
        var photos = 0
        for number in 0..<Self.cases {
            photos += await Self.visit(replies[number % replies.count], number / replies.count)
        }
        // Otherwise the replies were not read, and nothing was tested.
        #expect(photos > Self.cases / 4)
    }

    /// These values once ended the session; the rest of a year is requested by the total.
    @Test(arguments: [Int.max, Int.max - 1, Int.max - 98, Int.max - 99])
    func aHugeTotalIsReadByDay(total: Int) async throws {
        let reply = Reply.nasa.replacing("250", with: String(total))
        #expect(await Self.visit(Reply(service: .nasa, text: reply), nil) > 0)
    }

    @Test func aPageSizeOfAKeptSearchIsBounded() async throws {
        let query = QuerySnapshot.query(
            in: "day=1969-12-31&q=moon&page_size=9223372036854775807&year_end=9223372036854775807")
        #expect(ReplyLimits.PageSize.range.contains(query.pageSize))
        #expect(query.lastYear == nil)
    }

    /// Returns the number of photos read.
    private static func visit(_ reply: Reply, _ number: Int?) async -> Int {
        let bytes = number.map { reply.mutant($0) } ?? Array(reply.text.utf8)
        let today = CalendarDate(unixSeconds: 1_790_000_000)
        let options = ServiceRouter.Options(flickrKey: "key") { today }
        let router = { ServiceRouter(fetcher: RepeatedReply(bytes, times: 3), options) }
        var photos: [Photo] = []
        // A reply with another number is used for one query, in turn: all queries would take
        // minutes.
        let queries = reply.queries
        for (index, query) in queries.enumerated()
        where number.map({ $0 % queries.count == index }) ?? true {
            photos += await list(query, router())
        }
        if (number ?? 0).isMultiple(of: 4) {
            for id in reply.ids {
                if let photo = try? await router().photo(id: PhotoID(id)) { photos.append(photo) }
            }
            photos.forEach(useFiles)
        }
        if (number ?? 0).isMultiple(of: 50) { await draw(reply, router()) }
        return photos.count
    }

    /// Returns two pages of a list, with a picture of the day before them.
    private static func list(_ query: Query, _ router: ServiceRouter) async -> [Photo] {
        var results = Results(
            query.upTo == nil && query.source == .nasa ? .start : .search(query),
            id: ResultsID(screen: 1, generation: 1))
        var effects = results.begin()
        for _ in 0..<2 {
            guard case .library(.load(let request, _)) = effects.last,
                let page = try? await router.page(request)
            else { break }
            results.receive(page, for: request)
            if let first = page.photos.first { results.receive(lead: first) }
            precondition(results.total ?? 0 >= 0 && results.unread >= 0)
            precondition(results.sequence.total ?? 0 >= 0)
            effects = results.wish(near: max(0, results.photos.count - 1))
        }
        return results.photos
    }

    private static func useFiles(_ photo: Photo) {
        let assets = PhotoAssets(linkedBy: photo)
        precondition(assets.aspect ?? 1 > 0)
        _ = try? assets.smallest(coveringWidth: 300)
        if let largest = try? assets.largest() { _ = assets.standIn(for: largest.asset) }
        for days in [-1, 1, 7, -366] { _ = PhotoReference.library(photo.id).stepped(byDays: days) }
        let kept = PhotoSnapshot.photo(in: PhotoSnapshot.bytes(of: photo), site: .nasa)
        precondition(kept?.id == photo.id)
    }

    private static func draw(_ reply: Reply, _ router: ServiceRouter) async {
        guard let query = reply.queries.first,
            let page = try? await router.page(.first(.search(query)))
        else { return }
        var story = LibraryStory(.search(query), .list)
        story.answer(page)
        _ = story.page
        story.press("i")
        _ = story.page
    }
}

/// A reply of a service: a fuzzing seed or a recording.
private struct Reply: Sendable {
    let service: Service
    let text: String
    let fields: NumberFields

    init(service: Service, text: String) {
        self.service = service
        self.text = text
        fields = NumberFields(json: Array(text.utf8))
    }

    static func all() throws -> [Reply] {
        let services: [Character: Service] = [
            "a": .apod, "p": .mars2020, "c": .msl, "e": .epic, "w": .commons, "l": .picsum,
            "f": .flickr,
        ]
        let folder = root.appending(path: "Fixtures/Fuzz/services")
        let seeds = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        let kept = try seeds.compactMap { name -> Reply? in
            let text = String(
                decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
            guard let service = text.first.flatMap({ services[$0] }) else { return nil }
            return Reply(service: service, text: String(text.dropFirst()))
        }
        return kept + recorded + [Reply(service: .nasa, text: nasa)]
    }

    private static let root = (0..<4).reduce(URL(filePath: #filePath)) { path, _ in
        path.deletingLastPathComponent()
    }

    /// Recordings, on machines that have them.
    private static var recorded: [Reply] {
        let names: [(String, Service)] = [
            ("apod-v2-141001-image", .apod), ("apod-v2-list", .apod),
            ("epic-natural-20210530", .epic),
            ("mars2020-raw-images", .mars2020), ("msl-raw-image-items", .msl),
        ]
        return names.compactMap { name, service in
            let url = root.appending(path: "../shared/services/\(name).json")
            return (try? String(contentsOf: url, encoding: .utf8)).map {
                Reply(service: service, text: $0)
            }
        }
    }

    static let nasa = """
        {"collection":{"version":"1.1","items":[{"href":"https://images-assets.nasa.gov/image/X/collection.json",
        "data":[{"nasa_id":"X","media_type":"image","title":"Moon","date_created":"1969-07-20T22:56:00Z",
        "center":"JSC","keywords":["moon"]}],"links":[
        {"href":"https://images-assets.nasa.gov/image/X/X~orig.jpg","rel":"canonical","width":4000,
        "height":3000,"size":1234567},
        {"href":"https://images-assets.nasa.gov/image/X/X~thumb.jpg","rel":"preview","width":640,
        "height":480,"size":12345}]}],"metadata":{"total_hits":250},"links":[{"rel":"next","prompt":"Next",
        "href":"https://images-api.nasa.gov/search?q=moon&page=2&page_size=100"}]}}
        """

    var queries: [Query] {
        let day = ServiceDay(
            service == .mars2020 || service == .msl ? "1520" : "2024-02-29", of: service)
        let newest = Query(newestOf: service)
        return [newest] + (day.map { [Query(newestOf: service, upTo: $0)] } ?? [])
    }

    var ids: [String] {
        switch service {
        case .nasa: ["X"]
        case .apod: ["apod:2026-10-02"]
        case .mars2020: ["mars2020:NLF_0014_0668192307"]
        case .msl: ["msl:123456"]
        case .epic: ["epic:20210530010437"]
        case .commons: ["commons:File:A.jpg"]
        case .picsum: ["picsum:1"]
        case .flickr: ["flickr:51000000000"]
        }
    }

    /// Returns each reply with one other number, then some with a few.
    func mutant(_ number: Int) -> [UInt8] {
        // Coprime to most counts, so that a tenth is not only from the first fields.
        if number < fields.count { return fields[number * 7919] }
        var numbers = SeededNumbers(seed: UInt64(number))
        return fields.mutant(&numbers)
    }
}
