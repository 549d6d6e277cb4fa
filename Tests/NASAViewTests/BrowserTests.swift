import Foundation
import TestSupport
import Testing

@testable import nasa_view

/// The opener of pages, with one of our own in its place.
struct BrowserTests {
    @Test func theAddressReachesTheOpenerAsItIs() throws {
        let folder = CleanEnvironment.home.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let told = folder.appending(path: "told")
        let opener = folder.appending(path: Browser.opener)
        try Data("#!/bin/sh\nprintf '%s|' \"$@\" >'\(told.path)'\n".utf8).write(to: opener)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: opener.path)
        let address = "https://images.nasa.gov/details/a%20b';$(touch x)&c"
        try Browser.open(address, by: opener.path)
        let isTold = waitUntil(within: 20) {
            FileManager.default.contents(atPath: told.path) == Data("\(address)|".utf8)
        }
        #expect(isTold)
    }

    @Test(arguments: ["file:///etc/passwd", "javascript:alert(1)", "-x", "http://example.org", ""])
    func onlyPagesAreOpened(address: String) {
        #expect(throws: Browser.Failure.notAPage) { try Browser.open(address) }
    }

    @Test func aMissingOpenerIsNamed() {
        #expect(throws: Browser.Failure.noOpener(name: "no-such-opener")) {
            try Browser.open("https://images.nasa.gov/details/x", by: "no-such-opener")
        }
    }
}
