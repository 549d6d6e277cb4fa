internal import Imaging

/// Decodes a whole PNG at a reduction, as it is stored.
///
/// Rows that are missing because the file ends or is damaged before them are transparent.
struct PNGDecoder: Sendable {
    let bytes: PhotoBytes
    let header: PNGHeader
    /// Applied to colours of 16 bits a channel before they are dithered to 8.
    var curve: ToneCurve?
    /// Whether the file has a profile, so that gAMA is ignored.
    var hasProfile = false

    /// How many rows of a picture were decoded, and what ended them early.
    private struct Filling {
        var rows = 0
        var fault: DecodingFailure?
    }

    func decode(reducedBy reduction: Reduction) throws(DecodingFailure) -> DecodedPicture {
        let size = header.size.reduced(by: reduction)
        try MemoryCheck.canHold(size, of: header.size)
        try checkInterlaced()
        var filling = Filling()
        let pixels = Raster.bytes(of: size) { target in
            filling = fill(target, reducedBy: reduction)
            let filled = filling.rows * size.width * Raster.bytesPerPixel
            UnsafeMutableBufferPointer(rebasing: target[filled...]).update(repeating: 0)
        }
        if let fault = filling.fault, filling.rows == 0 { throw fault }
        let isOpaque = !header.hasAlpha && filling.fault == nil
        return DecodedPicture(
            raster: Raster(size: size, pixels: pixels, isOpaque: isOpaque),
            damage: filling.fault.map(Self.damage))
    }

    static func damage(_ fault: DecodingFailure) -> Damage {
        guard case .damaged(let reason) = fault else { return Damage(reason: "no memory") }
        return Damage(reason: reason)
    }

    private func checkInterlaced() throws(DecodingFailure) {
        guard header.isInterlaced else { return }
        guard let area = header.size.area, area <= DecodingLimits.interlacedPixels else {
            throw .tooLarge(header.size)
        }
        try MemoryCheck.canHold(header.size, of: header.size)
    }

    private func fill(
        _ target: UnsafeMutableBufferPointer<UInt8>, reducedBy reduction: Reduction
    ) -> Filling {
        bytes.withUnsafeBytes { source in
            do throws(DecodingFailure) {
                let reader = try rows(of: source)
                return reduction == .none
                    ? fillWhole(target, from: reader)
                    : fillReduced(target, by: boxes(reduction), from: reader)
            } catch {
                return Filling(fault: error)
            }
        }
    }

    /// A reader of the lent bytes, its rows begun.
    func rows(of source: UnsafeRawBufferPointer) throws(DecodingFailure) -> PNGReader {
        let reader =
            header.isWorthTwoCores
            ? try PNGReader.inflating(bytes, source) : try PNGReader(source)
        try reader.beginRows(through: curve, hasProfile: hasProfile)
        return reader
    }

    /// The means that a reduction is made of.
    func boxes(_ reduction: Reduction) -> BoxMean {
        BoxMean(
            of: header.size, reducedBy: reduction, orientation: header.orientation,
            isOpaque: !header.hasAlpha)
    }

    private func fillWhole(
        _ target: UnsafeMutableBufferPointer<UInt8>, from reader: borrowing PNGReader
    ) -> Filling {
        guard !header.isInterlaced else { return fillInterlaced(target, from: reader) }
        let rows = reader.readRows(header.size.height, into: target)
        return Filling(rows: rows, fault: rows == header.size.height ? nil : reader.failure)
    }

    /// After an error the coarse pixels of earlier passes stand for missing ones.
    private func fillInterlaced(
        _ target: UnsafeMutableBufferPointer<UInt8>, from reader: borrowing PNGReader
    ) -> Filling {
        target.update(repeating: 0)
        if reader.readInterlaced(into: target) { return Filling(rows: header.size.height) }
        let hasPixels = target.contains { $0 != 0 }
        return Filling(rows: hasPixels ? header.size.height : 0, fault: reader.failure)
    }

    /// Interlaced rows come in seven passes: only whole can they be reduced.
    private func fillReduced(
        _ target: UnsafeMutableBufferPointer<UInt8>, by boxes: BoxMean,
        from reader: borrowing PNGReader
    ) -> Filling {
        let rows = header.isInterlaced ? header.size.height : 1
        let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: rows * boxes.rowBytes)
        defer { memory.deallocate() }
        guard header.isInterlaced else {
            return reduceRows(target, by: boxes, through: memory, from: reader)
        }
        let filling = fillInterlaced(memory, from: reader)
        guard filling.rows > 0 else { return filling }
        boxes.reduce(UnsafeBufferPointer(memory), into: target)
        return Filling(rows: boxes.size.height, fault: filling.fault)
    }

    private func reduceRows(
        _ target: UnsafeMutableBufferPointer<UInt8>, by boxes: BoxMean,
        through row: UnsafeMutableBufferPointer<UInt8>, from reader: borrowing PNGReader
    ) -> Filling {
        var sums = BoxSums(boxes)
        // Otherwise the whole file becomes resident: 158 of 183 MB of a printed 100-megapixel PNG.
        var passed = PageReclaimer(of: bytes)
        for number in 0..<boxes.size.height {
            let wanted = boxes.rows(of: number).count
            while sums.rows < wanted, reader.readRows(1, into: row) == 1 {
                sums.add(UnsafeBufferPointer(row))
            }
            passed.pass(reader.offset)
            let got = sums.rows
            let means = (number * boxes.meanBytes)..<((number + 1) * boxes.meanBytes)
            if got > 0 { sums.finish(UnsafeMutableBufferPointer(rebasing: target[means])) }
            guard got == wanted else {
                return Filling(rows: got > 0 ? number + 1 : number, fault: reader.failure)
            }
        }
        return Filling(rows: boxes.size.height)
    }
}

/// What a PNG says before its pixels, and its orientation wherever it stands.
struct PNGHeader: Sendable {
    let size: PixelSize
    let bitsPerPixel: Int
    let hasAlpha: Bool
    let isInterlaced: Bool
    /// Whether there are 16 bits a channel.
    let isDeep: Bool
    let isGray: Bool
    /// Of a channel; of a palette those of its colours.
    let bits: Int
    let hasGamma: Bool
    let orientation: Orientation

    init(_ bytes: PhotoBytes) throws(DecodingFailure) {
        let (layout, orientation) = try bytes.withUnsafeBytes { source throws(DecodingFailure) in
            let file = ByteReader(bytes: source)
            // Apple's own variant, which no library but theirs reads.
            guard !file.starts(with: "CgBI", at: 12) else {
                throw .unsupported(kind: .unsupported(.applePNG))
            }
            try Self.checkSides(in: file)
            return (
                try PNGReader(source).layout,
                Self.orientation(in: file, passing: PageReclaimer(of: bytes))
            )
        }
        size = layout.size
        bitsPerPixel = layout.bitsPerPixel
        hasAlpha = layout.hasAlpha
        isInterlaced = layout.isInterlaced
        isDeep = layout.isDeep
        isGray = layout.isGray
        bits = layout.bits
        hasGamma = layout.hasGamma
        self.orientation = orientation
    }

    /// libpng calls a side over its limit an invalid header.
    private static func checkSides(in file: ByteReader) throws(DecodingFailure) {
        guard file.starts(with: "IHDR", at: 12), let width = file.uint32(at: 16),
            let height = file.uint32(at: 20), width > 0, height > 0,
            max(width, height) > DecodingLimits.pngSide
        else { return }
        throw .tooLarge(PixelSize(width: width, height: height))
    }

    /// The fewest bytes a file of this layout can have: deflate makes at most 1032 bytes of one.
    var minimumBytes: Int { (size.width * bitsPerPixel / 8 + 1) * size.height / 1032 }

    /// Whether there are enough rows for inflating them on another thread to pay.
    ///
    /// Interlaced pictures have rows of seven sizes; libpng inflates them itself.
    var isWorthTwoCores: Bool {
        !isInterlaced && size.width * size.height >= 1 << 19 && WorkThread.coreCount > 1
    }

    /// Searches all chunks; if they are small that touches every page of the file.
    private static func orientation(
        in file: ByteReader, passing pages: PageReclaimer
    ) -> Orientation {
        var pages = pages
        for chunk in PNGChunks(file) {
            if file.starts(with: "eXIf", at: chunk.offset + 4) {
                return ExifOrientation.read(
                    file.part(from: chunk.offset + 8, count: chunk.byteCount))
            }
            pages.pass(min(chunk.end, file.count))
        }
        return .asStored
    }
}
