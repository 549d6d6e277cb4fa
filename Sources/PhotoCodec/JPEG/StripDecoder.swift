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

    /// `nil` if the photo cannot be cut into strips.
    init?(_ jpeg: JPEGDecoder, count: Int) {
        // TurboJPEG finds its scale by the size that is wanted, which must tell scales apart.
        guard jpeg.header.frame.size.width > 8 else { return nil }
        let strips = jpeg.bytes.withInput(partBytes: jpeg.partBytes) {
            ScanStrips($0, header: jpeg.header, count: count)
        }
        guard let strips else { return nil }
        self.strips = strips
        bytes = jpeg.bytes
        isCMYK = jpeg.inks != nil
    }

    /// How many strips are worth their beginnings: one a core.
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

    /// Whether the rows around the cuts, which are decoded twice, are few.
    var isWorthIt: Bool {
        strips.cuts.reduce(0) { $0 + $1.surroundings.count } * 4 <= strips.frame.mcusDown
    }

    /// `false` if anything is wrong: a decoding of the whole says what it is.
    ///
    /// Hot: the whole photo. `target` has exactly the pixels of the reduced photo.
    func decode(
        into target: UnsafeMutableBufferPointer<UInt8>, reducedBy reduction: Reduction
    ) -> Bool {
        // Each strip, and then each cut, writes to its own rows.
        nonisolated(unsafe) let target = target
        let rows = strips.strips
        let areWhole = areAll(rows.count) { decode(rows[$0], into: target, reducedBy: reduction) }
        // At 1/8 libjpeg repeats colours instead of upsampling them.
        guard areWhole, strips.needsSurroundings, reduction != .eighth else { return areWhole }
        return areAll(strips.cuts.count) {
            mend(strips.cuts[$0], in: target, reducedBy: reduction)
        }
    }

    private func areAll(_ count: Int, _ work: @Sendable (Int) -> Bool) -> Bool {
        let done = Atomic(0)
        WorkThread.concurrentPerform(iterations: count) { number in
            if work(number) { done.add(1, ordering: .relaxed) }
        }
        return done.load(ordering: .relaxed) == count
    }

    private func decode(
        _ rows: Range<Int>, into target: UnsafeMutableBufferPointer<UInt8>,
        reducedBy reduction: Reduction
    ) -> Bool {
        let pixels = MCURect(rows: rows, of: strips.frame).pixels(of: strips.frame)
        let size = pixels.size.reduced(by: reduction)
        let rowBytes = size.width * Raster.bytesPerPixel
        let start = pixels.minY / reduction.rawValue * rowBytes
        return assembled(rows) { jpeg in
            decode(
                jpeg, into: .init(rebasing: target[start..<(start + size.height * rowBytes)]), size)
        }
    }

    /// Replaces the rows of pixels on both sides of a cut.
    private func mend(
        _ cut: ScanStrips.Cut, in target: UnsafeMutableBufferPointer<UInt8>,
        reducedBy reduction: Reduction
    ) -> Bool {
        let pixels = MCURect(rows: cut.surroundings, of: strips.frame).pixels(of: strips.frame)
        let size = pixels.size.reduced(by: reduction)
        let rowBytes = size.width * Raster.bytesPerPixel
        let scratch = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: size.height * rowBytes)
        defer { scratch.deallocate() }
        guard assembled(cut.surroundings, { decode($0, into: scratch, size) }) else { return false }
        let row = cut.row * strips.frame.mcuSize.height / reduction.rawValue
        let place = row - pixels.minY / reduction.rawValue
        let rows = scratch[((place - 1) * rowBytes)..<((place + 1) * rowBytes)]
        let there = target[((row - 1) * rowBytes)..<((row + 1) * rowBytes)]
        _ = UnsafeMutableBufferPointer(rebasing: there)
            .update(fromContentsOf: UnsafeMutableBufferPointer(rebasing: rows))
        return true
    }

    private func assembled(
        _ rows: Range<Int>, _ body: (UnsafeRawBufferPointer) -> Bool
    ) -> Bool {
        bytes.withUnsafeBytes { source in
            let isDone = StripAssembler(strips, in: source).assemble(rows) { jpeg, range in
                // Otherwise they would be in memory twice.
                bytes.forgetPages(range)
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
