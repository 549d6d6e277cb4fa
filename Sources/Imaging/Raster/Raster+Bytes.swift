extension Raster {
    /// The bytes of a raster of that size, all of them written by `write` into fresh memory.
    ///
    /// - Precondition: four bytes for each pixel of `size` are a number.
    package static func bytes(
        of size: PixelSize, writtenBy write: (UnsafeMutableBufferPointer<UInt8>) -> Void
    ) -> [UInt8] {
        let byteCount = size.width * size.height * bytesPerPixel
        return [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
            let bytes = UnsafeMutableBufferPointer(rebasing: buffer[..<byteCount])
            LargePages.ask(for: UnsafeMutableRawBufferPointer(bytes))
            write(bytes)
            count = byteCount
        }
    }
}
