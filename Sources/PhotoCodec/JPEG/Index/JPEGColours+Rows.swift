extension JPEGColours {
    /// Makes red, green, blue and alpha of a row of samples, four bytes a pixel, in place; inks stay inks.
    ///
    /// Hot: once for each pixel of a coarse picture.
    func finish(_ row: UnsafeMutableBufferPointer<UInt8>) {
        switch self {
        case .gray: Self.spreadGray(row)
        case .luma, .lumaInks: Self.convert(row, inks: self == .lumaInks)
        case .red: Self.makeOpaque(row)
        case .inks: break
        }
    }

    private static func spreadGray(_ row: UnsafeMutableBufferPointer<UInt8>) {
        for pixel in stride(from: 0, to: row.count, by: 4) {
            row[pixel &+ 1] = row[pixel]
            row[pixel &+ 2] = row[pixel]
            row[pixel &+ 3] = 255
        }
    }

    private static func makeOpaque(_ row: UnsafeMutableBufferPointer<UInt8>) {
        for pixel in stride(from: 0, to: row.count, by: 4) { row[pixel &+ 3] = 255 }
    }

    /// The fixed-point numbers of libjpeg; inks are the complement of what they would be as light.
    private static func convert(_ row: UnsafeMutableBufferPointer<UInt8>, inks: Bool) {
        let flip: Int32 = inks ? 255 : 0
        for pixel in stride(from: 0, to: row.count, by: 4) {
            let luma = Int32(row[pixel])
            let blue = Int32(row[pixel &+ 1]) &- 128
            let red = Int32(row[pixel &+ 2]) &- 128
            let levels = SIMD3(
                luma &+ (91881 &* red &+ 32768) >> 16,
                luma &+ (32768 &- 22554 &* blue &- 46802 &* red) >> 16,
                luma &+ (116130 &* blue &+ 32768) >> 16)
            let bounded = levels.clamped(lowerBound: SIMD3(), upperBound: SIMD3(repeating: 255))
            row[pixel] = UInt8(truncatingIfNeeded: bounded.x ^ flip)
            row[pixel &+ 1] = UInt8(truncatingIfNeeded: bounded.y ^ flip)
            row[pixel &+ 2] = UInt8(truncatingIfNeeded: bounded.z ^ flip)
            if !inks { row[pixel &+ 3] = 255 }
        }
    }
}
