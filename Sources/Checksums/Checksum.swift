/// The XXH64 checksum, which detects damaged bytes and names files.
///
/// The checksum does not protect against forgery. Hot: runs over all bytes of stored indices, and
/// of each photo that is read from or written to the cache.
package struct Checksum: Sendable {
    private typealias Lanes = (UInt64, UInt64, UInt64, UInt64)

    private let seed: UInt64
    private var lanes: Lanes
    /// The bytes after the last whole stripe.
    private var rest: [UInt8] = []
    private var byteCount = 0

    package init(seed: UInt64 = 0) {
        self.seed = seed
        lanes = (seed &+ Self.prime1 &+ Self.prime2, seed &+ Self.prime2, seed, seed &- Self.prime1)
    }

    package static func of(_ bytes: [UInt8], seed: UInt64 = 0) -> UInt64 {
        bytes.withUnsafeBytes { of($0, seed: seed) }
    }

    package static func of(_ bytes: UnsafeRawBufferPointer, seed: UInt64 = 0) -> UInt64 {
        var sum = Checksum(seed: seed)
        sum.append(bytes)
        return sum.value
    }

    /// Returns a file name for a text: 32 hexadecimal digits that do not reveal the text.
    ///
    /// Two XXH64 checksums of 64 bits suffice instead of SHA-256, because equal names are not
    /// trusted: each file states its subject.
    package static func fileName(of text: String) -> String {
        let bytes = Array(text.utf8)
        return [0, prime5].map { seed in
            let digits = String(of(bytes, seed: seed), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        byteCount += bytes.count
        var bytes = bytes
        if !rest.isEmpty {
            let missing = min(Self.stripeBytes - rest.count, bytes.count)
            rest.append(contentsOf: bytes.prefix(missing))
            bytes = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(missing))
            guard rest.count == Self.stripeBytes else { return }
            lanes = rest.withUnsafeBytes { Self.mixed(lanes, $0, stripes: 1) }
            rest = []
        }
        let stripes = bytes.count / Self.stripeBytes
        lanes = Self.mixed(lanes, bytes, stripes: stripes)
        rest.append(contentsOf: bytes.dropFirst(stripes * Self.stripeBytes))
    }

    /// The checksum of all appended bytes.
    package var value: UInt64 {
        var sum = byteCount < Self.stripeBytes ? seed &+ Self.prime5 : Self.joined(lanes)
        sum &+= UInt64(byteCount)
        rest.withUnsafeBytes { bytes in
            var offset = 0
            while offset + 8 <= bytes.count {
                sum =
                    Self.turned(sum ^ Self.round(0, Self.word(bytes, offset)), 27)
                    &* Self.prime1 &+ Self.prime4
                offset += 8
            }
            if offset + 4 <= bytes.count {
                let half = UInt64(
                    UInt32(
                        littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
                sum = Self.turned(sum ^ half &* Self.prime1, 23) &* Self.prime2 &+ Self.prime3
                offset += 4
            }
            for byte in bytes[offset...] {
                sum = Self.turned(sum ^ UInt64(byte) &* Self.prime5, 11) &* Self.prime1
            }
        }
        return Self.avalanche(sum)
    }

    private static let stripeBytes = 32
    private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
    private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
    private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
    private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
    private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

    private static func mixed(
        _ lanes: Lanes, _ bytes: UnsafeRawBufferPointer, stripes: Int
    ) -> Lanes {
        var (a, b, c, d) = lanes
        for stripe in 0..<stripes {
            let offset = stripe &* stripeBytes
            a = round(a, word(bytes, offset))
            b = round(b, word(bytes, offset &+ 8))
            c = round(c, word(bytes, offset &+ 16))
            d = round(d, word(bytes, offset &+ 24))
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

    private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
}
