import Foundation
import Imaging
import TestSupport
import Testing

extension WholeProgram {
    /// The picture of the day and other days, on the screen and as text, against one server for all.
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

        @Test("The start page is led by the picture of the day")
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

        @Test("The description for people who cannot see the picture is read out")
        func alternative() throws {
            let library = try Self.library()
            let run = try Self.run(["--plain", "apod:2026-10-01"], at: library.address)
            let other = try Self.run(["--plain", "apod:2026-10-02"], at: library.address)
            #expect((run.text + other.text).contains("What is seen: "), "\(run.text)")
        }

        @Test(
            "A day that is none is said so",
            arguments: [
                (["--apod", "2026-13-01"], "\"2026-13-01\" is no day. Write it as 2026-10-02."),
                (["--epic", "yesterday"], "\"yesterday\" is no day."),
                (["mars2020", "1.5"], "\"1.5\" is no sol."),
                (["msl", "2026-10-02"], "\"2026-10-02\" is no sol."),
                (["--day", "2026"], "\"2026\" is no day."),
                (["--source", "msl", "--day", "2026-10-02"], "\"2026-10-02\" is no sol."),
                (["apod:today"], "\"today\" is no day."),
                (["info", "apod:2026-2-1"], "\"2026-2-1\" is no day."),
                (["search", "--source", "nowhere"], "nowhere"),
            ])
        func noDay(arguments: [String], sentence: String) throws {
            let run = try Self.run(arguments, at: "http://127.0.0.1:9")
            #expect(run.status == .code(2))
            #expect(run.errors.contains(sentence), "\(run.errors)")
        }
    }
}
