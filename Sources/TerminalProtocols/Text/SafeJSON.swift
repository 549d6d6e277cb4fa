/// JSON that is safe to print: what acts on a terminal or misleads a reader is written as `\uXXXX`.
///
/// JSON asks that of no more than U+0000 to U+001F (RFC 8259, section 7), and encoders do no more:
/// C1 controls, DEL and what reorders text would come out as they are. Nothing is lost: a reader of
/// JSON gets the same texts.
package enum SafeJSON {
    /// - Parameter document: JSON in UTF-8; outside its strings it has ASCII alone, as JSON must.
    /// - Returns: the same document.
    package static func bytes(of document: some Sequence<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        for scalar in String(decoding: Array(document), as: UTF8.self).unicodeScalars {
            let text = String(scalar)
            if isPlain(scalar) {
                output += text.utf8
            } else {
                for unit in text.utf16 { output += escape(unit) }
            }
        }
        return output
    }

    /// Line feeds and blanks stand between its parts; within strings the encoder has escaped them.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x7F || TextSanitizer.keeps(scalar)
    }

    private static func escape(_ unit: UInt16) -> [UInt8] {
        let digits = String(unit, radix: 16)
        return Array(("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
    }
}
