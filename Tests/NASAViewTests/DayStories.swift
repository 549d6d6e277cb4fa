import Foundation
import Imaging
import TestSupport
import Testing

extension WholeProgram {
    /// The picture of the day and other days, on the screen and as text, with one server for all.
    @Suite("Issue 23: by day, and from other places") struct Days {
        private static func library(_ options: [String] = []) throws -> TestLibrary {
            try TestLibrary(
                [LibraryItem(id: "SKY-1", title: "A sky", description: "Over the sea")],
                options: options)
        }

        private static func run(_ arguments: [String], at address: String) throws -> ProgramRun {
            var start = ProgramStart(try BuiltProgram.viewer.path(), arguments)
            start.environment["NASA_VIEW_API"] = address
            return try ProgramRun(start)
        }

        @Test("Today's picture is viewed at once, and < shows yesterday's")
        func today() throws {
            let library = try Self.library()
            let viewer = try Viewer(["--apod", "--bar", "on", "--api", library.address])
            viewer.waitForText("APOD 2026-10-02")
            viewer.press("<")
            viewer.waitForText("APOD 2026-10-01")
            viewer.press(">")
            viewer.waitForText("APOD 2026-10-02")
            viewer.press("q")
            viewer.waitForText("Astronomy Picture of the Day")
            try viewer.quit()
        }

        @Test("The picture of the day heads the start page")
        func lead() throws {
            let library = try Self.library()
            let viewer = try Viewer(["--grid", "0", "--api", library.address])
            viewer.waitForText("Astronomy Picture of the Day")
            viewer.waitForText("NASA: latest photos")
            try viewer.quit()
        }

        @Test(
            "A list in words has one picture for --apod, and the day's for Mars",
            arguments: [
                (["--plain", "--apod", "2026-09-30"], "apod:2026-09-30", 1),
                (["--plain", "apod", "2026-09-30"], "apod:2026-09-30", 1),
                (["--plain", "--source", "apod", "--day", "2026-09-30"], "apod:2026-09-30", 20),
                (["--plain", "mars2020", "14"], "mars2020:", 2),
                (["--plain", "--epic"], "epic:", 5),
                (
                    ["search", "--source", "apod", "--day", "2026-09-30", "--limit", "3"], "apod:",
                    3
                ),
            ])
        func words(arguments: [String], id: String, least: Int) throws {
            let library = try Self.library()
            let run = try Self.run(arguments, at: library.address)
            #expect(run.status == .code(0), "\(run.errors)")
            let count = run.text.components(separatedBy: id.prefix { $0 != ":" } + ":").count - 1
            #expect(run.text.contains(id) && count >= least, "\(run.text)")
            if least == 1 { #expect(count == 1) }
        }

        /// The requested file shows which picture was printed.
        @Test(
            "One picture of a day is printed: today's, the given day's, or the newest of the Earth",
            arguments: [
                (["--apod"], "261002"), (["--apod", "2026-09-30"], "260930"),
                (["apod", "2026-09-30"], "260930"), (["--epic"], "epic_1b_20260831220437"),
                (["--epic", "2021-05-30"], "epic_1b_20210530220437"),
                (["mars2020", "14"], "NLF_0014_668192307_846ECM"),
            ])
        func printed(arguments: [String], file: String) throws {
            let library = try Self.library()
            let run = try Self.run(
                ["--print"] + arguments + ["--protocol", "sixel", "--size", "90x90px"],
                at: library.address)
            #expect(run.status == .code(0) && run.errors.isEmpty, "\(run.errors)")
            #expect(run.output.starts(with: Array("\u{1B}P".utf8)))
            #expect(run.output.count { $0 == 0x1B } == 2, "more than one picture")
            let pictures = library.requests.filter { $0.contains(file) && $0.contains(".") }
            #expect(!pictures.isEmpty, "\(library.requests)")
        }

        @Test("A day before the first, and a failed list, are reported")
        func notPrinted() throws {
            let library = try Self.library()
            for day in ["1995-06-15", "1990-01-01"] {
                let early = try Self.run(["--print", "--apod", day], at: library.address)
                #expect(early.status == .code(3) && early.output.isEmpty)
                #expect(
                    early.errors.contains("Astronomy Picture of the Day has no photo"),
                    "\(early.errors)")
            }
            // The built-in collection has no picture of the day.
            let demo = try Self.run(["--print", "--demo", "--apod"], at: library.address)
            #expect(demo.status == .code(3) && demo.output.isEmpty)
            let dead = try Self.run(["--print", "--epic"], at: "http://127.0.0.1:9")
            #expect(dead.status == .code(4) && dead.errors.contains("Can't connect"))
        }

        @Test("Favourites of one library are listed alone, on the screen and as text")
        func favouritesOfOne() throws {
            let library = try Self.library()
            let place = CleanEnvironment.ownPlace()
            func run(_ words: [String]) throws -> ProgramRun {
                var start = ProgramStart(
                    try BuiltProgram.viewer.path(), words + ["--api", library.address])
                start.environment.merge(place) { _, own in own }
                return try ProgramRun(start)
            }
            let ids = ["apod:2026-10-01", "apod:2026-09-30", "SKY-1"]
            let added = try run(["favourites"] + ids.flatMap { ["--add", $0] })
            #expect(added.status == .code(0), "\(added.errors)")
            for (source, own) in [("apod", ids.prefix(2)), ("nasa", ids.suffix(1))] {
                let text = try run(["--plain", "--favourites", "--source", source]).text
                #expect(ids.filter { text.contains($0) } == Array(own), "\(text)")
            }
            let viewer = try Viewer(
                ["--grid", "0", "--api", library.address, "--favourites", "--source", "apod"],
                place: place)
            viewer.waitForText("Favourites: Astronomy Picture of the Day")
            viewer.waitForText("1 of 2")
            viewer.press("F")
            viewer.waitForText("1 of 3")
            viewer.press("q")
            viewer.waitForText("1 of 2")
            try viewer.quit()
        }

        @Test("Popular photos are listed for scripts, too, and alone")
        func popular() throws {
            let library = try Self.library()
            let run = try Self.run(["search", "--popular", "--json"], at: library.address)
            #expect(run.status == .code(0) && run.text.contains("SKY-1"), "\(run.errors)")
            #expect(library.requests.contains { $0.hasSuffix("/popular.json") })
            for words in [["moon"], ["--center", "JPL"], ["--offline"], ["--source", "apod"]] {
                let refused = try Self.run(["search", "--popular"] + words, at: library.address)
                #expect(refused.status == .code(2))
                #expect(
                    refused.errors.contains("--popular cannot be combined"), "\(refused.errors)")
            }
        }

        @Test("The alternative text is printed")
        func alternative() throws {
            let library = try Self.library()
            let run = try Self.run(["--plain", "apod:2026-10-01"], at: library.address)
            let other = try Self.run(["--plain", "apod:2026-10-02"], at: library.address)
            #expect((run.text + other.text).contains("What is seen: "), "\(run.text)")
        }

        @Test(
            "An invalid day is reported",
            arguments: [
                (
                    ["--apod", "2026-13-01"],
                    "\"2026-13-01\" is not a date. Use the form 2026-10-02."
                ),
                (["--epic", "yesterday"], "\"yesterday\" is not a date."),
                (["mars2020", "1.5"], "\"1.5\" is not a sol."),
                (["msl", "2026-10-02"], "\"2026-10-02\" is not a sol."),
                (["--day", "2026"], "\"2026\" is not a date."),
                (["--source", "msl", "--day", "2026-10-02"], "\"2026-10-02\" is not a sol."),
                (["apod:today"], "\"today\" is not a date."),
                (["info", "apod:2026-2-1"], "\"2026-2-1\" is not a date."),
                (["search", "--source", "nowhere"], "nowhere"),
            ])
        func noDay(arguments: [String], sentence: String) throws {
            let run = try Self.run(arguments, at: "http://127.0.0.1:9")
            #expect(run.status == .code(2))
            #expect(run.errors.contains(sentence), "\(run.errors)")
        }
    }
}
