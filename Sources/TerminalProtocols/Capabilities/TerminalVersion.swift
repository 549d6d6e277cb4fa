/// A terminal's version as numbers, the most significant first.
///
/// A letter counts as a number: tmux 3.7b is 3, 7, 2.
package struct TerminalVersion: Hashable, Sendable {
    let numbers: [Int]
    /// The version as text, such as `3.7b`.
    package let text: String

    /// Parses the first version in a text, such as `(0.26.5)`, ` next-3.8` or `v0.2026.06`; `nil`
    /// if the text contains no version.
    package init?(in text: some StringProtocol) {
        let bytes = Array(text.utf8.prefix(Self.textLimit)).drop { !Self.isDigit($0) }
        var parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)[...]
        var numbers: [Int] = []
        var text = ""
        while let part = parts.popFirst(), numbers.count < Self.numberLimit {
            let digits = part.prefix(while: Self.isDigit)
            guard let number = Self.number(digits) else { break }
            numbers.append(number)
            text += (text.isEmpty ? "" : ".") + String(number)
            guard digits.count == part.count else {
                if let letter = Self.letter(part.dropFirst(digits.count)) {
                    numbers.append(Int(letter - UInt8(ascii: "a")) + 1)
                    text.unicodeScalars.append(Unicode.Scalar(letter))
                }
                break
            }
        }
        guard !numbers.isEmpty else { return nil }
        self.numbers = numbers
        self.text = text
    }

    /// Creates a version from a single number, such as VTE's 7006 for 0.70.6; `nil` if the number
    /// is not positive.
    init?(packed number: Int) {
        guard number > 0 else { return nil }
        numbers = [number / 10_000, number / 100 % 100, number % 100]
        text = numbers.map(String.init).joined(separator: ".")
    }

    /// Returns the letter that follows a version's number; `nil` for a word such as `beta`.
    private static func letter(_ rest: ArraySlice<UInt8>) -> UInt8? {
        guard let first = rest.first, UInt8(ascii: "a")...UInt8(ascii: "z") ~= first,
            rest.dropFirst().first.map({ !isWordPart($0) }) ?? true
        else { return nil }
        return first
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard (1...digitLimit).contains(digits.count) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }

    private static func isWordPart(_ byte: UInt8) -> Bool {
        isDigit(byte) || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
    }

    /// The maximum number of bytes that are parsed; the longest known version, Warp's with its
    /// date, has 32.
    private static let textLimit = 60
    /// The maximum number of components of a version; Contour's versions have four: 0.6.1.7494.
    private static let numberLimit = 4
    // The maximum number of digits in a component: a date has eight (WezTerm 20240203), and a
    // longer number might not fit into an `Int`.
    private static let digitLimit = 9
}

extension TerminalVersion: Comparable {
    /// Compares versions; a version precedes its extensions: 3.8 is before 3.8.1.
    package static func < (one: TerminalVersion, other: TerminalVersion) -> Bool {
        one.numbers.lexicographicallyPrecedes(other.numbers)
    }
}

extension TerminalVersion: ExpressibleByStringLiteral {
    /// Creates the version that a literal contains.
    ///
    /// - Precondition: `literal` contains a version.
    package init(stringLiteral literal: String) {
        guard let version = TerminalVersion(in: literal) else {
            preconditionFailure("\(literal) is no version")
        }
        self = version
    }
}
