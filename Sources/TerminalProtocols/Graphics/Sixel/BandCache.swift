import Imaging
import Synchronization

/// The text of bands that were encoded while the photo moved: one that comes again is not encoded again.
///
/// A moving band's text depends on its pixels and its place under the dither's pattern alone, so a pan
/// by whole bands finds all but the new ones here. At rest each band depends on all above it.
final class BandCache: Sendable {
    /// What a band's text depends on.
    ///
    /// The pixels stand as two sums of 64 bits each: that two bands of a session agree in both though
    /// they differ is less likely than a fault of the memory.
    struct Key: Hashable {
        fileprivate let sums: SIMD2<UInt64>
        fileprivate let width: Int
        fileprivate let rows: Int
        fileprivate let phase: PixelPoint
    }

    private struct Books {
        var recent: [Key: [UInt8]] = [:]
        var older: [Key: [UInt8]] = [:]
        var recentBytes = 0
        var encodedBands = 0
    }

    private let books = Mutex(Books())

    /// Two moving frames of a large screen; as much again is kept of what was used before.
    private static let limitBytes = 2 << 20

    func text(of key: Key) -> [UInt8]? {
        books.withLock { books in
            if let text = books.recent[key] { return text }
            guard let text = books.older[key] else { return nil }
            Self.keep(text, of: key, in: &books)
            return text
        }
    }

    /// Keeps the text of a band that was not found and so was encoded.
    func keep(_ text: [UInt8], of key: Key) {
        books.withLock { books in
            books.encodedBands += 1
            Self.keep(text, of: key, in: &books)
        }
    }

    var encodedBands: Int { books.withLock { $0.encodedBands } }

    private static func keep(_ text: [UInt8], of key: Key, in books: inout Books) {
        if books.recentBytes + text.count > limitBytes {
            (books.older, books.recent, books.recentBytes) = (books.recent, [:], 0)
        }
        books.recent[key] = text
        books.recentBytes += text.count
    }
}

extension BandCache.Key {
    /// The key of some rows of a frame.
    ///
    /// Hot: runs over all pixels of a moving frame, eight bytes at a time (1280x720: 0.3 ms).
    init(_ rows: Range<Int>, of frame: Frame) {
        let rowBytes = frame.raster.size.width * Raster.bytesPerPixel
        sums = frame.raster.pixels.withUnsafeBytes { bytes in
            var first: UInt64 = 0x9E37_79B9_7F4A_7C15
            var second: UInt64 = 0xC2B2_AE3D_27D4_EB4F
            let range = rows.lowerBound * rowBytes..<rows.upperBound * rowBytes
            for offset in stride(from: range.lowerBound, to: range.upperBound &- 7, by: 8) {
                let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                first = (first ^ word) &* 0x9E37_79B1_85EB_CA87
                first ^= first &>> 32
                second = (second &<< 5 | second &>> 59) &+ word &* 0xC2B2_AE3D_27D4_EB4F
            }
            // A row has whole pixels of four bytes: four may be left over.
            let left = range.count & 7
            for offset in range.upperBound - left..<range.upperBound {
                first = (first ^ UInt64(bytes[offset])) &* 0x9E37_79B1_85EB_CA87
            }
            return SIMD2(first, second)
        }
        width = frame.raster.size.width
        self.rows = rows.count
        phase = PixelPoint(
            x: frame.anchor.x & 7, y: (frame.anchor.y + rows.lowerBound) & 7)
    }
}
