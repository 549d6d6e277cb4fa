/// XXH64 with seed 0: tells bytes that were damaged on the disk; no defence against forgers.
///
/// Hot: over all bytes of each picture read from the cache or written to it.
enum Checksum {
    static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        let stripes = bytes.count / 32
        var sum = stripes == 0 ? prime5 : joined(lanes(bytes, stripes))
        sum &+= UInt64(bytes.count)
        var place = stripes * 32
        while place + 8 <= bytes.count {
            sum = turned(sum ^ round(0, word(bytes, place)), 27) &* prime1 &+ prime4
            place += 8
        }
        if place + 4 <= bytes.count {
            let half = UInt64(
                UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)))
            sum = turned(sum ^ half &* prime1, 23) &* prime2 &+ prime3
            place += 4
        }
        for byte in bytes[place...] { sum = turned(sum ^ UInt64(byte) &* prime5, 11) &* prime1 }
        return avalanche(sum)
    }

    static func of(_ bytes: [UInt8]) -> UInt64 { bytes.withUnsafeBytes { of($0) } }

    private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
    private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
    private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
    private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
    private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

    private typealias Lanes = (UInt64, UInt64, UInt64, UInt64)

    private static func lanes(_ bytes: UnsafeRawBufferPointer, _ stripes: Int) -> Lanes {
        var (a, b, c, d) = (prime1 &+ prime2, prime2, UInt64(0), 0 &- prime1)
        for stripe in 0..<stripes {
            let place = stripe &* 32
            a = round(a, word(bytes, place))
            b = round(b, word(bytes, place &+ 8))
            c = round(c, word(bytes, place &+ 16))
            d = round(d, word(bytes, place &+ 24))
        }
        return (a, b, c, d)
    }

    private static func joined(_ lanes: Lanes) -> UInt64 {
        let (a, b, c, d) = lanes
        var sum = turned(a, 1) &+ turned(b, 7) &+ turned(c, 12) &+ turned(d, 18)
        for lane in [a, b, c, d] { sum = (sum ^ round(0, lane)) &* prime1 &+ prime4 }
        return sum
    }

    private static func avalanche(_ sum: UInt64) -> UInt64 {
        var sum = sum
        sum = (sum ^ sum >> 33) &* prime2
        sum = (sum ^ sum >> 29) &* prime3
        return sum ^ sum >> 32
    }

    private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
        turned(lane &+ word &* prime2, 31) &* prime1
    }

    private static func turned(_ word: UInt64, _ bits: UInt64) -> UInt64 {
        word << bits | word >> (64 &- bits)
    }

    private static func word(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> UInt64 {
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
    }
}
