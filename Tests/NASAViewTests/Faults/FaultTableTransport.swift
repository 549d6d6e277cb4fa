import Foundation
import Imaging
import TestSupport
import Testing

extension WholeProgramFaults {
    /// Rows N of the fault table, as seen by a user.
    @Suite struct FaultTableTransport {
        private func complaint(_ arguments: [String], in wrapper: [String] = []) throws -> String {
            var words = wrapper + [try BuiltProgram.viewer.path()] + arguments
            let run = try ProgramRun(ProgramStart(words.removeFirst(), words))
            #expect([1, 3, 4, 5, 6].contains { run.status == .code($0) })
            #expect(run.output.isEmpty)
            #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
            return run.errors
        }

        private static let unshare = "/usr/bin/unshare"

        /// True if this user may start programs without any network.
        private static let canUnplug: Bool = {
            guard FileManager.default.isExecutableFile(atPath: unshare) else { return false }
            let start = ProgramStart(unshare, ["-n", "/bin/sh", "-c", "exit 0"])
            return (try? ProgramRun(start).status) == .code(0)
        }()

        @Test(
            "N6: an unknown name and a missing network are distinguished",
            .enabled(if: canUnplug, "no unshare, or no right to it"),
            arguments: [
                ("https://nowhere.invalid/a.jpg", "nowhere.invalid not found"),
                ("https://127.0.0.1/a.jpg", "Can't connect to the server"),
                ("PIA00342", "images-api.nasa.gov not found"),
            ])
        func withoutANetwork(what: String, words: String) throws {
            let text = try complaint(
                ["--print", what, "--size", "9x9"], in: [Self.unshare, "-n"])
            #expect(text.contains(words), "\(text)")
        }

        private static let answers = [
            (status: "401 Unauthorized", words: "refused the request (401)"),
            (status: "403 Forbidden", words: "refused the request (403)"),
            (status: "404 Not Found", words: "no such file (404)"),
            (status: "500 Oops", words: "error (500)"),
            (status: "503 Busy", words: "error (503)"),
        ]

        @Test("N10: a web page with an error status is reported by the status", arguments: answers)
        func errorPages(status: String, words: String) throws {
            let server = try CannedServer(
                ["HTTP/1.1 \(status)", "Content-Type: text/html"], body: "<html>error</html>")
            let text = try complaint([
                "--print", "\(server.address)/image/a/a.jpg", "--size", "9x9", "--api",
                server.address,
            ])
            #expect(text.contains(words), "\(text)")
        }

        @Test(
            "N11: the server's content type is not trusted",
            arguments: ["text/html", "application/json", "video/mp4", "\u{1B}[2J", ""])
        func wrongTypes(type: String) throws {
            let server = try CannedServer(
                ["HTTP/1.1 200 OK", "Content-Type: \(type)"], body: "GIF89a no picture of ours")
            let text = try complaint([
                "--print", "\(server.address)/image/a/a.jpg", "--size", "9x9", "--api",
                server.address,
            ])
            #expect(text.contains("it is damaged (the file has no picture)"), "\(text)")
        }

        @Test("N9: a server's request to wait is shown, and respected")
        func patience() throws {
            let server = try CannedServer(
                ["HTTP/1.1 429 Slow Down", "Retry-After: 99999999"], body: "{}")
            let viewer = try Viewer(["PIA1", "--api", server.address])
            viewer.waitForText("Too many requests")
            #expect(server.requestCount == 1)
            viewer.press("r")
            #expect(viewer.program.wait { server.requestCount == 2 })
            viewer.waitForText("Too many requests")
            try viewer.quit()
            #expect(server.requestCount == 2)
        }

        @Test(
            "N9: the wait for a server is counted down, in the viewer and in lists",
            arguments: [
                (["PIA1"], "en", "retrying in 50 s", "retrying in 48 s"),
                (["--search", "moon"], "en", "retrying in 50 s", "retrying in 48 s"),
                (["--search", "moon"], "de", "nächster Versuch in 50 s", "in 48 s"),
            ])
        func countdown(what: [String], language: String, first: String, later: String) throws {
            let server = try CannedServer(
                ["HTTP/1.1 429 Slow Down", "Retry-After: 50"], body: "{}")
            let viewer = try Viewer(what + ["--language", language, "--api", server.address])
            viewer.waitForText(first)
            viewer.waitForText(later)
            try viewer.quit()
            #expect(server.requestCount == 1)
        }

        /// The first shows that the authority is trusted; then only the name or the time is wrong.
        @Test(
            "N5: an expired certificate, or one for another name, is not trusted from any signer",
            .enabled(if: CertifiedServer.canBeTrusted, "no openssl, or no right to mount"),
            arguments: [
                ("IP:127.0.0.1", 2, "web page"),
                ("IP:127.0.0.1", -1, "secure connection failed"),
                ("DNS:images-api.nasa.gov", 2, "secure connection failed"),
            ])
        func certificates(name: String, days: Int, words: String) throws {
            let server = try CertifiedServer(for: name, days: days)
            let text = try complaint(
                ["info", "A", "--api", server.address], in: server.trusting)
            #expect(text.contains(words), "\(text)")
        }

        @Test("N15: a failure of trust names the clock")
        func theClock() throws {
            // A server without TLS where TLS is expected.
            let server = try CannedServer(["HTTP/1.1 200 OK"], body: "{}")
            let address = server.address.replacing("http:", with: "https:")
            let text = try complaint(["info", "A", "--api", address])
            #expect(text.contains("secure connection failed") && text.contains("clock"), "\(text)")
        }
    }
}
