internal import Imaging
internal import Synchronization

/// The numbers of a PNG of 16 bits a channel, as the file has them.
///
/// Rows are inflated from the first on, of a picture in passes all of them; those around the last one that was asked for are kept, so that
/// neighbours cost nothing.
final class PNGNumbers: Sendable {
    /// Two hundred rows of 10,000 pixels in colour.
    private static let bandBytes = 12 << 20

    private struct Band {
        let rows: Range<Int>
        let bytes: [UInt8]
        let channels: Int
    }

    private let bytes: PhotoBytes
    private let size: PixelSize
    private let band = Mutex<Band?>(nil)

    /// `nil` for a picture of fewer bits.
    init?(_ decoder: PNGDecoder) {
        guard decoder.header.isDeep else { return nil }
        bytes = decoder.bytes
        size = decoder.header.size
    }

    /// - Precondition: the point lies on the stored picture.
    func sample(
        at point: PixelPoint, isConverted: Bool
    ) throws(DecodingFailure) -> PhotoSample {
        let band = try band(with: point.y)
        let start = ((point.y - band.rows.lowerBound) * size.width + point.x) * band.channels * 2
        let numbers = (0..<band.channels).map { channel in
            let place = start + channel * 2
            return Int(band.bytes[place]) << 8 | Int(band.bytes[place + 1])
        }
        return PhotoSample(numbers: numbers, bits: 16, isConverted: isConverted)
    }

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
            let channels = reader.beginNumbers()
            guard channels == 1 || channels == 3 else { throw reader.failure }
            let rowBytes = size.width * channels * 2
            let count = max(1, Self.bandBytes / rowBytes)
            let first = max(0, min(row - count / 2, size.height - count))
            let rows = first..<min(size.height, first + count)
            var read = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: rowBytes * rows.count) {
                read = reader.readNumbers(of: rows, rowBytes, into: $0)
                $1 = read * rowBytes
            }
            guard first + read > row else { throw reader.failure }
            return Band(rows: first..<(first + read), bytes: bytes, channels: channels)
        }
    }
}
