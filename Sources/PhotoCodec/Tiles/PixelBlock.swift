internal import Imaging

/// Pixels in memory that somebody else holds: rows from the top, four bytes a pixel.
struct PixelBlock {
    let size: PixelSize
    let bytes: UnsafeMutableBufferPointer<UInt8>

    /// - Precondition: the bytes are those of so many pixels, or more.
    init(_ bytes: UnsafeMutableBufferPointer<UInt8>, size: PixelSize) {
        let count = size.width * size.height * Raster.bytesPerPixel
        precondition(bytes.count >= count, "the pixels are there")
        self.size = size
        self.bytes = UnsafeMutableBufferPointer(rebasing: bytes[..<count])
    }

    /// Copies an area of this block to a place in another.
    ///
    /// Hot: every frame at the original passes here, row by row.
    /// - Precondition: it lies in both.
    func copy(_ area: PixelRect, to target: PixelBlock, at place: PixelPoint) {
        let end = PixelRect(origin: place, size: area.size)
        precondition(PixelRect(size).contains(area), "it lies here")
        precondition(PixelRect(target.size).contains(end), "it lies there")
        guard let from = bytes.baseAddress, let into = target.bytes.baseAddress else { return }
        let length = area.size.width * Raster.bytesPerPixel
        for row in 0..<area.size.height {
            let source = (area.minY + row) * size.width + area.minX
            let place = (end.minY + row) * target.size.width + end.minX
            (into + place * Raster.bytesPerPixel)
                .update(from: from + source * Raster.bytesPerPixel, count: length)
        }
    }
}
