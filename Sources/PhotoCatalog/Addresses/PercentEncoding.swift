/// Percent-encoding by RFC 3986: only letters, digits and `-._~` stay as they are in a name.
package enum PercentEncoding {
    /// A name of ours as one path segment or one query value: everything else is encoded.
    package static func name(_ text: String) -> String {
        encoded(text.utf8, keeping: isUnreserved)
    }

    /// A path as NASA gives it: its slashes stay, all else is encoded, once.
    ///
    /// S3 reads a raw "+" as a space, and names have raw spaces, quotes, "&" and "#" in them. A
    /// path with something raw in it was not encoded before, so a "%" in it is part of a name.
    static func path(_ text: Substring) -> String {
        let bytes = Array(text.utf8)
        if isRaw(bytes) { return encoded(bytes) { isUnreserved($0) || $0 == slash } }
        return encodedOnce(bytes) { isUnreserved($0) || $0 == slash }
    }

    /// A query as NASA gives it: its own syntax stays, what may not stand in an address is encoded.
    static func query(_ text: Substring) -> String {
        encodedOnce(Array(text.utf8)) { isUnreserved($0) || querySyntax.contains($0) }
    }

    /// The text behind an encoded name, or nil where it is not UTF-8.
    package static func decoded(_ text: Substring) -> String? {
        let bytes = Array(text.utf8)
        var plain: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if let value = escape(in: bytes, at: index) {
                plain.append(value)
                index += 3
            } else {
                plain.append(bytes[index])
                index += 1
            }
        }
        return String(validating: plain, as: UTF8.self)
    }

    private static let slash = UInt8(ascii: "/")
    private static let percent = UInt8(ascii: "%")
    private static let digits = Array("0123456789ABCDEF".utf8)
    private static let pathSyntax = Set("!$&'()*+,;=:@".utf8)
    private static let querySyntax = Set("&=+,;:/?@!$'()*".utf8)

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "-._~".utf8.contains(byte)
        }
    }

    /// Whether a byte stands in a path that RFC 3986 does not let stand there.
    private static func isRaw(_ path: [UInt8]) -> Bool {
        path.enumerated().contains { index, byte in
            byte == percent
                ? escape(in: path, at: index) == nil
                : !isUnreserved(byte) && byte != slash && !pathSyntax.contains(byte)
        }
    }

    private static func encoded(
        _ bytes: some Sequence<UInt8>, keeping isKept: (UInt8) -> Bool
    ) -> String {
        var output: [UInt8] = []
        for byte in bytes { append(byte, to: &output, isKept: isKept(byte)) }
        return String(decoding: output, as: UTF8.self)
    }

    private static func encodedOnce(_ bytes: [UInt8], keeping isKept: (UInt8) -> Bool) -> String {
        var output: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            let isEscape = byte == percent && escape(in: bytes, at: index) != nil
            append(byte, to: &output, isKept: isEscape || isKept(byte))
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func append(_ byte: UInt8, to output: inout [UInt8], isKept: Bool) {
        if isKept {
            output.append(byte)
        } else {
            output += [percent, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
    }

    private static func escape(in bytes: [UInt8], at index: Int) -> UInt8? {
        guard bytes[index] == percent, index + 2 < bytes.count else { return nil }
        guard let high = hexValue(bytes[index + 1]), let low = hexValue(bytes[index + 2]) else {
            return nil
        }
        return high << 4 | low
    }

    private static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }
}
