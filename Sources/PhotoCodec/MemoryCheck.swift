package import Imaging

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Asks the system for memory before Swift does, because an array that gets none ends the program.
package enum MemoryCheck {
    /// What is smaller is not asked for: two calls of the system would cost more than they save.
    private static let smallBytes = 1 << 20

    /// - Throws: `.outOfMemory`; `.tooLarge` for what is never decoded in one piece.
    package static func canHold(_ size: PixelSize, of photo: PixelSize) throws(DecodingFailure) {
        guard let area = size.area, area <= DecodingLimits.wholePixels else {
            throw .tooLarge(photo)
        }
        let byteCount = area * Raster.bytesPerPixel
        guard byteCount > smallBytes else { return }
        // Not malloc and free, which the optimizer takes for nothing and leaves out.
        let memory = mmap(
            nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard memory != MAP_FAILED else { throw .outOfMemory }
        munmap(memory, byteCount)
    }
}
