/// A terminal's version: numbers, the most significant first.
///
/// A letter counts as a number: tmux 3.7b is 3, 7, 2.
package struct TerminalVersion: Hashable, Sendable {
    let numbers: [Int]
    /// The version as the terminal writes it: `3.7b`.
    package let text: String

    /// Finds the first version in a text, such as `(0.26.5)`, ` next-3.8` or `v0.2026.06`; `nil` if
    /// there is none.
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

    /// Creates a version packed into one number, such as VTE's 7006 for 0.70.6; `nil` if it is not
    /// one.
    init?(packed number: Int) {
        guard number > 0 else { return nil }
        numbers = [number / 10_000, number / 100 % 100, number % 100]
        text = numbers.map(String.init).joined(separator: ".")
    }

    /// Returns the letter at the end of a version; `nil` for a word such as `beta`.
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

    /// The longest version that is read; the longest known one, Warp's with its date, has 32
    /// characters.
    private static let textLimit = 60
    /// The maximum number of components of a version; Contour's have four: 0.6.1.7494.
    private static let numberLimit = 4
    // A date has eight digits: WezTerm 20240203. Longer numbers might not fit into an `Int`.
    private static let digitLimit = 9
}

extension TerminalVersion: Comparable {
    /// Compares versions; a longer one is later: 3.8 is before 3.8.1.
    package static func < (one: TerminalVersion, other: TerminalVersion) -> Bool {
        one.numbers.lexicographicallyPrecedes(other.numbers)
    }
}

extension TerminalVersion: ExpressibleByStringLiteral {
    /// - Precondition: `literal` begins with a version.
    package init(stringLiteral literal: String) {
        guard let version = TerminalVersion(in: literal) else {
            preconditionFailure("\(literal) is no version")
        }
        self = version
    }
}
