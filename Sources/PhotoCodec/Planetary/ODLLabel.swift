internal import Imaging

/// A label in the Object Description Language of PDS3 and ISIS: named values in nested objects.
///
/// See PDS Standards Reference 3.8, chapter 12.
struct ODLLabel: Sendable {
    /// A name, the names of its enclosing objects, and its value as written.
    struct Entry: Sendable {
        let path: [String]
        let name: String
        let value: String
    }

    private static let beginnings: Set<String> = ["OBJECT", "GROUP", "BEGIN_OBJECT", "BEGIN_GROUP"]

    private(set) var entries: [Entry] = []
    /// The offset after the word `END`, which ends the label.
    private(set) var end = 0

    /// Reads a label.
    ///
    /// - Throws: `.damaged` if the label has no end, or exceeds a limit.
    init(_ bytes: PhotoBytes) throws(DecodingFailure) {
        let text = bytes.withUnsafeBytes { Array($0.prefix(DecodingLimits.labelBytes)) }
        var scanner = Scanner(text)
        var path: [String] = []
        while let name = scanner.name() {
            if name == "END" {
                end = scanner.position
                return
            }
            // The end of an object is `END_OBJECT = IMAGE`, or `End_Object` in ISIS.
            if name.hasPrefix("END_") {
                _ = path.popLast()
                _ = scanner.value()
                continue
            }
            guard let value = scanner.value() else { continue }
            if Self.beginnings.contains(name) {
                guard path.count < DecodingLimits.labelDepth else { break }
                path.append(value.uppercased())
            } else {
                guard entries.count < DecodingLimits.labelEntries else { break }
                entries.append(Entry(path: path, name: name, value: value))
            }
        }
        throw .damaged(.badHeader)
    }

    /// Returns the first value of a name in an object at any depth, without quotation marks.
    ///
    /// If `object` is `nil`, the name must be outside all objects. Returns `nil` without such a
    /// name.
    func text(_ name: String, in object: String?) -> String? {
        entries.first { entry in
            entry.name == name && (object == nil ? entry.path.isEmpty : entry.path.last == object)
        }.map { Self.unquoted($0.value) }
    }

    func integer(_ name: String, in object: String?) -> Int? {
        text(name, in: object).flatMap { Int(Self.withoutUnit($0)) }
    }

    /// Returns a number; `nil` if the value is missing or is not a number.
    ///
    /// `16#FF7FFFFB#` contains the bits of a single-precision number.
    func number(_ name: String, in object: String?) -> Double? {
        text(name, in: object).flatMap { Self.number(Self.withoutUnit($0)) }
    }

    static func number(_ text: String) -> Double? {
        if text.hasPrefix("16#"), text.hasSuffix("#") {
            let bits = UInt32(text.dropFirst(3).dropLast(), radix: 16)
            return bits.map { Double(Float(bitPattern: $0)) }
        }
        return Double(text).flatMap { $0.isFinite ? $0 : nil }
    }

    /// Returns the words of a list such as `(SAMPLE, LINE, BAND)`; a single word is also a list.
    func list(_ name: String, in object: String?) -> [String] {
        guard let text = text(name, in: object) else { return [] }
        return text.split { "(),{}".contains($0) }
            .map { Self.unquoted(Self.trimmed($0[...])) }.filter { !$0.isEmpty }
    }

    /// Returns a text such as `4 <BYTES>` without its unit.
    static func withoutUnit(_ text: String) -> String { trimmed(text.prefix { $0 != "<" }) }

    static func unquoted(_ text: String) -> String {
        let isQuoted =
            text.count > 1 && (text.first == "\"" || text.first == "'")
            && text.last == text.first
        return isQuoted ? trimmed(text.dropFirst().dropLast()) : text
    }

    fileprivate static func trimmed(_ text: Substring) -> String {
        let start = text.drop { $0.isWhitespace }
        let end = start.lastIndex { !$0.isWhitespace }
        return end.map { String(start[...$0]) } ?? ""
    }

    /// A reader of names and values in sequence.
    private struct Scanner {
        private let text: [UInt8]
        private(set) var position = 0

        init(_ text: [UInt8]) { self.text = text }

        /// Returns the next name in capitals; `nil` at the end, or if no name follows.
        mutating func name() -> String? {
            skipBlanks()
            let start = position
            while position < text.count, isOfName(text[position]) { position += 1 }
            guard start < position else { return nil }
            return String(decoding: text[start..<position], as: UTF8.self).uppercased()
        }

        /// Returns the value after an equals sign; `nil` if there is no equals sign.
        mutating func value() -> String? {
            skipBlanks()
            guard position < text.count, text[position] == UInt8(ascii: "=") else { return nil }
            position += 1
            skipBlanks()
            let start = position
            var (depth, quote) = (0, UInt8(0))
            while position < text.count, !isEnd(of: depth, quote) {
                let byte = text[position]
                if quote != 0 {
                    if byte == quote { quote = 0 }
                } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                    quote = byte
                } else if byte == UInt8(ascii: "(") || byte == UInt8(ascii: "{") {
                    depth += 1
                } else if byte == UInt8(ascii: ")") || byte == UInt8(ascii: "}") {
                    depth -= 1
                }
                position += 1
            }
            let value = String(decoding: text[start..<position], as: UTF8.self)
            return value.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }

        /// True if a value ends here.
        ///
        /// A value ends before a zero byte, before a comment outside texts, or at a line's end
        /// outside lists and texts.
        private func isEnd(of depth: Int, _ quote: UInt8) -> Bool {
            let byte = text[position]
            guard byte != 0 else { return true }
            guard quote == 0 else { return false }
            let isLineEnd = byte == 0x0A || byte == 0x0D
            return isLineEnd && depth <= 0 || text[position...].starts(with: "/*".utf8)
        }

        /// Skips blanks, and comments between `/*` and `*/` or from `#` to the end of the line.
        private mutating func skipBlanks() {
            while position < text.count {
                if text[position] == UInt8(ascii: "#") {
                    while position < text.count, text[position] != 0x0A { position += 1 }
                } else if text[position...].starts(with: "/*".utf8) {
                    position += 2
                    while position < text.count, !text[position...].starts(with: "*/".utf8) {
                        position += 1
                    }
                    position = min(position + 2, text.count)
                } else if text[position] == 0x20 || (0x09...0x0D).contains(text[position]) {
                    position += 1
                } else {
                    return
                }
            }
        }

        private func isOfName(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "^"),
                UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "."):
                true
            default: false
            }
        }
    }
}

/// The facts that a planetary file states: the entries of its label.
enum LabelFacts {
    static func read(_ photo: PhotoBytes, of format: PhotoFormat) -> [FileFact] {
        let facts: [FileFact]
        if format == .vicar {
            facts =
                (try? VICARLabel(photo))?.items.map { FileFact("VICAR", $0.name, $0.value) } ?? []
        } else if let label = try? XMLElement(pds4: photo) {
            facts = label.leaves(in: format.rawValue)
        } else {
            let entries = (try? ODLLabel(photo))?.entries ?? []
            facts = entries.map { entry in
                FileFact(
                    entry.path.last ?? format.rawValue, entry.name, ODLLabel.unquoted(entry.value))
            }
        }
        return Array(facts.prefix(DecodingLimits.fitsFacts))
    }
}

extension XMLElement {
    /// Reads a PDS4 label.
    ///
    /// - Throws: `.unsupported` if the label is not XML, or the failure of parsing the XML.
    fileprivate init(pds4 photo: PhotoBytes) throws(DecodingFailure) {
        guard PDS4Label.isOne(photo) else { throw .unsupported(kind: .photo(.pds)) }
        try self.init(label: photo)
    }

    /// Returns the elements that contain text, in groups named after their parent elements.
    fileprivate func leaves(in group: String) -> [FileFact] {
        children.isEmpty
            ? text.isEmpty ? [] : [FileFact(group, name, text)]
            : children.flatMap { $0.leaves(in: name) }
    }
}
