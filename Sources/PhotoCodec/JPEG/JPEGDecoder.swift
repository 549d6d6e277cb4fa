internal import Imaging
internal import JPEGTiling

/// A decoder of a whole JPEG at a reduction, without applying the orientation.
///
/// A reduction uses the lowest frequencies of blocks instead of pixels.
struct JPEGDecoder: WholePicture {
    let bytes: PhotoBytes
    let header: JPEGHeader
    let orientation: Orientation
    /// The number of compressed bytes that justify using another core.
    let partBytes: Int
    /// The converter of a CMYK photo; `nil` for other photos.
    ///
    /// As in browsers and Pillow, 255 means no ink even without Adobe's marker.
    let cmyk: CMYKConverter?

    init(bytes: PhotoBytes, header: JPEGHeader, partBytes: Int = DecodingOptions.usualPartBytes) {
        self.bytes = bytes
        self.header = header
        self.partBytes = partBytes
        (orientation, cmyk) = bytes.withUnsafeBytes { source in
            let exif = header.exif.map { ExifOrientation.read(Self.block($0, in: source)) }
            let hasInks = header.frame.components.count == 4
            return (
                exif ?? .asStored,
                hasInks ? CMYKConverter(source, isInverted: true) : nil
            )
        }
    }

    static func block(_ range: Range<Int>, in source: UnsafeRawBufferPointer) -> ByteReader {
        ByteReader(bytes: source).part(from: range.lowerBound, count: range.count)
    }

    var storedSize: PixelSize { photo }
    var isGray: Bool { header.frame.components.count == 1 }
    var sampleReader: (any SampleReader)? { JPEGSampleReader(self) }

    private var photo: PixelSize { header.frame.size }
    private var isCMYK: Bool { cmyk != nil }

    func decode(reducedBy reduction: Reduction) throws(DecodingFailure) -> DecodedPicture {
        guard let boxes = Reduction(rawValue: reduction.rawValue / 8), boxes != .none else {
            return try decodeByTransform(reducedBy: reduction)
        }
        // TurboJPEG's strongest reduction is an eighth.
        let eighth = try decodeByTransform(reducedBy: .eighth)
        return DecodedPicture(raster: eighth.raster.means(over: boxes), damage: eighth.damage)
    }

    private func decodeByTransform(
        reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> DecodedPicture {
        try checkScans()
        let size = photo.reduced(by: reduction)
        try MemoryCheck.canHold(size, of: photo)
        // The program's decoder is used only for an eighth. For a quarter of 24 megapixels, it
        // takes 127 ms of processor time, and TurboJPEG takes 94 ms (on two cores, 76 and 79 ms).
        if reduction == .eighth, let raster = eighth {
            return DecodedPicture(raster: raster, damage: nil)
        }
        var outcome = TurboJPEG.Outcome.complete
        let pixels = Raster.bytes(of: size) { outcome = decode(into: $0, reducedBy: reduction) }
        return DecodedPicture(
            raster: Raster(size: size, pixels: pixels), damage: try damage(outcome))
    }

    /// Returns the stored CMYK samples, four bytes per pixel.
    ///
    /// - Precondition: the picture is CMYK.
    func decodeInks() throws(DecodingFailure) -> [UInt8] {
        try checkScans()
        try MemoryCheck.canHold(photo, of: photo)
        var outcome = TurboJPEG.Outcome.complete
        let cmyk = Raster.bytes(of: photo) { target in
            outcome = decodeStored(into: target, reducedBy: .none)
        }
        _ = try damage(outcome)
        return cmyk
    }

    private var eighth: Raster? {
        let planes = bytes.withInput(partBytes: partBytes) {
            ReducedDecoder.decode($0, header: header)
        }
        return planes?.raster(of: PixelRect(photo.reduced(by: .eighth)), cmyk: cmyk)
    }

    private func damage(_ outcome: TurboJPEG.Outcome) throws(DecodingFailure) -> Damage? {
        switch outcome {
        case .complete: return nil
        case .warned(let damage): return damage
        case .failed(let damage): throw .damaged(damage)
        case .outOfMemory: throw .outOfMemory
        }
    }

    /// Throws for files that would take too much time or memory to decode.
    private func checkScans() throws(DecodingFailure) {
        guard !header.isSingleScan else { return }
        guard header.frame.coefficientBytes <= DecodingLimits.coefficientBytes else {
            throw .tooLarge(photo)
        }
        guard bytes.withUnsafeBytes({ !hasTooManyScans($0) }) else {
            throw .damaged(.tooManyScans(limit: JPEGHeader.maximumScans))
        }
    }

    private func hasTooManyScans(_ source: UnsafeRawBufferPointer) -> Bool {
        var segments = JPEGSegments(source, from: header.scanOffset)
        var scans = 0
        var passed = PageReclaimer(of: bytes)
        while scans <= JPEGHeader.maximumScans, let segment = segments.next() {
            passed.pass(segment.offset)
            if segment.marker == 0xDA { scans += 1 }
        }
        return scans > JPEGHeader.maximumScans
    }

    private func decode(
        into target: UnsafeMutableBufferPointer<UInt8>, reducedBy reduction: Reduction
    ) -> TurboJPEG.Outcome {
        let outcome = decodeStored(into: target, reducedBy: reduction)
        cmyk?.convert(target)
        return outcome
    }

    /// Decodes the stored pixels: colours, or CMYK.
    private func decodeStored(
        into target: UnsafeMutableBufferPointer<UInt8>, reducedBy reduction: Reduction
    ) -> TurboJPEG.Outcome {
        bytes.withUnsafeBytes { source in
            let rows = header.frame.rows(heldBy: source.count - header.scanOffset)
            return rows == photo.height
                ? decodeAll(of: source, into: target, reducedBy: reduction)
                : decodeStart(of: source, rows: rows, into: target, reducedBy: reduction)
        }
    }

    /// Decodes all pixels, or those before an error.
    ///
    /// After an error, the file is decoded again over gray, so that missing pixels are gray.
    private func decodeAll(
        of source: UnsafeRawBufferPointer, into target: UnsafeMutableBufferPointer<UInt8>,
        reducedBy reduction: Reduction
    ) -> TurboJPEG.Outcome {
        if isDecodedInStrips(into: target, reducedBy: reduction) { return .complete }
        let size = photo.reduced(by: reduction)
        let outcome = TurboJPEG.decode(source, into: target, size: size, isCMYK: isCMYK)
        if outcome == .warned(.endsEarly), hasAllScans,
            decodeWithEnd(source, into: target, size: size) == .complete
        {
            return .complete
        }
        guard case .failed(let damage) = outcome else { return outcome }
        BlankPixels.fill(target)
        let start = startOfCutSegment(in: source)
        let scans = UnsafeRawBufferPointer(rebasing: source[..<(start ?? source.count)])
        _ = TurboJPEG.decode(scans, into: target, size: size, isCMYK: isCMYK)
        guard !BlankPixels.areAll(of: target) else { return outcome }
        return .warned(start == nil ? damage : .endsEarly)
    }

    /// Returns the offset of the segment that the end of the file cuts off; `nil` if there is none.
    ///
    /// Only segments after the first scan's header are found. TurboJPEG would report such a
    /// segment as wrong, without the scans before it.
    private func startOfCutSegment(in source: UnsafeRawBufferPointer) -> Int? {
        var segments = JPEGSegments(source, from: header.scanOffset)
        var last: JPEGSegments.Segment?
        while let segment = segments.next() { last = segment }
        guard let last, !segments.hasEnded, segments.end >= source.count - 1 else { return nil }
        if segments.end > source.count { return last.offset }
        // A marker without its length.
        return segments.end > last.offset + 4 + last.payload.count ? segments.end - 2 : nil
    }

    /// Decodes a copy with an added end marker, so that TurboJPEG warns only about missing pixels.
    private func decodeWithEnd(
        _ source: UnsafeRawBufferPointer, into target: UnsafeMutableBufferPointer<UInt8>,
        size: PixelSize
    ) -> TurboJPEG.Outcome {
        let whole = [UInt8](source) + [0xFF, 0xD9]
        return whole.withUnsafeBytes {
            TurboJPEG.decode($0, into: target, size: size, isCMYK: isCMYK)
        }
    }

    /// True if the file contains all of the photo's scans.
    private var hasAllScans: Bool {
        header.isSingleScan
            || bytes.withInput { BaselineTranscoder($0, frame: header.frame)?.isComplete ?? false }
    }

    /// Decodes in strips; returns false if strips save no time, or an error occurs.
    private func isDecodedInStrips(
        into target: UnsafeMutableBufferPointer<UInt8>, reducedBy reduction: Reduction
    ) -> Bool {
        guard case let count = StripDecoder.count(for: self), count > 1,
            let strips = StripDecoder(self, count: count, reducedBy: reduction),
            strips.isWorthIt
        else { return false }
        return strips.decode(into: target)
    }

    /// Decodes a copy whose header declares only the rows that the file's bytes can contain.
    ///
    /// With the original header, TurboJPEG would invent missing rows: for 65500 × 65500, in 15 s.
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
        return outcome == .complete ? .warned(.endsEarly) : outcome
    }
}

/// A converter that changes CMYK pixels, without a profile, to red, green, blue and alpha in place.
enum CMYK {
    /// Multiplies each ink by black; `isInverted` is true if 255 means no ink, as in Adobe's files.
    ///
    /// Hot: runs for each pixel of a CMYK picture.
    static func convert(_ pixels: UnsafeMutableBufferPointer<UInt8>, isInverted: Bool) {
        let flip: UInt8 = isInverted ? 0 : 255
        var offset = 0
        while offset &+ 3 < pixels.count {
            let black = UInt32(pixels[offset &+ 3] ^ flip)
            for channel in offset..<(offset &+ 3) {
                let product = UInt32(pixels[channel] ^ flip) &* black &+ 127
                pixels[channel] = UInt8(truncatingIfNeeded: product / 255)
            }
            pixels[offset &+ 3] = 255
            offset &+= 4
        }
    }
}
