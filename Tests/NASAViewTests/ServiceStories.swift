import Foundation
import Imaging
import TestSupport
import Testing

extension WholeProgram {
    /// Photos of libraries other than NASA's, by their IDs, with one server for all.
    @Suite("Issue 23: photos of other services") struct Services {
        /// A separate home for favourites.
        private final class Person {
            let home = CleanEnvironment.home.appending(path: UUID().uuidString)

            func run(_ arguments: [String], at address: String) throws -> ProgramRun {
                try FileManager.default.createDirectory(
                    at: home, withIntermediateDirectories: true)
                var start = ProgramStart(try BuiltProgram.viewer.path(), arguments)
                start.environment["HOME"] = home.path
                start.environment["XDG_CACHE_HOME"] = nil
                start.environment["NASA_VIEW_API"] = address
                start.environment["NASA_VIEW_FLICKR_KEY"] = "0123456789abcdef"
                return try ProgramRun(start)
            }

            deinit { try? FileManager.default.removeItem(at: home) }
        }

        private static let deadAddress = "http://127.0.0.1:9"

        private static func library(_ options: [String] = []) throws -> TestLibrary {
            try TestLibrary(
                [LibraryItem(id: "SKY-1", title: "A sky", description: "Over the sea")],
                options: options)
        }

        private static let ids = [
            "apod:2026-10-02", "mars2020:NLF_0014_668192307_846ECM", "msl:4100000",
            "epic:20210530000437", "picsum:237", "flickr:51000000000",
        ]

        @Test("A photo of each service is printed, with a slow server that fails, too")
        func printed() throws {
            let library = try Self.library(["--slow", "20", "--fail", "1/7"])
            for id in Self.ids {
                let run = try Person().run(
                    ["--print", id, "--protocol", "sixel", "--size", "90x90px"], at: library.address
                )
                #expect(run.status == .code(0) && run.errors.isEmpty, "\(id): \(run.errors)")
                #expect(run.output.starts(with: Array("\u{1B}P".utf8)), "\(id)")
            }
        }

        @Test("The original is requested as stored; scaled only if it is missing")
        func originals() throws {
            let library = try Self.library()
            let folder = CleanEnvironment.home.appending(path: UUID().uuidString)
            for day in ["2026-10-02", "2026-09-28"] {
                let run = try Person().run(
                    ["download", "apod:" + day, "--to", folder.path], at: library.address)
                #expect(run.status == .code(0), "\(run.errors)")
                #expect(library.requests.contains { $0.hasPrefix("200 /content/dam/") })
            }
            // Only the scaled version of the second is available.
            #expect(library.requests.contains { $0.hasPrefix("404 /content/dam/") })
            #expect(library.requests.last?.hasPrefix("200 /dynamicimage/assets/") == true)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            #expect(names.map { String($0.prefix(15)) } == ["apod-2026-09-28", "apod-2026-10-02"])
        }

        @Test("Favourites of other services are kept, and found without a network")
        func favourites() throws {
            let library = try Self.library()
            let person = Person()
            for id in Self.ids {
                let run = try person.run(["favourites", "--add", id], at: library.address)
                #expect(run.status == .code(0), "\(id): \(run.errors)")
            }
            let listed = try person.run(["favourites", "--json"], at: Self.deadAddress)
            let json = try JSONSerialization.jsonObject(with: Data(listed.output))
            let items = try #require((json as? [String: Any])?["items"] as? [[String: Any]])
            #expect(Set(items.compactMap { $0["nasa_id"] as? String }) == Set(Self.ids))
            let pages = items.compactMap { $0["page_url"] as? String }
            #expect(pages.count == 6 && pages.allSatisfy { !$0.contains("images.nasa.gov") })
        }

        @Test("Seen photos and favourites are found without a network by their library")
        func offline() throws {
            let library = try Self.library()
            let person = Person()
            for words in [["sky"], ["--source", "commons"], ["--source", "picsum"]] {
                let run = try person.run(
                    ["search", "--limit", "3", "--cache-size", "0"] + words, at: library.address)
                #expect(run.status == .code(0), "\(run.errors)")
            }
            for id in ["picsum:237", "apod:2026-10-02"] {
                _ = try person.run(["favourites", "--add", id], at: library.address)
            }
            for (words, services) in [
                (["search", "--offline"], ["nasa", "commons", "picsum"]),
                (["search", "--offline", "--source", "commons"], ["commons"]),
                (["search", "--offline", "--source", "nasa", "sky"], ["nasa"]),
                (["search", "--offline", "--source", "flickr"], []),
                (["favourites", "--source", "picsum"], ["picsum"]),
                (["favourites"], ["picsum", "apod"]),
            ] {
                let run = try person.run(words + ["--json"], at: Self.deadAddress)
                #expect(run.status == .code(0), "\(words): \(run.errors)")
                #expect(try Self.services(in: run) == Set(services), "\(words)")
            }
        }

        private static func services(in run: ProgramRun) throws -> Set<String> {
            let json = try JSONSerialization.jsonObject(with: Data(run.output))
            let items = try #require((json as? [String: Any])?["items"] as? [[String: Any]])
            return Set(items.compactMap { $0["source"] as? String })
        }

        @Test("The viewer lists the seen photos of an unreachable library")
        func offlineViewer() throws {
            let library = try Self.library()
            let own = CleanEnvironment.ownPlace()
            let first = try Viewer(
                ["--source", "commons", "--grid", "0", "--api", library.address], place: own)
            let isAsked = first.program.wait {
                library.requests.contains { $0.contains("/w/api.php") }
            }
            #expect(isAsked, "\(library.requests)")
            _ = first.waitForQuiet()
            try first.quit()
            library.stop()
            let dead = try CannedServer.deadAddress()
            let second = try Viewer(
                ["--source", "commons", "--grid", "0", "--api", dead], place: own)
            second.waitForText("Seen before: Wikimedia Commons")
            try second.quit()
        }

        @Test(
            "A missing photo is named, with the service",
            arguments: [
                ("apod:2031-01-01", "Astronomy Picture of the Day has no photo", 3),
                ("picsum:7", "Lorem Picsum has no photo", 3),
                ("commons:File:None.jpg", "Wikimedia Commons has no photo", 3),
            ])
        func missing(id: String, sentence: String, status: Int32) throws {
            let library = try Self.library()
            let run = try Person().run(["info", id], at: library.address)
            #expect(run.status == .code(status) && run.errors.contains(sentence), "\(run.errors)")
        }

        @Test("The viewer shows the picture of a day with its credit, and no second one")
        func viewer() throws {
            let library = try Self.library()
            let viewer = try Viewer(["apod:2026-10-02", "--api", library.address])
            viewer.waitForText("APOD 2026-10-02")
            // The reply does not contain the size.
            viewer.waitForText("?%")
            #expect(viewer.program.wait { viewer.model.pictureCount > 0 })
            let replies = library.requests.filter { $0.contains("/apod-basic/261002") }
            #expect(replies.count == 1)
            try viewer.quit()
        }

        @Test("The key for Flickr is shown by its end only")
        func key() throws {
            let run = try Person().run(["config"], at: Self.deadAddress)
            let text = String(decoding: run.output, as: UTF8.self)
            #expect(text.contains("…cdef") && !text.contains("0123456789abcdef"))
        }
    }
}
