internal import Imaging
internal import JPEGTiling
internal import Synchronization

/// Decodes the strips of a JPEG side by side, each straight into its rows of the picture.
///
/// The pixels are those of one decoding of the whole, bit for bit.
struct StripDecoder: Sendable {
    private let strips: ScanStrips
    private let bytes: PhotoBytes
    private let isCMYK: Bool
    private let reduction: Reduction

    /// `nil` if the photo cannot be cut into strips.
    init?(_ jpeg: JPEGDecoder, count: Int, reducedBy reduction: Reduction) {
        // TurboJPEG finds its scale by the size that is wanted, which must tell scales apart.
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

    /// The bytes of a scan that take TurboJPEG as long as a block's pixels.
    ///
    /// Of eighths of five photos, from the sky to the ground, none took 4 % more or less than this says;
    /// by bytes alone the lower half of the Blue Marble, half of it ocean, took 1.17 times as long.
    private static func blockBytes(at reduction: Reduction) -> Int {
        switch reduction {
        case .none: 6
        case .half: 4
        default: 3
        }
    }

    /// The number of strips that pay off: at most one per core.
    ///
    /// Pixels take longer than passing bits, so fewer bytes are enough.
    static func count(for jpeg: JPEGDecoder) -> Int {
        let frame = jpeg.header.frame
        let area = frame.size.area ?? 0
        guard (smallestPixels...largestPixels).contains(area) else { return 1 }
        let parts = (jpeg.bytes.count - jpeg.header.scanOffset) * 4 / jpeg.partBytes
        return min(WorkThread.coreCount, parts, frame.mcusDown / fewestRows)
    }

    /// Below it takes one core as long as it takes to start another.
    private static let smallestPixels = 1 << 19
    /// Bits are copied: of 100 megapixels that took 30 MB more.
    private static let largestPixels = 32_000_000
    /// The rows around a cut are decoded once more.
    private static let fewestRows = 16

    /// True if few rows around the cuts are decoded twice.
    var isWorthIt: Bool {
        strips.cuts.reduce(0) { $0 + $1.surroundings.count } * 4 <= strips.frame.mcusDown
    }

    /// `false` if anything is wrong: a decoding of the whole says what it is.
    ///
    /// Hot: the whole photo. `target` has exactly the pixels of the reduced photo.
    func decode(into target: UnsafeMutableBufferPointer<UInt8>) -> Bool {
        // Each strip writes to its own rows.
        nonisolated(unsafe) let target = target
        let rows = strips.strips
        // At 1/8 libjpeg repeats colours instead of upsampling them.
        let cuts = strips.needsSurroundings && reduction != .eighth ? strips.cuts : []
        nonisolated(unsafe) let seams = cuts.map {
            UnsafeMutableBufferPointer<UInt8>.allocate(capacity: place(of: $0.surroundings).count)
        }
        defer { for seam in seams { seam.deallocate() } }
        let areWhole = areAll(rows.count + cuts.count) { number in
            if number < rows.count { return decode(rows[number], into: target) }
            let cut = number - rows.count
            return decode(pixelsOf: cuts[cut].surroundings, into: seams[cut])
        }
        guard areWhole else { return false }
        for (cut, seam) in zip(cuts, seams) { mend(cut, in: target, by: seam) }
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
        decode(pixelsOf: rows, into: .init(rebasing: target[place(of: rows)]))
    }

    private func decode(
        pixelsOf rows: Range<Int>, into target: UnsafeMutableBufferPointer<UInt8>
    ) -> Bool {
        let size = pixels(of: rows).size.reduced(by: reduction)
        return assembled(rows) { decode($0, into: target, size) }
    }

    /// Replaces the rows of pixels on both sides of a cut.
    private func mend(
        _ cut: ScanStrips.Cut, in target: UnsafeMutableBufferPointer<UInt8>,
        by seam: UnsafeMutableBufferPointer<UInt8>
    ) {
        let rowBytes = strips.frame.size.reduced(by: reduction).width * Raster.bytesPerPixel
        let below = place(of: cut.row..<cut.surroundings.upperBound).lowerBound
        let there = (below - rowBytes)..<(below + rowBytes)
        let first = place(of: cut.surroundings).lowerBound
        let here = (there.lowerBound - first)..<(there.upperBound - first)
        _ = UnsafeMutableBufferPointer(rebasing: target[there])
            .update(fromContentsOf: UnsafeMutableBufferPointer(rebasing: seam[here]))
    }

    private func pixels(of rows: Range<Int>) -> PixelRect {
        MCURect(rows: rows, of: strips.frame).pixels(of: strips.frame)
    }

    /// The position of the bytes of rows of MCUs in the picture.
    private func place(of rows: Range<Int>) -> Range<Int> {
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
                // Otherwise they would be in memory twice.
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
