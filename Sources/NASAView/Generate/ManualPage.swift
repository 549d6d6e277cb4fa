internal import FoundationEssentials
internal import Localization
internal import Screens
internal import TerminalProtocols

/// The manual page, made from the tables that the program itself uses.
struct ManualPage {
    private let command: CommandDescription
    /// The default preferences, from which the keys are listed.
    private let preferences: Preferences
    private var page: Roff

    init(of program: CommandDescription) {
        command = program
        preferences = Preferences()
        page = Roff(
            title: "NASA-VIEW", version: "nasa-view \(Version.text)",
            section: preferences.strings.manual.headings.section)
    }

    private static let synopsis = """
          nasa-view [options] [photo ...]
          nasa-view command [options]
        """

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
        page.paragraphs(Self.synopsis)
        page.heading(words.headings.description)
        page.paragraphs(Self.blocks(of: viewer, areExamples: false))
        page.heading(words.headings.options)
        options(of: viewer)
        commands(command.subcommands ?? [])
        keys()
        table(
            words.headings.environment,
            words.variableRows(
                settings: Setting.all.filter { $0.help != nil }.map {
                    ($0.variable, "--\($0.name)")
                }))
        table(words.headings.files, words.fileRows)
        table(words.headings.exitStatus, words.statusRows)
        page.heading(words.headings.examples)
        page.paragraphs(Self.blocks(of: viewer, areExamples: true))
        page.heading(words.headings.seeAlso)
        page.paragraphs(Self.others)
        page.heading(words.headings.bugs)
        page.paragraphs(Self.bugs)
    }

    private static let others = "chafa(1), exiftool(1), fzf(1), xterm(1)"
    private static let bugs = "Add the output of nasa-view doctor to a report."

    /// Returns those blocks of a command's description that are examples, or those that are not.
    private static func blocks(of command: CommandDescription, areExamples: Bool) -> String {
        (command.discussion ?? "").components(separatedBy: "\n\n")
            .filter { $0.hasPrefix("  ") == areExamples }.joined(separator: "\n\n")
    }

    /// Adds the options of a command, first those without a section title.
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

    /// Adds the commands; options that the viewer also has are described only there.
    private mutating func commands(_ commands: [CommandDescription]) {
        let known = Set((command.usual?.arguments ?? []).map(\.term))
        page.heading(words.headings.commands)
        for command in commands where command.commandName != self.command.defaultSubcommand {
            page.subheading(command.commandName)
            page.paragraphs(command.abstract ?? "")
            options(of: command, besides: known)
            guard let discussion = command.discussion, !discussion.isEmpty else { continue }
            page.paragraphs(discussion, isFirst: false)
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

/// A text with the man(7) macros that groff, mandoc and macOS all understand.
private struct Roff {
    private(set) var text: String

    /// Creates a page of section 1 of the manual.
    init(title: String, version: String, section: String) {
        text =
            ".TH \(title) 1 \"\(Version.date)\" \"\(Self.escaped(version))\" "
            + "\"\(Self.escaped(section))\"\n"
    }

    mutating func heading(_ name: String) { add(".SH \(Self.escaped(name))") }
    mutating func subheading(_ name: String) { add(".SS \(Self.escaped(name))") }

    /// Adds paragraphs, which empty lines separate; paragraphs indented by two spaces are examples.
    mutating func paragraphs(_ words: String, isFirst: Bool = true) {
        let lines = words.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, block) in lines.split(separator: "").enumerated() {
            if index > 0 || !isFirst { add(".PP") }
            let isExample = block.first?.hasPrefix("  ") ?? false
            if isExample { add(".EX") }
            for line in block { add(isExample ? Self.line(line) : Self.wrapped(line)) }
            if isExample { add(".EE") }
        }
    }

    /// Adds a term and its meaning.
    mutating func item(_ term: String, _ meaning: String) {
        add(".TP\n\\fB\(Self.escaped(term))\\fR\n\(Self.wrapped(meaning))")
    }

    private mutating func add(_ lines: String) { text += lines + "\n" }

    /// Returns a paragraph in short lines of roff source, which man joins and wraps again.
    private static func wrapped(_ words: some StringProtocol) -> String {
        var lines: [String] = []
        for word in words.split(separator: " ") {
            if let last = lines.last, escaped(last + " " + word).utf8.count <= longestLine {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines.map { line($0) }.joined(separator: "\n")
    }

    private static let longestLine = 78

    /// Returns a line in which a leading dot or apostrophe is escaped, because roff would read such
    /// a line as a macro.
    private static func line(_ words: some StringProtocol) -> String {
        let words = escaped(words)
        return words.hasPrefix(".") || words.hasPrefix("'") ? "\\&" + words : words
    }

    /// Returns an escaped text in ASCII, because troff reads Latin-1.
    ///
    /// A plain hyphen would become a typographic one, which cannot be pasted into a shell.
    private static func escaped(_ words: some StringProtocol) -> String {
        words.unicodeScalars.map { scalar in
            switch scalar {
            case "\\": "\\e"
            case "-": "\\-"
            case _ where scalar.isASCII: String(scalar)
            default: "\\[u\(hexadecimal(scalar))]"
            }
        }.joined()
    }

    /// Returns a number in troff's notation for characters: at least four hexadecimal digits.
    private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
