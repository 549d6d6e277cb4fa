/// Pixels picked evenly from a raster, and what they have in common.
struct ColourSamples {
    /// Red, green and blue from the lowest byte up; the highest byte is 0.
    let colours: [UInt32]
    /// How often each code occurs on each axis.
    let red: [Int]
    let green: [Int]
    let blue: [Int]
    let isGray: Bool

    /// Enough for a palette: with all 0.9 million pixels of a frame PSNR rises by less than 0.1 dB.
    private static let wanted = 1 << 18

    /// Hot: runs over the sampled pixels once for each photo.
    init(of raster: Raster) {
        let pixels = raster.size.width * raster.size.height
        // An odd step, so that no column or row of the raster is left out.
        let step = max(1, pixels / Self.wanted) | 1
        let count = (pixels + step - 1) / step
        var red = [Int](repeating: 0, count: 256)
        var green = red
        var blue = red
        var differences: UInt32 = 0
        colours = raster.pixels.withUnsafeBytes { bytes in
            [UInt32](unsafeUninitializedCapacity: count) { colours, filled in
                for sample in 0..<count {
                    let pixel = bytes.loadUnaligned(
                        fromByteOffset: sample &* step &* Raster.bytesPerPixel, as: UInt32.self)
                    let colour = UInt32(littleEndian: pixel) & 0xFF_FFFF
                    colours[sample] = colour
                    red[Int(colour & 0xFF)] &+= 1
                    green[Int(colour >> 8 & 0xFF)] &+= 1
                    blue[Int(colour >> 16)] &+= 1
                    differences |= (colour ^ colour >> 8) & 0xFFFF
                }
                filled = count
            }
        }
        self.red = red
        self.green = green
        self.blue = blue
        isGray = differences == 0
    }
}
