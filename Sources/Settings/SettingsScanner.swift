internal import Bounds

/// A reader of the tokens of a settings file, with the current position in the file.
struct SettingsScanner {
    private let characters: [Character]
    private var index = 0
    private var line = 1
    private var column = 1

    init(_ text: String) { characters = Array(text) }

    var position: SettingsPosition { SettingsPosition(line: line, column: column) }

    var next: Character? { index < characters.count ? characters[index] : nil }

    /// Skips blanks, empty lines and comments.
    ///
    /// - Returns: true unless the end of the file was reached.
    mutating func goToNextStatement() -> Bool {
        skipBlanksAndLines()
        return next != nil
    }

    mutating func skipLine() {
        while let character = next, !character.endsLine { advance() }
    }

    /// Reads the heading of a table, `[table]`; returns the name without brackets.
    mutating func heading() throws(SettingsError) -> String {
        advance()
        if next == "[" { throw fault(.unsupported) }
        skipBlanks()
        let name = try name()
        skipBlanks()
        guard next == "]" else { throw fault(.openTable) }
        advance()
        return name
    }

    /// Reads a name, or several names with dots between them, each bare or in quotes.
    mutating func name() throws(SettingsError) -> String {
        var name = try part()
        skipBlanks()
        while next == "." {
            advance()
            skipBlanks()
            name += "." + (try part())
            skipBlanks()
        }
        return name
    }

    private mutating func part() throws(SettingsError) -> String {
        if let quote = next, quote == "\"" || quote == "'" { return try text(quote) }
        let bare = read { Self.isBare($0) }
        guard !bare.isEmpty else { throw fault(.noName) }
        return bare
    }

    mutating func equals() throws(SettingsError) {
        skipBlanks()
        guard next == "=" else { throw fault(.noEquals) }
        advance()
        skipBlanks()
    }

    mutating func value() throws(SettingsError) -> SettingsValue {
        if next == "[" { return .list(try list()) }
        return .word(try word())
    }

    /// Reads the end of a line, which may be preceded by a comment.
    mutating func endLine() throws(SettingsError) {
        skipBlanks()
        guard let character = next, !character.endsLine else { return }
        guard character == "#" else { throw fault(.leftover) }
        skipLine()
    }

    private mutating func list() throws(SettingsError) -> [SettingsValue.Item] {
        let start = position
        advance()
        var items: [SettingsValue.Item] = []
        while true {
            skipBlanksAndLines()
            if next == "]" { break }
            if next == "[" { throw fault(.unsupported) }
            guard next != nil else { throw SettingsError(.openList, at: start) }
            let position = position
            items.append(SettingsValue.Item(word: try word(), position: position))
            skipBlanksAndLines()
            if next == "," {
                advance()
            } else if next != "]" {
                throw SettingsError(.openList, at: start)
            }
        }
        advance()
        return items
    }

    private mutating func word() throws(SettingsError) -> String {
        if let quote = next, quote == "\"" || quote == "'" { return try text(quote) }
        if next == "{" { throw fault(.unsupported) }
        let start = position
        let word = read { Self.isBare($0) || "+.:".contains($0) }
        guard !word.isEmpty else { throw fault(.noValue) }
        if word == "true" || word == "false" { return word }
        let digits = word.replacing("_", with: "")
        guard Double(digits) != nil,  // Bounded: a word until its setting reads it.
            digits.allSatisfy({ "0123456789+-.eE".contains($0) })
        else {
            throw SettingsError(word.first?.isNumber == true ? .unsupported : .noValue, at: start)
        }
        return digits
    }

    private mutating func text(_ quote: Character) throws(SettingsError) -> String {
        let start = position
        advance()
        var text = ""
        while let character = next, !character.endsLine {
            if character == quote {
                advance()
                // Three quotes start a string of several lines.
                if text.isEmpty, next == quote { throw SettingsError(.unsupported, at: start) }
                return text
            }
            text += character == "\\" && quote == "\"" ? try escape() : String(advance())
        }
        throw SettingsError(.openText, at: start)
    }

    private mutating func escape() throws(SettingsError) -> String {
        let start = position
        advance()
        guard let letter = next, !letter.endsLine else {
            throw SettingsError(.unknownEscape, at: start)
        }
        advance()
        switch letter {
        case "\"", "\\": return String(letter)
        case "b": return "\u{08}"
        case "t": return "\t"
        case "n": return "\n"
        case "f": return "\u{0C}"
        case "r": return "\r"
        case "u": return try scalar(digits: 4, from: start)
        case "U": return try scalar(digits: 8, from: start)
        default: throw SettingsError(.unknownEscape, at: start)
        }
    }

    private mutating func scalar(
        digits count: Int, from start: SettingsPosition
    ) throws(SettingsError) -> String {
        var digits = ""
        while digits.count < count, let digit = next, digit.isHexDigit { digits.append(advance()) }
        guard digits.count == count, let value = (0...0x10FFFF).number(in: digits, radix: 16),
            let scalar = UInt32(exactly: value).flatMap({ Unicode.Scalar($0) })
        else { throw SettingsError(.unknownEscape, at: start) }
        return String(Character(scalar))
    }

    private mutating func skipBlanks() {
        while next == " " || next == "\t" { advance() }
    }

    private mutating func skipBlanksAndLines() {
        while let character = next {
            if character == "#" {
                skipLine()
            } else if character == " " || character == "\t" || character.endsLine {
                advance()
            } else {
                return
            }
        }
    }

    private mutating func read(while belongs: (Character) -> Bool) -> String {
        var taken = ""
        while let character = next, belongs(character) { taken.append(advance()) }
        return taken
    }

    private static func isBare(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "-_".contains(character))
    }

    @discardableResult
    private mutating func advance() -> Character {
        let character = characters[index]
        index += 1
        if character.endsLine {
            line += 1
            column = 1
        } else {
            column += 1
        }
        return character
    }

    private func fault(_ kind: SettingsError.Kind) -> SettingsError {
        SettingsError(kind, at: position)
    }
}

extension Character {
    /// True for the two line ends of TOML, and for a single carriage return, which old editors
    /// write.
    ///
    /// `isNewline` is also true for a form feed and U+2028, which no editor writes.
    fileprivate var endsLine: Bool { self == "\n" || self == "\r\n" || self == "\r" }
}
