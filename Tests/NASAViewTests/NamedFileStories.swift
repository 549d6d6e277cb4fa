import Foundation
import Imaging
import TestSupport
import Testing

extension WholeProgram {
    /// The names on the command line and on standard input: missing files, lists, names of any
    /// bytes.
    @Suite struct ArgumentsAndInput {
        private static let missing = "/nowhere/missing.jpg"

        private func start(_ arguments: [String], _ input: StandardStream = .nowhere) throws
            -> ProgramStart
        {
            var start = ProgramStart(try BuiltProgram.viewer.path(), arguments)
            start.environment.merge(CleanEnvironment.ownPlace()) { _, own in own }
            start.input = input
            return start
        }

        /// Runs a shell script, in which `$0` is the program and `$1` a folder.
        private func shell(_ script: String, in folder: PictureFolder) throws -> ProgramRun {
            var start = ProgramStart(
                "/bin/sh", ["-c", script, try BuiltProgram.viewer.path(), folder.path])
            start.environment.merge(CleanEnvironment.ownPlace()) { _, own in own }
            return try ProgramRun(start)
        }

        @Test(arguments: [
            [missing], [missing, "/nowhere/other.png"], ["--compare", missing, missing],
        ])
        func whereNoFileExistsTheScreenIsNotTouched(arguments: [String]) throws {
            let program = try TerminalProgram(try start(arguments, .terminal), in: .vt340)
            #expect(program.waitForExit() == .code(3))
            let text = String(decoding: program.output, as: UTF8.self)
            #expect(text.contains("nasa-view: No file named \(Self.missing)."), "\(text)")
            #expect(!text.contains("\u{1B}["), "the screen is not touched")
        }

        @Test func whereSomeFilesExistTheyAreShownAndTheOthersNamed() throws {
            let good = try TestPictures.smallMosaic.path()
            let program = try TerminalProgram(
                try start([Self.missing, good, good + "#1,2,300"], .terminal), in: .vt340)
            #expect(program.wait { program.model.statusLine.contains("1/2") })
            program.type("q")
            #expect(program.waitForExit() == .code(1))
            let text = String(decoding: program.output, as: UTF8.self)
            #expect(text.contains("nasa-view: No file named \(Self.missing)."))
        }

        @Test(
            .disabled(if: geteuid() == 0, "nothing is forbidden to root"))
        func aFileThatMayNotBeReadIsNamed() throws {
            let folder = try PictureFolder(["a.png"])
            let file = folder.path + "/a.png"
            try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file)
            let program = try TerminalProgram(try start([file], .terminal), in: .vt340)
            #expect(program.waitForExit() == .code(1))
            #expect(String(decoding: program.output, as: UTF8.self).contains("permission denied"))
        }

        @Test(arguments: ["\n", "\u{0}"])
        func aPipeOfNamesIsAList(separator: String) throws {
            let folder = try PictureFolder(["b.png", "a b.png", "c.png"])
            let names = ["b.png", "a b.png"].map { folder.path + "/" + $0 + separator }
            try folder.write(Array(names.joined().utf8), as: "list")
            let viewer = try Viewer(["--grid", "0"], input: .file(folder.path + "/list"))
            viewer.waitForText("1 of 2")
            viewer.press("j\r")
            try viewer.waitForFacts { $0.place == "2/2" }
            viewer.press("q")
            viewer.waitForText("2 of 2")
            try viewer.quit()
            let run = try shell(#"ls "$1"/*.png | "$0" --print --size 8x4"#, in: folder)
            #expect(run.status == .code(0) && run.errors.isEmpty, "\(run.errors)")
            #expect(run.text.split(separator: "\n").count >= 3)
        }

        @Test func aPictureInAPipeIsShown() throws {
            let picture = TestPictures.smallMosaic
            let viewer = try Viewer([], input: .file(try picture.path()))
            try viewer.waitForFacts { $0.photo == picture.raster.size }
            try viewer.quit()
            let folder = try PictureFolder(["a.png"])
            let run = try shell(#"cat "$1/a.png" | "$0" --print --size 8x4"#, in: folder)
            #expect(run.status == .code(0) && !run.output.isEmpty, "\(run.errors)")
        }

        @Test(arguments: ["--print", "--plain"])
        func anEmptyPipeAndNothingAreAsWithout(option: String) throws {
            let folder = try PictureFolder()
            let demo = option == "--plain" ? "--api http://127.0.0.1:9" : ""
            let piped = try shell(#": | "$0" \#(option) \#(demo)"#, in: folder)
            let nothing = try shell(#""$0" \#(option) \#(demo) </dev/null"#, in: folder)
            #expect(piped.status == nothing.status && piped.errors == nothing.errors)
            #expect(piped.status != .code(0))
        }

        // `caf?.png` with a byte of Latin-1, which is not UTF-8.
        private static let name = #"$(printf 'caf\351.png')"#

        private func latinFolder() throws -> PictureFolder {
            let folder = try PictureFolder(["a.png"])
            let run = try shell(#"cp "$1/a.png" "$1/\#(Self.name)"; rm "$1/a.png""#, in: folder)
            #expect(run.status == .code(0))
            return folder
        }

        @Test(arguments: [
            #""$0" --print --size 8x4 "$1/NAME""#, #""$0" --plain "$1/NAME""#,
            #""$0" --plain "$1""#, #"cd "$1" && "$0" --plain *"#,
            #"ls "$1"/* | "$0" --stdin-list --plain"#,
            #"find "$1" -type f -print0 | "$0" --print --size 8x4"#,
            #""$0" info "$1/NAME""#, #""$0" --print "$1/NAME#xywh=0,0,8,8""#,
        ])
        func aNameNeedNotBeUTF8(script: String) throws {
            let folder = try latinFolder()
            let run = try shell(script.replacing("NAME", with: Self.name), in: folder)
            #expect(run.status == .code(0) && run.errors.isEmpty, "\(run.errors)")
            #expect(!run.output.isEmpty)
            #expect(script.contains("--print") || run.text.contains("caf\u{FFFD}.png"))
        }

        @Test func aPartIsSavedUnderANameThatIsNotUTF8() throws {
            let folder = try latinFolder()
            let target = #"$1/$(printf 'new\377')"#
            let run = try shell(
                #"mkdir "\#(target)" && "$0" crop "$1/\#(Self.name)" --to "\#(target)/\#(Self.name)" "#
                    + #"| cat && test -s "\#(target)/\#(Self.name)""#, in: folder)
            #expect(run.status == .code(0) && run.errors.isEmpty, "\(run.errors)")
            let path = Array("\(folder.path)/new".utf8) + [0xFF] + Array("/caf".utf8) + [0xE9]
            #expect(run.output == path + Array(".png\n".utf8))
        }

        @Test func jsonHasAnEscapeThatLosesNothing() throws {
            let folder = try latinFolder()
            let run = try shell(
                #"cd "$1" && "$0" crop --json "\#(Self.name)" --to "$(printf '%%\351.png')""#,
                in: folder)
            #expect(run.status == .code(0), "\(run.errors)")
            #expect(run.text.contains(#""path" : "%"# + "\u{FFFD}.png"), "\(run.text)")
            #expect(run.text.contains(#""path_escaped" : "%25%E9.png""#), "\(run.text)")
        }

        @Test func twoSpellingsOfOneLetterAreTwoFiles() throws {
            let folder = try PictureFolder(["e\u{301}.png", "\u{E9}.png"])
            let run = try shell(#""$0" --print --size 8x4 "$1""#, in: folder)
            let both = run.text.split(separator: "\n\n")
            #expect(run.status == .code(0) && Set(both).count == both.count)
            let viewer = try Viewer([folder.path, "--grid", "0"])
            viewer.waitForText("1 of 2")
            try viewer.quit()
        }

        @Test func aNameThatIsNotUTF8IsListedViewedAndCopiedAsItIs() throws {
            let folder = try latinFolder()
            let viewer = try Viewer([folder.path, "--grid", "0"])
            viewer.waitForText("caf\u{FFFD}.png")
            viewer.press("\r")
            try viewer.waitForFacts { _ in true }
            viewer.press("y")
            let name = Data(
                Array(folder.path.utf8) + Array("/caf".utf8) + [0xE9] + Array(".png".utf8))
            let copy = "\u{1B}]52;c;\(name.base64EncodedString())\u{1B}\\"
            #expect(
                viewer.program.wait {
                    String(decoding: viewer.program.output, as: UTF8.self).contains(copy)
                })
            viewer.program.forgetFaults()
            viewer.program.type("qq")
            #expect(viewer.program.waitForExit() == .code(0))
        }

        @Test(arguments: ["#page=9&xywh=0,0,8,8", "#page=9", "#page=2&1,1"])
        func aPageBeyondTheEndIsASentence(place: String) throws {
            let photo = try TestPictures.smallMosaic.path() + place
            let number = place.contains("9") ? "9" : "2"
            let sentence = "has only one page; there is no page \(number)."
            for arguments in [["--print", photo], ["crop", photo, "--to", "/tmp/x.png"]] {
                let run = try ProgramRun(try start(arguments))
                #expect(run.status == .code(3) && run.output.isEmpty)
                #expect(run.errors.contains(sentence), "\(run.errors)")
            }
            let viewer = try Viewer([photo])
            viewer.waitForText(sentence)
            try viewer.quit()
        }

        @Test func infoOfAFileTellsWhatIsInIt() throws {
            let file = try TestPictures.smallMosaic.path()
            let run = try ProgramRun(try start(["info", file]))
            #expect(run.status == .code(0), "\(run.errors)")
            for line in [
                "File FileName: \(file)", "File FileType: PNG", "File ImageSize: 300x200",
                "File BitsPerSample: 8",
            ] { #expect(run.text.split(separator: "\n").contains(line[...]), "\(run.text)") }
            let document = try ProgramRun(try start(["info", "--json", file]))
            let json = try #require(
                try JSONSerialization.jsonObject(with: Data(document.output)) as? [String: Any])
            let item = try #require((json["items"] as? [[String: Any]])?.first)
            #expect(item["width"] as? Int == 300 && item["height"] as? Int == 200)
            #expect(item["format"] as? String == "PNG" && item["pages"] as? Int == 1)
        }

        @Test func infoOfAMissingFileAsksNoOne() throws {
            let run = try ProgramRun(try start(["info", Self.missing]))
            #expect(run.status == .code(3))
            #expect(run.errors == "nasa-view: No file named \(Self.missing).\n")
        }
    }
}
