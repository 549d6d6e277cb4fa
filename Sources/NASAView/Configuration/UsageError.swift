internal import ArgumentParser
internal import Bounds
internal import Localization
internal import PhotoCatalog
internal import Screens
internal import Settings
internal import TerminalProtocols

/// An error in the command line, described in a sentence with a correction.
///
/// The argument parser's own sentence lists the valid values only for enumerations, and on many
/// lines.
struct UsageError {
    private let message: String
    /// The command whose help has details; `nil` for the viewer.
    private let command: (any ProgramCommand.Type)?

    init(_ message: String, about command: (any ProgramCommand.Type)?) {
        self.message = ByteText.readable(message)
        self.command = command
    }

    /// The complaint, as a sentence that ends with a reference to the help.
    var sentence: SafeText {
        let better = wrongValue ?? unexpectedWord ?? oneLine
        return ArgumentStrings().complaint(better, command: command?._commandName)
    }

    private var oneLine: String { message.split { $0.isWhitespace }.joined(separator: " ") }

    private var wrongValue: String? {
        guard let refused = RefusedValue(message) else { return nil }
        let type = refused.valueType
        if let own = type?.complaint(about: refused.value, ArgumentStrings()) { return own }
        return refused.choices.map {
            Strings().configuration.fault(.wrongValue(refused.option, refused.value, $0))
        }
    }

    /// A sentence about a word that was probably meant as an option, such as `clear` in `cache
    /// clear`; `nil` for any other error.
    private var unexpectedWord: String? {
        guard let command, message.contains("nexpected argument"),
            let word = message.split(separator: "'").dropFirst().first.map(String.init),
            let meant = OptionWords(of: command).meant(by: word)
        else { return nil }
        return ArgumentStrings().meant(
            "\(command._commandName) \(word)", "nasa-view \(command._commandName)\(meant)")
    }
}

/// A value that the argument parser rejected, found in the parser's sentence.
private struct RefusedValue {
    let value: String
    /// The option, such as `--grid`, or the name of an argument.
    let option: String
    private let rest: Substring

    init?(_ message: String) {
        let (start, middle) = ("The value '", "' is invalid for '")
        guard message.hasPrefix(start), let found = message.ranges(of: middle).last,
            found.lowerBound >= message.index(message.startIndex, offsetBy: start.count),
            let end = message[found.upperBound...].firstIndex(of: "'")
        else { return nil }
        value = String(message.dropFirst(start.count)[..<found.lowerBound])
        let name = message[found.upperBound..<end]
        option = String(name.prefix { $0 != " " }.filter { $0 != "<" && $0 != ">" })
        rest = message[end...].dropFirst()
    }

    /// The valid values; `nil` if they are not known.
    var choices: SettingChoices? { listed.map { .words($0) } ?? valueType?.choices }

    /// The type of the option's value; `nil` if the option is unknown, takes any text, or takes no
    /// value.
    var valueType: (any OptionValue.Type)? {
        let name = String(option.drop { $0 == "-" })
        let commands: [String: any OptionValue.Type] = [
            "area": CropArea.self, "limit": Bounded<ResultLimit>.self,
        ]
        return commands[name] ?? ViewCommand.tables.lazy.compactMap { $0.valueType(of: name) }.first
    }

    /// The values that the parser's sentence lists, as `one of 'a', 'b' or 'c'`, or one per line;
    /// `nil` if the sentence lists no values.
    private var listed: [String]? {
        guard rest.contains("Please provide one of") else { return nil }
        let lines = rest.split(separator: "\n").compactMap { line in
            line.firstRange(of: "- ").map { String(line[$0.upperBound...]) }
        }
        let quoted = rest.split(separator: "'", omittingEmptySubsequences: false).enumerated()
            .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
        return lines.isEmpty ? quoted : lines
    }
}

/// The options of a command, which users sometimes write without hyphens.
struct OptionWords {
    let names: Set<String>

    /// The names that other programs use for options and commands; an empty value stands for the
    /// command without options, which prints a list.
    private static let synonyms = [
        "ls": "", "list": "", "show": "", "get": "", "empty": "clear", "clean": "clear",
        "purge": "clear", "delete": "remove", "rm": "remove", "del": "remove", "new": "add",
    ]

    init(of command: any ProgramCommand.Type) {
        let words = command.helpMessage(columns: 100).split { " ,[]()<>|/\n".contains($0) }
        names = Set(words.filter { $0.hasPrefix("--") }.map { String($0.dropFirst(2)) })
            .union(command.tables.flatMap { $0.names })
    }

    /// Returns the option meant by a word: ` --clear` for `clear`, an empty string for `list`;
    /// `nil` if no option is similar.
    func meant(by word: String) -> String? {
        let word = word.lowercased()
        let name = names.contains(word) ? word : Self.synonyms[word]
        guard let name = name ?? NearestName.of(word, among: names.sorted()) else { return nil }
        if name.isEmpty { return "" }
        return names.contains(name) ? " --\(name)" : nil
    }
}
