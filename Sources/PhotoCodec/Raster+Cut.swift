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
