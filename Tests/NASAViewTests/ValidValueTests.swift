import Foundation
import TestSupport
import Testing

extension WholeProgram {
    /// An error message states the valid values.
    @Suite struct ValidValues {
        private func run(_ arguments: [String], _ variables: [String: String] = [:]) throws
            -> ProgramRun
        {
            var start = ProgramStart(try BuiltProgram.viewer.path(), arguments)
            start.environment.merge(CleanEnvironment.ownPlace()) { _, own in own }
            start.environment.merge(variables) { $1 }
            return try ProgramRun(start)
        }

        /// Returns the names of all settings, as listed by `config`.
        private func settings() throws -> [String] {
            let run = try run(["config", "--json"])
            let json = try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any]
            let settings = try #require(json?["settings"] as? [[String: Any]])
            return settings.compactMap { $0["name"] as? String }
        }

        /// Returns the message of the settings file about a value, from the description of valid
        /// values on.
        private func validForm(of name: String, not value: String) throws -> String {
            let folder = CleanEnvironment.home.appending(path: UUID().uuidString)
            try FileManager.default.createDirectory(
                at: folder.appending(path: "nasa-view"), withIntermediateDirectories: true)
            try Data("\(name) = \"\(value)\"\n".utf8)
                .write(to: folder.appending(path: "nasa-view/config.toml"))
            let errors = try run(["config"], ["XDG_CONFIG_HOME": folder.path]).errors
            let start = errors.firstRange(of: "; use ") ?? errors.firstRange(of: " must be ")
            let place = try #require(start, "\(name): \(errors)")
            return String(errors[place.lowerBound...].prefix { $0 != "(" && $0 != "\n" })
        }

        @Test func everySettingSaysWhatIsValidWhereverItIsSet() throws {
            let names = try settings()
            #expect(names.count >= 18)
            for name in names {
                // Any word can be searched for, and may be a key.
                let wrong = ["start", "flickr-key"].contains(name) ? "  " : "?"
                let form = try validForm(of: name, not: wrong)
                let variable = "NASA_VIEW_" + name.uppercased().replacing("-", with: "_")
                let set = try run(["config"], [variable: wrong])
                #expect(set.status == .code(2) && set.errors.contains(form), "\(set.errors)")
                #expect(set.errors.contains(variable), "\(set.errors)")
                guard
                    ![
                        "start", "accent-colour", "good-colour", "bad-colour", "flickr-key",
                        "accessible",
                    ].contains(name)
                else { continue }
                let typed = try run(["config", "--\(name)", wrong])
                #expect(typed.status == .code(2), "\(name)")
                #expect(
                    typed.errors.contains(form) || typed.errors.contains("10x20"),
                    "\(typed.errors)")
            }
        }

        private static let commands = [
            [], ["search"], ["info"], ["download"], ["crop"], ["favourites"], ["cache"],
            ["config"], ["doctor"], ["generate"],
        ]

        /// Returns the options of a command that take a value, as listed by its help.
        private func options(of command: [String]) throws -> Set<String> {
            let help = try run(command + ["--help"]).text
            return Set(
                help.matches(of: /\n +(?:--[a-z-]+, ?)?(--[a-z-]+(?:\/--[a-z-]+)?) </)
                    .map { String($0.1) })
        }

        private static let viewersOptions = Result { try Self().options(of: []) }

        @Test(arguments: commands)
        func noOptionIsRefusedInTheParsersOwnWords(command: [String]) throws {
            let options = try options(of: command)
            #expect(!options.isEmpty || command == ["doctor"] || command == ["generate"])
            // Shared options mean the same with each command: the full matrix tries them with each.
            let own = command.isEmpty ? options : options.subtracting(try Self.viewersOptions.get())
            for option in FullMatrix.all(options, else: own) {
                let api = option == "--api" ? [] : ["--api", "http://127.0.0.1:9"]
                let isForLibrary = ![["config"], ["doctor"], ["generate"]].contains(command)
                let run = try run(command + [option, "?!"] + (isForLibrary ? api : []))
                for words in ["is invalid for", "Please provide"] {
                    #expect(!run.errors.contains(words), "\(option): \(run.errors)")
                }
            }
        }

        @Test(arguments: [
            (["--grid", "99"], "--grid must be 0–12 (got 99)"),
            (["--step", "abc"], "--step must be 1–100 (got abc)"),
            (["--colours", "8"], #"unknown --colours "8"; use true, 256, 16 or 2"#),
            (
                ["--size", "x"],
                #"invalid --size "x"; use a value such as 80x24, 60x, x20 or 800x600px"#
            ),
            (["--cache-size", "1Q"], #"invalid --cache-size "1Q"; use a value such as 500M"#),
            (["--slide-seconds", "0"], "--slide-seconds must be 1–"),
            (["--year-start", "19x"], "--year-start must be 1000–9999 (got 19x)"),
            (["--source", "foo"], #"unknown --source "foo"; use nasa, apod, mars2020, msl, epic"#),
            (["--source", "it's"], #"unknown --source "it's"; use nasa"#),
            (["search", "x", "--limit", "0"], "--limit must be 1–10000 (got 0)"),
            (["download", "x", "--size", "foo"], "use thumb, small, medium, large or orig"),
            (["crop", "x", "--area", "1,2"], #"invalid --area "1,2"; use a value such as"#),
            (
                ["generate", "foo"],
                #"unknown kind "foo"; use man, bash, zsh, fish, nushell or preview"#
            ),
            (["cache", "clear"], "Did you mean nasa-view cache --clear?"),
            (["cache", "list"], "Did you mean nasa-view cache?"),
            (["favourites", "add", "X"], "Did you mean nasa-view favourites --add?"),
            (["favorites", "rm", "X"], "Did you mean nasa-view favourites --remove?"),
            (["favourites", "list"], "Did you mean nasa-view favourites?"),
            (["config", "show"], "Did you mean nasa-view config?"),
            (["doctor", "json"], "Did you mean nasa-view doctor --json?"),
            (["cache", "zzzzzz"], "See nasa-view cache --help."),
            (["plain", "a.jpg"], "Did you mean --plain?"),
        ])
        func aRefusalNamesWhatIsRight(arguments: [String], sentence: String) throws {
            let run = try run(arguments)
            #expect(run.status == .code(2) && run.output.isEmpty)
            #expect(run.errors.contains(sentence), "\(run.errors)")
            #expect(run.errors.split(separator: "\n").count == 1)
        }

        @Test(arguments: [
            (["search", "zzzqx", "--demo"], "nasa-view: No photos match \"zzzqx\".\n"),
            (
                ["search", "zzzqx", "--demo", "--offline"],
                "nasa-view: No photos match \"zzzqx\".\n"
            ),
            (["favourites", "--demo"], "nasa-view: No favourites yet.\n"),
        ])
        func nothingFoundIsSaid(arguments: [String], sentence: String) throws {
            let run = try run(arguments)
            #expect(run.status == .code(0) && run.output.isEmpty)
            #expect(run.errors == sentence, "\(run.errors)")
        }

        @Test func theHelpHasNumbersAsTheyAreTyped() throws {
            #expect(try run(["search", "--help"]).text.contains("(default: 100)"))
        }

        @Test func withoutATerminalNothingIsJudged() throws {
            let text = try run(["doctor"]).text
            #expect(!text.contains("does not list"), "\(text)")
            #expect(text.contains(/pictures +\| blocks +\| not asked/), "\(text)")
            #expect(text.contains(/TurboJPEG +\| [0-9]+\.[0-9.]+/), "\(text)")
        }
    }
}
