internal import Imaging
internal import Synchronization

/// The stored samples of a PNG.
///
/// A request inflates the rows from the top, or all rows of an interlaced PNG, and caches a band
/// around the requested row.
final class PNGSampleReader: SampleReader {
    /// The maximum size of the band in bytes: two hundred rows of 10,000 pixels in 16-bit colour.
    private static let bandBytes = 12 << 20

    private struct Band {
        let rows: Range<Int>
        let bytes: [UInt8]
        let channels: Int
    }

    private let bytes: PhotoBytes
    private let size: PixelSize
    private let bits: Int
    private let band = Mutex<Band?>(nil)

    /// Creates a reader; `nil` if the decoded pixels equal the stored samples.
    init?(_ png: PNGPicture) {
        let header = png.header
        guard header.bits != 8 else { return nil }
        bits = header.bits
        bytes = png.bytes
        size = header.size
    }

    func sample(
        at point: PixelPoint, isConverted: Bool
    ) throws(DecodingFailure) -> PhotoSample {
        let band = try band(with: point.y)
        let pixel = (point.y - band.rows.lowerBound) * size.width + point.x
        let values = (0..<band.channels).map { channel in
            let offset = (pixel * band.channels + channel) * sampleBytes
            return band.bytes[offset..<offset + sampleBytes].reduce(0) { $0 << 8 | Int($1) }
        }
        return PhotoSample(values: values, bits: bits, isConverted: isConverted)
    }

    private var sampleBytes: Int { bits > 8 ? 2 : 1 }

    private func band(with row: Int) throws(DecodingFailure) -> Band {
        try band.withLock { kept throws(DecodingFailure) in
            if let kept, kept.rows.contains(row) { return kept }
            let new = try read(around: row)
            kept = new
            return new
        }
    }

    private func read(around row: Int) throws(DecodingFailure) -> Band {
        try bytes.withUnsafeBytes { source throws(DecodingFailure) in
            let reader = try PNGReader(source)
            let channels = reader.beginSamples()
            guard channels == 1 || channels == 3 else { throw reader.failure }
            let rowBytes = size.width * channels * sampleBytes
            let count = max(1, Self.bandBytes / rowBytes)
            let first = max(0, min(row - count / 2, size.height - count))
            let rows = first..<min(size.height, first + count)
            var read = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: rowBytes * rows.count) {
                read = reader.readSamples(of: rows, rowBytes, into: $0)
                $1 = read * rowBytes
            }
            guard first + read > row else { throw reader.failure }
            return Band(rows: first..<(first + read), bytes: bytes, channels: channels)
        }
    }
}
