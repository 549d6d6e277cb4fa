internal import Imaging
internal import Synchronization

/// The samples, of more than 8 bits, of a picture that can only be decoded whole.
///
/// A band of rows is cached, because successive requests are close together. A request outside the
/// band decodes the picture again.
final class DecodedSamples: SampleReader {
    /// Decodes a range of rows to four 16-bit big-endian samples per pixel.
    typealias Decode = @Sendable (_ rows: Range<Int>) throws(DecodingFailure) -> [UInt8]

    private static let bandBytes = 12 << 20
    private static let pixelBytes = 8

    private let size: PixelSize
    private let bits: Int
    private let decode: Decode
    private let band = Mutex<(rows: Range<Int>, bytes: [UInt8])?>(nil)

    /// Creates the reader; `bits` is the number of bits per sample in the file.
    ///
    /// Samples of more than 16 bits are returned as 16 bits.
    init(of size: PixelSize, bits: Int, _ decode: @escaping Decode) {
        (self.size, self.bits, self.decode) = (size, min(max(bits, 1), 16), decode)
    }

    func sample(
        at point: PixelPoint, isConverted: Bool
    ) throws(DecodingFailure) -> PhotoSample {
        let (rows, bytes) = try band(with: point.y)
        let pixel = ((point.y - rows.lowerBound) * size.width + point.x) * Self.pixelBytes
        let most = 1 << bits - 1
        let values = (0..<3).map { channel in
            let wide = Int(bytes[pixel + channel * 2]) << 8 | Int(bytes[pixel + channel * 2 + 1])
            return (wide * most + 32767) / 65535
        }
        return PhotoSample(values: values, bits: bits, isConverted: isConverted)
    }

    private func band(
        with row: Int
    ) throws(DecodingFailure) -> (rows: Range<Int>, bytes: [UInt8]) {
        try band.withLock { kept throws(DecodingFailure) in
            if let kept, kept.rows.contains(row) { return kept }
            let count = max(1, Self.bandBytes / (size.width * Self.pixelBytes))
            let first = max(0, min(row - count / 2, size.height - count))
            let rows = first..<min(size.height, first + count)
            let new = (rows: rows, bytes: try decode(rows))
            guard new.bytes.count == rows.count * size.width * Self.pixelBytes else {
                throw .damaged(.incomplete)
            }
            kept = new
            return new
        }
    }
}
