import Foundation
import TestSupport
import Testing

extension WholeProgramCommands {
    /// The user's file, and everything that overrides it.
    @Suite struct Configuration {
        /// Returns a folder with this text as its configuration.
        private static func home(_ text: String) throws -> String {
            let folder = CleanEnvironment.home.appending(path: UUID().uuidString)
            let inner = folder.appending(path: "nasa-view")
            try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: inner.appending(path: "config.toml"))
            return folder.path
        }

        private static func start(
            _ arguments: [String], _ text: String, _ variables: [String: String] = [:]
        ) throws -> ProgramStart {
            var start = ProgramStart(try BuiltProgram.viewer.path(), arguments)
            start.environment["XDG_CONFIG_HOME"] = try home(text)
            start.environment.merge(variables) { $1 }
            return start
        }

        private static func run(
            _ arguments: [String], _ text: String, _ variables: [String: String] = [:]
        ) throws -> ProgramRun {
            try ProgramRun(try start(["config"] + arguments, text, variables))
        }

        private static let mixture = """
            theme = "light"
            grid = 3
            slideshow = 9
            step = 25
            accent-colour = "#ffaf00"
            bad-colour = 200
            start = "apollo 11"

            [keys]
            search = ["s", "Ctrl-f"]
            """

        @Test func allSettingsAreToldWithTheirOrigin() throws {
            let run = try Self.run(
                ["--glyphs", "sextant"], Self.mixture, ["NASA_VIEW_GRID": "5"])
            #expect(run.status == .code(0))
            #expect(run.errors.isEmpty)
            let text = run.text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
            try Golden.expect(
                text.joined(separator: "\n"), in: "config.txt", of: "NASAViewTests")
        }

        @Test func eitherSpellingOfAColourIsUnderstood() throws {
            for text in ["colors = 256\naccent-color = 12", "colours = 256\naccent-colour = 12"] {
                let run = try Self.run([], text)
                #expect(run.status == .code(0) && run.errors.isEmpty, "\(run.errors)")
            }
            let run = try Self.run(["--colors", "256"], "")
            #expect(run.status == .code(0) && run.errors.isEmpty, "\(run.errors)")
        }

        @Test func programsReadThemInAnyLanguage() throws {
            let texts = try ["en", "de"].map { language in
                let run = try Self.run(
                    ["--json", "--language", "en"], "language = '\(language)'\ngrid = 99")
                #expect(run.status == .code(1))
                return run.text
            }
            for text in texts {
                #expect(text.contains(#""origin" : "default""#))
                #expect(text.contains(#""column" : 8"#))
                #expect(text.contains("PgUp"))
            }
        }

        @Test(arguments: [
            (["--grid", "7"], ["NASA_VIEW_GRID": "5"], "grid = 3", "7"),
            ([], ["NASA_VIEW_GRID": "5"], "grid = 3", "5"), ([], [:], "grid = 3", "3"),
            ([], ["NASA_VIEW_GRID": ""], "grid = 3", "3"), ([], [:], "grid = 99", "automatic"),
            ([], [:], "", "automatic"),
        ])
        func aFlagGoesBeforeAVariableAndThatBeforeTheFile(
            arguments: [String], variables: [String: String], text: String, value: String
        ) throws {
            let run = try Self.run(arguments, text, variables)
            let line = run.text.split(separator: "\n").first { $0.hasPrefix("grid ") }
            #expect(line?.split(separator: " ").dropFirst().first.map(String.init) == value)
        }

        @Test(arguments: [
            (
                "colours = 'pink'",
                "config.toml:1:11: unknown colours \"pink\"; use true, 256, 16 or 2"
            ),
            ("theme = 'drak'", "unknown theme \"drak\"; use auto, light or dark"),
            ("grid = 40", "config.toml:1:8: grid must be 0–12 (got 40)"),
            (
                "accent-colour = '#5faff'",
                "invalid accent-colour \"#5faff\"; use a value such as 114 or #5fafff"
            ),
            (
                "\nspeed = 3",
                "config.toml:2:1: unknown setting \"speed\"; run nasa-view config to list them"
            ),
            ("colurs = 256", "unknown setting \"colurs\"; did you mean \"colours\"?"),
            ("[keys]\nserach = 's'", "unknown action \"serach\"; did you mean \"search\"?"),
            ("grid = ", "config.toml:1:8: expected quoted text"),
            ("grid = 3\ngrid = 4", "config.toml:2:1: grid is already set above"),
            ("[keys]\ndance = 'd'", "config.toml:2:1: unknown action \"dance\";"),
            ("[keys]\nhelp = ['?', 'Hyper-x']", "config.toml:2:14: unknown key \"Hyper-x\";"),
            ("[keys]\nhelp = '5'", "config.toml:2:8: the key 5 can't be reassigned"),
            ("theme = 'light", "config.toml:1:9: missing closing quote"),
            ("theme = \"\u{1B}[2J\"", "unknown theme \"␛[2J\"; use auto, light or dark"),
        ])
        func aFaultIsToldWithItsPlaceAndAllElseCounts(text: String, complaint: String) throws {
            let run = try Self.run([], text + "\n[keys]\nquit = 'Q'\n")
            #expect(run.status == .code(1))
            #expect(run.errors.contains(complaint), "\(run.errors)")
            #expect(run.errors.split(separator: "\n").count == 1)
            let quit = run.text.split(separator: "\n").first { $0.hasPrefix("keys.quit ") }
            #expect(quit?.contains("Q  ") == true)
        }

        /// The faults of the file are in the user's language; the table of settings is in English.
        @Test(arguments: [
            ("language = 'de'", [:], "unbekannte Einstellung"),
            ("language = 'en'", ["LC_ALL": "de_DE.UTF-8"], "unknown setting"),
            ("", ["LC_ALL": "de_DE.UTF-8"], "unbekannte Einstellung"),
            ("", ["LANG": "en_US.UTF-8", "LANGUAGE": "fr:de:en"], "unbekannte Einstellung"),
            ("", ["LC_ALL": "C", "LANGUAGE": "de"], "unknown setting"),
        ])
        func theFilesLanguageGoesBeforeTheLocales(
            text: String, variables: [String: String], fault: String
        ) throws {
            let run = try Self.run([], text + "\nspeed = 3", variables)
            #expect(run.errors.contains(fault), "\(run.errors)")
            #expect(run.text.contains("default") && !run.text.contains("Standard"))
        }

        @Test(arguments: [
            (["--language", "de"], [:]), (["--language=de"], [:]),
            ([], ["NASA_VIEW_LANGUAGE": "de"]), ([], ["LANG": "de_DE.UTF-8"]),
            (["--language", "de"], ["LC_ALL": "en_US.UTF-8"]),
        ])
        func complaintsAreMadeInTheChosenLanguage(
            arguments: [String], variables: [String: String]
        ) throws {
            var start = ProgramStart(
                try BuiltProgram.viewer.path(), ["--print", "./none.jpg"] + arguments)
            start.environment.merge(variables) { $1 }
            let run = try ProgramRun(start)
            #expect(run.errors.hasPrefix("nasa-view: Keine Datei namens ./none.jpg."))
        }

        @Test func remappedKeysWorkAndStandInTheHelp() throws {
            let file = try ScratchFile(
                PlainPNG.bytes(of: TestPictures.smallMosaic.raster), name: "moon.png")
            let text = "[keys]\nhelp = ['x', 'F5']\nquit = 'Q'\n"
            let program = try TerminalProgram(try Self.start([file.path], text), in: .vt340)
            #expect(program.wait { program.model.pictureCount > 0 })
            program.type("?")
            program.type("x")
            #expect(
                program.wait { PageText.text(program.model.grid).contains("x Esc: close") }
            )
            // There are more keys than the window has rows: one is found by its action.
            program.type("this help")
            #expect(program.wait { PageText.text(program.model.grid).contains("x  F5") })
            program.type("\u{1B}")
            #expect(
                program.wait { PageText.text(program.model.grid).contains("x Esc: close") }
            )
            program.type("QQ")
            #expect(program.waitForExit() == .code(0))
            try expectTerminalRestored(program)
        }
    }
}
