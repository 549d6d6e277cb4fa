import Foundation
import Settings
import Testing

@testable import nasa_view

/// The table of settings: each row affects everything made from the table, and only its own value.
@Suite struct SettingTableTests {
    private static let names = Setting.all.map(\.name)

    /// Returns a valid value of a setting, other than its default.
    private static func word(_ setting: Setting) -> String {
        let usual = setting.text(UserSettings())
        return switch setting.valueType.choices {
        case .words(let words): words.first { $0 != usual } ?? ""
        case .range(let range): String(range.upperBound)
        case .examples(let examples): examples[0]
        }
    }

    private static func texts(_ settings: UserSettings) -> [String: String] {
        Dictionary(uniqueKeysWithValues: Setting.all.map { ($0.name, $0.text(settings) ?? "-") })
    }

    private static func settings(_ variables: [String: String], _ typed: TypedSettings = [:]) throws
        -> UserSettings
    {
        let context = CommandContext([], variables)
        return try context.sources.settings(Setting.Group.allCases, typed: typed)
    }

    @Test(arguments: names)
    func aVariableAndAnOptionSetTheirOwnValue(name: String) throws {
        let setting = try #require(Setting.named(name))
        let word = Self.word(setting)
        let value = try #require(setting.value(word))
        let usual = Self.texts(UserSettings())
        for (settings, origin) in [
            (
                try Self.settings([setting.variable: word]),
                SettingOrigin.environment(variable: setting.variable)
            ),
            (try Self.settings([:], [name: value]), .flag(name: name)),
        ] {
            let texts = Self.texts(settings)
            #expect(texts.filter { usual[$0.key] != $0.value } == [name: value.text])
            #expect(settings.origins == [name: origin])
        }
    }

    @Test(arguments: names)
    func theFilesKeySetsItsOwnValue(name: String) throws {
        let setting = try #require(Setting.named(name))
        let word = Self.word(setting)
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let inner = folder.appending(path: "nasa-view")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        try Data("\n\(name) = '\(word)'\n".utf8).write(to: inner.appending(path: "config.toml"))
        let settings = try Self.settings(["XDG_CONFIG_HOME": folder.path])
        #expect(settings.origins == [name: .file(line: 2)])
        #expect(setting.text(settings) == setting.value(word)?.text)
    }

    @Test func theNamesAreUniqueAndTheVariablesFollowFromThem() {
        #expect(Set(Self.names).count == Self.names.count)
        #expect(Setting.named("cell-size")?.variable == "NASA_VIEW_CELL_SIZE")
        #expect(Setting.named("accent-color")?.name == "accent-colour")
        #expect(Setting.named("slideshow")?.name == "slide-seconds")
        #expect(Setting.named("speed") == nil)
    }

    @Test(arguments: [
        (ViewCommand.self as any ProgramCommand.Type, "view"), (ConfigCommand.self, "config"),
    ])
    func everyOptionIsOneOfTheCommandWithItsHelpAndItsValues(
        command: any ProgramCommand.Type, name: String
    ) throws {
        let program = try CommandDescription(of: NASAViewCommand.self)
        let described = try #require(program.subcommands?.first { $0.commandName == name })
        for setting in Setting.all {
            let option = described.arguments?.first { $0.spellings.contains("--" + setting.name) }
            #expect(command.hasOption(setting.name) == (setting.help != nil), "\(setting.name)")
            #expect((option?.abstract == nil) == (setting.help == nil), "\(setting.name)")
            guard setting.help != nil, setting.valueType != Switch.self,
                case .words(let words) = setting.valueType.choices
            else { continue }
            guard case .list(let offered) = option?.completion else {
                Issue.record("\(setting.name) offers no values")
                continue
            }
            #expect(offered == words)
        }
    }

    @Test func aSecretIsNotRepeated() throws {
        let key = try #require(Setting.named("flickr-key"))
        #expect(key.fault("secret", in: "x") == .wrongValue("x", "…", key.valueType.choices))
        #expect(try Self.settings([key.variable: "0123456789"]).flickrKey?.text == "…6789")
    }
}

/// The configuration page, compared with the tables.
@Suite struct ConfigurationPageTests {
    private static func page() throws -> String {
        let package = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let path = "Sources/NASAView/NASAView.docc/Configuration.md"
        return try String(contentsOf: package.appending(path: path), encoding: .utf8)
    }

    @Test func theExampleHasEverySetting() throws {
        let example = try Self.page().components(separatedBy: "```")[1]
            .components(separatedBy: "[keys]")[0]
        let keys = example.split(separator: "\n").dropFirst().compactMap {
            $0.components(separatedBy: " = ").first
        }
        #expect(Set(keys) == Set(Setting.all.map(\.name)))
    }

    @Test func everyOptionOfTheViewerHasItsRow() throws {
        let table = try Self.page().components(separatedBy: "## Options")[1]
            .components(separatedBy: "\n## ")[0]
        let named = Set(table.matches(of: /--([a-z0-9-]+)/).map { String($0.1) })
        let spellings = ["colors", "favorites", "centre", "media-type"]
        #expect(named.union(spellings).isSuperset(of: ViewCommand.tables.flatMap { $0.names }))
    }
}
