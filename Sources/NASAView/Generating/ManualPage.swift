internal import Localization
internal import Screens
internal import TerminalProtocols

/// The manual page: the tables that the program itself reads, and the few words that are in none.
struct ManualPage {
    private let command: CommandDescription
    /// As they are without a configuration file.
    private let preferences: Preferences
    private var page: Roff

    init(of program: CommandDescription, _ language: Language) {
        command = program
        preferences = Preferences(language)
        page = Roff(
            title: "NASA-VIEW", version: "nasa-view \(Version.text)",
            section: preferences.strings.manual.headings.section)
    }

    private var words: ManualStrings { preferences.strings.manual }

    var roff: String {
        var manual = self
        manual.write()
        return manual.page.text
    }

    private mutating func write() {
        let viewer = command.usual ?? command
        page.heading(words.headings.name)
        page.paragraphs("nasa-view - \(command.abstract ?? "")")
        page.heading(words.headings.synopsis)
        page.paragraphs(ManualText.synopsis)
        page.heading(words.headings.description)
        page.paragraphs(viewer.discussion ?? "")
        page.heading(words.headings.options)
        options(of: viewer)
        commands(command.subcommands ?? [])
        keys()
        table(words.headings.environment, ManualText.variables(words))
        table(words.headings.files, words.fileRows)
        table(words.headings.exitStatus, words.statusRows)
    }

    /// Those without a title of their own come first.
    private mutating func options(of command: CommandDescription, besides known: Set<String> = []) {
        let arguments = (command.arguments ?? []).filter {
            $0.shouldDisplay && !known.contains($0.term)
        }
        let plain = arguments.filter { $0.sectionTitle == nil }
        for argument in plain { page.item(argument.term, argument.meaning) }
        var titles: [String] = []
        for case let title? in arguments.map(\.sectionTitle) where !titles.contains(title) {
            titles.append(title)
            page.subheading(title)
            for argument in arguments where argument.sectionTitle == title {
                page.item(argument.term, argument.meaning)
            }
        }
    }

    /// What every command takes is said once, with the viewer's options.
    private mutating func commands(_ commands: [CommandDescription]) {
        let known = Set((command.usual?.arguments ?? []).map(\.term))
        page.heading(words.headings.commands)
        for command in commands where command.commandName != self.command.defaultSubcommand {
            page.subheading(command.commandName)
            page.paragraphs(command.abstract ?? "")
            options(of: command, besides: known)
            guard let discussion = command.discussion, !discussion.isEmpty else { continue }
            page.paragraphBreak()
            page.paragraphs(discussion)
        }
    }

    private mutating func keys() {
        page.heading(words.headings.keys)
        for (title, rows) in HelpTable.all(preferences) {
            page.subheading(title)
            for row in rows { page.item(row.keys.string, row.meaning.string) }
        }
    }

    private mutating func table(_ heading: String, _ rows: [(String, String)]) {
        page.heading(heading)
        for (term, meaning) in rows { page.item(term, meaning) }
    }
}
