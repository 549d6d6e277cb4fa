import Foundation
import TestSupport
import Testing

extension WholeProgram {
    /// The manual page and the completions, judged by the programs that read them.
    @Suite struct Generating {
        private static func generate(_ kind: String) throws -> String {
            let run = try ProgramRun(
                ProgramStart(try BuiltProgram.viewer.path(), ["generate", kind]))
            #expect(run.status == .code(0) && run.errors.isEmpty)
            return run.text
        }

        private static func isHere(_ program: String) -> Bool { path(of: program) != nil }

        private static func path(of program: String) -> String? {
            ["/bin/", "/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].map { $0 + program }
                .first { FileManager.default.isExecutableFile(atPath: $0) }
        }

        @Test(.enabled(if: isHere("groff"), "groff is not installed"))
        func groffSetsTheManualWithoutAWarning() throws {
            let file = try ScratchFile(Array(try Self.generate("man").utf8), name: "nasa-view.1")
            let groff = try #require(Self.path(of: "groff"))
            let run = try ProgramRun(ProgramStart(groff, ["-man", "-ww", "-Tutf8", file.path]))
            #expect(run.status == .code(0) && run.errors.isEmpty, "\(run.errors)")
            #expect(run.text.contains("View NASA's photos in the terminal."))
        }

        @Test func theManualHasEveryOptionOfTheHelpAndEveryCommand() throws {
            let manual = try Self.generate("man").replacing("\\-", with: "-")
            let help = try ProgramRun(
                ProgramStart(try BuiltProgram.viewer.path(), ["--help"])
            ).text
            let options = help.matches(of: /^ +(--[a-z-]+)/.anchorsMatchLineEndings()).map(\.1)
            #expect(options.count > 20)
            for option in options { #expect(manual.contains("\\fB\(option)"), "\(option)") }
            for command in ["search", "info", "download", "favourites", "config", "doctor"] {
                #expect(manual.contains("\n.SS \(command)\n"))
            }
            for section in ["KEYS", "ENVIRONMENT", "FILES", "EXIT STATUS"] {
                #expect(manual.contains("\n.SH \(section)\n"))
            }
        }

        @Test func theManualHasItsHeadingsInTheLanguageThatIsAskedFor() throws {
            var start = ProgramStart(try BuiltProgram.viewer.path(), ["generate", "man"])
            start.environment["LANG"] = "de_DE.UTF-8"
            let run = try ProgramRun(start)
            #expect(run.status == .code(0) && run.errors.isEmpty)
            for heading in ["SH BEZEICHNUNG", "SH OPTIONEN", "SS In Listen und Rastern"] {
                #expect(run.text.contains("\n.\(heading)\n"), "\(heading)")
            }
            for heading in ["SH NAME", "SH OPTIONS", "SH KEYS", "SS In lists and grids"] {
                #expect(!run.text.contains("\n.\(heading)\n"), "\(heading)")
            }
        }

        /// Such turns are what the help had before; see `PhrasesTests` for those of the screens.
        @Test(arguments: [
            "is told", "nobody", "somebody", "any more", "anew", "whoever", "where there is no",
            "if not said", "of so many", "tell what", "tells", "the ground that", "be readable on",
        ])
        func theManualReadsAsEnglish(turn: String) throws {
            let manual = try Self.generate("man").replacing("\n", with: " ").lowercased()
            #expect(!manual.contains(turn))
        }

        private static let shells = ["bash", "zsh", "fish"]

        @Test(arguments: shells.filter { isHere($0) })
        func aShellReadsItsCompletions(shell: String) throws {
            let file = try ScratchFile(Array(try Self.generate(shell).utf8), name: "nasa-view")
            let path = try #require(Self.path(of: shell))
            let run = try ProgramRun(ProgramStart(path, ["-n", file.path]))
            #expect(run.status == .code(0) && run.errors.isEmpty, "\(run.errors)")
            #expect(try Self.generate(shell).contains("protocol"))
        }
    }
}
