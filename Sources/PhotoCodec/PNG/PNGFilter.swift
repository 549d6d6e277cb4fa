/// A filter that makes a row of a PNG compress better (PNG specification, third edition, 9.2).
///
/// Each byte is stored as its difference from a prediction by the corresponding bytes of the pixels
/// on the left, above, and above on the left.
enum PNGFilter: UInt8 {
    case none, sub, up, average, paeth

    /// The number of accessible bytes required after a row, because rows are processed in words.
    static let slackBytes = 8

    /// Undoes the filter of a row.
    ///
    /// Hot: runs for each row of a PNG. `above` is the previous row, or zeros for the first row.
    ///
    /// - Precondition: The filtered row, the row above and the new row have at least `byteCount` +
    ///   `slackBytes` bytes each. `pixelBytes` is 1, 2, 3, 4, 6 or 8.
    func reconstruct(
        _ filtered: UnsafeRawPointer, _ byteCount: Int, pixelBytes: Int,
        below above: UnsafeRawPointer, into row: UnsafeMutableRawPointer
    ) {
        let run = FilteredRow(filtered: filtered, above: above, row: row, byteCount: byteCount)
        switch (self, pixelBytes) {
        case (.none, _): row.copyMemory(from: filtered, byteCount: byteCount)
        case (.up, _): run.addRowAbove()
        case (_, 1): undo(run, 1, UInt8.self)
        case (_, 2): undo(run, 2, UInt16.self)
        case (_, 3): undo(run, 3, UInt32.self)
        case (_, 4): undo(run, 4, UInt32.self)
        case (_, 6): undo(run, 6, UInt64.self)
        default: undo(run, 8, UInt64.self)
        }
    }

    @inline(__always)
    private func undo<Word: FixedWidthInteger>(
        _ run: FilteredRow, _ pixelBytes: Int, _ word: Word.Type
    ) {
        switch self {
        case .sub: run.addPixelOnTheLeft(pixelBytes, word)
        case .average where pixelBytes == 1: run.addByte { left, up, _ in (left &+ up) &>> 1 }
        case .average: run.addAverage(pixelBytes, word)
        case _ where pixelBytes == 1: run.addByte(Self.nearest)
        default: run.addNearest(pixelBytes, word)
        }
    }

    /// Returns the byte nearest to left + up - corner (9.4), computed as in `addNearest`.
    private static func nearest(left: Int, up: Int, corner: Int) -> Int {
        let bound = 3 &* corner &- up &- left
        let low = min(left, up)
        let high = max(left, up)
        let lower = bound >= high ? low : corner
        return bound <= low ? high : lower
    }
}

/// A filtered row, the row above, and the new row.
///
/// A pixel depends on the previous pixel, so a vector contains the bytes of only one pixel.
private struct FilteredRow {
    typealias Bytes = SIMD8<UInt8>
    /// The bytes of a pixel, widened for differences and sums.
    typealias Lanes = SIMD8<Int16>

    let filtered, above: UnsafeRawPointer
    let row: UnsafeMutableRawPointer
    let byteCount: Int

    func addRowAbove() {
        typealias Bytes = SIMD32<UInt8>
        let vectors = byteCount - byteCount % Bytes.scalarCount
        for index in stride(from: 0, to: vectors, by: Bytes.scalarCount) {
            let sum =
                filtered.loadUnaligned(fromByteOffset: index, as: Bytes.self)
                &+ above.loadUnaligned(fromByteOffset: index, as: Bytes.self)
            row.storeBytes(of: sum, toByteOffset: index, as: Bytes.self)
        }
        for index in vectors..<byteCount {
            let sum =
                filtered.load(fromByteOffset: index, as: UInt8.self)
                &+ above.load(fromByteOffset: index, as: UInt8.self)
            row.storeBytes(of: sum, toByteOffset: index, as: UInt8.self)
        }
    }

    @inline(__always)
    func addPixelOnTheLeft<Word: FixedWidthInteger>(_ pixelBytes: Int, _ word: Word.Type) {
        var left = Bytes()
        var offset = 0
        while offset < byteCount {
            left = pixel(of: filtered, offset, word) &+ left
            store(left, offset, word)
            offset &+= pixelBytes
        }
    }

    @inline(__always)
    func addAverage<Word: FixedWidthInteger>(_ pixelBytes: Int, _ word: Word.Type) {
        var left = Bytes()
        var offset = 0
        while offset < byteCount {
            let up = pixel(of: above, offset, word)
            // The mean without a ninth bit: the common bits, plus half of the differing bits.
            let mean = (left & up) &+ ((left ^ up) &>> 1)
            left = pixel(of: filtered, offset, word) &+ mean
            store(left, offset, word)
            offset &+= pixelBytes
        }
    }

    /// Reconstructs bytes: the prediction is the left, upper or corner byte that is nearest to
    /// left + up - corner.
    ///
    /// Two comparisons with `bound` (3 corner - left - up) decide, also for ties. If `bound` is at
    /// least the larger of left and up, the smaller is nearest. If `bound` is at most the smaller,
    /// the larger is nearest. Otherwise, the corner is nearest.
    @inline(__always)
    func addNearest<Word: FixedWidthInteger>(_ pixelBytes: Int, _ word: Word.Type) {
        var left = Lanes()
        var corner = Lanes()
        var offset = 0
        while offset < byteCount {
            let up = Lanes(truncatingIfNeeded: pixel(of: above, offset, word))
            let bound = corner &+ corner &+ corner &- up &- left
            let low = pointwiseMin(left, up)
            let high = pointwiseMax(left, up)
            let isBelowHigh = bits(of: bound .< high)
            let isAboveLow = bits(of: bound .> low)
            let nearest =
                (low & ~isBelowHigh & isAboveLow) | (high & ~isAboveLow)
                | (corner & (isBelowHigh & isAboveLow))
            let difference = Lanes(truncatingIfNeeded: pixel(of: filtered, offset, word))
            // Adding single bytes keeps the upper byte of each element 0, without a carry.
            left = unsafeBitCast(
                unsafeBitCast(nearest, to: SIMD16<UInt8>.self)
                    &+ unsafeBitCast(difference, to: SIMD16<UInt8>.self), to: Lanes.self)
            store(Bytes(truncatingIfNeeded: left), offset, word)
            corner = up
            offset &+= pixelBytes
        }
    }

    /// Reconstructs pixels of one byte; a vector of one byte would take three times as long.
    @inline(__always)
    func addByte(_ prediction: (_ left: Int, _ up: Int, _ corner: Int) -> Int) {
        var left = 0
        var corner = 0
        for index in 0..<byteCount {
            let up = Int(above.load(fromByteOffset: index, as: UInt8.self))
            let difference = Int(filtered.load(fromByteOffset: index, as: UInt8.self))
            left = (difference &+ prediction(left, up, corner)) & 255
            row.storeBytes(of: UInt8(truncatingIfNeeded: left), toByteOffset: index, as: UInt8.self)
            corner = up
        }
    }

    @inline(__always)
    private func pixel<Word: FixedWidthInteger>(
        of bytes: UnsafeRawPointer, _ offset: Int, _ word: Word.Type
    ) -> Bytes {
        let word = bytes.loadUnaligned(fromByteOffset: offset, as: word)
        return unsafeBitCast(UInt64(truncatingIfNeeded: word), to: Bytes.self)
    }

    @inline(__always)
    private func store<Word: FixedWidthInteger>(_ pixel: Bytes, _ position: Int, _ word: Word.Type)
    {
        let bits = Word(truncatingIfNeeded: unsafeBitCast(pixel, to: UInt64.self))
        row.storeBytes(of: bits, toByteOffset: position, as: word)
    }

    @inline(__always)
    private func bits(of mask: SIMDMask<Lanes>) -> Lanes {
        unsafeBitCast(mask, to: Lanes.self)
    }
}
