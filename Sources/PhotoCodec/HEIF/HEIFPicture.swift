internal import Imaging
internal import Synchronization

/// A picture of a HEIC or AVIF, which libheif decodes in one piece.
///
/// The decoded samples are kept, and each reduction is made of them; the whole picture in RGB exists
/// only without a reduction.
final class HEIFPicture: WholePicture {
    typealias Decode = @Sendable () throws(DecodingFailure) -> HEIFPixels

    let storedSize: PixelSize
    let sampleReader: (any SampleReader)?
    /// The conversion of a gray picture from narrow range to full range; `nil` for other pictures.
    private let stretch: ColourConversion?
    private let decode: Decode
    private let decoded = Mutex<HEIFPixels?>(nil)

    /// Creates a picture of which nothing is decoded yet.
    ///
    /// - Throws: `.tooLarge`, or `.damaged` if the size is empty.
    init(
        of size: PixelSize, stretch: ColourConversion?, sampleReader: (any SampleReader)?,
        _ decode: @escaping Decode
    ) throws(DecodingFailure) {
        try DecodingLimits.checkOnePiece(size)
        (storedSize, self.stretch, self.sampleReader) = (size, stretch, sampleReader)
        self.decode = decode
    }

    var orientation: Orientation { .asStored }
    var isGray: Bool { false }

    func decode(reducedBy reduction: Reduction) throws(DecodingFailure) -> DecodedPicture {
        let pixels = try pixels()
        let boxes = BoxMean(
            of: storedSize, reducedBy: reduction, orientation: .asStored,
            isOpaque: pixels.isOpaque)
        let bytes = Raster.bytes(of: boxes.size) { target in
            // Each band is written by one thread.
            nonisolated(unsafe) let target = target
            let rowBytes = boxes.rowBytes * reduction.rawValue
            WorkThread.performInBands(of: boxes.size.height, rowBytes: rowBytes) { band in
                let range =
                    (band.lowerBound * boxes.meanBytes)..<(band.upperBound * boxes.meanBytes)
                let rows = UnsafeMutableBufferPointer(rebasing: target[range])
                if reduction == .none {
                    write(pixels, band, to: rows)
                } else {
                    writeMeans(of: pixels, band, boxes, to: rows)
                }
            }
        }
        return DecodedPicture(
            raster: Raster(size: boxes.size, pixels: bytes, isOpaque: pixels.isOpaque),
            damage: nil)
    }

    private func pixels() throws(DecodingFailure) -> HEIFPixels {
        try decoded.withLock { decoded throws(DecodingFailure) in
            if let decoded { return decoded }
            try MemoryCheck.canHold(storedSize, of: storedSize)
            let pixels = try decode()
            decoded = pixels
            return pixels
        }
    }

    private func write(
        _ pixels: HEIFPixels, _ rows: Range<Int>, to target: UnsafeMutableBufferPointer<UInt8>
    ) {
        guard let first = target.baseAddress else { return }
        let rowBytes = storedSize.width * Raster.bytesPerPixel
        for (index, y) in rows.enumerated() { pixels.write(y, to: first + index * rowBytes) }
        stretch?.convertBand(target)
    }

    /// Writes rows of the reduced picture; each stored row is added up as soon as it is converted.
    private func writeMeans(
        of pixels: HEIFPixels, _ band: Range<Int>, _ boxes: BoxMean,
        to target: UnsafeMutableBufferPointer<UInt8>
    ) {
        var sums = BoxSums(boxes)
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: boxes.rowBytes) { row in
            for (index, mean) in band.enumerated() {
                for y in boxes.rows(of: mean) {
                    write(pixels, y..<y + 1, to: row)
                    sums.add(UnsafeBufferPointer(row))
                }
                let range = (index * boxes.meanBytes)..<((index + 1) * boxes.meanBytes)
                sums.finish(UnsafeMutableBufferPointer(rebasing: target[range]))
            }
        }
    }
}
