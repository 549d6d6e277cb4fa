import Imaging
import Synchronization

/// A cache of the text of bands in moving frames, so that a repeated band is not encoded again.
///
/// At the same quality, the text depends only on the band's pixels, flat areas and position in the
/// dither pattern, so that a pan by whole bands encodes only the new bands. At rest, in contrast,
/// each band depends on all bands above it.
final class BandCache: Sendable {
    /// The identity of a band: all properties that its text depends on.
    ///
    /// The pixels are represented by two 64-bit sums: in a session, two different bands with equal
    /// sums are less likely than a memory fault.
    struct Key: Hashable {
        fileprivate let sums: SIMD2<UInt64>
        fileprivate let width: Int
        fileprivate let rows: Int
        fileprivate let phase: PixelPoint
        fileprivate let quality: MovingQuality
        fileprivate let flatAreas: [PixelRect]
    }

    private struct State {
        var texts = LRUCache<Key, [UInt8]>(costLimit: limitBytes)
        var encodedBands = 0
    }

    private let state = Mutex(State())

    /// The maximum size of all texts in bytes, for four moving frames of a large screen.
    private static let limitBytes = 4 << 20

    func text(of key: Key) -> [UInt8]? { state.withLock { $0.texts.value(for: key) } }

    func store(_ text: [UInt8], of key: Key) {
        state.withLock { state in
            state.encodedBands += 1
            state.texts.insert(text, cost: text.count, for: key)
        }
    }

    var encodedBands: Int { state.withLock { $0.encodedBands } }
}

extension BandCache.Key {
    /// Computes the key of the band that consists of these rows of a frame.
    ///
    /// Hot: runs over all pixels of a moving frame, eight bytes at a time (0.3 ms for 1280x720).
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
            // A row consists of whole pixels, so four bytes may remain.
            let left = range.count & 7
            for offset in range.upperBound - left..<range.upperBound {
                first = (first ^ UInt64(bytes[offset])) &* 0x9E37_79B1_85EB_CA87
            }
            return SIMD2(first, second)
        }
        quality = frame.movingQuality
        let width = frame.raster.size.width
        self.width = width
        self.rows = rows.count
        flatAreas = frame.flatAreas(
            in: PixelRect(x: 0, y: rows.lowerBound, width: width, height: rows.count))
        phase = PixelPoint(x: frame.anchor.x & 7, y: (frame.anchor.y + rows.lowerBound) & 7)
    }
}
