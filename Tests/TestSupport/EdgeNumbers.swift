/// Numbers at the limits of arithmetic, in the notation of a reply, a header or a sequence.
package enum EdgeNumbers {
    package static let texts = [
        "0", "-1", "1", "2147483647", "2147483648", "-2147483648", "-2147483649", "4294967296",
        "-4294967296", "9007199254740992", "9007199254740993", "-9007199254740993",
        "9223372036854775807", "9223372036854775806", "9223372036854775708", "-9223372036854775808",
        "-9223372036854775807", "9223372036854775808", "18446744073709551615",
        "18446744073709551616", "3037000500", "-3037000500", "1e308", "-1e308", "1e400", "1e-400",
        "0.5", "-0.5", "NaN", "nan", "inf", "-Infinity", "0x7fffffff", "+9223372036854775807", "",
    ]

    /// The same as whole numbers, as far as they fit.
    package static let integers = texts.compactMap { Int($0) }

    /// As JSON values: as numbers if JSON supports them, as texts, and values that are not numbers.
    package static let json: [String] =
        texts.filter(isJSON) + texts.map { "\"\($0)\"" } + ["null", "true", "[]", "{}"]

    private static func isJSON(_ text: String) -> Bool {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        return digits.first?.isNumber ?? false && !text.hasPrefix("0x")
    }
}

/// The positions in a text where a number, or a value of JSON, can be replaced.
package struct NumberFields: Sendable {
    private let bytes: [UInt8]
    private let fields: [(place: Range<Int>, edges: [String])]

    /// Finds the values of JSON, and the digits in its texts.
    package init(json bytes: [UInt8]) {
        self.bytes = bytes
        fields = Self.values(of: bytes).flatMap { place in
            let digits = bytes[place.lowerBound] == quote ? Self.digits(of: bytes, in: place) : []
            return [(place, EdgeNumbers.json)] + digits.map { ($0, EdgeNumbers.texts) }
        }
    }

    /// Finds the digits of any text.
    package init(text: String) {
        let bytes = Array(text.utf8)
        self.bytes = bytes
        fields = Self.digits(of: bytes, in: bytes.indices).map { ($0, EdgeNumbers.texts) }
    }

    /// The number of texts with one replaced number.
    package var count: Int { fields.reduce(0) { $0 + $1.edges.count } }

    /// Returns the text with one replaced number.
    package subscript(index: Int) -> [UInt8] {
        var left = index % max(1, count)
        for (place, edges) in fields {
            if left < edges.count { return replacing([(place, edges[left])]) }
            left -= edges.count
        }
        return bytes
    }

    /// Returns the text with a few replaced numbers.
    package func mutant(_ numbers: inout SeededNumbers) -> [UInt8] {
        guard let first = fields.indices.randomElement(using: &numbers) else { return bytes }
        let others = (0..<Int.random(in: 1...3, using: &numbers)).compactMap { _ in
            fields.indices.randomElement(using: &numbers)
        }
        let chosen = Set([first] + others).sorted().compactMap { index in
            fields[index].edges.randomElement(using: &numbers).map { (fields[index].place, $0) }
        }
        return replacing(chosen)
    }

    /// - Precondition: the positions are in order; one inside the previous one is skipped.
    private func replacing(_ edges: [(place: Range<Int>, text: String)]) -> [UInt8] {
        var output: [UInt8] = []
        var start = 0
        for (place, text) in edges where place.lowerBound >= start {
            output += bytes[start..<place.lowerBound] + Array(text.utf8)
            start = place.upperBound
        }
        return output + bytes[start...]
    }
}

private let quote = UInt8(ascii: "\"")

extension NumberFields {
    /// Returns the positions of JSON values other than lists and objects; excludes the keys of
    /// objects.
    private static func values(of bytes: [UInt8]) -> [Range<Int>] {
        var values: [Range<Int>] = []
        var index = 0
        while index < bytes.count {
            let start = index
            if bytes[index] == quote {
                index = endOfText(bytes, from: index)
                let next = bytes[index...].first { !" \n\r\t".utf8.contains($0) }
                if next != UInt8(ascii: ":") { values.append(start..<index) }
            } else if isLiteral(bytes[index]) {
                index = bytes[index...].firstIndex { !isLiteral($0) } ?? bytes.count
                values.append(start..<index)
            } else {
                index += 1
            }
        }
        return values
    }

    private static func endOfText(_ bytes: [UInt8], from start: Int) -> Int {
        var index = start + 1
        while index < bytes.count, bytes[index] != quote {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(index + 1, bytes.count)
    }

    private static func isLiteral(_ byte: UInt8) -> Bool {
        isDigit(byte) || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
            || "-+.".utf8.contains(byte)
    }

    private static func digits(of bytes: [UInt8], in place: Range<Int>) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var index = place.lowerBound
        while index < place.upperBound {
            let start = index
            while index < place.upperBound, isDigit(bytes[index]) { index += 1 }
            if index > start { runs.append(start..<index) } else { index += 1 }
        }
        return runs
    }

    private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
}
