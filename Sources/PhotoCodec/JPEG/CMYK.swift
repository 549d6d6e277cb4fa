/// Turns pixels of four inks without a profile into red, green, blue and alpha, in place.
enum CMYK {
    /// Hot: once for a decoded picture of four inks.
    ///
    /// Light is what both an ink and black let through.
    /// - Parameters:
    ///   - pixels: cyan, magenta, yellow, black.
    ///   - isInverted: whether 255 means no ink, as Adobe's programs store it.
    static func convert(_ pixels: UnsafeMutableBufferPointer<UInt8>, isInverted: Bool) {
        let flip: UInt8 = isInverted ? 0 : 255
        var offset = 0
        while offset &+ 3 < pixels.count {
            let black = UInt32(pixels[offset &+ 3] ^ flip)
            for channel in offset..<(offset &+ 3) {
                let product = UInt32(pixels[channel] ^ flip) &* black &+ 127
                pixels[channel] = UInt8(truncatingIfNeeded: product / 255)
            }
            pixels[offset &+ 3] = 255
            offset &+= 4
        }
    }
}
