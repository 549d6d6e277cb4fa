internal import CTurboJPEG
package import Imaging

/// An encoder of a small JPEG in memory, for a cached thumbnail.
package enum PreviewJPEG {
    /// The quality of the JPEG; no blocks are visible from 80 on.
    ///
    /// A thumbnail of 320 × 240 pixels takes about 20 kB.
    private static let quality: Int32 = 85

    /// Returns the pixels of a raster, without alpha, as a JPEG file; `nil` if TurboJPEG fails.
    ///
    /// - Precondition: the raster is not empty, and its sides are at most `JPEGFormat.longestSide`.
    package static func bytes(of raster: Raster) -> [UInt8]? {
        precondition(!raster.size.isEmpty, "a picture has pixels")
        let longer = max(raster.size.width, raster.size.height)
        precondition(longer <= JPEGFormat.longestSide, "libjpeg's limit")
        guard let encoder = tjInitCompress() else { return nil }
        defer { tjDestroy(encoder) }
        var bytes: UnsafeMutablePointer<UInt8>?
        defer { tjFree(bytes) }
        var count: UInt = 0
        let result = tjCompress2(
            encoder, raster.pixels, Int32(raster.size.width), 0, Int32(raster.size.height),
            Int32(TJPF_RGBA.rawValue), &bytes, &count, Int32(TJSAMP_420.rawValue), quality,
            TJFLAG_ACCURATEDCT)
        guard result == 0, let bytes else { return nil }
        return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
    }
}
