/// Writes the correct CRC-32 after each chunk of a PNG.
enum PNGChecksums {
    static func mended(_ bytes: [UInt8]) -> [UInt8] {
        var file = bytes
        var place = 8
        while let length = word(at: place, in: file), place + 12 + length <= file.count {
            let sum = crc(file[(place + 4)..<(place + 8 + length)])
            for index in 0..<4 {
                file[place + 8 + length + index] = UInt8(
                    truncatingIfNeeded: sum >> (24 - 8 * index))
            }
            place += 12 + length
        }
        return file
    }

    private static func word(at place: Int, in bytes: [UInt8]) -> Int? {
        guard place + 4 <= bytes.count else { return nil }
        return bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    private static func crc(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        ~bytes.reduce(~UInt32(0)) { sum, byte in
            table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ sum >> 8
        }
    }

    private static let table: [UInt32] = (UInt32(0)..<256).map { number in
        (0..<8).reduce(number) { value, _ in divided(value) }
    }

    /// Returns one step of the division by the polynomial of PNG's appendix D.
    private static func divided(_ value: UInt32) -> UInt32 {
        let half = value >> 1
        return value & 1 == 1 ? half ^ 0xEDB8_8320 : half
    }
}
