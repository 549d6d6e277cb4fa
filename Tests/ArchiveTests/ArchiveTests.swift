import Archive
import Foundation
import PhotoCatalog
import TestSupport
import Testing

struct ArchiveTests {
    private static let sqlite = "/usr/bin/sqlite3"

    @Test(arguments: [
        (prefix: "", queries: ["Apollo 11", "100% blue_", "mars", "apollo 13"]),
        (prefix: "APO", queries: ["Apollo 11", "apollo 13"]),
        (prefix: "100%", queries: ["100% blue_"]),
        (prefix: "1%", queries: []),
        (prefix: "_", queries: []),
        (prefix: "\\", queries: []),
        (prefix: "venus", queries: []),
    ])
    func queriesAreCompletedTheLastUsedFirst(prefix: String, queries: [String]) async throws {
        let place = TestArchive()
        let archive = place.archive()
        for query in ["Apollo 11", "apollo 13", "mars", "100% blue_", "Apollo 11"] {
            try await archive.remember(Query(text: query))
        }
        let found = try await archive.queries(beginningWith: prefix, limit: 10)
        #expect(found == queries.map { Query(text: $0) })
        #expect(try await archive.queries(beginningWith: "", limit: 2).count == 2)
    }

    @Test func favouritesAreKeptAsTheyWere() async throws {
        let place = TestArchive()
        let photos = try await TestArchive.photos("PIA1", "Earth vs. Space; Chamitoff’s move ", "é")
        for photo in photos { try await place.archive().setFavourite(photo, true) }
        let later = place.archive()
        #expect(try await later.favourites() == photos.reversed())
        #expect(try await later.favouriteIDs() == Set(photos.map(\.id)))
        try await later.setFavourite(photos[1], false)
        #expect(try await later.favourites() == [photos[2], photos[0]])
    }

    @Test(
        "Issue 23: photos of other services are kept with their files, licence and links",
        arguments: [
            ("apod:2026-10-02", "https://assets.science.nasa.gov/content/dam/a.jpg", "butterfly"),
            ("commons:File:Å & b.jpg", "https://upload.wikimedia.org/wikipedia/a.jpg", "commons"),
            ("mars2020:NLF_0014_1", "https://mars.nasa.gov/mars2020-raw-images/a.png", "nlf_0014"),
            ("flickr:51", "https://live.staticflickr.com/65535/51_o.jpg", "butterfly fl"),
        ])
    func photosOfServicesAreKept(id: String, file: String, words: String) async throws {
        let record = """
            {"data":[{"nasa_id":"\(id)","title":"Butterfly"}],
            "extras":{"links":[{"words":"more","href":"https://example.org/"}],
            "licence":{"words":"CC0","href":""},"facts":[{"group":"a","name":"b","value":"c"}]},
            "links":[{"href":"\(file)","asset":"orig.jpg"},
            {"href":"https://example.org/b.jpg","asset":"thumb.jpg"}]}
            """
        let photo = try #require(PhotoSnapshot.photo(in: Array(record.utf8), site: .nasa))
        #expect(photo.links.map(\.address.text) == [file] && photo.licence?.name == "CC0")
        let place = TestArchive()
        try await place.archive().setFavourite(photo, true)
        try await place.archive().remember(seen: [photo])
        let later = place.archive()
        // The reason why an address was rejected is not stored.
        for kept in try await later.favourites() + later.seen(matching: words, of: nil, limit: 10) {
            #expect(kept.id == photo.id && kept.links == photo.links)
            #expect(kept.references == photo.references && kept.facts == photo.facts)
            #expect(PhotoAssets(linkedBy: kept).original?.address.text == file)
        }
        #expect(try await later.favouriteIDs() == [photo.id])
        #expect(try await later.seen(matching: words, of: nil, limit: 10).count == 1)
    }

    @Test func keepingAFavouriteAgainKeepsItsPlace() async throws {
        let place = TestArchive()
        let archive = place.archive()
        let photos = try await TestArchive.photos("a", "b")
        for photo in photos + [photos[0]] { try await archive.setFavourite(photo, true) }
        #expect(try await archive.favourites().map(\.id.text) == ["b", "a"])
    }

    @Test(arguments: [
        ("crater", ["1", "3"]), ("CRAT", ["1", "3"]), ("mars crater", ["1"]),
        ("crater mars", ["1"]), ("jez", ["1"]), ("éarth", ["2"]), ("earth", ["2"]),
        ("3", ["3"]), ("nothing", []), ("\" *", ["1", "2", "3"]), ("", ["1", "2", "3"]),
        ("crater OR earth", []), ("title:earth\0", []),
    ])
    func whatWasSeenIsFound(text: String, ids: [String]) async throws {
        let place = TestArchive()
        let archive = place.archive()
        let photos = try await TestArchive.photos([
            (id: "1", title: "Jezero crater", keywords: ["Mars", "rover"]),
            (id: "2", title: "Earth at night", keywords: ["city lights"]),
            (id: "3", title: "Shackleton", keywords: ["Moon", "crater"]),
        ])
        try await archive.remember(seen: photos)
        try await archive.remember(seen: photos)
        #expect(try await archive.seen(matching: text, of: nil, limit: 10).map(\.id.text) == ids)
    }

    @Test(
        arguments: [
            (nil, "", ["commons:File:A.jpg", "commonsense", "picsum:1", "1"]),
            (.commons, "", ["commons:File:A.jpg"]), (.nasa, "", ["commonsense", "1"]),
            (.picsum, "crater", ["picsum:1"]), (.nasa, "crater", ["commonsense", "1"]),
            (.flickr, "", []),
        ] as [(Service?, String, [String])])
    func whatWasSeenOfOneServiceIsFound(service: Service?, text: String, ids: [String]) async throws
    {
        let place = TestArchive()
        let archive = place.archive()
        let names = ["commons:File:A.jpg", "commonsense", "picsum:1", "1"]
        let photos = names.map { Photo(id: PhotoID($0), title: "Crater") }
        try await archive.remember(seen: photos)
        let found = try await archive.seen(matching: text, of: service, limit: 10)
        #expect(Set(found.map(\.id.text)) == Set(ids))
    }

    @Test func theOldestOfManySeenGo() async throws {
        let place = TestArchive()
        let archive = SQLiteArchive(path: place.file.path, site: .nasa, seenLimit: 20)
        for page in 0..<5 {
            let ids = (0..<6).map { (id: "p\(page)x\($0)", title: "t", keywords: [String]()) }
            try await archive.remember(seen: TestArchive.photos(ids))
        }
        let seen = try await archive.seen(matching: "", of: nil, limit: 100_000).map(\.id.text)
        #expect(seen.count == 20 && seen.first == "p4x0" && seen.last == "p1x1")
        #expect(try await archive.seen(matching: "p0x0", of: nil, limit: 10).isEmpty)
    }

    @Test func placesAreKeptTheLastFirst() async throws {
        let place = TestArchive()
        let photo = try await TestArchive.photos("PIA1")[0]
        let places = [
            Bookmark(photo: "PIA1", view: "xywh=1,2,3,4", name: "rim; \"x\" é", known: photo),
            Bookmark(photo: "/a/b.jpg", view: "5,6", name: ""),
            Bookmark(photo: "PIA1", view: "7,8,50", name: ""),
        ]
        for kept in places { try await place.archive().keep(kept) }
        let later = place.archive()
        #expect(try await later.bookmarks() == places.reversed())
        try await later.forget(places[1])
        #expect(try await later.bookmarks() == [places[2], places[0]])
        // Stored again, it gets the new name and becomes the last.
        let renamed = Bookmark(photo: "PIA1", view: "xywh=1,2,3,4", name: "new", known: photo)
        try await later.keep(renamed)
        #expect(try await later.bookmarks() == [renamed, places[2]])
    }

    /// Upgrades an archive made before there were bookmarks.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: sqlite), "no sqlite3"))
    func anArchiveOfTheFirstVersionGetsPlaces() async throws {
        let place = TestArchive()
        try await place.archive().setFavourite(TestArchive.photos("a")[0], true)
        try Self.run("DROP TABLE place; PRAGMA user_version = 1", on: place)
        let kept = Bookmark(photo: "a", view: "1,2", name: "x")
        try await place.archive().keep(kept)
        #expect(try await place.archive().bookmarks() == [kept])
        #expect(try await place.archive().favourites().map(\.id.text) == ["a"])
    }

    @Test func onlyThisUserMayReadIt() async throws {
        let place = TestArchive()
        try await place.archive().remember(Query(text: "x"))
        let files = try FileManager.default.contentsOfDirectory(
            at: place.file.deletingLastPathComponent(), includingPropertiesForKeys: nil)
        #expect(!files.isEmpty)
        for file in files {
            let mode = try FileManager.default.attributesOfItem(atPath: file.path)
            #expect(mode[.posixPermissions] as? Int == 0o600, "\(file.lastPathComponent)")
        }
    }

    @Test func twoProgramsMayWriteAtOnce() async throws {
        let place = TestArchive()
        let archives = (0..<4).map { _ in place.archive() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, archive) in archives.enumerated() {
                group.addTask {
                    for step in 0..<25 {
                        try await archive.remember(Query(text: "\(number)-\(step)"))
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await place.archive().queries(beginningWith: "", limit: 1000).count == 100)
    }

    @Test(arguments: ["garbage", "cut", "holes"])
    func aDamagedOneIsMovedAsideAndSaidSoOnce(damage: String) async throws {
        let place = TestArchive()
        try await place.archive().remember(seen: TestArchive.photos("a", "b", "c"))
        try place.awaitClosing()
        let whole = try Data(contentsOf: place.file)
        #expect(whole.count > 8192)
        let damaged =
            switch damage {
            case "garbage": Data("this is no database at all, but a text of some length".utf8)
            case "cut": whole.prefix(5000)
            default: whole.prefix(4096) + Data(repeating: 0xA5, count: whole.count - 4096)
            }
        try damaged.write(to: place.file)
        let archive = place.archive()
        try await archive.remember(seen: TestArchive.photos("d"))
        #expect(try await archive.seen(matching: "", of: nil, limit: 10).map(\.id.text) == ["d"])
        let aside = place.file.path + ".damaged-1"
        #expect(await archive.notice() == .wasReset(movedTo: aside))
        #expect(await archive.notice() == nil)
        #expect(
            FileManager.default.contents(atPath: aside)?.starts(with: damaged.prefix(20)) == true)
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: sqlite), "no sqlite3"))
    func oneOfANewerVersionIsLeftAlone() async throws {
        let place = TestArchive()
        try await place.archive().remember(Query(text: "x"))
        try Self.run("PRAGMA user_version = 99", on: place)
        await #expect(throws: ArchiveFailure.newerVersion) {
            try await place.archive().remember(Query(text: "y"))
        }
    }

    /// No program wrote these records: new ones come before or after all of them, and nothing
    /// stops.
    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: sqlite), "no sqlite3"),
        arguments: [Int64.max, .max - 1, .min])
    func anyNumberOfUsesMayStandInIt(use: Int64) async throws {
        let place = TestArchive()
        try await place.archive().remember(Query(text: "x"))
        try await place.archive().remember(seen: TestArchive.photos("a"))
        try Self.run("UPDATE query SET use = \(use); UPDATE seen SET use = \(use)", on: place)
        try await place.archive().remember(Query(text: "y"))
        try await place.archive().remember(seen: TestArchive.photos("b", "c"))
        let queries = try await place.archive().queries(beginningWith: "", limit: 9)
        #expect(queries.compactMap(\.text).contains("y"))
        let seen = try await place.archive().seen(matching: "", of: nil, limit: 9).map(\.id.text)
        #expect(Set(seen) == ["a", "b", "c"])
    }

    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: sqlite), "no sqlite3"),
        arguments: [-1, -2_147_483_648, 3, 2_147_483_647])
    func oneOfAnUnknownVersionIsLeftAlone(version: Int) async throws {
        let place = TestArchive()
        try await place.archive().remember(Query(text: "x"))
        try Self.run("PRAGMA user_version = \(version)", on: place)
        await #expect(throws: ArchiveFailure.newerVersion) {
            try await place.archive().favourites()
        }
    }

    /// A table that is an endless view, of rows or of work.
    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: sqlite), "no sqlite3"),
        .timeLimit(.minutes(1)),
        arguments: [
            "SELECT n, 'a' || n AS id, x'41' AS snapshot FROM c",
            "SELECT n, 'a' || n AS id, x'41' AS snapshot FROM c WHERE n < 0",
            "SELECT n, 'a' || n AS id, zeroblob(10000000) AS snapshot FROM c",
            "SELECT 1 AS n, 'a' AS id, zeroblob(1000000000) AS snapshot",
        ])
    func anEndlessTableEnds(rows: String) async throws {
        let place = TestArchive()
        try await place.archive().remember(Query(text: "x"))
        try Self.run(
            """
            DROP TABLE favourite;
            CREATE VIEW favourite (number, id, snapshot) AS
            WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) \(rows);
            """, on: place)
        await #expect(throws: ArchiveFailure.self) { try await place.archive().favourites() }
    }

    /// A view may have different rows each time.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: sqlite), "no sqlite3"))
    func columnsOfAnyLengthAreRead() async throws {
        let place = TestArchive()
        try await place.archive().remember(Query(text: "x"))
        try Self.run(
            """
            DROP TABLE place;
            CREATE VIEW place (number, photo, view, name, snapshot) AS
            WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 99)
            SELECT n, 'a', '1,2', 'x', NULL FROM c WHERE abs(random()) % 2 = 0;
            """, on: place)
        for _ in 0..<5 { #expect(try await place.archive().bookmarks().count < 99) }
    }

    private static func run(_ statement: String, on place: TestArchive) throws {
        try place.awaitClosing()
        let process = Process()
        process.executableURL = URL(filePath: sqlite)
        // The last process that closes it removes the log before it releases the lock.
        process.arguments = ["-cmd", ".timeout 60000", place.file.path, statement]
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
    }

    @Test func whereItCannotBeItSaysSo() async throws {
        let archive = SQLiteArchive(path: "/dev/null/nasa-view/archive.sqlite", site: .nasa)
        await #expect(throws: ArchiveFailure.self) { try await archive.favourites() }
    }
}

/// A folder for one archive, deleted with this object.
final class TestArchive: Sendable {
    let folder = CleanEnvironment.home.appending(path: UUID().uuidString)

    var file: URL { folder.appending(path: "data/nasa-view/archive.sqlite") }

    func archive() -> SQLiteArchive { SQLiteArchive(path: file.path, site: .nasa) }

    /// Waits until no program has it open: the last one that closes it removes the log.
    func awaitClosing() throws {
        try #require(
            waitUntil(within: 30) { !FileManager.default.fileExists(atPath: file.path + "-wal") })
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Photos as the library lists them.
    static func photos(_ items: [(id: String, title: String, keywords: [String])]) async throws
        -> [Photo]
    {
        let data = items.map { item in
            let keywords = item.keywords.map { "\"\($0)\"" }.joined(separator: ",")
            return """
                {"href":"https://images-assets.nasa.gov/image/\(item.id)/collection.json","data":[{
                "nasa_id":"\(item.id)","title":"\(item.title)","keywords":[\(keywords)],
                "center":"JPL","date_created":"2001-02-03T04:05:06Z","media_type":"image",
                "description":"About \(item.title)","photographer":"Jo","album":["A"]}],"links":[
                {"href":"https://images-assets.nasa.gov/image/\(item.id)/\(item.id)~thumb.jpg",
                "rel":"preview","width":640,"height":480,"size":38000}]}
                """
        }
        let reply = #"{"collection":{"items":[\#(data.joined(separator: ","))]}}"#
        let fetcher = FixtureFetcher { _ in .success(Array(reply.utf8)) }
        return try await NASAPhotoRepository(fetcher: fetcher)
            .page(.first(.search(Query(text: "x")))).photos
    }

    static func photos(_ ids: String...) async throws -> [Photo] {
        try await photos(ids.map { (id: $0, title: "Title of \($0)", keywords: []) })
    }
}
