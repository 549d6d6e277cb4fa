internal import Imaging
internal import JPEGTiling
internal import Synchronization

/// A decoder that decodes the strips of a JPEG in parallel, each directly into its rows of the
/// picture.
///
/// The pixels equal those of a full decode exactly.
struct StripDecoder: Sendable {
    private let strips: ScanStrips
    private let bytes: PhotoBytes
    private let isCMYK: Bool
    private let reduction: Reduction

    /// Creates a decoder of strips; `nil` if the photo cannot be split.
    init?(_ jpeg: JPEGDecoder, count: Int, reducedBy reduction: Reduction) {
        // TurboJPEG derives its scale from the decoded size, which is ambiguous for narrow photos.
        guard jpeg.header.frame.size.width > 8 else { return nil }
        let strips = jpeg.bytes.withInput(partBytes: jpeg.partBytes) {
            ScanStrips(
                $0, header: jpeg.header, count: count, blockBytes: Self.blockBytes(at: reduction))
        }
        guard let strips else { return nil }
        self.strips = strips
        self.reduction = reduction
        bytes = jpeg.bytes
        isCMYK = jpeg.cmyk != nil
    }

    /// Returns the number of scan bytes that take TurboJPEG as long as the pixels of one block.
    ///
    /// The strips of five photos, split into eighths, took times within 4 % of this estimate. With
    /// strips of equal bytes, the lower half of the Blue Marble, half of which is ocean, took 1.17
    /// times as long.
    private static func blockBytes(at reduction: Reduction) -> Int {
        switch reduction {
        case .none: 6
        case .half: 4
        default: 3
        }
    }

    /// Returns the number of strips that saves the most time: at most one per core.
    ///
    /// The result is 0 or 1 if strips save no time. Strips may have fewer bytes than parts of
    /// an index: decoding takes longer than reading bits.
    static func count(for jpeg: JPEGDecoder) -> Int {
        let frame = jpeg.header.frame
        let area = frame.size.area ?? 0
        guard (smallestPixels...largestPixels).contains(area) else { return 1 }
        let parts = (jpeg.bytes.count - jpeg.header.scanOffset) * 4 / jpeg.partBytes
        return min(WorkThread.coreCount, parts, frame.mcusDown / fewestRows)
    }

    /// The minimum number of pixels: one core decodes a smaller photo before another core starts.
    private static let smallestPixels = 1 << 19
    /// The maximum number of pixels, because the bits are copied: 30 MB for 100 megapixels.
    private static let largestPixels = 32_000_000
    /// The minimum number of MCU rows per strip, because the rows around a cut are decoded twice.
    private static let fewestRows = 16

    /// True if at most a quarter of the rows is decoded twice because of the cuts.
    var isWorthIt: Bool {
        strips.cuts.reduce(0) { $0 + $1.surroundings.count } * 4 <= strips.frame.mcusDown
    }

    /// Decodes the photo; returns false after an error, which only a decode of the whole file
    /// reports.
    ///
    /// Hot: decodes the whole photo.
    ///
    /// - Precondition: `target` has exactly the pixels of the reduced photo.
    func decode(into target: UnsafeMutableBufferPointer<UInt8>) -> Bool {
        // Each strip writes only to its own rows.
        nonisolated(unsafe) let target = target
        let rows = strips.strips
        // At 1/8, libjpeg repeats chroma samples instead of interpolating.
        let cuts = strips.needsSurroundings && reduction != .eighth ? strips.cuts : []
        nonisolated(unsafe) let seams = cuts.map {
            UnsafeMutableBufferPointer<UInt8>.allocate(capacity: range(of: $0.surroundings).count)
        }
        defer { for seam in seams { seam.deallocate() } }
        let areWhole = areAll(rows.count + cuts.count) { number in
            if number < rows.count { return decode(rows[number], into: target) }
            let cut = number - rows.count
            return decode(pixelsOf: cuts[cut].surroundings, into: seams[cut])
        }
        guard areWhole else { return false }
        for (cut, seam) in zip(cuts, seams) { replaceRows(cut, in: target, by: seam) }
        return true
    }

    private func areAll(_ count: Int, _ work: @Sendable (Int) -> Bool) -> Bool {
        let done = Atomic(0)
        WorkThread.concurrentPerform(iterations: count) { number in
            if work(number) { done.add(1, ordering: .relaxed) }
        }
        return done.load(ordering: .relaxed) == count
    }

    private func decode(
        _ rows: Range<Int>, into target: UnsafeMutableBufferPointer<UInt8>
    ) -> Bool {
        decode(pixelsOf: rows, into: .init(rebasing: target[range(of: rows)]))
    }

    private func decode(
        pixelsOf rows: Range<Int>, into target: UnsafeMutableBufferPointer<UInt8>
    ) -> Bool {
        let size = pixels(of: rows).size.reduced(by: reduction)
        return assembled(rows) { decode($0, into: target, size) }
    }

    /// Replaces the two rows of pixels at a cut by rows decoded together with rows around them.
    private func replaceRows(
        _ cut: ScanStrips.Cut, in target: UnsafeMutableBufferPointer<UInt8>,
        by seam: UnsafeMutableBufferPointer<UInt8>
    ) {
        let rowBytes = strips.frame.size.reduced(by: reduction).width * Raster.bytesPerPixel
        let below = range(of: cut.row..<cut.surroundings.upperBound).lowerBound
        let targetRange = (below - rowBytes)..<(below + rowBytes)
        let first = range(of: cut.surroundings).lowerBound
        let seamRange = (targetRange.lowerBound - first)..<(targetRange.upperBound - first)
        _ = UnsafeMutableBufferPointer(rebasing: target[targetRange])
            .update(fromContentsOf: UnsafeMutableBufferPointer(rebasing: seam[seamRange]))
    }

    private func pixels(of rows: Range<Int>) -> PixelRect {
        MCURect(rows: rows, of: strips.frame).pixels(of: strips.frame)
    }

    /// Returns the range of bytes that MCU rows occupy in the picture.
    private func range(of rows: Range<Int>) -> Range<Int> {
        let pixels = pixels(of: rows)
        let size = pixels.size.reduced(by: reduction)
        let rowBytes = size.width * Raster.bytesPerPixel
        let start = pixels.minY / reduction.rawValue * rowBytes
        return start..<(start + size.height * rowBytes)
    }

    private func assembled(
        _ rows: Range<Int>, _ body: (UnsafeRawBufferPointer) -> Bool
    ) -> Bool {
        bytes.withUnsafeBytes { source in
            let isDone = StripAssembler(strips, in: source).assemble(rows) { jpeg, range in
                // If these pages stayed in memory, the bytes would be in memory twice.
                bytes.evictPages(range)
                return body(jpeg)
            }
            return isDone ?? false
        }
    }

    private func decode(
        _ jpeg: UnsafeRawBufferPointer, into target: UnsafeMutableBufferPointer<UInt8>,
        _ size: PixelSize
    ) -> Bool {
        TurboJPEG.decode(jpeg, into: target, size: size, isCMYK: isCMYK) == .complete
    }
}
