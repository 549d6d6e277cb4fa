import Foundation
import Imaging
import TestSupport
import Testing

/// A folder of single-coloured pictures, made for one test.
final class PictureFolder {
    let url: URL

    var path: String { url.path }

    /// Creates files with these names, `a/b.png` in a subfolder; `side` is that of a picture.
    init(_ names: [String] = [], side: Int = 96) throws {
        url = CleanEnvironment.home.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        for (number, name) in names.enumerated() { try add(name, number: number, side: side) }
    }

    private func add(_ name: String, number: Int, side: Int) throws {
        let file = url.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        let raster = Raster(PixelSize(width: side, height: side * 2 / 3)) { _, _ in
            (UInt8(60 + number * 37 % 190), UInt8(number * 91 % 250), 120)
        }
        try write(PlainPNG.bytes(of: raster), as: name)
    }

    func write(_ bytes: [UInt8], as name: String) throws {
        try Data(bytes).write(to: url.appending(path: name))
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}

extension WholeProgram {
    /// Folders and lists of local pictures.
    @Suite struct Folders {
        private static let names = ["photo-9.png", "photo-10.png", "photo-1.png", "B.png"]

        private func run(_ arguments: [String], _ input: StandardStream = .nowhere) throws
            -> ProgramRun
        {
            var start = ProgramStart(try BuiltProgram.viewer.path(), arguments)
            start.input = input
            return try ProgramRun(start)
        }

        @Test func aFolderIsAWallOfItsPicturesInTheOrderOfLS() throws {
            let folder = try PictureFolder(Self.names)
            try folder.write(Array("no picture".utf8), as: "notes.txt")
            let viewer = try Viewer([folder.path])
            viewer.waitForText("1 of 4")
            viewer.waitForText("B.png")
            #expect(viewer.program.wait { viewer.model.pictureCount >= 4 })
            for (place, name) in [
                ("2", "photo-1.png"), ("3", "photo-9.png"), ("4", "photo-10.png"),
            ] {
                viewer.press(Key.right)
                viewer.waitForText("\(place) of 4")
                viewer.waitForText(name)
            }
            viewer.press("\r")
            try viewer.waitForFacts { $0.place == "4/4" }
            viewer.press("p")
            try viewer.waitForFacts { $0.place == "3/4" }
            viewer.press("i")
            viewer.waitForText("Format PNG")
            viewer.press("qq")
            viewer.waitForText("3 of 4")
            try viewer.quit()
        }

        @Test func foldersAndFilesAreListedTogetherAsTheyAreNamed() throws {
            let folder = try PictureFolder(["in/2.png", "in/1.png", "alone.png", "in/deeper/3.png"])
            let named = [folder.path + "/alone.png", folder.path + "/in"]
            let flat = try Viewer(named + ["--grid", "0"])
            flat.waitForText("1 of 3")
            try flat.quit()
            let deep = try Viewer(named + ["--grid", "0", "--recursive"])
            deep.waitForText("1 of 4")
            deep.press("G")
            for name in ["1.png", "2.png", "3.png"] { deep.waitForText(name) }
            try deep.quit()
        }

        @Test(arguments: ["\n", "\u{0}"])
        func aListOnStandardInputNamesFiles(separator: String) throws {
            let folder = try PictureFolder(["b.png", "a b.png"])
            let list = ["b.png", "a b.png"].map { folder.path + "/" + $0 + separator }
            try folder.write(Array(list.joined().utf8), as: "list")
            let viewer = try Viewer(
                ["--stdin-list", "--grid", "0"], input: .file(folder.path + "/list"))
            viewer.waitForText("1 of 2")
            viewer.waitForText("a b.png")
            viewer.press("j\r")
            try viewer.waitForFacts { $0.place == "2/2" }
            viewer.press("q")
            viewer.waitForText("2 of 2")
            // The list can be read only once; it is kept for the next time, with the selection.
            viewer.press("r")
            _ = viewer.waitForQuiet()
            viewer.waitForText("2 of 2")
            viewer.waitForText("a b.png")
            try viewer.quit()
        }

        @Test func rFindsWhatIsNewInTheFolder() throws {
            let folder = try PictureFolder(["a.png"])
            let viewer = try Viewer([folder.path, "--grid", "0"])
            viewer.waitForText("a.png")
            try FileManager.default.copyItem(
                atPath: folder.path + "/a.png", toPath: folder.path + "/b.png")
            viewer.press("r")
            viewer.waitForText("1 of 2")
            viewer.waitForText("b.png")
            try viewer.quit()
        }

        @Test func foldersAreEntriesThatCanBeEntered() throws {
            let folder = try PictureFolder(["2024/a.png", "2024/b.png", "2025/c.png", "z.png"])
            let viewer = try Viewer([folder.path])
            // The first photo is selected, after the folders.
            viewer.waitForText("3 of 3")
            viewer.waitForText("2024/")
            viewer.press("g\r")
            viewer.waitForText("1 of 2")
            viewer.waitForText("a.png")
            viewer.press("\r")
            try viewer.waitForFacts { $0.place == "1/2" }
            viewer.press("qq")
            viewer.waitForText("1 of 3")
            viewer.press("G\r")
            try viewer.waitForFacts { _ in true }
            #expect(viewer.model.statusLine.contains("z.png"))
            viewer.press("n")
            #expect(viewer.waitForQuiet().page.contains("z.png"))
            viewer.press("q")
            try viewer.quit()
        }

        @Test func oneFileOpensItsFolder() throws {
            let folder = try PictureFolder(Self.names)
            try folder.write(Array("no picture".utf8), as: "notes.txt")
            let viewer = try Viewer([folder.path + "/photo-9.png"], withNeighbours: true)
            try viewer.waitForFacts { $0.place == "3/4" }
            viewer.press("n")
            try viewer.waitForFacts { $0.place == "4/4" }
            #expect(viewer.model.statusLine.contains("photo-10.png"))
            viewer.press("pp")
            try viewer.waitForFacts { $0.place == "2/4" }
            viewer.press("\t")
            viewer.waitForText("2 of 4")
            viewer.press("\r")
            try viewer.waitForFacts { $0.place == "2/4" }
            viewer.press("q")
            viewer.waitForText("2 of 4")
            try viewer.quit()
        }

        @Test(arguments: [("size", "large.png"), ("time", "new.png"), ("name", "a.png")])
        func filesAreSortedAsTheUserWants(order: String, first: String) throws {
            let folder = try PictureFolder(["a.png", "new.png"])
            try folder.write(PlainPNG.bytes(of: TestPictures.mosaic("300x200")), as: "large.png")
            for (name, age) in [("a.png", 300.0), ("large.png", 200), ("new.png", 100)] {
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000 - age)],
                    ofItemAtPath: folder.path + "/" + name)
            }
            let names = ["a.png", "large.png", "new.png"].map { folder.path + "/" + $0 }
            for arguments in [[folder.path, "--grid", "0"], names] {
                let viewer = try Viewer(arguments + ["--sort", order])
                if arguments.contains("--grid") {
                    viewer.waitForText("1 of 3")
                    viewer.press("\r")
                }
                try viewer.waitForFacts { $0.place == "1/3" }
                #expect(viewer.program.wait { viewer.model.statusLine.contains(first) })
                if arguments.contains("--grid") {
                    viewer.press("q")
                    viewer.waitForText("1 of 3")
                }
                try viewer.quit()
            }
        }

        @Test func onlyOneFileIsShownIfTheUserSaysSo() throws {
            let folder = try PictureFolder(Self.names)
            let viewer = try Viewer(["--only", folder.path + "/photo-9.png"], withNeighbours: true)
            #expect(try viewer.waitForWholeBar().place == nil)
            viewer.press("n")
            #expect(viewer.waitForQuiet().page.contains("photo-9.png"))
            viewer.press("\t")
            viewer.waitForText("photo-9.png")
            #expect(!viewer.page.contains("photo-10.png"))
            try viewer.quit()
        }

        @Test func thePicturesOfAFolderArePrinted() throws {
            let folder = try PictureFolder(Self.names)
            let run = try run(["--print", "--size", "8x4", folder.path])
            #expect(run.status == .code(0), "\(run.errors)")
            #expect(run.text.split(separator: "\n").count >= 4)
        }

        /// A second start shows the copies: the pictures themselves are not decoded.
        @Test func smallCopiesAreKeptInTheCache() throws {
            let folder = try PictureFolder(["large.png"], side: 900)
            let file = folder.path + "/large.png"
            // In whole seconds: Foundation's dates are less precise than the file system's.
            let day = [
                FileAttributeKey.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)
            ]
            try FileManager.default.setAttributes(day, ofItemAtPath: file)
            let place = CleanEnvironment.ownPlace()
            let cache = try #require(place["XDG_CACHE_HOME"]) + "/nasa-view/entries-1"
            let first = try Viewer([folder.path], place: place)
            #expect(first.program.wait { first.model.pictureCount >= 1 })
            #expect(
                first.program.wait {
                    let kept = try? FileManager.default.contentsOfDirectory(atPath: cache)
                    return kept?.contains { $0.wholeMatch(of: /[0-9a-f]{32}/) != nil } ?? false
                })
            try first.quit()
            // It has the same size and time, so only its pixels differ from the first.
            let facts = try FileManager.default.attributesOfItem(atPath: file)
            let size = try #require(facts[.size] as? Int)
            try folder.write([UInt8](repeating: 0, count: size), as: "large.png")
            try FileManager.default.setAttributes(day, ofItemAtPath: file)
            let second = try Viewer([folder.path], place: place)
            #expect(second.program.wait { second.model.pictureCount >= 1 })
            try second.quit()
            try folder.write([0], as: "large.png")
            let third = try Viewer([folder.path], place: place)
            third.waitForText("not a picture")
            try third.quit()
        }
    }
}

extension WholeProgramFaults {
    /// Rows L of the fault table: folders and lists.
    @Suite struct FaultTableFolders {
        @Test(
            "L1: a folder without pictures shows a message",
            arguments: [("en", "No pictures in"), ("de", "Keine Bilder in")])
        func noPictures(language: String, sentence: String) throws {
            let folder = try PictureFolder()
            try folder.write([1, 2, 3], as: "a.txt")
            let program = try TerminalProgram(
                ProgramStart(
                    try BuiltProgram.viewer.path(), [folder.path, "--language", language]),
                in: .vt340)
            #expect(program.waitForExit() == .code(1))
            let text = String(decoding: program.output, as: UTF8.self)
            #expect(text.contains(sentence), "\(text)")
            #expect(!text.contains("\u{1B}["), "the screen is not touched")
        }

        @Test(
            "L1: printing a folder that has only folders names the option that helps",
            arguments: [
                ("en", "No pictures in", "--recursive also searches its subfolders."),
                ("de", "Keine Bilder in", "--recursive sucht auch in Unterordnern."),
            ])
        func onlyFolders(language: String, sentence: String, hint: String) throws {
            let folder = try PictureFolder(["deeper/a.png"])
            let run = try ProgramRun(
                ProgramStart(
                    try BuiltProgram.viewer.path(),
                    ["--print", folder.path, "--language", language]))
            #expect(run.status == .code(1))
            #expect(run.errors.contains(sentence) && run.errors.contains(hint), "\(run.errors)")
        }

        @Test(
            "L2: a file that is not a picture has a note in its tile; the others are shown",
            arguments: [
                (Array("text".utf8), "not a picture"), ([0, 1, 2, 3], "not a picture"),
                ([], "empty file"), ([0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0], "damaged"),
            ] as [([UInt8], String)])
        func noPicture(bytes: [UInt8], word: String) throws {
            let folder = try PictureFolder(["good.png"])
            try folder.write(bytes, as: "bad.png")
            let viewer = try Viewer([folder.path])
            viewer.waitForText(word)
            #expect(viewer.program.wait { viewer.model.pictureCount >= 1 })
            try viewer.quit()
        }

        @Test(
            "L3: names have no effect", arguments: ["\u{1B}]0;x\u{7}.png", "a\nb.png", "-rf.png"])
        func hostileNames(name: String) throws {
            let folder = try PictureFolder([name, "z.png"])
            let viewer = try Viewer([folder.path, "--grid", "0"])
            viewer.waitForText("1 of 2")
            #expect(viewer.program.wait { viewer.model.pictureCount >= 2 })
            #expect(!viewer.program.output.contains(subsequence: "\u{1B}]0;x"))
            viewer.press("\r")
            try viewer.waitForFacts { $0.place == "1/2" }
            viewer.press("q")
            viewer.waitForText("1 of 2")
            try viewer.quit()
        }

        @Test("L4: a missing or empty list is reported")
        func emptyList() throws {
            let viewer = try Viewer(["--stdin-list"], input: .nowhere)
            viewer.waitForText("No pictures found.")
            try viewer.quit()
            let run = try ProgramRun(
                ProgramStart(try BuiltProgram.viewer.path(), ["--stdin-list", "--print"]))
            #expect(run.status == .code(1) && run.errors.contains("No pictures found."))
        }

        @Test("L4: names cannot be typed")
        func typedList() throws {
            let program = try TerminalProgram(
                ProgramStart(try BuiltProgram.viewer.path(), ["--stdin-list"]), in: .vt340)
            #expect(program.waitForExit() == .code(2))
            #expect(
                String(decoding: program.output, as: UTF8.self)
                    .contains("--stdin-list reads file names from standard input"))
        }

        @Test(
            "L5: an unreadable folder is named",
            .disabled(if: geteuid() == 0, "nothing is forbidden to root"))
        func unreadableFolder() throws {
            let folder = try PictureFolder(["in/a.png"])
            let inner = folder.path + "/in"
            try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: inner)
            defer {
                try? FileManager.default.setAttributes(
                    [.posixPermissions: 0o700], ofItemAtPath: inner)
            }
            let viewer = try Viewer([inner])
            viewer.waitForText("permission denied")
            try viewer.quit()
        }

        @Test("L6: links that lead in a circle are not followed")
        func circle() throws {
            let folder = try PictureFolder(["in/a.png"])
            try FileManager.default.createSymbolicLink(
                atPath: folder.path + "/in/again", withDestinationPath: folder.path)
            let viewer = try Viewer([folder.path, "--recursive", "--grid", "0"])
            viewer.waitForText("a.png")
            viewer.waitForText("1 of 1")
            try viewer.quit()
        }
    }
}

extension [UInt8] {
    fileprivate func contains(subsequence text: String) -> Bool {
        let wished = Array(text.utf8)
        return indices.contains { self[$0...].starts(with: wished) }
    }
}
