/// The expansion of rows of 8-bit samples to red, green, blue and alpha, as by libpng.
enum PNGExpansion {
    case gray, grayAlpha, rgb, rgba

    /// Creates the expansion; `nil` for layouts that libpng expands, such as palettes.
    init?(_ layout: PNGReader.Layout) {
        guard layout.bits == 8, !layout.isInterlaced else { return nil }
        switch (layout.bitsPerPixel, layout.isGray, layout.hasAlpha) {
        case (8, true, false): self = .gray
        case (16, true, true): self = .grayAlpha
        case (24, false, false): self = .rgb
        case (32, false, true): self = .rgba
        default: return nil
        }
    }

    private static let opaque: UInt32 = 0xFF00_0000
    /// The factor that copies a sample to red, green and blue.
    private static let each: UInt32 = 0x01_0101

    /// Writes the pixels of a row, four bytes each.
    ///
    /// Hot: runs for the rows of most PNGs.
    ///
    /// - Precondition: The byte after the row can be read, and `target` has room for the pixels.
    func write(_ row: UnsafeRawBufferPointer, _ count: Int, to target: UnsafeMutableRawPointer) {
        guard let row = row.baseAddress else { return }
        switch self {
        case .gray:
            Self.each(count, target) { destination in
                UInt32(row.load(fromByteOffset: destination, as: UInt8.self)) &* Self.each
                    | Self.opaque
            }
        case .grayAlpha:
            Self.each(count, target) { destination in
                let pixel = UInt32(
                    row.loadUnaligned(fromByteOffset: 2 &* destination, as: UInt16.self))
                return (pixel & 255) &* Self.each | (pixel & 0xFF00) &<< 16
            }
        case .rgb:
            Self.each(count, target) { destination in
                row.loadUnaligned(fromByteOffset: 3 &* destination, as: UInt32.self) | Self.opaque
            }
        case .rgba: target.copyMemory(from: row, byteCount: count * 4)
        }
    }

    @inline(__always)
    private static func each(
        _ count: Int, _ target: UnsafeMutableRawPointer, _ pixel: (Int) -> UInt32
    ) {
        for index in 0..<count {
            target.storeBytes(of: pixel(index), toByteOffset: index &* 4, as: UInt32.self)
        }
    }
}
