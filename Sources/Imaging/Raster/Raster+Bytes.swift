extension Raster {
    /// The bytes of a raster of that size, all of them written by `write` into fresh memory.
    ///
    /// Asking the system for it in pages of 2 MB (MADV_HUGEPAGE) was tried: a sixth of a printed photo's
    /// page faults less and no millisecond, but a visit of a thousand photos held 1 MB more.
    ///
    /// - Precondition: four bytes for each pixel of `size` are a number.
    package static func bytes(
        of size: PixelSize, writtenBy write: (UnsafeMutableBufferPointer<UInt8>) -> Void
    ) -> [UInt8] {
        let byteCount = size.width * size.height * bytesPerPixel
        return [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
            let bytes = UnsafeMutableBufferPointer(rebasing: buffer[..<byteCount])
            write(bytes)
            count = byteCount
        }
    }
}
