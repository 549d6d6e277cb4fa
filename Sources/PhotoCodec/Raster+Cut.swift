internal import Imaging

extension Raster {
    /// A copy of an area that lies within.
    func cut(_ area: PixelRect) -> Raster {
        let rowBytes = area.size.width * Self.bytesPerPixel
        let byteCount = rowBytes * area.size.height
        let cut = [UInt8](unsafeUninitializedCapacity: byteCount) { target, count in
            pixels.withUnsafeBytes { source in
                let target = UnsafeMutableRawBufferPointer(target)
                for row in 0..<area.size.height {
                    let start = ((area.minY + row) * size.width + area.minX) * Self.bytesPerPixel
                    UnsafeMutableRawBufferPointer(rebasing: target[(row * rowBytes)...])
                        .copyMemory(
                            from: UnsafeRawBufferPointer(
                                rebasing: source[start..<(start + rowBytes)]))
                }
            }
            count = byteCount
        }
        return Raster(size: area.size, pixels: cut, isOpaque: isOpaque)
    }
}
