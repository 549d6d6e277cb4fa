import PhotoCatalog
import Testing

struct AddressTests {
    @Test(
        "N2: an asset's http address is upgraded and encoded by name",
        arguments: [
            ("http://images-assets.nasa.gov/image/A/A~orig.jpg", "/image/A/A~orig.jpg"),
            ("https://IMAGES-ASSETS.nasa.gov:443/image/A/A~orig.jpg", "/image/A/A~orig.jpg"),
            ("http://images-assets.nasa.gov:80/image/A/A.jpg", "/image/A/A.jpg"),
            ("http://images-assets.nasa.gov/image/A b/A b~orig.jpg", "/image/A%20b/A%20b~orig.jpg"),
            ("http://images-assets.nasa.gov/image/A%20b/x.jpg", "/image/A%20b/x.jpg"),
            ("http://images-assets.nasa.gov/image/5%/50% off.jpg", "/image/5%25/50%25%20off.jpg"),
            ("http://images-assets.nasa.gov/image/A %41/A.jpg", "/image/A%20%2541/A.jpg"),
            ("http://images-assets.nasa.gov/image/a?b#c/x.jpg", "/image/a%3Fb%23c/x.jpg"),
            (
                "http://images-assets.nasa.gov/image/a+b&c;d,e@f'g\"h/x",
                "/image/a%2Bb%26c%3Bd%2Ce%40f%27g%22h/x"
            ),
            (
                "http://images-assets.nasa.gov/image/NASA’s – é/x",
                "/image/NASA%E2%80%99s%20%E2%80%93%20%C3%A9/x"
            ),
            ("http://images-assets.nasa.gov", "/"),
            ("https://images-assets.nasa.gov#x", "/"),
        ])
    func anAssetIsUpgradedAndEncodedByName(given: String, target: String) throws {
        let address = try LibrarySite.nasa.address(given)
        #expect(address.text == "https://images-assets.nasa.gov" + target)
    }

    @Test(arguments: [
        ("http://images-api.nasa.gov/search?q=Artemis+II&page=2", "/search?q=Artemis+II&page=2"),
        ("http://images-api.nasa.gov/search?page=2&q=\"a b\"#x", "/search?page=2&q=%22a%20b%22"),
        ("http://images-api.nasa.gov?q=1", "/?q=1"),
        ("http://images-api.nasa.gov/album/A B?page=2", "/album/A%20B?page=2"),
    ])
    func aLinkOfTheAPIKeepsItsQuery(given: String, target: String) throws {
        #expect(try LibrarySite.nasa.address(given).text == "https://images-api.nasa.gov" + target)
    }

    @Test(
        "N1, N3: other schemes, hosts, ports, users and spellings are refused",
        arguments: [
            ("file:///etc/passwd", URLPolicyViolation.scheme("file")),
            ("FTP://images-assets.nasa.gov/a", .scheme("ftp")),
            ("javascript:alert(1)", .scheme("javascript")),
            ("data:image/png;base64,AA", .scheme("data")),
            ("https:/images-assets.nasa.gov/a", .malformed),
            ("//images-assets.nasa.gov/a", .malformed),
            ("images-assets.nasa.gov/a", .malformed),
            ("", .malformed),
            ("https:///a", .host("")),
            ("https://example.org/a", .host("example.org")),
            (
                "https://images-assets.nasa.gov.example.org/a",
                .host("images-assets.nasa.gov.example.org")
            ),
            ("https://images-assets.nasa.gov./a", .host("images-assets.nasa.gov.")),
            ("https://xn--images-assets.nasa.gov/", .host("xn--images-assets.nasa.gov")),
            ("https://images-assets.nasa.gov\\@example.org/", .userInfo),
            (
                "https://images-assets.nasa.gov\\.example.org/",
                .host("images-assets.nasa.gov\\.example.org")
            ),
            ("https://images-assets.nasa.gov@example.org/", .userInfo),
            ("https://a:b@images-assets.nasa.gov/", .userInfo),
            ("https://images-assets.nasa.gov:8443/a", .port("8443")),
            ("http://images-assets.nasa.gov:443x/a", .port("443x")),
            ("https://images-assets.nasa.gov:99999/a", .port("99999")),
            ("https://images-assets.nasa.gov:80/a", .port("80")),
            ("http://127.0.0.1:22/", .host("127.0.0.1")),
            ("http://[::1]/", .host("[::1]")),
            ("http://169.254.169.254/latest", .host("169.254.169.254")),
            ("http://localhost/", .host("localhost")),
            ("https://images-assets.nasa.gov/a\r\nHost: b", .controlCharacter),
            ("https://images-assets.nasa.gov/a\u{0}", .controlCharacter),
            ("https://images-assets.nasa.gov/\u{85}", .controlCharacter),
            ("https://imäges-assets.nasa.gov/", .host("imäges-assets.nasa.gov")),
        ])
    func anythingElseIsRefused(given: String, refusal: URLPolicyViolation) {
        #expect(throws: refusal) { try LibrarySite.nasa.address(given) }
    }

    @Test func aVeryLongAddressIsRefused() {
        let text = "https://images-assets.nasa.gov/image/" + String(repeating: "a", count: 9000)
        #expect(throws: URLPolicyViolation.tooLong(bytes: text.utf8.count)) {
            try LibrarySite.nasa.address(text)
        }
    }

    @Test func aStandInIsAskedOverPlainHTTPAndNothingElseIs() throws {
        let site = try LibrarySite(standIn: "http://127.0.0.1:8080")
        #expect(
            try site.address("http://127.0.0.1:8080/image/A b/x").text
                == "http://127.0.0.1:8080/image/A%20b/x")
        #expect(throws: URLPolicyViolation.host("127.0.0.1")) {
            try site.address("http://127.0.0.1:8081/")
        }
        #expect(throws: URLPolicyViolation.host("127.0.0.1")) {
            try site.address("https://127.0.0.1:8080/")
        }
        #expect(throws: URLPolicyViolation.host("localhost")) {
            try site.address("http://localhost:8080/")
        }
        #expect(throws: URLPolicyViolation.host("images-api.nasa.gov")) {
            try site.address("http://images-api.nasa.gov/search")
        }
    }

    @Test(arguments: [
        "http://192.168.1.2:80", "https://example.org", "http://127.0.0.1.example.org",
    ])
    func aStandInMustBeOnThisMachine(text: String) {
        #expect(throws: URLPolicyViolation.self) { try LibrarySite(standIn: text) }
    }

    @Test(arguments: [
        ("http://example.org/a b.jpg", "https://example.org/a%20b.jpg"),
        ("https://example.org:8443/a?b=c", "https://example.org:8443/a?b=c"),
        (
            "http://images-assets.nasa.gov/image/A/A~orig.jpg",
            "https://images-assets.nasa.gov/image/A/A~orig.jpg"
        ),
    ])
    func whatTheUserTypesMayBeAnywhereOverHTTPS(typed: String, text: String) throws {
        #expect(try LibrarySite.nasa.typedAddress(typed).text == text)
    }
}
