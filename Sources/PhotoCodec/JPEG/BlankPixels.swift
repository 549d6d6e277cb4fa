/// The opaque gray that stands where a JPEG has no pixels, the same that libjpeg starts from.
enum BlankPixels {
    private static let gray: [UInt8] = [0x80, 0x80, 0x80, 0xFF]

    static func fill(_ target: UnsafeMutableBufferPointer<UInt8>) {
        target.withMemoryRebound(to: UInt32.self) { pixels in
            pixels.update(repeating: UInt32(littleEndian: 0xFF80_8080))
        }
    }

    static func areAll(of target: UnsafeMutableBufferPointer<UInt8>) -> Bool {
        target.withMemoryRebound(to: UInt32.self) { pixels in
            pixels.allSatisfy { $0 == UInt32(littleEndian: 0xFF80_8080) }
        }
    }

    /// Makes the last pixel a gray that is fully transparent, as no decoder writes it.
    ///
    /// - Returns: the pixel, for `unmark`.
    static func mark(
        endingAt end: Int, of target: UnsafeMutableBufferPointer<UInt8>
    ) -> UnsafeMutableBufferPointer<UInt8> {
        let pixel = UnsafeMutableBufferPointer(rebasing: target[(end - 4)..<end])
        _ = pixel.update(fromContentsOf: gray)
        pixel[3] = 0
        return pixel
    }

    /// Whether the pixel was written since; the gray is opaque afterwards.
    static func unmark(_ pixel: UnsafeMutableBufferPointer<UInt8>) -> Bool {
        guard pixel[3] == 0, pixel.dropLast().elementsEqual(gray.dropLast()) else { return true }
        pixel[3] = 0xFF
        return false
    }
}
