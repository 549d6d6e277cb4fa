/// The levels of blocks whose coefficients are in memory, in the order of the file.
struct LowFrequencyBlock {
    /// What the coefficients are multiplied by, in the order of the file: 64 of them.
    let quanta: UnsafePointer<Int32>
    /// `countingInHalves`, and 64 numbers that are written over.
    let counting: UnsafeBufferPointer<Place>
    let scratch: UnsafeMutablePointer<Int32>

    struct Place {
        /// In the order of the file.
        let index: Int
        /// In the block.
        let place: Int
    }

    /// The coefficients that count for halves of a block: of the even frequencies only the mean does.
    static let countingInHalves: [Place] = ZigZag.places.enumerated().filter {
        let odd = [0, 1, 3, 5, 7]
        return $0 > 0 && odd.contains($1 / 8) && odd.contains($1 % 8)
    }.map { Place(index: $0, place: $1) }

    /// The one level of a block that becomes one pixel.
    @inline(__always)
    func mean(_ block: UnsafePointer<Int16>) -> Int16 {
        Int16(truncatingIfNeeded: Int32(block[0]) &* quanta[0])
    }

    /// Four levels, row by row.
    ///
    /// Hot: once for each block of colour of a JPEG in several scans.
    func halves(_ block: UnsafePointer<Int16>) -> SIMD4<Int16> {
        let mean = SIMD4(repeating: mean(block))
        guard Self.hasOthers(block) else { return mean }
        for place in counting {
            scratch[place.place] = Int32(block[place.index]) &* quanta[place.index]
        }
        return mean &+ InverseDCT2x2.levels(scratch)
    }

    /// Whether any coefficient but the first is not zero: eight at a look.
    @inline(__always)
    private static func hasOthers(_ block: UnsafePointer<Int16>) -> Bool {
        let eights = UnsafeRawPointer(block).assumingMemoryBound(to: SIMD8<Int16>.self)
        var any = eights[0]
        any[0] = 0
        for index in 1..<8 { any |= eights[index] }
        return any != SIMD8()
    }
}
