import Foundation
import Imaging
import TestSupport
import Testing

extension WholeProgram {
    /// Zip archives as folders, and files that are dropped on the terminal.
    @Suite struct Archives {
        typealias Entry = ZipWriter.Entry

        private static func picture(_ number: Int) -> [UInt8] {
            PlainPNG.bytes(
                of: Raster(PixelSize(width: 90, height: 60)) { _, _ in
                    (UInt8(40 + number * 50), 120, UInt8(200 - number * 40))
                })
        }

        /// Four pages in two folders, one of them deflated, and what is not listed.
        private static let trip: [Entry] = [
            Entry("ch10/1.png", picture(0)), Entry("ch2/10.png", picture(1), method: 8),
            Entry("ch2/9.png", picture(2)), Entry("cover.png", picture(3)),
            Entry("__MACOSX/._cover.png", [0]), Entry(".git/a.png", [0]), Entry("notes.txt", [65]),
        ]

        private func folder(_ archives: [String: [Entry]]) throws -> PictureFolder {
            let folder = try PictureFolder()
            for (name, entries) in archives { try folder.write(ZipWriter(entries).file, as: name) }
            return folder
        }

        private func run(_ arguments: [String]) throws -> ProgramRun {
            var start = ProgramStart(try BuiltProgram.viewer.path(), arguments)
            start.environment.merge(CleanEnvironment.ownPlace()) { $1 }
            start.environment["COLORTERM"] = "truecolor"
            return try ProgramRun(start)
        }

        @Test func anArchiveIsAWallOfItsPicturesInNaturalOrder() throws {
            let folder = try folder(["trip.cbz": Self.trip])
            let viewer = try Viewer([folder.path + "/trip.cbz"])
            viewer.waitForText("1 of 4")
            #expect(viewer.program.wait { viewer.model.pictureCount >= 4 })
            for (place, name) in [("2", "10.png"), ("3", "1.png"), ("4", "cover.png")] {
                viewer.press(Key.right)
                viewer.waitForText("\(place) of 4")
                viewer.waitForText(name)
            }
            viewer.press("g\r")
            try viewer.waitForFacts { $0.place == "1/4" }
            #expect(viewer.model.statusLine.contains("9.png"))
            viewer.press("nn")
            try viewer.waitForFacts { $0.place == "3/4" }
            #expect(viewer.model.statusLine.contains(" 1.png"))
            viewer.press("i")
            viewer.waitForText("Format PNG")
            viewer.press("qq")
            viewer.waitForText("3 of 4")
            try viewer.quit()
        }

        @Test func oneFileOfAnArchiveIsViewedAmongTheOthers() throws {
            let folder = try folder(["trip.zip": Self.trip])
            let file = folder.path + "/trip.zip/ch2/10.png"
            let viewer = try Viewer([file], withNeighbours: true)
            try viewer.waitForFacts { $0.place == "2/4" }
            viewer.press("\t")
            viewer.waitForText("2 of 4")
            try viewer.quit()
        }

        @Test func anArchiveInAFolderIsAnEntryThatCanBeEntered() throws {
            let folder = try folder(["trip.zip": Self.trip])
            try folder.write(Self.picture(1), as: "a.png")
            let viewer = try Viewer([folder.path])
            viewer.waitForText("2 of 2")
            viewer.waitForText("trip.zip/")
            viewer.press("g\r")
            viewer.waitForText("1 of 4")
            viewer.press("q")
            viewer.waitForText("1 of 2")
            try viewer.quit()
        }

        @Test func itsPicturesArePrintedAndTheFirstIsItsPreview() throws {
            let folder = try folder(["trip.zip": Self.trip])
            let path = folder.path + "/trip.zip"
            let all = try run(["--print", "--size", "9x3", path])
            #expect(all.status == .code(0), "\(all.errors)")
            try folder.write(Self.picture(2), as: "first.png")
            let first = try run(["preview", folder.path + "/first.png", "--place", "9x3"])
            let preview = try run(["preview", path, "--place", "9x3"])
            #expect(preview.status == .code(0) && preview.output == first.output)
            #expect(all.text.hasPrefix(first.text))
            #expect(all.output.count > 3 * first.output.count)
            let facts = try run(["info", path + "/ch2/10.png"])
            #expect(facts.text.contains("90x60") && facts.text.contains("PNG"), "\(facts.errors)")
        }

        @Test(
            arguments: [
                ([Entry("a.png", picture(0), flags: 1)], "encrypted", 1),
                ([Entry("a.png", picture(0), method: 14)], "not supported (14)", 1),
                ([Entry("in.zip", [80, 75])], "an archive in an archive", 1),
                ([Entry("../a.png", picture(0))], "points outside the archive", 1),
                ([Entry("a.txt", [65])], "No pictures", 1),
                ([Entry("a.png", Array("text".utf8))], "it is a text file", 5),
                ([Entry("a.png", Array("text".utf8), method: 8)], "it is a compressed file", 5),
            ] as [([Entry], String, Int32)])
        func anArchiveThatShowsNothingSaysWhy(
            entries: [Entry], sentence: String, code: Int32
        ) throws {
            let folder = try folder(["bad.zip": entries])
            let run = try run(["--print", folder.path + "/bad.zip"])
            #expect(run.status == .code(code) && run.output.isEmpty)
            #expect(run.errors.contains(sentence), "\(run.errors)")
        }

        @Test func whatIsNoArchiveSaysWhatItIs() throws {
            let folder = try PictureFolder()
            try folder.write(Array("Rar!\u{1A}\u{7}\u{0}".utf8), as: "a.cbz")
            try folder.write(Array("PK no list".utf8), as: "b.zip")
            #expect(try run(["--print", folder.path + "/a.cbz"]).errors.contains("RAR"))
            let damaged = try run(["--print", folder.path + "/b.zip"])
            #expect(damaged.errors.contains("the archive is damaged"), "\(damaged.errors)")
            let viewer = try TerminalProgram(
                ProgramStart(try BuiltProgram.viewer.path(), [folder.path + "/b.zip"]), in: .vt340)
            #expect(viewer.waitForExit() == .code(1))
            let missing = try run(["--print", folder.path + "/b.zip/none.png"])
            #expect(missing.status == .code(6), "\(missing.errors)")
        }

        @Test func droppedFilesAreOpenedOnAnyScreen() throws {
            let folder = try PictureFolder(["a b.png", "it's.png", "c.png"])
            let viewer = try Viewer([folder.path + "/c.png"])
            try viewer.waitForFacts { _ in true }
            let paste = { (text: String) in viewer.press("\u{1B}[200~\(text)\u{1B}[201~") }
            paste("'\(folder.path)/a b.png' \(folder.path)/it\\'s.png")
            try viewer.waitForFacts { $0.place == "1/2" }
            #expect(viewer.model.statusLine.contains("a b.png"))
            viewer.press("n")
            try viewer.waitForFacts { $0.place == "2/2" }
            #expect(viewer.model.statusLine.contains("it's.png"))
            viewer.press("?")
            viewer.waitForText("original size")
            paste("file://\(folder.path)")
            viewer.waitForText("1 of 3")
            // What names no file is text, which only a form takes.
            paste("\(folder.path)/none.png")
            _ = viewer.waitForQuiet()
            viewer.waitForText("1 of 3")
            viewer.press("qqqq")
            try viewer.quit()
        }
    }
}
