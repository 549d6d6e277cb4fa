import Imaging
import Synchronization

/// The text of bands of moving frames, so that a band that comes again is not encoded again.
///
/// It depends only on the band's pixels and its place under the dither pattern, so a pan by whole
/// bands encodes only the new ones. At rest each band depends on all above it.
final class BandCache: Sendable {
    /// What a band's text depends on.
    ///
    /// The pixels are two sums of 64 bits each: that two different bands of a session agree in both
    /// is less likely than a memory fault.
    struct Key: Hashable {
        fileprivate let sums: SIMD2<UInt64>
        fileprivate let width: Int
        fileprivate let rows: Int
        fileprivate let phase: PixelPoint
    }

    private struct State {
        var recent: [Key: [UInt8]] = [:]
        var older: [Key: [UInt8]] = [:]
        var recentBytes = 0
        var encodedBands = 0
    }

    private let state = Mutex(State())

    /// Two moving frames of a large screen; as much again is kept from before.
    private static let limitBytes = 2 << 20

    func text(of key: Key) -> [UInt8]? {
        state.withLock { state in
            if let text = state.recent[key] { return text }
            guard let text = state.older[key] else { return nil }
            Self.store(text, of: key, in: &state)
            return text
        }
    }

    func store(_ text: [UInt8], of key: Key) {
        state.withLock { state in
            state.encodedBands += 1
            Self.store(text, of: key, in: &state)
        }
    }

    var encodedBands: Int { state.withLock { $0.encodedBands } }

    private static func store(_ text: [UInt8], of key: Key, in state: inout State) {
        if state.recentBytes + text.count > limitBytes {
            (state.older, state.recent, state.recentBytes) = (state.recent, [:], 0)
        }
        state.recent[key] = text
        state.recentBytes += text.count
    }
}

extension BandCache.Key {
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
            // A row has whole pixels, so four bytes may be left over.
            let left = range.count & 7
            for offset in range.upperBound - left..<range.upperBound {
                first = (first ^ UInt64(bytes[offset])) &* 0x9E37_79B1_85EB_CA87
            }
            return SIMD2(first, second)
        }
        width = frame.raster.size.width
        self.rows = rows.count
        phase = PixelPoint(x: frame.anchor.x & 7, y: (frame.anchor.y + rows.lowerBound) & 7)
    }
}
