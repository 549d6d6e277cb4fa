internal import Imaging

extension Raster {
    /// A copy of an area that lies within.
    func cut(_ area: PixelRect) -> Raster {
        let cut = Self.bytes(of: area.size) { copy(area, to: PixelBlock($0, size: area.size)) }
        return Raster(size: area.size, pixels: cut, isOpaque: isOpaque)
    }

    /// Copies all of it.
    ///
    /// - Precondition: the block has this raster's size.
    func copy(to block: PixelBlock) { copy(PixelRect(size), to: block) }

    private func copy(_ area: PixelRect, to block: PixelBlock) {
        pixels.withUnsafeBufferPointer { source in
            // A block is of bytes that may be written; these are read only.
            PixelBlock(UnsafeMutableBufferPointer(mutating: source), size: size)
                .copy(area, to: block, at: .origin)
        }
    }
}

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
