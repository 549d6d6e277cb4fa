internal import Imaging

extension Raster {
    /// A copy of an area that lies within.
    func cut(_ area: PixelRect) -> Raster {
        let byteCount = area.size.width * area.size.height * Self.bytesPerPixel
        let cut = [UInt8](unsafeUninitializedCapacity: byteCount) { target, count in
            copy(area, to: PixelBlock(target, size: area.size))
            count = byteCount
        }
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
