internal import Bounds

/// The paths in pasted text, which a terminal writes when the user drops files on it.
///
/// A terminal quotes or escapes paths as for a shell, writes `file://` addresses, or writes one
/// plain path per line.
package enum DroppedPaths {
    /// The maximum number of files in one paste.
    private static let limit = 1000

    /// Returns the possible interpretations of a paste as absolute paths, the most probable first.
    ///
    /// The array is empty if the paste contains anything other than paths.
    package static func readings(of paste: [UInt8]) -> [[[UInt8]]] {
        let lines = paste.split { $0 == lineFeed || $0 == carriageReturn }.map(trimmed)
        var readings: [[[UInt8]]] = []
        for words in [ShellWords.words(in: paste), lines].compactMap(\.self) {
            let words = words.filter { !$0.isEmpty }
            let paths = words.compactMap(path)
            guard (1...limit).contains(paths.count), paths.count == words.count,
                !readings.contains(paths)
            else { continue }
            readings.append(paths)
        }
        return readings
    }

    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    private static func trimmed(_ line: ArraySlice<UInt8>) -> [UInt8] {
        let start = line.drop(while: ShellWords.isBlank)
        return Array(start.reversed().drop(while: ShellWords.isBlank).reversed())
    }

    /// Returns the path in a word, which may be a `file://` address; `nil` if the word contains no
    /// path.
    private static func path(_ word: [UInt8]) -> [UInt8]? {
        let path = FileAddress.path(in: word) ?? word
        return path.first == UInt8(ascii: "/") && !path.contains(0) ? path : nil
    }
}

/// The words of a text that is quoted as for a shell (POSIX, Shell Command Language, 2.2),
/// without expansions.
private enum ShellWords {
    private static let single = UInt8(ascii: "'")
    private static let double = UInt8(ascii: "\"")
    private static let backslash = UInt8(ascii: "\\")
    /// The bytes that a backslash escapes within double quotes.
    private static let escapedInQuotes = Set("$`\"\\".utf8)

    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    /// Returns the words in a text; `nil` if a quotation or an escape is incomplete.
    static func words(in text: [UInt8]) -> [[UInt8]]? {
        var words: [[UInt8]] = [[]]
        var quote: UInt8?
        var rest = text[...]
        while let byte = rest.popFirst() {
            switch (byte, quote) {
            case (backslash, nil), (backslash, double):
                guard let next = rest.popFirst() else { return nil }
                let isKept = quote != nil && !escapedInQuotes.contains(next)
                words[words.count - 1] += isKept ? [byte, next] : [next]
            case (single, nil), (double, nil): quote = byte
            case (_, nil) where isBlank(byte): words.append([])
            case (_, let quoted?) where byte == quoted: quote = nil
            default: words[words.count - 1].append(byte)
            }
        }
        return quote == nil ? words : nil
    }
}

/// The address of a file on this machine (RFC 8089).
package enum FileAddress {
    private static let start = Array("file://".utf8)

    /// Returns the path in a `file://` address; `nil` for any other word or a file on another
    /// machine.
    package static func path(in word: [UInt8]) -> [UInt8]? {
        let head = String(decoding: word.prefix(start.count), as: UTF8.self)
        guard head.lowercased() == "file://" else { return nil }
        let rest = word.dropFirst(start.count)
        let path = rest.drop { $0 != UInt8(ascii: "/") }
        let host = String(decoding: rest[..<path.startIndex], as: UTF8.self).lowercased()
        return ["", "localhost"].contains(host) ? unescaped(path) : nil
    }

    /// Returns the bytes with decoded escapes such as `%E9`; any other `%` stays unchanged.
    private static func unescaped(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var (output, rest) = ([UInt8](), bytes)
        while let first = rest.popFirst() {
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            if first == UInt8(ascii: "%"), digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit),
                let byte = (1...255).number(in: digits, radix: 16)
            {
                output.append(UInt8(byte))
                rest = rest.dropFirst(2)
            } else {
                output.append(first)
            }
        }
        return output
    }
}
