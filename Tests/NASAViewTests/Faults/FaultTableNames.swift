import Foundation
import Imaging
import TestSupport
import Testing

extension WholeProgram {
    /// Rows T8 and N1 of the fault table: names and addresses of others lead to no file.
    @Suite struct FaultTableNames {
        private static let ids = [
            "../../../etc/passwd", "..", "/etc/passwd", "%2e%2e%2f%2e%2e", "CON", "a\u{0}b",
            "é", "e\u{301}", String(repeating: "x", count: 5000), "-rf", "~root", "a\\..\\b",
        ]

        /// One reply for whatever is asked: items of these ids, with their files at these places.
        private static func reply(_ items: [(id: String, href: String)]) throws -> CannedServer {
            let list = items.map { item -> [String: Any] in
                [
                    "href": item.href, "data": [["nasa_id": item.id, "media_type": "image"]],
                    "links": [["href": item.href, "rel": "canonical", "width": 9, "height": 9]],
                ]
            }
            let body = try JSONSerialization.data(
                withJSONObject: ["collection": ["items": list]])
            return try CannedServer(
                ["HTTP/1.1 200 OK", "Content-Type: application/json"],
                body: String(decoding: body, as: UTF8.self))
        }

        private func start(_ arguments: [String], _ home: URL) throws -> ProgramStart {
            try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
            var start = ProgramStart(try BuiltProgram.viewer.path(), arguments)
            start.environment["HOME"] = home.path
            start.environment["XDG_CACHE_HOME"] = nil
            return start
        }

        @Test(
            "T8: whatever an id says, nothing is made outside the program's own folders",
            .enabled(if: TracedRun.isHere, "no strace"),
            .disabled(
                if: CleanEnvironment.isThreadSanitized, "the thread sanitizer makes a file"),
            arguments: ids.indices)
        func idsMakeNoFiles(index: Int) throws {
            let id = Self.ids[index]
            let server = try Self.reply([(id, "https://images-assets.nasa.gov/image/a/a~orig.jpg")])
            let home = CleanEnvironment.home.appending(path: UUID().uuidString)
            defer { try? FileManager.default.removeItem(at: home) }
            // No argument of a program can hold a NUL; that id comes in the reply.
            let word = id.contains("\u{0}") ? "b" : id
            for arguments in [["search", "--json", "--", word], ["info", "--json", "--", word]] {
                let traced = try TracedRun(
                    start(
                        Array(arguments.prefix(2)) + ["--api", server.address]
                            + arguments.dropFirst(2), home))
                for change in traced.changes {
                    #expect(Self.isWithin(home, change), "\(change)")
                }
            }
            let folder = home.appending(path: ".cache/nasa-view/entries-1")
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(names.allSatisfy { $0.wholeMatch(of: /[0-9a-f]{32}/) != nil })
        }

        /// Names in the home, and names without a slash: those are relative to a folder held open.
        private static func isWithin(_ home: URL, _ call: String) -> Bool {
            let names = call.matches(of: /"((?:[^"\\]|\\.)*)"/).map { String($0.output.1) }
            return names.allSatisfy { name in
                name.hasPrefix(home.path) || !name.contains("/") && name != ".."
                    || home.path.hasPrefix(name) || ["/", "/dev/null", "/dev/tty"].contains(name)
                    || name.hasPrefix("/dev/shm")
            }
        }

        @Test(
            "N1: an address that is a file's opens no file",
            .enabled(if: TracedRun.isHere, "no strace"),
            arguments: [
                "file:///etc/shadow", "file://localhost/etc/shadow", "FILE:/etc/shadow",
                "ftp://127.0.0.1/etc/shadow", "gopher://127.0.0.1/etc/shadow", "/etc/shadow",
            ])
        func addressesOpenNoFiles(address: String) throws {
            let server = try Self.reply([("A", address)])
            let home = CleanEnvironment.home.appending(path: UUID().uuidString)
            defer { try? FileManager.default.removeItem(at: home) }
            let traced = try TracedRun(
                start(["--print", "A", "--size", "9x9", "--api", server.address], home))
            #expect(traced.run.status == .code(1))
            #expect(!traced.run.errors.isEmpty)
            #expect(!traced.calls.contains { $0.contains("shadow") })
        }
    }
}
