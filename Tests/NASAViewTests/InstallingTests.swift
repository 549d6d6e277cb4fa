import Foundation
import TestSupport
import Testing

extension WholeProgramCommands {
    /// The effects of `make install` and `make uninstall`, with the built program.
    @Suite struct Installing {
        private static let scripts = BuiltProgram.package.appending(path: "Sources/Distribution")

        private static func run(_ script: String, _ arguments: [String]) throws {
            // In the package's folder, from which the collection is taken.
            let line = "cd '\(BuiltProgram.package.path)' && exec \"$@\""
            let run = try ProgramRun(
                ProgramStart(
                    "/bin/sh",
                    ["-c", line, "sh", scripts.appending(path: script).path] + arguments))
            #expect(run.status == .code(0), "\(run.errors)")
        }

        private static func files(in folder: URL) -> Set<String> {
            let all = FileManager.default.enumerator(atPath: folder.path)
            return Set((all?.allObjects as? [String] ?? []))
        }

        @Test func whatIsInstalledRunsAndUninstallingLeavesNothing() throws {
            let prefix = CleanEnvironment.home.appending(path: UUID().uuidString)
            try FileManager.default.createDirectory(at: prefix, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: prefix) }
            try Self.run("install", [try BuiltProgram.viewer.path(), prefix.path])
            let files = Self.files(in: prefix)
            for file in [
                "bin/nasa-view", "share/man/man1/nasa-view.1.gz",
                "share/bash-completion/completions/nasa-view",
                "share/zsh/site-functions/_nasa-view",
                "share/fish/vendor_completions.d/nasa-view.fish",
                "share/applications/nasa-view.desktop",
                "share/metainfo/org.example.nasa_view.metainfo.xml",
                "share/icons/hicolor/scalable/apps/nasa-view.svg",
                "share/thumbnailers/nasa-view.thumbnailer",
                "share/doc/nasa-view/copyright", "share/nasa-view/demo/collection.json",
            ] {
                #expect(files.contains(file), "\(file)")
            }
            let program = prefix.appending(path: "bin/nasa-view").path
            let demo = try ProgramRun(ProgramStart(program, ["--plain", "--demo"]))
            #expect(demo.status == .code(0), "\(demo.errors)")
            #expect(demo.text.contains("Aurora and Dawn from Orbit"))
            let others = prefix.appending(path: "share/man/man1/other.1")
            try Data().write(to: others)
            try Self.run("uninstall", [prefix.path])
            let left = Self.files(in: prefix).filter {
                !prefix.appending(path: $0).hasDirectoryPath
                    && $0.contains("nasa-view") || $0.hasSuffix(".1")
            }
            #expect(left == ["share/man/man1/other.1"])
        }

        /// The packages take their versions from the program or name them once more.
        @Test(arguments: [
            ("Sources/NASAView/NASAView.docc/Changelog.md", "## [VERSION] - "),
            ("Sources/Distribution/metainfo.xml", "<release version=\"VERSION\""),
            ("Sources/Distribution/nasa-view.spec", "Version:        VERSION\n"),
            ("Sources/Distribution/PKGBUILD", "pkgver=VERSION\n"),
            ("Sources/Distribution/flake.nix", "version = \"VERSION\";"),
        ])
        func everyRecipeIsOfTheProgramsVersion(file: String, line: String) throws {
            let run = try ProgramRun(ProgramStart(try BuiltProgram.viewer.path(), ["--version"]))
            let version = run.text.split(whereSeparator: \.isWhitespace).last ?? ""
            let recipe = try String(
                contentsOf: BuiltProgram.package.appending(path: file), encoding: .utf8)
            #expect(recipe.contains(line.replacing("VERSION", with: version)))
        }

        @Test(
            .enabled(
                if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ruby"),
                "ruby is not installed"))
        func rubyReadsTheFormula() throws {
            let formula = Self.scripts.appending(path: "nasa-view.rb").path
            let run = try ProgramRun(ProgramStart("/usr/bin/ruby", ["-c", formula]))
            #expect(run.text.contains("Syntax OK"), "\(run.errors)")
        }
    }
}
