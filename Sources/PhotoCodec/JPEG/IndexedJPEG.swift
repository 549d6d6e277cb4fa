internal import Files
internal import Imaging
internal import JPEGTiling

/// A JPEG at a reduction that TurboJPEG supports; an index allows decoding any area of the file.
struct IndexedJPEG: RegionPicture {
    let photo: IndexedScan
    let bytes: PhotoBytes
    let progress: RowProgress
    let cmyk: CMYKConverter?
    /// True if areas are available only after the whole scan is read without damage or warnings.
    let requiresUndamaged: Bool
    var reduction = Reduction.none
    /// The picture to show if the disk has no space for the transcoded bytes.
    ///
    /// The value is `nil` if there is no such picture.
    var substitute: ReducedJPEG?
    /// The reused memory for decoded areas with their margins.
    private let scratch = PixelPool()

    init(
        _ photo: IndexedScan, in bytes: PhotoBytes, progress: RowProgress, cmyk: CMYKConverter?,
        requiresUndamaged: Bool
    ) {
        self.photo = photo
        self.bytes = bytes
        self.progress = progress
        self.cmyk = cmyk
        self.requiresUndamaged = requiresUndamaged
    }

    /// Returns the same photo at another reduction, with another substitute or none.
    func reduced(by reduction: Reduction, or substitute: ReducedJPEG? = nil) -> IndexedJPEG {
        var picture = self
        (picture.reduction, picture.substitute) = (reduction, substitute)
        return picture
    }

    var size: PixelSize { photo.scan.frame.size.reduced(by: reduction) }
    var hasAlpha: Bool { false }
    var access: RegionAccess { .blocks }
    var block: PixelSize { photo.scan.frame.mcuSize.reduced(by: reduction) }
    var isTiled: Bool { true }

    func need(for area: PixelRect) -> RowRequirement? {
        if let substitute, progress.failure != nil { return substitute.need(for: area) }
        let rows = photo.scan.frame.rows(under: area, reducedBy: reduction)
        return RowRequirement(
            progress: progress, rows: requiresUndamaged ? .max : rows, needsRoom: substitute == nil)
    }

    func decode(
        _ area: PixelRect, into target: PixelBlock, at point: PixelPoint, note: (Damage) -> Void
    ) throws(DecodingFailure) -> Bool {
        if let substitute, progress.failure != nil {
            return try substitute.decode(area, into: target, at: point, note: note)
        }
        let r = reduction.rawValue
        let frame = photo.scan.frame
        let boxes = BoxMean(
            of: frame.size, reducedBy: reduction, orientation: .asStored, isOpaque: true)
        let rect = MCURect(under: boxes.stored(under: area), of: frame)
        let covered = rect.pixels(of: frame)
        let size = covered.size.reduced(by: reduction)
        let memory = try scratch.borrow(byteCount: size.width * size.height * Raster.bytesPerPixel)
        defer { scratch.giveBack(memory) }
        let decoded = PixelBlock(memory.bytes.assumingMemoryBound(to: UInt8.self), size: size)
        guard decode(rect, size: size, into: decoded.bytes, note) else {
            throw .outOfMemory
        }
        // An area spans many rows: without eviction, pans would keep the whole file in memory.
        if let range = photo.byteRange(of: rect) { bytes.evictPages(range) }
        let region = PixelRect(
            x: area.minX - covered.minX / r, y: area.minY - covered.minY / r,
            width: area.size.width, height: area.size.height)
        decoded.copy(region, to: target, at: point)
        return true
    }

    private func decode(
        _ rect: MCURect, size: PixelSize, into target: UnsafeMutableBufferPointer<UInt8>,
        _ note: (Damage) -> Void
    ) -> Bool {
        bytes.withUnsafeBytes { source in
            TileAssembler(photo, in: source).assemble(rect) { jpeg, counts in
                guard counts.contains(where: { $0 > 0 }) else {
                    BlankPixels.fill(target)
                    return true
                }
                switch TurboJPEG.decode(jpeg, into: target, size: size, isCMYK: cmyk != nil) {
                case .outOfMemory: return false
                case .failed(let damage):
                    note(damage)
                    BlankPixels.fill(target)
                case .warned(let damage) where requiresUndamaged:
                    note(damage)
                // Warnings concern missing data, which the pass over the file has reported.
                case .complete, .warned:
                    cmyk?.convert(target)
                    blankMissing(of: rect, counts, in: target, size: size)
                }
                return true
            }
        }
    }

    /// Fills MCUs that are missing in the file with gray; TurboJPEG would invent contents.
    private func blankMissing(
        of rect: MCURect, _ counts: [Int], in target: UnsafeMutableBufferPointer<UInt8>,
        size: PixelSize
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

/// A JPEG at 1/8 or less, from the low-frequency coefficients that the pass over the file reads.
struct ReducedJPEG: RegionPicture {
    let photo: IndexedScan
    let cmyk: CMYKConverter?
    /// The progress in rows of MCUs: first the rows of a preview, then the rows of the picture.
    let progress: RowProgress
    let previewRows: Int
    let requiresUndamaged: Bool
    /// The reduction: 1/8 or smaller.
    var reduction = Reduction.eighth

    /// Returns the same photo at another reduction.
    func reduced(by reduction: Reduction) -> ReducedJPEG {
        var picture = self
        picture.reduction = reduction
        return picture
    }

    private var frame: JPEGFrame { photo.scan.frame }
    var size: PixelSize { frame.size.reduced(by: reduction) }
    var hasAlpha: Bool { false }
    var access: RegionAccess { .plain }

    func need(for area: PixelRect) -> RowRequirement? {
        let rows = previewRows + frame.rows(under: area, reducedBy: reduction)
        return RowRequirement(
            progress: progress, rows: requiresUndamaged ? .max : rows, needsRoom: false)
    }

    func decode(
        _ area: PixelRect, into target: PixelBlock, at point: PixelPoint, note _: (Damage) -> Void
    ) throws(DecodingFailure) -> Bool {
        // The rows are available, unless the disk has just run out of space.
        try need(for: area)?.wait()
        if reduction == .eighth, point == .origin, target.size == area.size {
            photo.planes.write(area, to: target.bytes, cmyk: cmyk)
        } else {
            raster(of: area, reducedBy: reduction).copy(to: target, at: point)
        }
        return true
    }

    /// Returns the decoded pixels of an area, at a reduction of 1/8 or smaller.
    func raster(of area: PixelRect, reducedBy reduction: Reduction) -> Raster {
        let factor = reduction.divided(by: .eighth)
        let boxes = BoxMean(
            of: frame.size.reduced(by: .eighth), reducedBy: factor, orientation: .asStored,
            isOpaque: true)
        let raster = photo.planes.raster(of: boxes.stored(under: area), cmyk: cmyk)
        return factor == .none ? raster : raster.means(over: factor)
    }
}

extension ReducedPlanes {
    /// Returns an area of the picture at 1/8.
    func raster(of area: PixelRect, cmyk: CMYKConverter?) -> Raster {
        let pixels = Raster.bytes(of: area.size) { write(area, to: $0, cmyk: cmyk) }
        return Raster(size: area.size, pixels: pixels)
    }

    fileprivate func write(
        _ area: PixelRect, to target: UnsafeMutableBufferPointer<UInt8>, cmyk: CMYKConverter?
    ) {
        write(area, to: target)
        cmyk?.convert(target)
    }
}

extension JPEGFrame {
    /// Returns the number of MCU rows that must be read for an area of the reduced photo.
    ///
    /// The area needs two more rows than it covers. Colours blend with the next row, and the end of
    /// that row is known only when the following row starts.
    fileprivate func rows(under area: PixelRect, reducedBy reduction: Reduction) -> Int {
        let last = area.maxY * reduction.rawValue - 1
        return min(mcusDown, last / mcuSize.height + 3)
    }
}
