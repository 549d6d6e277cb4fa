import Foundation
import TestSupport
import Testing

extension WholeProgramCommands {
    /// The manual page and the completions, checked by the programs that read them.
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

        @Test(.enabled(if: isHere("mandoc"), "mandoc is not installed"))
        func mandocHasNothingToSayAboutTheManual() throws {
            let file = try ScratchFile(Array(try Self.generate("man").utf8), name: "nasa-view.1")
            let mandoc = try #require(Self.path(of: "mandoc"))
            let run = try ProgramRun(ProgramStart(mandoc, ["-T", "lint", file.path]))
            #expect(run.text.isEmpty, "\(run.text)")
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
            for section in [
                "KEYS", "ENVIRONMENT", "FILES", "EXIT STATUS", "EXAMPLES", "SEE ALSO", "BUGS",
            ] {
                #expect(manual.contains("\n.SH \(section)\n"))
            }
        }

        @Test func theManualIsInEnglishInAnyLocale() throws {
            var start = ProgramStart(try BuiltProgram.viewer.path(), ["generate", "man"])
            start.environment["LANG"] = "de_DE.UTF-8"
            let run = try ProgramRun(start)
            #expect(run.status == .code(0) && run.errors.isEmpty)
            #expect(run.text == (try Self.generate("man")))
            for heading in ["SH NAME", "SH OPTIONS", "SH KEYS", "SS In lists and grids"] {
                #expect(run.text.contains("\n.\(heading)\n"), "\(heading)")
            }
        }

        /// Phrases that the help once had; see `PhrasesTests` for those of the screens.
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

        /// Nushell is in no Debian: what its grammar needs is counted here.
        @Test(arguments: [
            "export extern \"nasa-view\" [", "export extern \"nasa-view doctor\" [",
            "    --protocol: string@\"nu-complete nasa-view --protocol\"  # ",
            "    --help(-h)  # ", "    ...words: path",
            "def \"nu-complete nasa-view --enter\" [] { [\"photo\" \"page\"] }",
        ])
        func nushellIsToldEachCommandAndValue(line: String) throws {
            let script = try Self.generate("nushell")
            #expect(script.split(separator: "\n").contains { $0.hasPrefix(line) }, "\(script)")
            for (open, close) in [("[", "]"), ("{", "}"), ("(", ")")] {
                let code = script.split(separator: "\n").map { $0.split(separator: "  # ")[0] }
                    .joined()
                #expect(code.count { String($0) == open } == code.count { String($0) == close })
            }
            #expect(Set(Self.definitions(in: script)).count == Self.definitions(in: script).count)
        }

        private static func definitions(in script: String) -> [Substring] {
            script.split(separator: "\n").filter { $0.hasPrefix("def ") }
        }
    }
}

extension WholeProgramCommands {
    /// The effect of Tab in real shells that have loaded the completions.
    @Suite struct Completing {
        /// The text typed before Tab, and the line afterwards.
        static let lines = [
            ("nasa-view b", "nasa-view b.jpg"),
            ("nasa-view --demo b", "nasa-view --demo b.jpg"),
            ("nasa-view PIA003", "nasa-view PIA00342"),
            ("nasa-view --pro", "nasa-view --protocol"),
            ("nasa-view b.jpg --gl", "nasa-view b.jpg --glyphs"),
            ("nasa-view --protocol ki", "nasa-view --protocol kitty"),
            ("nasa-view --protocol=ki", "nasa-view --protocol=kitty"),
            ("nasa-view doc", "nasa-view doctor"),
            ("nasa-view doctor --js", "nasa-view doctor --json"),
            ("nasa-view generate fi", "nasa-view generate fish"),
            ("nasa-view info PIA003", "nasa-view info PIA00342"),
            ("nasa-view download --to fol", "nasa-view download --to folder/"),
        ]

        @Test(
            .enabled(if: !CompletingShell.installed.isEmpty, "no shell is installed"),
            arguments: CompletingShell.installed)
        func tabCompletesFilesOptionsIdsAndCommands(shell: CompletingShell) throws {
            let stage = try CompletingStage(shell)
            for (typed, expected) in Self.lines {
                let line = stage.line(afterTyping: typed + "\t") { $0.hasPrefix(expected) }
                #expect(line.hasPrefix(expected), "\(typed): \(stage.page)")
            }
        }

        @Test(arguments: CompletingShell.installed)
        func theValuesOfAnOptionAreListed(shell: CompletingShell) throws {
            let stage = try CompletingStage(shell)
            let values = ["kitty", "sixel", "iterm2", "blocks"]
            let words = stage.words(listedFor: "nasa-view --protocol ", until: values)
            #expect(Set(values).isSubset(of: words), "\(stage.page)")
            #expect(words.isDisjoint(with: ["view", "search", "b.jpg"]), "\(stage.page)")
        }

        @Test(arguments: CompletingShell.installed)
        func theFirstWordMayBeACommandOrAFileButNoneThatIsHidden(shell: CompletingShell) throws {
            let stage = try CompletingStage(shell)
            let wanted = ["search", "doctor", "b.jpg"]
            let words = stage.words(listedFor: "nasa-view ", until: wanted)
            #expect(Set(wanted).isSubset(of: words), "\(stage.page)")
            #expect(!words.contains("view"), "\(stage.page)")
        }
    }
}

enum CompletingShell: String, CaseIterable {
    case bash, zsh, fish

    /// The installed ones; the tests of the others are skipped.
    static let installed = allCases.filter { $0.path != nil }

    var path: String? {
        ["/bin/", "/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].map { $0 + rawValue }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Without any user's settings.
    var arguments: [String] {
        switch self {
        case .bash: ["--norc", "--noprofile", "-i"]
        case .zsh: ["-f", "-i"]
        case .fish: ["--no-config", "-i"]
        }
    }

    /// Loads the completions, then clears the screen; the prompt is the test's own.
    func setUp(reading script: String) -> String {
        switch self {
        case .bash: "PS1='ready> '; source \(script); clear\n"
        case .zsh:
            "PROMPT='ready> '; zstyle ':completion:*' menu no; autoload -U compinit; "
                + "compinit -u -D; source \(script); clear\n"
        case .fish: "function fish_prompt; echo 'ready> '; end; source \(script); clear\n"
        }
    }
}

/// A shell in a terminal, in a folder with a photo, another file and a folder.
private final class CompletingStage {
    private let program: TerminalProgram
    private let folder: ScratchFile

    init(_ shell: CompletingShell) throws {
        let generated = try ProgramRun(
            ProgramStart(try BuiltProgram.viewer.path(), ["generate", shell.rawValue]))
        folder = try ScratchFile(generated.output, name: "script")
        let place = folder.url.deletingLastPathComponent()
        let files = FileManager.default
        for name in ["folder", "programs"] {
            try files.createDirectory(
                at: place.appending(path: name), withIntermediateDirectories: true)
        }
        for name in ["b.jpg", "other.txt"] {
            try Data().write(to: place.appending(path: name))
        }
        // The IDs come from the program's own list of favourites: this one has two.
        let favourites = place.appending(path: "programs/nasa-view")
        try Data("#!/bin/sh\nprintf 'PIA00342\\tEarth\\nPIA18906\\tSun\\n'\n".utf8)
            .write(to: favourites)
        try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: favourites.path)
        var start = ProgramStart(
            "/bin/sh",
            ["-c", "cd '\(place.path)' && exec \"$@\"", "sh", shell.path ?? shell.rawValue]
                + shell.arguments)
        start.environment["PATH"] =
            "\(place.path)/programs:" + (start.environment["PATH"] ?? "/usr/bin:/bin")
        start.environment["TERM"] = "xterm"
        program = try TerminalProgram(start, in: .vt340)
        // The initial prompt is arbitrary.
        #expect(program.wait { !page.allSatisfy(\.isWhitespace) })
        program.type(shell.setUp(reading: folder.path))
        #expect(program.wait { lastLine == "ready>" }, "\(page)")
    }

    var page: String { PageText.text(program.model.grid) }

    /// Returns the typed line, and starts an empty one.
    func line(afterTyping keys: String, isReady: (String) -> Bool) -> String {
        program.type(keys)
        _ = program.wait(within: 5) { isReady(typedLine) }
        defer { clearLine() }
        return typedLine
    }

    /// Returns the words on the page after Tab was pressed twice.
    func words(listedFor line: String, until wanted: [String]) -> Set<String> {
        program.type(line + "\t\t")
        _ = program.wait(within: 5) { Set(wanted).isSubset(of: words) }
        return words
    }

    private var words: Set<String> {
        Set(page.split { $0.isWhitespace }.map { String($0) })
    }

    private var lines: [String] {
        page.split(separator: "\n").map { String($0) }.filter { !$0.allSatisfy(\.isWhitespace) }
    }

    private var lastLine: String { (lines.last ?? "").trimmingCharacters(in: .whitespaces) }

    private var typedLine: String {
        let prompt = "ready> "
        return String(lines.last { $0.hasPrefix(prompt) }?.dropFirst(prompt.count) ?? "")
    }

    /// Presses Ctrl-U, and Ctrl-L for the list below.
    private func clearLine() {
        program.type("\u{15}\u{0C}")
        #expect(program.wait { lastLine == "ready>" && lines.count == 1 }, "\(page)")
    }
}
