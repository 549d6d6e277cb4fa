/// A character's UTF-8 bytes, ready to be stored as one number.
struct PackedUTF8: Hashable, Sendable {
    /// The bytes from the lowest up.
    let bytes: UInt32
    let length: Int

    init(_ scalar: Unicode.Scalar) {
        let encoded = Array(String(Character(scalar)).utf8)
        bytes = encoded.reversed().reduce(0) { $0 << 8 | UInt32($1) }
        length = encoded.count
    }
}
