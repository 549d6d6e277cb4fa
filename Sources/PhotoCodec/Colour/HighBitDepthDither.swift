internal import Imaging

/// A dither of pixels of four 16-bit big-endian samples to 8 bits per channel.
struct HighBitDepthDither: Sendable {
    /// The colour conversion applied before the curve; `nil` for no conversion.
    var light: LightConversion?
    /// The curve applied after the conversion; `nil` for no curve.
    var curve: ToneCurve?

    /// Converts pixels of row `y` in `source` in place, and dithers them into `target`.
    ///
    /// The pixels are in every `step`th column, beginning with column `x`.
    func write(
        _ count: Int, y: Int, x: Int = 0, step: Int = 1, from source: UnsafeMutableRawPointer,
        to target: UnsafeMutableRawPointer
    ) {
        light?.convertDeep(source, count: count)
        dither(count, y: y, x: x, step: step, from: source, to: target)
    }

    /// Converts whole rows in place, from row `y` on, and dithers them into `target`.
    ///
    /// This method uses all cores.
    func writeRows(
        _ size: PixelSize, y: Int, from source: UnsafeMutableRawPointer,
        to target: UnsafeMutableRawPointer
    ) {
        // Bands do not overlap.
        nonisolated(unsafe) let (source, target) = (source, target)
        WorkThread.performInBands(of: size.height, rowBytes: size.width * 8) { rows in
            for row in rows {
                let pixel = row * size.width
                write(size.width, y: y + row, from: source + pixel * 8, to: target + pixel * 4)
            }
        }
    }

    /// Dithers pixels of row `y`, at every `step`th column beginning with column `x`.
    ///
    /// Hot: runs for each pixel of a 16-bit photo. The target may overlap the source.
    private func dither(
        _ count: Int, y: Int, x: Int, step: Int, from source: UnsafeRawPointer,
        to target: UnsafeMutableRawPointer
    ) {
        let addends = BayerPattern.addends(ofRow: y)
        guard let curve else {
            for pixel in 0..<count {
                let addend = addends[(x &+ pixel &* step) & 7]
                Self.dither(pixel, from: source, to: target, addend) { $0 }
            }
            return
        }
        curve.table.withUnsafeBufferPointer { curve in
            for pixel in 0..<count {
                let addend = addends[(x &+ pixel &* step) & 7]
                Self.dither(pixel, from: source, to: target, addend) { UInt32(curve[Int($0)]) }
            }
        }
    }

    @inline(__always)
    private static func dither(
        _ pixel: Int, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer,
        _ addend: UInt32, tone: (UInt32) -> UInt32
    ) {
        let samples = UInt64(
            bigEndian: source.loadUnaligned(fromByteOffset: pixel &* 8, as: UInt64.self))
        let red = code(tone(UInt32(truncatingIfNeeded: samples >> 48)), addend)
        let green = code(tone(UInt32(truncatingIfNeeded: samples >> 32) & 0xFFFF), addend)
        let blue = code(tone(UInt32(truncatingIfNeeded: samples >> 16) & 0xFFFF), addend)
        let alpha = code(UInt32(truncatingIfNeeded: samples) & 0xFFFF, addend)
        let codes = red | green << 8 | blue << 16 | alpha << 24
        target.storeBytes(of: codes.littleEndian, toByteOffset: pixel &* 4, as: UInt32.self)
    }

    @inline(__always)
    private static func code(_ number: UInt32, _ addend: UInt32) -> UInt32 {
        (number &* 255 &+ addend) / 65535
    }
}
