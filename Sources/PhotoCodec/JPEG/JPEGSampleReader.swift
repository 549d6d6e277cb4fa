internal import Imaging
internal import JPEGTiling
internal import Synchronization

/// The amounts of cyan, magenta, yellow and black in a JPEG before the conversion to colours.
///
/// 0 means no ink. A request for a row that is not cached decodes the whole picture, and caches the
/// rows around the requested row.
final class JPEGSampleReader: SampleReader {
    /// The maximum size of cached rows in bytes: three hundred rows of 10,000 pixels.
    private static let bandBytes = 12 << 20

    private struct Band {
        let rows: Range<Int>
        let bytes: [UInt8]
    }

    private let jpeg: JPEGDecoder
    private let kept = Mutex<Band?>(nil)

    /// Creates a reader; `nil` if the picture is not CMYK.
    init?(_ jpeg: JPEGDecoder) {
        guard jpeg.cmyk != nil else { return nil }
        self.jpeg = jpeg
    }

    private var size: PixelSize { jpeg.header.frame.size }

    func sample(
        at point: PixelPoint, isConverted: Bool
    ) throws(DecodingFailure) -> PhotoSample {
        let band = try band(with: point.y)
        let start = ((point.y - band.rows.lowerBound) * size.width + point.x) * 4
        // JPEG files store CMYK samples inverted.
        return PhotoSample(
            values: band.bytes[start..<start + 4].map { 255 - Int($0) }, bits: 8,
            isConverted: true)
    }

    private func band(with row: Int) throws(DecodingFailure) -> Band {
        try kept.withLock { kept throws(DecodingFailure) in
            if let kept, kept.rows.contains(row) { return kept }
            let rowBytes = size.width * Raster.bytesPerPixel
            let count = min(size.height, max(1, Self.bandBytes / rowBytes))
            let first = max(0, min(row - count / 2, size.height - count))
            let bytes = try jpeg.decodeInks()
            let band = Band(
                rows: first..<first + count,
                bytes: Array(bytes[(first * rowBytes)..<((first + count) * rowBytes)]))
            kept = band
            return band
        }
    }
}
