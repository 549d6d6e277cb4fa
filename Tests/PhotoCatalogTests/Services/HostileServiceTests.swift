import Foundation
import PhotoCatalog
import TestSupport
import Testing

@Suite("Issue 23: hostile replies of the services") struct HostileServiceTests {
    private static let allButNASA = Service.allCases.filter { $0 != .nasa }

    private func page(_ reply: String, of service: Service) async throws -> Page {
        try await RecordedService(answering: Array(reply.utf8)).services
            .page(.first(.search(Query(newestOf: service))))
    }

    @Test(
        "S1: what is no reply is said to be none, however deep",
        arguments: allButNASA,
        [
            "", "5", "\"x\"", "{\"a\":", String(repeating: "[", count: 100_000),
            String(repeating: #"{"query":"#, count: 100_000),
        ])
    func noReply(service: Service, reply: String) async {
        await #expect(throws: CatalogFailure.unreadableReply) {
            try await page(reply, of: service)
        }
    }

    @Test("S2: a web page in place of a reply is said to be one", arguments: allButNASA)
    func webPage(service: Service) async {
        await #expect(throws: CatalogFailure.webPageInstead) {
            try await page("<!DOCTYPE html><html>Sign in</html>", of: service)
        }
    }

    @Test(
        "S3: files on other hosts, and under other schemes, are not taken",
        arguments: [
            "https://example.org/a.jpg", "http://169.254.169.254/latest", "file:///etc/passwd",
            "https://images-assets.nasa.gov/image/A/A~orig.jpg", "http://127.0.0.1/a.jpg",
            "https://science.nasa.gov@example.org/a.jpg", "//example.org/a.jpg", "",
        ])
    func hosts(address: String) async throws {
        for (service, reply) in Self.replies(address: address) {
            let photos = try await page(reply, of: service).photos
            #expect(photos.count == 1, "\(service)")
            #expect(photos.allSatisfy { PhotoAssets(linkedBy: $0).all.isEmpty }, "\(service)")
            #expect(photos.allSatisfy { $0.pageAddress != address }, "\(service)")
        }
    }

    @Test(
        "S4: sizes that no photo has are not believed",
        arguments: ["-1", "0", "1e30", "9223372036854775807", "2000000000", "\"x\"", "[]", "null"])
    func sizes(size: String) async throws {
        let address = "https://upload.wikimedia.org/a.jpg"
        let file = #"{"url":"\#(address)","mime":"image/jpeg","width":\#(size),"height":\#(size)}"#
        let reply = #"{"query":{"pages":[{"title":"File:A.jpg","imageinfo":[\#(file)]}]}}"#
        let photos = try await page(reply, of: .commons).photos
        #expect(PhotoAssets(linkedBy: try #require(photos.first)).original?.declared == nil)
        let list = #"[{"id":"1","author":"A","width":\#(size),"height":\#(size)}]"#
        #expect(try await page(list, of: .picsum).photos.isEmpty)
        let picture = "https://assets.science.nasa.gov/content/dam/a.jpg?w=\(size)&h=\(size)"
            .replacing("\"", with: "")
        let entry = #"[{"date":"2026-10-01","hdurl":"\#(picture)"}]"#
        let apod = try #require(try await page(entry, of: .apod).photos.first)
        #expect(apod.links.allSatisfy { $0.declared == nil })
    }

    @Test(
        "S5: names that lead out of a folder, or are no day, lose only their own picture",
        arguments: [
            (
                Service.epic,
                #"{"identifier":"20210530010437","image":"../../x","date":"2021-05-30"}"#
            ),
            (.epic, #"{"identifier":"20210530010437","image":"a/b","date":"2021-05-30 00:00:00"}"#),
            (.epic, #"{"identifier":"2021","image":"a","date":"2021-05-30 00:00:00"}"#),
            (.epic, #"{"identifier":"20210530010437","image":"a","date":"2021-99-99"}"#),
            (.apod, #"{"date":"../etc"}"#), (.apod, #"{"date":"1066-10-14"}"#),
            (.apod, #"{"date":20261001}"#), (.apod, "[]"), (.apod, "null"),
            (.picsum, #"{"id":"../../x","width":10,"height":10}"#),
            (.picsum, #"{"id":"-1","width":10,"height":10}"#),
        ])
    func names(service: Service, item: String) async throws {
        let page = try await page("[\(item)]", of: service)
        #expect(page.photos.isEmpty)
        #expect(service == .epic || page.skipped == 1)
    }

    @Test("S6: a hundred thousand links, entries or tags are read to a limit, in time")
    func counts() async throws {
        let links = (0..<100_000).map { #"<a href='https://example.org/\#($0)'>\#($0)</a>"# }
        let entry = #"[{"date":"2026-10-01","explanation":"\#(links.joined())"}]"#
        let photo = try #require(try await page(entry, of: .apod).photos.first)
        #expect(photo.references.links.count == 100)
        for piece in ["<a ", "<a href='https://example.org'", "&", "<", "href=", "</a>"] {
            let text = String(repeating: piece, count: 100_000)
            let reply =
                #"[{"date":"2026-10-01","media_type":"video","explanation":"\#(text)","basic_html":"\#(text)"}]"#
            #expect(try await page(reply, of: .apod).photos.count == 1)
        }
        let record = #"{"identifier":"20210530010437","image":"a","date":"2021-05-30 00:00:00"}"#
        let many = "[" + Array(repeating: record, count: 5000).joined(separator: ",") + "]"
        #expect(try await page(many, of: .epic).photos.count <= 200)
    }

    @Test("S7: a server that always has a next page is not followed in a circle")
    func circles() async throws {
        let reply = #"{"continue":{"gsroffset":0},"batchcomplete":true}"#
        #expect(try await page(reply, of: .commons).continuation == .end)
        let far = #"{"continue":{"gsroffset":9223372036854775807},"batchcomplete":true}"#
        #expect(try await page(far, of: .commons).continuation == .limit)
        let empty = #"{"images":[],"total":5}"#
        #expect(try await page(empty, of: .mars2020).continuation == .end)
        let flickr = #"{"photos":{"page":1,"pages":9999999,"total":"1","photo":[]},"stat":"ok"}"#
        #expect(try await page(flickr, of: .flickr).continuation == .end)
    }

    @Test("S8: an id in NASA's replies that names another service is left out")
    func foreignIDs() async throws {
        let item = #"{"data":[{"nasa_id":"apod:2026-10-01"}],"links":[]}"#
        let page = try await page(#"{"collection":{"items":[\#(item)]}}"#, of: .nasa)
        #expect(page.photos.isEmpty && page.skipped == 1)
    }

    @Test("S9: pages and licences lead a browser to web addresses only, pages to the service's own")
    func browserAddresses() async throws {
        let metadata =
            #"{"LicenseShortName":{"value":"CC0"},"LicenseUrl":{"value":"javascript:x"}}"#
        let file = #"""
            {"url":"https://upload.wikimedia.org/a.jpg","descriptionurl":"https://example.org/",
            "extmetadata":\#(metadata)}
            """#
        let reply = #"{"query":{"pages":[{"title":"File:A.jpg","imageinfo":[\#(file)]}]}}"#
        let photo = try #require(try await page(reply, of: .commons).photos.first)
        #expect(photo.licence == Licence(name: "CC0"))
        #expect(photo.pageAddress == "https://commons.wikimedia.org/wiki/File%3AA.jpg")
    }

    @Test("S10: a kept photo's files are of its own service when they are read back")
    func keptPhotos() throws {
        let record = #"""
            {"data":[{"nasa_id":"flickr:1"}],"extras":{"page":"https://example.org/",
            "video":"file:///etc/passwd","links":[{"words":"a","href":"data:x"}],"facts":[]},
            "links":[{"href":"https://images-assets.nasa.gov/image/A/A~orig.jpg","asset":"orig.jpg"},
            {"href":"https://live.staticflickr.com/1_o.jpg","asset":"orig.jpg"}]}
            """#
        let photo = try #require(PhotoSnapshot.photo(in: Array(record.utf8), site: .nasa))
        #expect(photo.links.map(\.address.origin.host) == ["live.staticflickr.com"])
        #expect(photo.refusal == .host("images-assets.nasa.gov"))
        #expect(photo.references == PhotoReferences())
    }

    /// Returns one photo of each service that sends addresses, with this one for its file and its
    /// page.
    private static func replies(address: String) -> [(Service, String)] {
        let commons =
            #"{"url":"\#(address)","descriptionurl":"\#(address)","thumburl":"\#(address)"}"#
        let files = #"{"small":"\#(address)","full_res":"\#(address)"}"#
        let flickr =
            #"{"id":"1","owner":"\#(address)","url_o":"\#(address)","url_z":"\#(address)"}"#
        return [
            (
                .apod,
                #"[{"date":"2026-10-01","hdurl":"\#(address)","permalink":"\#(address)"}]"#
            ),
            (
                .mars2020,
                #"{"images":[{"imageid":"a","link":"\#(address)","image_files":\#(files)}]}"#
            ),
            (.msl, #"{"items":[{"id":1,"https_url":"\#(address)"}]}"#),
            (.commons, #"{"query":{"pages":[{"title":"File:A","imageinfo":[\#(commons)]}]}}"#),
            (.flickr, #"{"photos":{"photo":[\#(flickr)]},"stat":"ok"}"#),
        ]
    }
}
