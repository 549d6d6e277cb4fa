/// A reader of integers in untrusted bytes; a read beyond the bytes returns `nil`.
package struct ByteReader {
    package let bytes: UnsafeRawBufferPointer
    package var isLittleEndian = false

    package init(bytes: UnsafeRawBufferPointer, isLittleEndian: Bool = false) {
        self.bytes = bytes
        self.isLittleEndian = isLittleEndian
    }

    package var count: Int { bytes.count }

    package func byte(at offset: Int) -> Int? {
        offset >= 0 && offset < bytes.count ? Int(bytes[offset]) : nil
    }

    package func uint16(at offset: Int) -> Int? {
        guard let first = byte(at: offset), let second = byte(at: offset + 1) else { return nil }
        return isLittleEndian ? second << 8 | first : first << 8 | second
    }

    package func uint32(at offset: Int) -> Int? {
        guard let first = uint16(at: offset), let second = uint16(at: offset + 2) else {
            return nil
        }
        return isLittleEndian ? second << 16 | first : first << 16 | second
    }

    package func starts(with text: StaticString, at offset: Int) -> Bool {
        guard offset >= 0, offset + text.utf8CodeUnitCount <= bytes.count else { return false }
        return text.withUTF8Buffer { $0.elementsEqual(bytes[offset..<(offset + $0.count)]) }
    }

    /// Returns a reader of `count` bytes from `offset`, or of fewer bytes at the end.
    package func part(from offset: Int, count: Int) -> ByteReader {
        let start = min(max(0, offset), bytes.count)
        let end = min(start + max(0, count), bytes.count)
        return ByteReader(
            bytes: UnsafeRawBufferPointer(rebasing: bytes[start..<end]),
            isLittleEndian: isLittleEndian)
    }
}
