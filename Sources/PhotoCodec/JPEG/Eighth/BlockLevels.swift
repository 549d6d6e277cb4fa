/// The levels of blocks whose coefficients are in memory, in the order of the file.
struct BlockLevels {
    let quanta: [Int32]
    let isHalved: Bool

    /// Four levels, row by row; all alike where the block becomes one pixel.
    ///
    /// Hot: once for each block of a JPEG in several scans.
    func levels(_ block: UnsafePointer<Int16>) -> SIMD4<Int16> {
        let mean = SIMD4(repeating: Int16(truncatingIfNeeded: Int32(block[0]) &* quanta[0]))
        guard isHalved, Self.hasOthers(block) else { return mean }
        return withUnsafeTemporaryAllocation(of: Int32.self, capacity: 64) { places in
            for index in 0..<64 {
                places[ZigZag.places[index]] = Int32(block[index]) &* quanta[index]
            }
            guard let base = places.baseAddress else { return mean }
            return mean &+ HalfBlock.levels(base)
        }
    }

    /// Whether any coefficient but the first is not zero.
    private static func hasOthers(_ block: UnsafePointer<Int16>) -> Bool {
        (1..<64).contains { block[$0] != 0 }
    }
}
