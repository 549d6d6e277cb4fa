import Foundation
import TestSupport
import Testing

@testable import nasa_view

/// The opener of pages, with one of our own in its place.
@Suite struct BrowserTests {
    @Test func theAddressReachesTheOpenerAsItIs() throws {
        let address = "https://images.nasa.gov/details/a%20b';$(touch x)&c"
        #expect(try Self.told(address, by: "printf '%s|' \"$@\"") == address + "|")
    }

    @Test(.enabled(if: SignalMasks.areTold, "only Linux tells of signals in /proc"))
    func theOpenerHasSignalsAsAShellSetsThem() throws {
        // What the viewer catches is the default again in any other program; what it ignores is not.
        let found = signal(SIGTTIN, SIG_IGN)
        defer { signal(SIGTTIN, found) }
        let address = "https://images.nasa.gov/details/x"
        let masks = SignalMasks(try Self.told(address, by: "cat /proc/self/status"))
        for signal in 1...64 as ClosedRange<Int32> where ![32, 33].contains(signal) {
            #expect(masks.isDefault(signal), "\(signal): \(masks)")
        }
    }

    /// What an opener of our own, a shell's command, says of the address.
    private static func told(_ address: String, by command: String) throws -> String {
        let folder = CleanEnvironment.home.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let told = folder.appending(path: "told")
        let opener = folder.appending(path: URLOpener.opener)
        try Data(
            "#!/bin/sh\n\(command) >'\(told.path).new'; mv '\(told.path).new' '\(told.path)'\n".utf8
        )
        .write(to: opener)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: opener.path)
        // A program is "busy" as long as another test's child has inherited it while it was written.
        #expect(waitUntil(within: 20) { (try? URLOpener.open(address, by: opener.path)) != nil })
        #expect(waitUntil(within: 20) { FileManager.default.fileExists(atPath: told.path) })
        return try String(contentsOf: told, encoding: .utf8)
    }

    @Test(arguments: ["file:///etc/passwd", "javascript:alert(1)", "-x", "http://example.org", ""])
    func onlyPagesAreOpened(address: String) {
        #expect(throws: URLOpener.Failure.notAPage) { try URLOpener.open(address) }
    }

    @Test func aMissingOpenerIsNamed() {
        #expect(throws: URLOpener.Failure.noOpener(name: "no-such-opener")) {
            try URLOpener.open("https://images.nasa.gov/details/x", by: "no-such-opener")
        }
    }
}
