internal import Imaging

/// Makes rows of a TIFF's numbers red, green, blue and alpha of 8 bits each.
struct TIFFPixels: Sendable {
    var format: TIFFSampleFormat
    /// Applied to colours of 16 bits, and to the codes of a measurement, before they are dithered to 8.
    var curve: ToneCurve?
    /// For numbers of a measurement.
    var limits = StretchLimits.unit
    /// For four inks.
    var inks: CMYKConverter?

    /// A row of a block: where its numbers are, and which of its pixels are wanted.
    struct Row {
        /// The first column wanted, counted from where the numbers begin.
        let first: Int
        /// How many are wanted.
        let count: Int
        /// The position of the first one on the picture.
        let place: PixelPoint
    }

    var hasAlpha: Bool { format.alpha != nil }

    /// Writes a row's pixels; `source` gives where the numbers of one of the planes begin.
    ///
    /// Hot: all of a TIFF passes here.
    func write(
        _ row: Row, to target: UnsafeMutablePointer<UInt8>, from source: (Int) -> UnsafeRawPointer
    ) {
        if isPlainRGB {
            writeRGB(row, to: target, from: source(0))
            return
        }
        for channel in 0..<format.channels {
            write(channel, of: row, to: target + channel, from: source)
        }
        if format.alpha != nil {
            write(format.alphaSample, of: row, to: target + 3, from: source)
        }
        finish(target, row.count)
    }

    /// True if a pixel is three bytes in this order.
    private var isPlainRGB: Bool {
        format.colour == .rgb && format.numbers == .codes(bits: 8) && !format.isPlanar
            && format.alpha == nil
    }

    private func writeRGB(
        _ row: Row, to target: UnsafeMutablePointer<UInt8>, from source: UnsafeRawPointer
    ) {
        let step = format.count
        let from = source + row.first * step
        let target = UnsafeMutableRawPointer(target)
        let opaque = UInt32(littleEndian: 0xFF00_0000)
        guard row.count > 0 else { return }
        // The fourth byte is the next pixel's; the last pixel has none.
        for pixel in 0..<(row.count &- 1) {
            let bytes = from.loadUnaligned(fromByteOffset: pixel &* step, as: UInt32.self)
            target.storeBytes(of: bytes | opaque, toByteOffset: pixel &* 4, as: UInt32.self)
        }
        let last = target + (row.count - 1) * 4
        last.copyMemory(from: from + (row.count - 1) * step, byteCount: 3)
        last.storeBytes(of: 255, toByteOffset: 3, as: UInt8.self)
    }

    /// Writes one number of each pixel, to every fourth byte.
    private func write(
        _ sample: Int, of row: Row, to target: UnsafeMutablePointer<UInt8>,
        from source: (Int) -> UnsafeRawPointer
    ) {
        let numbers = source(format.place(ofPlane: sample))
        let step = format.step
        let first = row.first * step + (format.isPlanar ? 0 : sample)
        switch format.numbers {
        case .codes(bits: 8):
            let from = numbers.assumingMemoryBound(to: UInt8.self) + first
            for pixel in 0..<row.count { target[pixel &* 4] = from[pixel &* step] }
        case .codes(bits: 16):
            writeDeep(row, to: target, curve: sample < format.channels ? curve : nil) { pixel in
                numbers.loadUnaligned(
                    fromByteOffset: 2 &* (first &+ pixel &* step), as: UInt16.self)
            }
        case .codes(let bits):
            writeBits(row, bits, to: target, from: numbers, first: first, step: step)
        case .measured(let kind):
            writeDeep(row, to: target, curve: curve) { pixel in
                limits.code(kind.load(first &+ pixel &* step, from: numbers))
            }
        }
    }

    /// Dithers numbers of 16 bits to codes of 8.
    @inline(__always)
    private func writeDeep(
        _ row: Row, to target: UnsafeMutablePointer<UInt8>, curve: ToneCurve?,
        number: (Int) -> UInt16
    ) {
        let thresholds = BayerPattern.addends(ofRow: row.place.y)
        guard let curve else {
            for pixel in 0..<row.count {
                target[pixel &* 4] = Self.dithered(
                    number(pixel), thresholds[(row.place.x &+ pixel) & 7])
            }
            return
        }
        curve.numbers.withUnsafeBufferPointer { curve in
            for pixel in 0..<row.count {
                target[pixel &* 4] = Self.dithered(
                    curve[Int(number(pixel))], thresholds[(row.place.x &+ pixel) & 7])
            }
        }
    }

    @inline(__always)
    private static func dithered(_ number: UInt16, _ threshold: UInt32) -> UInt8 {
        UInt8(truncatingIfNeeded: (UInt32(number) &* 255 &+ threshold) / 65535)
    }

    private func writeBits(
        _ row: Row, _ bits: Int, to target: UnsafeMutablePointer<UInt8>,
        from numbers: UnsafeRawPointer, first: Int, step: Int
    ) {
        let most = UInt8(1 << bits - 1)
        // An index into a palette stays a number.
        let scale: UInt8 = if case .palette = format.colour { 1 } else { 255 / most }
        for pixel in 0..<row.count {
            let bit = (first &+ pixel &* step) &* bits
            let byte = numbers.load(fromByteOffset: bit >> 3, as: UInt8.self)
            let shift = UInt8(truncatingIfNeeded: 8 &- bits &- bit & 7)
            target[pixel &* 4] = (byte >> shift & most) &* scale
        }
    }

    /// Makes colours of what was written.
    private func finish(_ target: UnsafeMutablePointer<UInt8>, _ count: Int) {
        let isOpaque = format.alpha == nil
        switch format.colour {
        case .gray(let isInverted):
            let flip: UInt8 = isInverted ? 255 : 0
            for pixel in 0..<count {
                let gray = target[pixel &* 4] ^ flip
                target[pixel &* 4] = gray
                target[pixel &* 4 &+ 1] = gray
                target[pixel &* 4 &+ 2] = gray
                if isOpaque { target[pixel &* 4 &+ 3] = 255 }
            }
        case .rgb:
            if isOpaque { for pixel in 0..<count { target[pixel &* 4 &+ 3] = 255 } }
        case .palette(let colours): look(up: colours, target, count, isOpaque)
        case .inks: inks?.convert(UnsafeMutableBufferPointer(start: target, count: count * 4))
        }
        if format.alpha == .premultiplied { AssociatedAlpha.divide(target, count: count) }
    }

    private func look(
        up colours: [UInt32], _ target: UnsafeMutablePointer<UInt8>, _ count: Int, _ isOpaque: Bool
    ) {
        for pixel in 0..<count {
            let colour = colours[Int(target[pixel &* 4])]
            target[pixel &* 4] = UInt8(truncatingIfNeeded: colour)
            target[pixel &* 4 &+ 1] = UInt8(truncatingIfNeeded: colour >> 8)
            target[pixel &* 4 &+ 2] = UInt8(truncatingIfNeeded: colour >> 16)
            if isOpaque { target[pixel &* 4 &+ 3] = 255 }
        }
    }
}

extension TIFFChroma {
    /// Writes pixels of a row of a block, which is `width` pixels wide and whose units stand at
    /// `source`.
    func write(
        row: Int, columns: Range<Int>, width: Int, to target: UnsafeMutablePointer<UInt8>,
        from source: UnsafeRawPointer
    ) {
        let bytes = source.assumingMemoryBound(to: UInt8.self)
        let units = (width + across - 1) / across
        for column in columns {
            let unit = bytes + (row / down * units + column / across) * unitBytes
            let code = SIMD3<Float>(
                Float(unit[row % down * across + column % across]), Float(unit[unitBytes - 2]),
                Float(unit[unitBytes - 1]))
            let share = (code - black) / range * SIMD3(255, 127, 127)
            let red = share.x + share.z * (2 - 2 * luma.x)
            let blue = share.x + share.y * (2 - 2 * luma.z)
            let green = (share.x - luma.z * blue - luma.x * red) / luma.y
            let pixel = target + (column - columns.lowerBound) * 4
            pixel[0] = Self.code(red)
            pixel[1] = Self.code(green)
            pixel[2] = Self.code(blue)
            pixel[3] = 255
        }
    }

    private static func code(_ share: Float) -> UInt8 {
        share > 0 ? UInt8(min(share + 0.5, 255)) : 0
    }
}
