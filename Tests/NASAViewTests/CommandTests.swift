import Foundation
import Imaging
import TestSupport
import Testing

extension WholeProgramCommands {
    /// The commands for scripts, against a library on this machine.
    @Suite struct Commands {
        private static let mosaic = TestPictures.smallMosaic.raster

        private static func items(_ count: Int) -> [LibraryItem] {
            (1...count).map { number in
                LibraryItem(
                    id: "SCRIPT-\(number)", title: "Zebra number \(number)",
                    sizes: [("thumb", mosaic), ("orig", mosaic)])
            }
        }

        /// A separate home, so that nothing stored by others is found.
        fileprivate final class Person {
            let home = CleanEnvironment.home.appending(path: UUID().uuidString)

            func run(_ arguments: [String], at address: String) throws -> ProgramRun {
                try ProgramRun(start(arguments, at: address))
            }

            func start(_ arguments: [String], at address: String) throws -> ProgramStart {
                try FileManager.default.createDirectory(
                    at: home, withIntermediateDirectories: true)
                var start = ProgramStart(try BuiltProgram.viewer.path(), arguments)
                start.environment["HOME"] = home.path
                start.environment["XDG_CACHE_HOME"] = nil
                start.environment["NASA_VIEW_API"] = address
                return start
            }

            deinit { try? FileManager.default.removeItem(at: home) }
        }

        private func document(_ run: ProgramRun) throws -> [String: Any] {
            let json = try JSONSerialization.jsonObject(with: Data(run.output))
            let document = try #require(json as? [String: Any])
            #expect(document["version"] as? Int == 1)
            return document
        }

        private func items(_ run: ProgramRun) throws -> [[String: Any]] {
            try #require(try document(run)["items"] as? [[String: Any]])
        }

        @Test func theStandInTellsItsAddressAndEndsWithItsInput() throws {
            let library = try TestLibrary(Self.items(1))
            #expect(library.address.wholeMatch(of: /http:\/\/127\.0\.0\.1:\d+/) != nil)
            #expect(library.closeInput() == .code(0))
        }

        @Test func aSearchIsOneDocumentWithAllKeys() throws {
            let library = try TestLibrary(Self.items(3))
            let run = try Person().run(["search", "zebra", "--json"], at: library.address)
            #expect(run.status == .code(0) && run.errors.isEmpty)
            #expect(try document(run)["total"] as? Int == 3)
            #expect(Set(try document(run).keys) == ["version", "total", "items"])
            let item = try #require(try items(run).first { $0["nasa_id"] as? String == "SCRIPT-1" })
            #expect(
                Set(item.keys) == [
                    "nasa_id", "title", "credit", "date_created", "center", "description",
                    "description_508", "location", "keywords", "albums", "page_url", "sizes",
                    "media_type", "source", "licence", "licence_url", "video_url", "links",
                ])
            #expect(item["title"] as? String == "Zebra number 1")
            #expect(item["description"] is NSNull && item["keywords"] as? [String] == [])
            #expect(item["page_url"] as? String == "https://images.nasa.gov/details/SCRIPT-1")
            let sizes = try #require(item["sizes"] as? [[String: Any]])
            #expect(sizes.map { $0["name"] as? String } == ["thumb", "orig"])
            #expect(sizes.last?["width"] as? Int == Self.mosaic.size.width)
            #expect((sizes.last?["href"] as? String)?.hasSuffix("/SCRIPT-1~orig.png") == true)
        }

        @Test(arguments: [(1, 1), (2, 1), (100, 1), (101, 2), (250, 3)])
        func moreThanAPageIsWalked(limit: Int, pages: Int) throws {
            let library = try TestLibrary(
                (1...230).map { LibraryItem(id: "SCRIPT-\($0)", title: "Zebra \($0)") })
            let arguments = ["search", "zebra", "--limit", "\(limit)", "--json"]
            let run = try Person().run(arguments, at: library.address)
            let ids = try items(run).compactMap { $0["nasa_id"] as? String }
            #expect(ids.count == min(limit, 230) && Set(ids).count == ids.count)
            #expect(library.requests.count == pages)
        }

        @Test func filtersNarrowTheSearch() throws {
            let library = try TestLibrary(Self.items(2))
            let run = try Person().run(
                [
                    "search", "big", "zebra", "--year-start", "1999", "--year-end", "2002",
                    "--centre", "jpl", "--keywords", "a,b", "--photographer", "Jo", "--location",
                    "Mars", "--media-type", "image,video",
                ], at: library.address)
            #expect(run.status == .code(0) && run.output.isEmpty)
            let request = try #require(library.requests.first)
            for part in [
                "q=big%20zebra", "year_start=1999", "year_end=2002", "center=JPL",
                "keywords=a%2Cb", "photographer=Jo", "location=Mars",
                "media_type=image%2Cvideo",
            ] {
                #expect(request.contains(part), "\(request)")
            }
        }

        @Test func textIsCleanAndNotCut() throws {
            var item = LibraryItem(id: "SCRIPT-1", sizes: [("orig", Self.mosaic)])
            item.title = "<b>Zebra</b>\u{1B}]0;evil\u{7} &amp; \u{202E}x"
            let long = String(repeating: "stripes ", count: 12_000)
            item.title += long
            let library = try TestLibrary([item])
            for arguments in [["info", "SCRIPT-1", "--json"], ["info", "SCRIPT-1"]] {
                let run = try Person().run(arguments, at: library.address)
                #expect(run.status == .code(0))
                #expect(!run.output.contains(0x1B) && !run.text.contains("\u{202E}"))
                #expect(run.text.contains("Zebra␛]0;evil␇ & x"), "\(run.text.prefix(400))")
            }
            let json = try Person().run(["info", "SCRIPT-1", "--json"], at: library.address)
            let title = try #require(try items(json).first?["title"] as? String)
            #expect(title.hasSuffix("stripes stripes") && title.count > 95_000)
        }

        @Test func theStatusSaysWhatHappened() throws {
            let library = try TestLibrary(Self.items(2))
            let dead = try CannedServer.deadAddress()
            let cases: [([String], String, Int32)] = [
                (["info", "SCRIPT-1"], library.address, 0),
                (["info", "SCRIPT-1", "NONE"], library.address, 1),
                (["info"], library.address, 2),
                (["search", "--limit", "0"], library.address, 2),
                (["search", "--media-type", "smell"], library.address, 2),
                (["download", "SCRIPT-1", "--size", "huge"], library.address, 2),
                (["info", "NONE", "NONE2"], library.address, 3),
                (["download", "SCRIPT-1", "--size", "large"], library.address, 3),
                (["info", "SCRIPT-1"], dead, 4), (["search", "zebra"], dead, 4),
                (["download", "SCRIPT-1"], dead, 4), (["favourites"], dead, 0),
                (["cache"], dead, 0),
            ]
            for (arguments, address, code) in cases {
                let run = try Person().run(arguments, at: address)
                #expect(run.status == .code(code), "\(arguments): \(run.errors)")
                // A message about missing favourites is not a failure.
                let isSilent = code == 0 && arguments != ["favourites"]
                #expect(isSilent == run.errors.isEmpty, "\(arguments): \(run.errors)")
            }
        }

        @Test func originalsAreSavedAndNothingIsOverwritten() throws {
            let library = try TestLibrary(Self.items(2))
            let person = Person()
            let folder = person.home.appending(path: "a/b")
            let arguments = ["download", "SCRIPT-1", "SCRIPT-2", "--to", folder.path]
            let first = try person.run(arguments, at: library.address)
            let names = ["SCRIPT-1~orig.png", "SCRIPT-2~orig.png"]
            #expect(first.status == .code(0) && first.errors.isEmpty)
            #expect(first.text == names.map { "\(folder.path)/\($0)\n" }.joined())
            let whole = Data(PlainPNG.bytes(of: Self.mosaic))
            #expect(try Data(contentsOf: folder.appending(path: names[0])) == whole)
            let again = try person.run(
                ["download", "SCRIPT-1", "NONE", "--to", folder.path, "--json"],
                at: library.address)
            #expect(again.status == .code(1))
            let items = try items(again)
            #expect(items[0]["path"] as? String == folder.path + "/SCRIPT-1~orig-1.png")
            #expect(items[0]["bytes"] as? Int == whole.count && items[0]["error"] is NSNull)
            #expect(items[1]["path"] is NSNull && items[1]["error"] is String)
        }

        @Test func theEndingIsThatOfTheFileAndNotOfItsName() throws {
            // A PNG under the name ~thumb.jpg.
            let library = try TestLibrary(Self.items(1))
            let person = Person()
            let run = try person.run(
                ["download", "SCRIPT-1", "--size", "thumb", "--to", person.home.path],
                at: library.address)
            #expect(run.text == "\(person.home.path)/SCRIPT-1~thumb.png\n")
        }

        @Test func aDownloadShowsItsProgressToAPersonOnly() throws {
            let library = try TestLibrary(Self.items(1))
            let person = Person()
            let start = try person.start(
                ["download", "SCRIPT-1", "--to", person.home.path], at: library.address)
            let program = try TerminalProgram(start, in: .vt340)
            #expect(program.waitForExit() == .code(0))
            let text = String(decoding: program.output, as: UTF8.self)
            #expect(text.contains("\rSCRIPT-1: "))
            #expect(text.contains("/SCRIPT-1~orig.png"))
        }

        @Test func whatWasSeenIsFoundOfflineAndMarked() throws {
            let library = try TestLibrary(Self.items(3))
            let person = Person()
            for arguments in [["search", "zebra"], ["info", "SCRIPT-2"]] {
                #expect(try person.run(arguments, at: library.address).status == .code(0))
            }
            library.stop()
            // Still valid, so no request is made.
            let valid = try person.run(["search", "zebra", "--json"], at: library.address)
            #expect(try items(valid).count == 3 && document(valid)["offline"] == nil)
            try person.makeCacheOld()
            let old = try person.run(["search", "zebra", "--json"], at: library.address)
            #expect(old.status == .code(0))
            #expect(try items(old).count == 3 && document(old)["offline"] as? Bool == true)
            let seen = try person.run(
                ["search", "number", "2", "--offline", "--json"], at: library.address)
            #expect(try items(seen).compactMap { $0["nasa_id"] as? String } == ["SCRIPT-2"])
            #expect(try document(seen)["offline"] as? Bool == true)
            let unseen = try person.run(["search", "lion"], at: library.address)
            #expect(unseen.status == .code(4))
        }

        @Test func favouritesOutliveTheLibrary() throws {
            let library = try TestLibrary(Self.items(3))
            let person = Person()
            let added = try person.run(
                ["favourites", "--add", "SCRIPT-1", "--add", "SCRIPT-3"], at: library.address)
            #expect(added.status == .code(0) && added.output.isEmpty)
            library.stop()
            let listed = try person.run(["favourites", "--json"], at: library.address)
            #expect(
                try items(listed).compactMap { $0["title"] as? String }
                    == ["Zebra number 3", "Zebra number 1"])
            let removed = try person.run(
                ["favourites", "--remove", "SCRIPT-3", "--remove", "NONE"], at: library.address)
            #expect(removed.status == .code(1))
            let left = try person.run(["favorites"], at: library.address)
            #expect(left.text == "SCRIPT-1\t2001-02-03\tJo Painter\tZebra number 1\n")
        }

        @Test func theCacheIsShownAndCleared() throws {
            let library = try TestLibrary(Self.items(3))
            let person = Person()
            func contents(_ arguments: String...) throws -> [String: Any] {
                try document(person.run(["cache", "--json"] + arguments, at: library.address))
            }
            _ = try person.run(["search", "zebra"], at: library.address)
            #expect(try contents()["entries"] as? Int == 1)
            #expect(try contents("--cache-size", "2M")["limit_bytes"] as? Int == 2 << 20)
            let folder = try contents()["folder"] as? String
            #expect(folder == person.home.path + "/.cache/nasa-view/entries-1")
            #expect(try contents("--clear")["cleared"] as? Bool == true)
            #expect(try contents()["entries"] as? Int == 0)
            let off = try person.run(["search", "zebra", "--cache-size", "0"], at: library.address)
            #expect(off.status == .code(0))
            #expect(try contents()["entries"] as? Int == 0)
        }

        @Test("D8: without a home nothing is stored and everything else works")
        func withoutAHomeNothingIsKeptAndAllElseWorks() throws {
            let library = try TestLibrary(Self.items(1))
            let person = Person()
            var start = try person.start(["search", "zebra"], at: library.address)
            start.environment["HOME"] = "/dev/null"
            let run = try ProgramRun(start)
            #expect(run.status == .code(0) && run.text.hasPrefix("SCRIPT-1\t"))
        }
    }
}

extension WholeProgramCommands.Commands.Person {
    /// Makes everything in the cache an hour older.
    fileprivate func makeCacheOld() throws {
        let folder = home.appending(path: ".cache/nasa-view/entries-1")
        for file in try FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil)
        {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -3600)], ofItemAtPath: file.path)
        }
    }
}
