internal import Imaging

/// Decodes a PNG as a whole, as it is stored, at a reduction.
///
/// Rows that are missing, because the file ends or is broken before them, are transparent.
struct PNGDecoder: Sendable {
    let bytes: PhotoBytes
    let header: PNGHeader

    /// How many rows of a picture there are, and what ended them too early.
    private struct Filling {
        var rows = 0
        var fault: DecodingFailure?
    }

    func decode(reducedBy reduction: Reduction) throws(DecodingFailure) -> DecodedPicture {
        let size = header.size.reduced(by: reduction)
        try MemoryCheck.canHold(size, of: header.size)
        try checkInterlaced()
        var filling = Filling()
        let byteCount = size.width * size.height * Raster.bytesPerPixel
        let pixels = [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
            let target = UnsafeMutableBufferPointer(rebasing: buffer[..<byteCount])
            filling = fill(target, reducedBy: reduction)
            let filled = filling.rows * size.width * Raster.bytesPerPixel
            UnsafeMutableBufferPointer(rebasing: target[filled...]).update(repeating: 0)
            count = byteCount
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
        guard let area = header.size.area, area <= DecodingLimits.onePiecePixels else {
            throw .tooLarge(header.size)
        }
        try MemoryCheck.canHold(header.size, of: header.size)
    }

    private func fill(
        _ target: UnsafeMutableBufferPointer<UInt8>, reducedBy reduction: Reduction
    ) -> Filling {
        bytes.withUnsafeBytes { source in
            do throws(DecodingFailure) {
                let reader = try PNGReader(source)
                try reader.beginRows()
                return reduction == .none
                    ? fillWhole(target, from: reader)
                    : fillReduced(target, by: boxes(reduction), from: reader)
            } catch {
                return Filling(fault: error)
            }
        }
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

    /// After a fault the earlier passes' coarse pixels stand for those that are missing.
    private func fillInterlaced(
        _ target: UnsafeMutableBufferPointer<UInt8>, from reader: borrowing PNGReader
    ) -> Filling {
        target.update(repeating: 0)
        if reader.readInterlaced(into: target) { return Filling(rows: header.size.height) }
        let hasPixels = target.contains { $0 != 0 }
        return Filling(rows: hasPixels ? header.size.height : 0, fault: reader.failure)
    }

    private func fillReduced(
        _ target: UnsafeMutableBufferPointer<UInt8>, by boxes: BoxMean,
        from reader: borrowing PNGReader
    ) -> Filling {
        // Interlaced rows come in seven passes: only whole can they be reduced.
        let bandHeight = header.isInterlaced ? header.size.height : boxes.reduction
        let byteCount = bandHeight * header.size.width * Raster.bytesPerPixel
        let band = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: byteCount)
        defer { band.deallocate() }
        return header.isInterlaced
            ? reduceInterlaced(target, by: boxes, through: band, from: reader)
            : reduceBands(target, by: boxes, through: band, from: reader)
    }

    private func reduceInterlaced(
        _ target: UnsafeMutableBufferPointer<UInt8>, by boxes: BoxMean,
        through whole: UnsafeMutableBufferPointer<UInt8>, from reader: borrowing PNGReader
    ) -> Filling {
        let filling = fillInterlaced(whole, from: reader)
        guard filling.rows > 0 else { return filling }
        let rowBytes = header.size.width * Raster.bytesPerPixel
        for row in 0..<boxes.size.height {
            let rows = boxes.rows(of: row)
            let bytes = (rows.lowerBound * rowBytes)..<(rows.upperBound * rowBytes)
            boxes.reduce(UnsafeBufferPointer(rebasing: whole[bytes]), into: target, row: row)
        }
        return Filling(rows: boxes.size.height, fault: filling.fault)
    }

    private func reduceBands(
        _ target: UnsafeMutableBufferPointer<UInt8>, by boxes: BoxMean,
        through band: UnsafeMutableBufferPointer<UInt8>, from reader: borrowing PNGReader
    ) -> Filling {
        let rowBytes = header.size.width * Raster.bytesPerPixel
        for row in 0..<boxes.size.height {
            let wanted = boxes.rows(of: row).count
            let got = reader.readRows(wanted, into: band)
            if got > 0 {
                let rows = UnsafeBufferPointer(rebasing: band[..<(got * rowBytes)])
                boxes.reduce(rows, into: target, row: row)
            }
            guard got == wanted else {
                return Filling(rows: got > 0 ? row + 1 : row, fault: reader.failure)
            }
        }
        return Filling(rows: boxes.size.height)
    }
}
