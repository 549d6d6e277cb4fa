internal import Imaging

/// Decodes a JPEG as a whole, as it is stored, at a reduction.
///
/// Reductions are made by TurboJPEG out of the blocks' lowest frequencies, not out of pixels.
struct JPEGDecoder: Sendable {
    let bytes: PhotoBytes
    let header: JPEGHeader
    /// How many bytes are worth a core of their own.
    let partBytes: Int
    /// Of a photo of four inks.
    let inks: CMYKConverter?

    init(
        bytes: PhotoBytes, header: JPEGHeader, partBytes: Int = DecodingOptions.usualPartBytes
    ) {
        self.bytes = bytes
        self.header = header
        self.partBytes = partBytes
        let hasInks = header.frame.components.count == 4
        inks =
            hasInks
            ? bytes.withUnsafeBytes { CMYKConverter($0, isInverted: header.isAdobe) } : nil
    }

    private var photo: PixelSize { header.frame.size }
    private var isCMYK: Bool { inks != nil }

    func decode(reducedBy reduction: Reduction) throws(DecodingFailure) -> DecodedPicture {
        guard let boxes = Reduction(rawValue: reduction.rawValue / 8), boxes != .none else {
            return try decodeByTransform(reducedBy: reduction)
        }
        // TurboJPEG goes no further down than to an eighth.
        let eighth = try decodeByTransform(reducedBy: .eighth)
        return DecodedPicture(raster: eighth.raster.means(over: boxes), damage: eighth.damage)
    }

    private func decodeByTransform(
        reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> DecodedPicture {
        try checkScans()
        let size = photo.reduced(by: reduction)
        try MemoryCheck.canHold(size, of: photo)
        // A quarter was made in the same way, bit for bit: the whole run for 24 megapixels took 76 ms
        // instead of 79 on two cores, and 127 of the processor instead of 94. TurboJPEG stays.
        if reduction == .eighth,
            let raster = ReducedDecoder.decode(self) ?? ProgressiveReducedDecoder.decode(self)
        {
            return DecodedPicture(raster: raster, damage: nil)
        }
        var outcome = TurboJPEG.Outcome.complete
        let pixels = Raster.bytes(of: size) { outcome = decode(into: $0, reducedBy: reduction) }
        return DecodedPicture(
            raster: Raster(size: size, pixels: pixels), damage: try damage(outcome))
    }

    private func damage(_ outcome: TurboJPEG.Outcome) throws(DecodingFailure) -> Damage? {
        switch outcome {
        case .complete: return nil
        case .warned(let reason): return Damage(reason: reason)
        case .failed(let reason): throw .damaged(reason: reason)
        case .outOfMemory: throw .outOfMemory
        }
    }

    /// Refuses what would cost time or memory out of proportion before anything is decoded.
    private func checkScans() throws(DecodingFailure) {
        guard !header.isSingleScan else { return }
        guard header.frame.coefficientBytes <= DecodingLimits.coefficientBytes else {
            throw .tooLarge(photo)
        }
        guard bytes.withUnsafeBytes({ !hasTooManyScans($0) }) else {
            throw .damaged(reason: "the JPEG has more than \(DecodingLimits.scans) scans")
        }
    }

    private func hasTooManyScans(_ source: UnsafeRawBufferPointer) -> Bool {
        var walk = JPEGSegments(source, from: header.scanOffset)
        var scans = 0
        var passed = PageReclaimer(of: bytes)
        while scans <= DecodingLimits.scans, let segment = walk.next() {
            passed.pass(segment.offset)
            if segment.marker == 0xDA { scans += 1 }
        }
        return scans > DecodingLimits.scans
    }

    private func decode(
        into target: UnsafeMutableBufferPointer<UInt8>, reducedBy reduction: Reduction
    ) -> TurboJPEG.Outcome {
        let outcome = bytes.withUnsafeBytes { source in
            let rows = header.frame.rows(heldBy: source.count - header.scanOffset)
            return rows == photo.height
                ? decodeAll(of: source, into: target, reducedBy: reduction)
                : decodeStart(of: source, rows: rows, into: target, reducedBy: reduction)
        }
        inks?.convert(target)
        return outcome
    }

    /// After a fault that ended the decoding, what was decoded before it is shown.
    ///
    /// It is decoded again over gray: only then can what was not written be told from pixels.
    private func decodeAll(
        of source: UnsafeRawBufferPointer, into target: UnsafeMutableBufferPointer<UInt8>,
        reducedBy reduction: Reduction
    ) -> TurboJPEG.Outcome {
        let size = photo.reduced(by: reduction)
        let outcome = TurboJPEG.decode(source, into: target, size: size, isCMYK: isCMYK)
        guard case .failed(let reason) = outcome else { return outcome }
        BlankPixels.fill(target)
        _ = TurboJPEG.decode(source, into: target, size: size, isCMYK: isCMYK)
        return BlankPixels.areAll(of: target) ? outcome : .warned(reason)
    }

    /// Decodes a copy that claims no more rows than its bytes can hold.
    ///
    /// Without it TurboJPEG makes up all that is missing: 15 s for a header that claims 65500 x 65500.
    private func decodeStart(
        of source: UnsafeRawBufferPointer, rows: Int,
        into target: UnsafeMutableBufferPointer<UInt8>, reducedBy reduction: Reduction
    ) -> TurboJPEG.Outcome {
        var start = [UInt8](source)
        start[header.frame.heightOffset] = UInt8(truncatingIfNeeded: rows >> 8)
        start[header.frame.heightOffset + 1] = UInt8(truncatingIfNeeded: rows)
        BlankPixels.fill(target)
        let size = PixelSize(width: photo.width, height: rows).reduced(by: reduction)
        let outcome = start.withUnsafeBytes {
            TurboJPEG.decode($0, into: target, size: size, isCMYK: isCMYK)
        }
        return outcome == .complete ? .warned("Premature end of JPEG file") : outcome
    }
}
