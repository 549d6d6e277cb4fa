internal import Files
internal import Imaging
internal import JPEGTiling

/// Decodes any area of an indexed JPEG, at any reduction that TurboJPEG supports.
struct TileDecoder: Sendable {
    let photo: IndexedScan
    let bytes: PhotoBytes
    let progress: RowProgress
    let inks: CMYKConverter?
    /// Whether a warning is damage, too.
    let mustBeIntact: Bool
    /// What tiles are decoded into, with their margins.
    private let scratch = PixelPool()

    /// The pixels of an area of the reduced photo, as it is stored.
    ///
    /// - Precondition: the rows below it were announced, one more than it needs or all.
    func decode(
        _ area: PixelRect, reducedBy reduction: Reduction, into block: PixelBlock
    ) throws(DecodingFailure) {
        let r = reduction.rawValue
        let frame = photo.scan.frame
        let original = PixelRect(
            x: area.minX * r, y: area.minY * r, width: area.size.width * r,
            height: area.size.height * r
        ).intersection(PixelRect(frame.size))
        let rect = MCURect(under: original, of: frame)
        let covered = rect.pixels(of: frame)
        let size = covered.size.reduced(by: reduction)
        let memory = try scratch.borrow(byteCount: size.width * size.height * Raster.bytesPerPixel)
        defer { scratch.giveBack(memory) }
        let decoded = PixelBlock(memory.bytes.assumingMemoryBound(to: UInt8.self), size: size)
        guard decode(rect, size: size, reducedBy: reduction, into: decoded.bytes) else {
            throw .outOfMemory
        }
        // The tile's bits lie in stretches all over many rows: pans would gather all of the file.
        if let range = photo.byteRange(of: rect) { bytes.forgetPages(range) }
        let part = PixelRect(
            x: area.minX - covered.minX / r, y: area.minY - covered.minY / r,
            width: area.size.width, height: area.size.height)
        decoded.copy(part, to: block, at: .origin)
    }

    private func decode(
        _ rect: MCURect, size: PixelSize, reducedBy reduction: Reduction,
        into target: UnsafeMutableBufferPointer<UInt8>
    ) -> Bool {
        bytes.withUnsafeBytes { source in
            TileAssembler(photo, in: source).assemble(rect) { jpeg, counts in
                guard counts.contains(where: { $0 > 0 }) else {
                    BlankPixels.fill(target)
                    return true
                }
                switch TurboJPEG.decode(jpeg, into: target, size: size, isCMYK: inks != nil) {
                case .outOfMemory: return false
                case .failed(let damage):
                    progress.note(damage)
                    BlankPixels.fill(target)
                case .warned(let damage) where mustBeIntact:
                    progress.note(damage)
                // Warnings are about what is missing: the pass over the file has reported that.
                case .complete, .warned:
                    inks?.convert(target)
                    blankMissing(of: rect, counts, in: target, size: size, reducedBy: reduction)
                }
                return true
            }
        }
    }

    /// Makes the MCUs gray that the file does not have: TurboJPEG makes something up for them.
    private func blankMissing(
        of rect: MCURect, _ counts: [Int], in target: UnsafeMutableBufferPointer<UInt8>,
        size: PixelSize, reducedBy reduction: Reduction
    ) {
        let mcu = photo.scan.frame.mcuSize
        let (width, height) = (mcu.width / reduction.rawValue, mcu.height / reduction.rawValue)
        for (row, count) in counts.enumerated() where count < rect.columns.count {
            let from = min(size.width, count * width)
            for y in (row * height)..<min(size.height, (row + 1) * height) {
                let start = (y * size.width + from) * Raster.bytesPerPixel
                let end = (y + 1) * size.width * Raster.bytesPerPixel
                BlankPixels.fill(UnsafeMutableBufferPointer(rebasing: target[start..<end]))
            }
        }
    }
}

/// A JPEG at 1/8 or less, made from its reduced planes.
struct CoarsePreview: Sendable {
    let planes: ReducedPlanes
    let photo: PixelSize
    let inks: CMYKConverter?

    /// An area of the photo reduced by 8 or more; it begins on that grid.
    func raster(of area: PixelRect, reducedBy reduction: Reduction) -> Raster {
        let factor = reduction.rawValue / 8
        let eighth = eighth(
            PixelRect(
                x: area.minX * factor, y: area.minY * factor, width: area.size.width * factor,
                height: area.size.height * factor
            ).intersection(PixelRect(photo.reduced(by: .eighth))))
        guard let boxes = Reduction(rawValue: factor), boxes != .none else { return eighth }
        return eighth.means(over: boxes)
    }

    private func eighth(_ area: PixelRect) -> Raster {
        let pixels = Raster.bytes(of: area.size) { target in
            planes.write(area, to: target)
            inks?.convert(target)
        }
        return Raster(size: area.size, pixels: pixels)
    }
}
