/// An encoder of Base64 (RFC 4648, section 4), with padding and without line breaks.
enum Base64 {
    static func count(of bytes: Int) -> Int { (bytes + 2) / 3 * 4 }

    static func text(of bytes: [UInt8]) -> String {
        var output: [UInt8] = []
        append(bytes[...], to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    /// Appends the Base64 text of bytes.
    ///
    /// Hot: runs over all bytes of each picture that is sent inside escape sequences.
    static func append(_ bytes: ArraySlice<UInt8>, to output: inout [UInt8]) {
        guard !bytes.isEmpty else { return }
        bytes.withUnsafeBufferPointer { source in
            withUnsafeTemporaryAllocation(byteCount: count(of: source.count), alignment: 2) {
                text in
                pairs.withUnsafeBufferPointer { encode(source, by: $0, into: text) }
                output.append(contentsOf: text)
            }
        }
    }

    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// The two characters for each 12 bits, the first one in the lower byte; three bytes need two
    /// lookups.
    private static let pairs: [UInt16] = (0..<4096).map { bits in
        UInt16(alphabet[bits >> 6]) | UInt16(alphabet[bits & 63]) << 8
    }

    private static func encode(
        _ source: UnsafeBufferPointer<UInt8>, by pairs: UnsafeBufferPointer<UInt16>,
        into text: UnsafeMutableRawBufferPointer
    ) {
        let whole = source.count / 3
        for group in 0..<whole {
            let offset = group &* 3
            let bits =
                Int(source[offset]) << 16 | Int(source[offset &+ 1]) << 8 | Int(source[offset &+ 2])
            store(pairs[bits >> 12], pairs[bits & 0xFFF], group, text)
        }
        guard whole * 3 < source.count else { return }
        let second = whole * 3 + 1 < source.count ? Int(source[whole * 3 + 1]) : nil
        let bits = Int(source[whole * 3]) << 16 | (second ?? 0) << 8
        store(pairs[bits >> 12], pairs[bits & 0xFFF], whole, text)
        text[whole * 4 + 3] = UInt8(ascii: "=")
        if second == nil { text[whole * 4 + 2] = UInt8(ascii: "=") }
    }

    private static func store(
        _ first: UInt16, _ second: UInt16, _ group: Int, _ text: UnsafeMutableRawBufferPointer
    ) {
        text.storeBytes(of: first.littleEndian, toByteOffset: group &* 4, as: UInt16.self)
        text.storeBytes(of: second.littleEndian, toByteOffset: group &* 4 &+ 2, as: UInt16.self)
    }
}
