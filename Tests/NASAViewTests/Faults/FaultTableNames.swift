import Foundation
import Imaging
import TestSupport
import Testing

extension WholeProgramFaults {
    /// Rows T8 and N1 of the fault table: names and addresses from outside lead to no file.
    @Suite struct FaultTableNames {
        private static let ids = [
            "../../../etc/passwd", "..", "/etc/passwd", "%2e%2e%2f%2e%2e", "CON", "a\u{0}b",
            "é", "e\u{301}", String(repeating: "x", count: 5000), "-rf", "~root", "a\\..\\b",
        ]

        /// One reply to all requests: items with these IDs, and files at these addresses.
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
            "T8: no ID creates a file outside the program's own folders",
            .enabled(if: TracedRun.isHere, "no strace"),
            .disabled(
                if: CleanEnvironment.isThreadSanitized, "the thread sanitizer makes a file"),
            arguments: ids.indices)
        func idsMakeNoFiles(index: Int) throws {
            let id = Self.ids[index]
            let server = try Self.reply([(id, "https://images-assets.nasa.gov/image/a/a~orig.jpg")])
            let home = CleanEnvironment.home.appending(path: UUID().uuidString)
            defer { try? FileManager.default.removeItem(at: home) }
            // A program's argument cannot contain a NUL; that ID is in the reply.
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

        /// True for names in the home, and names without a slash, which are relative to an open
        /// folder.
        private static func isWithin(_ home: URL, _ call: String) -> Bool {
            let names = call.matches(of: /"((?:[^"\\]|\\.)*)"/).map { String($0.output.1) }
            return names.allSatisfy { name in
                name.hasPrefix(home.path) || !name.contains("/") && name != ".."
                    || home.path.hasPrefix(name) || ["/", "/dev/null", "/dev/tty"].contains(name)
                    || name.hasPrefix("/dev/shm")
            }
        }

        @Test(
            "N1: a file address opens no file",
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

extension WholeProgramFaults {
    /// Impossible screen sizes, from any source.
    @Suite struct FaultTableSizes {
        private static let photo = TestPictures.largeMosaic

        private static func answering(_ answers: [String: String]) -> SimulatedTerminal {
            var terminal = SimulatedTerminal.vt340
            terminal.answers.merge(answers) { _, own in own }
            return terminal
        }

        @Test(
            "X9: if a terminal reports impossible sizes, the photo has the kernel's size",
            arguments: [
                ["␛[16t": "␛[6;4000;4000t"], ["␛[16t": "␛[6;65535;65535t"],
                ["␛[16t": "␛[6;400;400t", "␛[14t": "␛[4;65535;65535t"],
            ])
        func sizesOfNoScreen(answers: [String: String]) throws {
            let viewer = try Viewer([try Self.photo.path()], in: Self.answering(answers))
            try viewer.waitForFacts { $0.percent == 58 }
            #expect(viewer.program.wait { viewer.model.pictureCount > 0 })
            try viewer.quit()
        }

        @Test("X9: doctor ends, whatever the terminal reports about its cells")
        func doctorEnds() throws {
            let doctor = try DoctorRun(
                in: Self.answering(["␛[16t": "␛[6;65535;65535t"]))
            #expect(doctor.text.contains("8x17 px"), "\(doctor.text)")
        }

        @Test(
            "X8: LINES and COLUMNS in the environment do not set the window's size",
            arguments: ["30000", "1", "-1", "x"])
        func linesAndColumns(count: String) throws {
            let place = CleanEnvironment.ownPlace().merging(
                ["LINES": count, "COLUMNS": count]) { _, own in own }
            let viewer = try Viewer([try Self.photo.path()], place: place)
            try viewer.waitForFacts { _ in true }
            viewer.press("?")
            viewer.waitForText("original size")
            viewer.press("?")
            try viewer.quit()
        }

        @Test(arguments: ["4000x4000", "257x20", "0x0", "10x", "99999999999999999999x1"])
        func aCellOfNoScreenIsRefusedInASentence(size: String) throws {
            let viewer = try BuiltProgram.viewer.path()
            var start = ProgramStart(viewer, ["--print", "a.jpg", "--cell-size", size])
            let option = try ProgramRun(start)
            #expect(option.status == .code(2) && option.errors.contains("up to 256x256 pixels"))
            start = ProgramStart(viewer, ["--print", "a.jpg"])
            start.environment["NASA_VIEW_CELL_SIZE"] = size
            let variable = try ProgramRun(start)
            #expect(variable.status == .code(2))
            #expect(variable.errors.contains("NASA_VIEW_CELL_SIZE"), "\(variable.errors)")
        }
    }
}
