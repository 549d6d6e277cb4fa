/// A decoder of Rice-compressed integers (FITS standard 4.0, section 10.4.1).
///
/// Blocks contain differences of neighbouring samples: the low bits of a difference are stored
/// directly, and its high bits as a number of zeros.
enum RiceDecoder {
    /// Decompresses a tile whose samples have 1, 2 or 4 bytes; samples of 1 byte are unsigned.
    ///
    /// Hot: runs for each visible tile.
    ///
    /// - Returns: false if the data end too early.
    static func decode(
        _ bytes: UnsafeRawBufferPointer, sampleBytes: Int, blockSize: Int,
        into target: UnsafeMutableBufferPointer<Int32>
    ) -> Bool {
        let bits = sampleBytes * 8
        // The number of bits of a block's size, and 1 less than the size for an uncompressed block.
        let (sizeBits, unpacked) = sampleBytes == 1 ? (3, 6) : sampleBytes == 2 ? (4, 14) : (5, 25)
        var reader = HighBits(bytes)
        guard var last = reader.read(bits) else { return target.isEmpty }
        for start in stride(from: 0, to: target.count, by: blockSize) {
            let end = min(start + blockSize, target.count)
            guard let size = reader.read(sizeBits) else { return false }
            let low = Int(size) - 1
            for index in start..<end {
                var step: UInt32 = 0
                if low == unpacked {
                    guard let number = reader.read(bits) else { return false }
                    step = number
                } else if low >= 0 {
                    guard let high = reader.readZeros(), let rest = reader.read(low) else {
                        return false
                    }
                    step = UInt32(truncatingIfNeeded: high) << UInt32(low) | rest
                }
                // Even codes are non-negative differences; odd codes are negative differences.
                last = last &+ (step & 1 == 0 ? step >> 1 : ~(step >> 1))
                target[index] = number(last, sampleBytes)
            }
        }
        return true
    }

    @inline(__always)
    private static func number(_ bits: UInt32, _ sampleBytes: Int) -> Int32 {
        switch sampleBytes {
        case 1: Int32(bits & 0xFF)
        case 2: Int32(Int16(truncatingIfNeeded: bits))
        default: Int32(bitPattern: bits)
        }
    }
}
