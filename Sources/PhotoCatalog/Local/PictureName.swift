/// The name of a file in a folder, which determines whether and where a list contains the file.
package struct PictureName: Hashable, Sendable {
    package let bytes: [UInt8]
    /// The length in bytes without the suffixes that look like extensions, as in GNU's
    /// `filevercmp`: 1 for `a.tar.gz`.
    private let stemLength: Int

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        stemLength = Self.stemLength(of: bytes)
    }

    package init(_ text: String) { self.init(Array(text.utf8)) }

    /// The name as text, with replacement characters for invalid bytes.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Returns true if a list of pictures includes the file: it has a picture's extension and is
    /// not hidden.
    package func isListed(endings: Set<String>) -> Bool { !isHidden && hasEnding(of: endings) }

    package var isHidden: Bool { bytes.first == Self.dot }

    /// Returns true if the name has one of these extensions, in upper or lower case.
    ///
    /// An extension may have two parts, such as `fits.gz`. The real format is known only after
    /// opening the file.
    package func hasEnding(of endings: Set<String>) -> Bool {
        guard let dot = bytes.lastIndex(of: Self.dot) else { return false }
        let start = bytes[..<dot].lastIndex(of: Self.dot) ?? dot
        return [dot, start].contains { index in
            let ending = String(decoding: bytes[index...].dropFirst(), as: UTF8.self)
            return endings.contains(ending.lowercased())
        }
    }

    private static let dot = UInt8(ascii: ".")
}

// The order of `ls -v`, in which digits form numbers, so that photo-9 precedes photo-10.
extension PictureName: Comparable {
    package static func < (one: PictureName, other: PictureName) -> Bool {
        let hasEnding =
            one.stemLength < one.bytes.count || other.stemLength < other.bytes.count
        let stems = order(one.bytes[..<one.stemLength], other.bytes[..<other.stemLength])
        if stems != 0 { return stems < 0 }
        let names = hasEnding ? order(one.bytes[...], other.bytes[...]) : 0
        return names == 0 ? one.bytes.lexicographicallyPrecedes(other.bytes) : names < 0
    }

    package static func == (one: PictureName, other: PictureName) -> Bool {
        one.bytes == other.bytes
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }

    /// Returns the length without the longest suffix of the form `(.LETTER(LETTER|DIGIT)*)*`, in
    /// which a tilde counts as a letter.
    private static func stemLength(of name: [UInt8]) -> Int {
        var (index, length) = (0, 0)
        while index < name.count {
            index += 1
            length = index
            while index + 1 < name.count, name[index] == dot, startsEnding(name[index + 1]) {
                index += 2
                while index < name.count, startsEnding(name[index]) || isDigit(name[index]) {
                    index += 1
                }
            }
        }
        return length
    }

    /// Returns a negative number if `one` comes first, a positive number if `other` comes first,
    /// and 0 if the order is undecided.
    ///
    /// Words and numbers are compared alternately, from the left.
    private static func order(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Int {
        var (one, other) = (one, other)
        while !one.isEmpty || !other.isEmpty {
            let words = takeWord(&one, &other)
            if words != 0 { return words }
            let numbers = takeNumber(&one, &other)
            if numbers != 0 { return numbers }
        }
        return 0
    }

    private static func takeWord(
        _ one: inout ArraySlice<UInt8>, _ other: inout ArraySlice<UInt8>
    ) -> Int {
        while one.first.map({ !isDigit($0) }) ?? false || other.first.map({ !isDigit($0) }) ?? false
        {
            let (left, right) = (rank(one.first), rank(other.first))
            if left != right { return left - right }
            (one, other) = (one.dropFirst(), other.dropFirst())
        }
        return 0
    }

    private static func takeNumber(
        _ one: inout ArraySlice<UInt8>, _ other: inout ArraySlice<UInt8>
    ) -> Int {
        let zero = UInt8(ascii: "0")
        let (left, right) = (digits(&one).drop { $0 == zero }, digits(&other).drop { $0 == zero })
        if left.count != right.count { return left.count - right.count }
        return left.elementsEqual(right) ? 0 : left.lexicographicallyPrecedes(right) ? -1 : 1
    }

    private static func digits(_ text: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let digits = text.prefix(while: isDigit)
        text = text[digits.endIndex...]
        return digits
    }

    /// Returns the rank of a byte in the order: tilde, end of the name, digits, letters, other
    /// bytes.
    private static func rank(_ byte: UInt8?) -> Int {
        guard let byte else { return -1 }
        if isDigit(byte) { return 0 }
        if isLetter(byte) { return Int(byte) }
        return byte == UInt8(ascii: "~") ? -2 : Int(byte) + 256
    }

    private static func startsEnding(_ byte: UInt8) -> Bool {
        isLetter(byte) || byte == UInt8(ascii: "~")
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}

/// A list of names in the format of `find`: one name per line, or with a NUL after each name
/// (`find -print0`).
package enum NameList {
    /// Returns the names in the order of the list; empty names are omitted.
    package static func names(in bytes: [UInt8]) -> [[UInt8]] {
        let separator: UInt8 = bytes.contains(0) ? 0 : UInt8(ascii: "\n")
        return bytes.split(separator: separator).map { Array($0) }
    }
}
