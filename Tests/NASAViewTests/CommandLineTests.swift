import Foundation
import TestSupport
import Testing

extension WholeProgramCommands {
    /// The program's handling of its arguments.
    @Suite struct CommandLines {
        private func run(_ arguments: [String]) throws -> ProgramRun {
            try ProgramRun(ProgramStart(try BuiltProgram.viewer.path(), arguments))
        }

        @Test(arguments: [
            ([], "No terminal"), (["--unheard-of"], "--unheard-of"), (["--size", "12"], "\"12\""),
            (["--protocol", "smoke"], "smoke"), (["doctor", "--colour"], "--colour"),
            (["doctor", "him"], "him"), (["--api", "ftp://nowhere", "x"], "--api"),
            (["--\u{1B}]0;evil\u{07}"], "evil"),
        ])
        func aWrongOneEndsWithCode2AndOneLine(arguments: [String], word: String) throws {
            let run = try run(arguments)
            #expect(run.status == .code(2))
            #expect(run.output.isEmpty)
            #expect(run.errors.contains(word), "\(run.errors)")
            #expect(run.errors.hasPrefix("nasa-view: "))
            #expect(run.errors.split(separator: "\n").count == 1)
            #expect(!run.errors.utf8.contains(0x1b))
        }

        @Test(arguments: [["--help"], ["help"], ["view", "--help"], ["--demo", "--help"]])
        func theHelpNamesOptionsAndCommands(arguments: [String]) throws {
            let run = try run(arguments)
            #expect(run.status == .code(0))
            #expect(run.text.contains("--print"))
            #expect(run.text.contains("doctor (terminal diagnostics)"))
        }

        @Test(arguments: [["doctor", "--help"], ["help", "doctor"]])
        func aCommandHasItsOwnHelp(arguments: [String]) throws {
            let run = try run(arguments)
            #expect(run.status == .code(0))
            #expect(run.text.contains("--json"))
        }

        @Test(arguments: [["--version"], ["-V"], ["doctor", "--version"]])
        func theVersionIsALine(arguments: [String]) throws {
            let run = try run(arguments)
            #expect(run.status == .code(0))
            #expect(run.text.wholeMatch(of: /nasa-view [0-9.]+\n/) != nil)
        }

        @Test func theShortHelpIsLessThanAScreen() throws {
            let run = try run(["-h"])
            #expect(run.status == .code(0) && run.text.contains("nasa-view --help"))
            #expect(run.text.split(separator: "\n", omittingEmptySubsequences: false).count < 24)
        }

        @Test func theHelpIsAsItIs() throws {
            try Golden.expect(try run(["--help"]).text, in: "help.txt", of: "NASAViewTests")
        }

        @Test(arguments: [
            ("serach", "Did you mean search?"), ("docter", "Did you mean doctor?"),
            ("favorits", "Did you mean favorites?"), ("demo", "Did you mean --demo?"),
            ("cofnig", "Did you mean config?"), ("version", "Did you mean --version?"),
        ])
        func aMistypedCommandIsNotTakenForAPhoto(word: String, sentence: String) throws {
            let run = try run([word, "mars"])
            #expect(run.status == .code(2))
            #expect(
                run.errors.contains("Unknown command \"\(word)\". \(sentence)"), "\(run.errors)")
        }

        @Test(arguments: [["--protocl", "kitty"], ["search", "--limt", "3", "mars"]])
        func theOptionThatWasMeantIsNamed(arguments: [String]) throws {
            let run = try run(arguments)
            #expect(run.status == .code(2))
            #expect(run.errors.contains("Did you mean"), "\(run.errors)")
        }

        @Test func aFileWithTheNameOfACommandIsStillAFile() throws {
            let file = try ScratchFile(
                PlainPNG.bytes(of: TestPictures.smallMosaic.raster), name: "doctor")
            for arguments in [["--print", file.path], ["view", file.path, "--print"]] {
                let run = try run(arguments)
                #expect(run.status == .code(0), "\(run.errors)")
                #expect(!run.output.isEmpty)
            }
        }
    }
}
