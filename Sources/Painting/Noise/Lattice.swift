/// Hashes of lattice points: the only source of chance in a picture.
enum Lattice {
    @inline(__always)
    static var primeX: UInt32 { 0x8DA6_B343 }
    @inline(__always)
    static var primeY: UInt32 { 0xD816_3841 }
    @inline(__always)
    static var primeZ: UInt32 { 0xCB1A_B31F }

    /// Mixes the sum of primes times coordinates into 32 good bits.
    @inline(__always)
    static func mixed(_ sum: LaneBits) -> LaneBits {
        // SSE2 has no 32-bit product (six instructions each): one does, with shifts about it.
        let h = (sum ^ (sum &>> 15)) &* 0x2C1B_3C6D
        return h ^ (h &>> 13)
    }

    @inline(__always)
    static func mixed(_ sum: UInt32) -> UInt32 {
        var h = (sum ^ (sum &>> 15)) &* 0x2C1B_3C6D
        h = (h ^ (h &>> 12)) &* 0x297A_2D39
        return h ^ (h &>> 15)
    }

    /// A number from 0 to 1 from the 23 lowest bits.
    @inline(__always)
    static func unit(_ bits: LaneBits) -> Lanes {
        Lanes(bits: (bits & 0x007F_FFFF) | 0x3F80_0000) - 1
    }

    /// A number from −1 to 1 from the 23 lowest bits.
    @inline(__always)
    static func signed(_ bits: LaneBits) -> Lanes {
        Lanes(bits: (bits & 0x007F_FFFF) | 0x4000_0000) - 3
    }
}
