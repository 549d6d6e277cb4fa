package import Imaging
package import PhotoCatalog
package import TerminalProtocols

/// The program's sentences in one language, with the names of the user's keys.
///
/// Each table is a property: `strings.status.tooSmall`. A sentence from several tables is a method.
package struct Strings: Hashable, Sendable {
    package let language: Language
    private let namedKeys: [Action: KeyPress]

    /// Creates the sentences; `namedKeys` contains the key that hints show for each action.
    package init(_ language: Language, naming namedKeys: [Action: KeyPress]) {
        self.language = language
        self.namedKeys = namedKeys
    }

    /// Returns the name of the key for an action, as shown in hints; `–` if the action has no key.
    package subscript(action: Action) -> String {
        key(for: action).map { keys.name(of: $0) } ?? "–"
    }

    /// Returns the key for an action, as named in hints; `nil` if the action has no key.
    package func key(for action: Action) -> KeyPress? { namedKeys[action] }

    package var local: LocalStrings { language.table.local }
    package var keys: KeyStrings { language.table.keys }
    package var hints: HintStrings { language.table.hints }
    package var library: LibraryStrings { language.table.library }
    package var detail: DetailStrings { language.table.detail }
    package var search: SearchStrings { language.table.search }
    package var status: StatusStrings { language.table.status }
    package var viewer: ViewerStrings { language.table.viewer }
    package var notices: NoticeStrings { language.table.notices }
    package var help: HelpStrings { language.table.help }
    package var failures: FailureStrings { language.table.failures }
    package var cache: CacheStrings { language.table.cache }
    package var commands: CommandStrings { language.table.commands }
    package var program: ProgramStrings { language.table.program }
    package var configuration: ConfigurationStrings { language.table.configuration }
    package var kinds: KindStrings { language.table.kinds }
    package var picture: PictureStrings { language.table.picture }
    package var files: FileStrings { language.table.files }

    /// The usage errors of the command line, which are in English, like `manual` and `results`.
    package var arguments: ArgumentStrings { ArgumentStrings() }
    package var manual: ManualStrings { ManualStrings() }
    package var results: ResultStrings { ResultStrings() }
}

/// All sentences of one language, with one table for each subject.
///
/// The compiler reports a missing sentence; no sentence is replaced by one in another language.
package struct StringTable: Sendable {
    let local: LocalStrings
    package let keys: KeyStrings
    package let hints: HintStrings
    package let library: LibraryStrings
    package let detail: DetailStrings
    package let search: SearchStrings
    package let status: StatusStrings
    package let viewer: ViewerStrings
    package let notices: NoticeStrings
    package let help: HelpStrings
    package let failures: FailureStrings
    package let cache: CacheStrings
    package let commands: CommandStrings
    package let program: ProgramStrings
    package let configuration: ConfigurationStrings
    let diagnosis: DiagnosisStrings
    package let kinds: KindStrings
    package let picture: PictureStrings
    package let files: FileStrings

    static let english = StringTable(
        local: .english, keys: .english, hints: .english, library: .english, detail: .english,
        search: .english, status: .english, viewer: .english, notices: .english, help: .english,
        failures: .english, cache: .english, commands: .english, program: .english,
        configuration: .english, diagnosis: .english, kinds: .english, picture: .english,
        files: .english)

    static let german = StringTable(
        local: .german, keys: .german, hints: .german, library: .german, detail: .german,
        search: .german, status: .german, viewer: .german, notices: .german, help: .german,
        failures: .german, cache: .german, commands: .german, program: .german,
        configuration: .german, diagnosis: .german, kinds: .german, picture: .german,
        files: .german)

    static let spanish = StringTable(
        local: .spanish, keys: .spanish, hints: .spanish, library: .spanish, detail: .spanish,
        search: .spanish, status: .spanish, viewer: .spanish, notices: .spanish, help: .spanish,
        failures: .spanish, cache: .spanish, commands: .spanish, program: .spanish,
        configuration: .spanish, diagnosis: .spanish, kinds: .spanish, picture: .spanish,
        files: .spanish)

    static let hebrew = StringTable(
        local: .hebrew, keys: .hebrew, hints: .hebrew, library: .hebrew, detail: .hebrew,
        search: .hebrew, status: .hebrew, viewer: .hebrew, notices: .hebrew, help: .hebrew,
        failures: .hebrew, cache: .hebrew, commands: .hebrew, program: .hebrew,
        configuration: .hebrew, diagnosis: .hebrew, kinds: .hebrew, picture: .hebrew,
        files: .hebrew)

    static let japanese = StringTable(
        local: .japanese, keys: .japanese, hints: .japanese, library: .japanese, detail: .japanese,
        search: .japanese, status: .japanese, viewer: .japanese, notices: .japanese,
        help: .japanese, failures: .japanese, cache: .japanese, commands: .japanese,
        program: .japanese, configuration: .japanese, diagnosis: .japanese, kinds: .japanese,
        picture: .japanese, files: .japanese)
}

/// A language of the program.
///
/// To add a language, add a case here and a folder with its tables.
package enum Language: String, CaseIterable, Hashable, Sendable {
    case english = "en"
    case german = "de"
    case spanish = "es"
    // The letters of this right-to-left script are not joined, so most terminals can draw each
    // letter separately.
    case hebrew = "he"
    case japanese = "ja"

    /// The side of the page on which lines begin.
    package var direction: ReadingDirection { self == .hebrew ? .rightToLeft : .leftToRight }

    /// Returns the grammatical category of a number, as defined by CLDR.
    package func plural(of number: Int) -> PluralCategory {
        switch (self, number) {
        case (.japanese, _): .other
        case (.english, 1), (.german, 1), (.spanish, 1), (.hebrew, 1): .one
        case (.hebrew, 2): .two
        // An example is `1 millón de fotos`.
        case (.spanish, _): number != 0 && number.isMultiple(of: 1_000_000) ? .many : .other
        case (.english, _), (.german, _), (.hebrew, _): .other
        }
    }

    package var table: StringTable {
        switch self {
        case .english: .english
        case .german: .german
        case .spanish: .spanish
        case .hebrew: .hebrew
        case .japanese: .japanese
        }
    }

    /// Parses the language of a POSIX locale such as `de_AT.UTF-8` or `de`; `nil` if the language
    /// is not supported.
    package init?(locale: String) {
        let code = locale.prefix { $0 != "_" && $0 != "." && $0 != "@" && $0 != "-" }
        // The code `iw` for Hebrew, official until 1989, is still used.
        self.init(rawValue: code.lowercased() == "iw" ? "he" : code.lowercased())
    }

    /// Returns the language that the environment requests, and the name of the variable; `nil` if
    /// no supported language is requested.
    ///
    /// As in POSIX, the locale is the value of the first of three variables that is set. As in
    /// gettext, `LANGUAGE` lists languages that replace the locale's language, unless the locale is
    /// C.
    package static func wished(by variables: [String: String]) -> (
        language: Language, variable: String
    )? {
        let set = ["LC_ALL", "LC_MESSAGES", "LANG"].first { variables[$0, default: ""] != "" }
        guard let variable = set, let locale = variables[variable], !isPlain(locale) else {
            return nil
        }
        let list = (variables["LANGUAGE"] ?? "").split(separator: ":")
        guard !list.isEmpty else { return Language(locale: locale).map { ($0, variable) } }
        // An entry such as C ends the list.
        let usable = list.prefix { !isPlain($0) }
        return usable.lazy.compactMap { Language(locale: String($0)) }.first
            .map { ($0, "LANGUAGE") }
    }

    /// Returns true if the locale is that of programs, in any encoding: `C`, `C.UTF-8` or `POSIX`.
    private static func isPlain(_ locale: some StringProtocol) -> Bool {
        ["C", "POSIX"].contains(String(locale.prefix { $0 != "." }))
    }
}

/// The categories of numbers that grammars distinguish.
package enum PluralCategory: Hashable, Sendable { case one, two, few, many, other }

/// The side on which lines begin.
///
/// Pages are laid out from the left, and mirrored if lines begin on the right.
package enum ReadingDirection: Hashable, Sendable { case leftToRight, rightToLeft }

/// The labels of keys.
package struct KeyStrings: Sendable {
    package let control, alt, shift: String
    /// Returns the name of a key; `nil` if the key is named by its character.
    package let name: @Sendable (KeyPress.Key) -> String?
    /// The heading of a group of keys in the help.
    package let section: @Sendable (HelpSection) -> SafeText

    /// Returns the label of a key, with its modifiers.
    package func name(of key: KeyPress) -> String {
        var name = ""
        if key.modifiers.contains(.control) { name += control }
        if key.modifiers.contains(.alt) { name += alt }
        if key.modifiers.contains(.shift) { name += shift }
        return name + self.name(of: key.key)
    }

    private func name(of key: KeyPress.Key) -> String {
        if let name = name(key) { return name }
        guard case .character(let character) = key else { return "" }
        return String(character)
    }
}

/// The notations of numbers and days.
package struct LocalStrings: Sendable {
    /// The separator between groups of three digits.
    package let groupSeparator: String
    package let decimalSeparator: String
    /// The space between a number and its percent sign.
    package let percentSpace: String
    /// The short names of the months, beginning with January.
    package let months: [String]
    /// The word before the last of several alternatives, such as "or".
    package let or: String
    let monthYear: @Sendable (_ month: String, _ year: Int) -> String
    /// Returns a day as text, given its number, the name of the month and the year.
    let dayMonthYear: @Sendable (_ day: Int, _ month: String, _ year: Int) -> String

    /// Returns an integer with its digits in groups of three.
    package func number(_ value: some BinaryInteger) -> String {
        let digits = Array(String(value.magnitude))
        var groups = value < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { groups += groupSeparator }
            groups.append(digit)
        }
        return groups
    }

    /// Returns a number from a photo's file.
    ///
    /// The text has as many digits as are needed to distinguish the number from others of its type.
    package func number(_ number: SampleValue) -> String {
        switch number {
        case .integer(let number): self.number(number)
        case .unsigned(let number): self.number(number)
        case .single(let number): number.description.replacing(".", with: decimalSeparator)
        case .double(let number): number.description.replacing(".", with: decimalSeparator)
        case .missing: "NaN"
        }
    }

    /// Returns a number with one decimal, given the number in tenths.
    package func decimal(tenths: Int) -> String {
        "\(tenths / 10)\(decimalSeparator)\(tenths % 10)"
    }

    /// Returns a number with one decimal, or without decimals if the decimal is zero: `8`, `5.6`.
    package func short(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : decimal(tenths: tenths)
    }

    /// Returns a luminance with three decimals below 1, and with fewer above: `1,234`, `58.4`,
    /// `0.012`.
    package func luminance(_ number: Double) -> String {
        guard number < 100 else { return self.number(Int(number.rounded())) }
        guard number > 0, number < 0.9995 else { return short(number) }
        let digits = String(Int((number * 1000).rounded()) + 1000).dropFirst()
        return "0" + decimalSeparator + digits
    }

    /// Returns a time in seconds; a short time is a fraction, as in photography: `1/250 s`.
    package func seconds(_ seconds: Double) -> String {
        seconds < 0.4 ? "1/\(Int((1 / seconds).rounded())) s" : short(seconds) + " s"
    }

    /// Returns a percentage; percentages below 10 have one decimal.
    ///
    /// Without the decimal, the fitted view of a gigapixel photo would be "4 %" before and after a
    /// zoom step.
    package func percent(_ share: Double) -> String {
        let percent = share * 100
        let number =
            percent >= 9.95
            ? "\(Int(percent.rounded()))" : decimal(tenths: Int((percent * 10).rounded()))
        return number + percentSpace + "%"
    }

    /// The text for an unknown percentage.
    package var unknownPercent: String { "?" + percentSpace + "%" }

    /// Returns a number of bytes with its unit.
    package func size(_ bytes: Int) -> String {
        if bytes < 1000 { return "\(bytes) B" }
        if bytes < 1_000_000 { return "\(bytes / 1000) kB" }
        if bytes < 1_000_000_000 { return decimal(tenths: bytes / 100_000) + " MB" }
        return decimal(tenths: bytes / 100_000_000) + " GB"
    }

    /// Returns a list of alternatives as text: `auto, light or dark`.
    package func alternatives(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " \(or) " + last
    }

    package func day(_ date: CalendarDate) -> String {
        guard let month = date.month else { return String(date.year) }
        let name = months[month - 1]
        guard let day = date.day else { return monthYear(name, date.year) }
        return dayMonthYear(day, name, date.year)
    }
}
