import Foundation
import Imaging
import TestSupport
import Testing

extension WholeProgramFaults {
    /// Failures between this machine and the library, each with one clear sentence.
    @Suite struct LibraryFaults {
        private static let photo = TestPictures.gradient(PixelSize(width: 700, height: 300))
        private static let item = LibraryItem(
            id: "PIA00001", sizes: [("thumb", photo), ("orig", photo)])
        private static let webPage = "<!DOCTYPE html><html><body>Please sign in</body></html>"

        /// The sentence inside the viewer, and the same outside of it.
        private func expect(
            _ words: String, for id: String, at address: String, code: Int32 = 4
        ) throws {
            let viewer = try Viewer([id, "--api", address])
            viewer.waitForText("r: retry")
            let text = viewer.page.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(text.contains(words))
            try viewer.quit()
            let run = try ProgramRun(
                ProgramStart(
                    try BuiltProgram.viewer.path(),
                    ["--print", id, "--api", address, "--protocol", "sixel", "--size", "9x9px"]))
            #expect(run.status == .code(code))
            #expect(run.output.isEmpty)
            #expect(run.errors.contains(words))
            #expect(run.errors.split(separator: "\n").count == 1)
        }

        @Test func anUnknownIdIsNamed() throws {
            let library = try TestLibrary([Self.item])
            try expect(
                "no photo with the ID PIA99999", for: "PIA99999", at: library.address, code: 3)
        }

        @Test func aSoundIsNoPhoto() throws {
            var item = Self.item
            item.mediaType = "audio"
            let library = try TestLibrary([item])
            try expect("sound recording", for: "PIA00001", at: library.address, code: 1)
        }

        @Test("N6: without a network it says so") func withoutANetworkItSaysSo() throws {
            try expect(
                "Can't connect", for: "PIA00001", at: try CannedServer.deadAddress())
        }

        @Test("N14: a web page instead of an answer is recognised")
        func aWebPageInsteadOfAnAnswerIsRecognised() throws {
            let server = try CannedServer(
                ["HTTP/1.1 200 OK", "Content-Type: text/html"], body: Self.webPage)
            try expect("web page", for: "PIA00001", at: server.address)
        }

        @Test func aServerThatFailsIsBlamed() throws {
            let server = try CannedServer(
                ["HTTP/1.1 500 Oops \u{1B}[31m", "Content-Type: text/html"], body: Self.webPage)
            try expect("error (500)", for: "PIA00001", at: server.address)
        }

        @Test("N12: a reply without end is cut off") func aReplyWithoutEndIsCutOff() throws {
            let server = try CannedServer(
                ["HTTP/1.1 200 OK", "Content-Type: application/json"],
                body: String(repeating: "[{\"a\":1},", count: 7000), repeats: true)
            try expect("larger than", for: "PIA00001", at: server.address, code: 1)
        }

        @Test("N12: a photo that claims too much is not fetched")
        func aPhotoThatClaimsTooMuchIsNotFetched() throws {
            let server = try CannedServer(
                [
                    "HTTP/1.1 200 OK", "Content-Type: image/jpeg",
                    "Content-Length: 9000000000000",
                ], body: "x")
            let viewer = try Viewer([server.address + "/large.jpg", "--api", server.address])
            viewer.waitForText("larger than")
            try viewer.quit()
        }

        /// A smaller copy that covers the screen is shown, at the claimed size of the original; if
        /// that size is implausible none is shown until the original has been asked.
        @Test(
            "J2: an impossible size of the original, or one of another shape, is ignored",
            arguments: [
                (declared: "3000x1500", shown: "3000x1500"),
                (declared: "1500x3000", shown: "3000x1500"),
                (declared: "3000x2000", shown: nil),
                (declared: "1x9223372036854775807", shown: nil),
                (declared: "9223372036854775807x9223372036854775807", shown: nil),
                (declared: "1x1000000", shown: nil),
                (declared: "60000x30000", shown: "60000x30000"),
                (declared: "80000x40000", shown: nil),
            ] as [(PixelSize, PixelSize?)])
        func aSizeThatMakesNoSense(declared: PixelSize, shown: PixelSize?) throws {
            let photo = TestPictures.gradient(PixelSize(width: 1000, height: 500))
            var item = LibraryItem(id: "PIA00001", sizes: [("medium", photo), ("orig", photo)])
            item.declared["orig"] = declared
            let library = try TestLibrary([item])
            let viewer = try Viewer(["PIA00001", "--api", library.address])
            if let shown {
                try viewer.waitForFacts { $0.photo == shown }
            } else {
                viewer.waitForText("?%")
            }
            viewer.press("z")
            try viewer.waitForFacts { $0.photo == photo.size && $0.percent == 100 }
            try viewer.quit()
        }

        @Test func plainHTTPIsSpokenWithNobodyButTheLibrary() throws {
            let server = try CannedServer(
                ["HTTP/1.1 200 OK", "Content-Type: text/html"], body: Self.webPage)
            let viewer = try Viewer([server.address + "/photo.jpg"])
            viewer.waitForText("r: retry")
            #expect(!viewer.page.contains("web page"))
            try viewer.quit()
        }

        @Test func rTriesAgainWhenTheLibraryIsBack() throws {
            let library = try TestLibrary([Self.item])
            library.stop()
            let viewer = try Viewer(["PIA00001", "--api", library.address])
            viewer.waitForText("r: retry")
            let again = try TestLibrary([Self.item], port: library.port)
            #expect(again.address == library.address)
            viewer.press("r")
            try viewer.waitForFacts { $0.photo == Self.photo.size }
            try viewer.quit()
        }

        @Test("N7: a slow library does not hold up the keys")
        func aSlowLibraryDoesNotHoldUpTheKeys() throws {
            let library = try TestLibrary([Self.item], options: ["--slow", "200000"])
            let viewer = try Viewer(["PIA00001", "--api", library.address])
            viewer.waitForText("Looking up the photo")
            viewer.press("?")
            viewer.waitForText("original size")
            viewer.press("?")
            let start = ContinuousClock.now
            try viewer.quit()
            #expect(ContinuousClock.now - start < .seconds(10 * TimeoutScale.factor))
        }
    }
}
