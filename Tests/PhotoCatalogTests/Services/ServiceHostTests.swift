import Foundation
import PhotoCatalog
import StandIn
import TestSupport
import Testing

@Suite("Issue 23: hosts of the services") struct ServiceHostTests {
    @Test(
        "An address that a reply brings is of the reply's own service, over https",
        arguments: [
            (Service.apod, "https://assets.science.nasa.gov/a.jpg", true),
            (.apod, "http://science.nasa.gov/a", true),
            (.apod, "https://images-assets.nasa.gov/a.jpg", false),
            (.nasa, "https://assets.science.nasa.gov/a.jpg", false),
            (.mars2020, "https://mars.nasa.gov/mars2020-raw-images/a.png", true),
            (.msl, "https://mars.nasa.gov/msl-raw-images/a.jpg", true),
            (.msl, "https://mars.nasa.gov.example.org/a.jpg", false),
            (.epic, "https://epic.gsfc.nasa.gov/archive/a.png", true),
            (.epic, "https://api.nasa.gov/EPIC/archive/a.png", false),
            (.commons, "https://upload.wikimedia.org/wikipedia/commons/a.jpg", true),
            (.commons, "https://thumb.wikimedia.org/wikipedia/commons/a.jpg", true),
            (.commons, "https://en.wikipedia.org/a.jpg", false),
            (.picsum, "https://fastly.picsum.photos/id/1/1/1.jpg", true),
            (.picsum, "https://unsplash.com/a.jpg", false),
            (.flickr, "https://live.staticflickr.com/65535/1_o.jpg", true),
            (.flickr, "https://www.flickr.com/a.jpg", false),
            (.flickr, "https://live.staticflickr.com:8443/1_o.jpg", false),
            (.flickr, "https://user@live.staticflickr.com/1_o.jpg", false),
            (.commons, "file:///etc/passwd", false), (.commons, "http://127.0.0.1/a.jpg", false),
        ])
    func addresses(service: Service, text: String, isAllowed: Bool) {
        let address = try? LibrarySite.nasa.address(text, of: service)
        #expect((address != nil) == isAllowed)
        #expect(address?.origin.scheme ?? .https == .https)
    }

    @Test(
        "A redirect stays within the service of the address it comes from",
        arguments: [
            (Service.picsum, "https://picsum.photos/id/1", "https://fastly.picsum.photos/a", true),
            (.commons, "https://upload.wikimedia.org/a", "https://thumb.wikimedia.org/a", true),
            (.apod, "https://science.nasa.gov/a", "https://assets.science.nasa.gov/a", true),
            (.apod, "https://science.nasa.gov/a", "https://images-api.nasa.gov/search", false),
            (.nasa, "https://images-api.nasa.gov/a", "https://science.nasa.gov/a", false),
            (.mars2020, "https://mars.nasa.gov/a", "https://mars.nasa.gov/b", true),
            (.mars2020, "https://mars.nasa.gov/a", "https://science.nasa.gov/mars", false),
            (.flickr, "https://live.staticflickr.com/a", "https://www.flickr.com/a", false),
            (.flickr, "https://api.flickr.com/a", "http://169.254.169.254/latest", false),
        ])
    func redirects(service: Service, from: String, to: String, isAllowed: Bool) throws {
        let address = try LibrarySite.nasa.address(from, of: service)
        #expect(((try? LibrarySite.nasa.redirect(from: address, to: to)) != nil) == isAllowed)
    }

    @Test func aTypedAddressElsewhereIsRedirectedToItsOwnHostOnly() throws {
        let site = LibrarySite.nasa
        let typed = try site.typedAddress("https://example.org/a.jpg")
        #expect(try site.redirect(from: typed, to: "https://example.org/b").target == "/b")
        #expect(throws: URLPolicyViolation.host("images-assets.nasa.gov")) {
            try site.redirect(from: typed, to: "https://images-assets.nasa.gov/image/A/A~orig.jpg")
        }
    }

    @Test(arguments: Service.allCases)
    func everyHostHasAReasonAndIsAsked(service: Service) {
        #expect(service.hosts.first?.use == .api)
        for host in service.hosts {
            #expect(!host.reason.isEmpty)
            #expect(host.name.contains(".") && host.name == host.name.lowercased())
        }
    }

    @Test("A local stand-in is all services on one origin", arguments: Service.allCases)
    func standIn(service: Service) throws {
        let site = try LibrarySite(standIn: "http://127.0.0.1:8080")
        #expect(site.api(["a"], of: service).text == "http://127.0.0.1:8080/a")
        #expect(throws: URLPolicyViolation.self) {
            try site.address("https://\(service.hosts[0].name)/a", of: service)
        }
    }

    @Test("No code asks the API of picture of the day that is switched off, or that of the rovers")
    func deadServices() throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Sources")
        let files = try #require(
            FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var count = 0
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            count += 1
            for dead in ["planetary/apod", "mars-photos", "EPIC/api", "api_key=DEMO_KEY"] {
                #expect(!text.contains(dead), "\(file.lastPathComponent) asks \(dead)")
            }
            let hosts = text.matches(of: /https?:\/\/api\.nasa\.gov/)
            #expect(hosts.isEmpty, "\(file.lastPathComponent) asks api.nasa.gov")
        }
        #expect(count > 200)
    }
}
