internal import Imaging

/// A converter of rows of TIFF samples to red, green, blue and alpha of 8 bits each.
struct TIFFPixels: Sendable {
    var format: TIFFSampleFormat
    /// The curve applied to 16-bit codes before they are dithered to 8 bits; `nil` for no curve.
    var curve: ToneCurve?
    /// The range of measured samples.
    var limits = IntensityRange.unit
    var cmyk: CMYKConverter?
    /// The sample that means "no value"; a pixel with only such samples is transparent.
    ///
    /// The value is `nil` if all samples are values.
    var noValue: Double?

    /// The requested pixels in a row of a block.
    struct Row {
        /// The first requested column, counted from the start of the samples.
        let first: Int
        /// The number of requested pixels.
        let count: Int
        /// The position of the first requested pixel in the picture.
        let origin: PixelPoint
    }

    var hasAlpha: Bool { format.alpha != nil || noValue != nil }

    /// Writes the pixels of a row; `source` returns the start of a plane's samples.
    ///
    /// Hot: runs for each row of a TIFF.
    func write(
        _ row: Row, to target: UnsafeMutablePointer<UInt8>, from source: (Int) -> UnsafeRawPointer
    ) {
        if isPlainRGB {
            writeRGB(row, to: target, from: source(0))
        } else if case .lab(let lab) = format.colour {
            lab.write(row, of: format, to: target, from: source)
        } else {
            for channel in 0..<format.channels {
                write(format.firstSample + channel, of: row, to: target + channel, from: source)
            }
            if format.alpha != nil {
                write(format.alphaSample, of: row, to: target + 3, from: source)
            }
            finish(target, row, from: source)
        }
        if let noValue { hide(row, equalTo: noValue, at: target, from: source) }
    }

    /// Makes pixels transparent if all their samples equal `noValue`.
    private func hide(
        _ row: Row, equalTo noValue: Double, at target: UnsafeMutablePointer<UInt8>,
        from source: (Int) -> UnsafeRawPointer
    ) {
        let (step, samples) = (
            format.step, format.firstSample..<format.firstSample + format.channels
        )
        for pixel in 0..<row.count {
            let offset = (row.first &+ pixel) &* step
            let isHidden = samples.allSatisfy { sample in
                let number = format.number(
                    offset &+ (format.isPlanar ? 0 : sample),
                    of: source(format.position(ofPlane: sample)))
                return number == noValue || noValue.isNaN && number.isNaN
            }
            if isHidden { (target + pixel &* 4).update(repeating: 0, count: 4) }
        }
    }

    /// True if the pixels are opaque, and begin with one byte each of red, green and blue.
    private var isPlainRGB: Bool {
        format.colour == .rgb && format.dataType == .codes(bits: 8) && !format.isPlanar
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
        // The fourth byte that is read belongs to the next pixel; the last pixel has no next pixel.
        for pixel in 0..<(row.count &- 1) {
            let bytes = from.loadUnaligned(fromByteOffset: pixel &* step, as: UInt32.self)
            target.storeBytes(of: bytes | opaque, toByteOffset: pixel &* 4, as: UInt32.self)
        }
        let last = target + (row.count - 1) * 4
        last.copyMemory(from: from + (row.count - 1) * step, byteCount: 3)
        last.storeBytes(of: 255, toByteOffset: 3, as: UInt8.self)
    }

    /// Writes one sample of each pixel to every fourth byte.
    private func write(
        _ sample: Int, of row: Row, to target: UnsafeMutablePointer<UInt8>,
        from source: (Int) -> UnsafeRawPointer
    ) {
        let plane = source(format.position(ofPlane: sample))
        let step = format.step
        let first = row.first * step + (format.isPlanar ? 0 : sample)
        switch format.dataType {
        case .codes(bits: 8):
            let from = plane.assumingMemoryBound(to: UInt8.self) + first
            for pixel in 0..<row.count { target[pixel &* 4] = from[pixel &* step] }
        case .codes(bits: 16):
            guard !isPalette else { return }
            writeDeep(row, to: target, curve: curve(for: sample)) { pixel in
                plane.loadUnaligned(
                    fromByteOffset: 2 &* (first &+ pixel &* step), as: UInt16.self)
            }
        case .codes(let bits) where bits > 8:
            let most = 1 << bits - 1
            writeDeep(row, to: target, curve: curve(for: sample)) { pixel in
                let number = PackedBits.number((first &+ pixel &* step) &* bits, bits, of: plane)
                return UInt16((number &* 65535 &+ most / 2) / most)
            }
        case .codes(let bits):
            writeBits(row, bits, to: target, from: plane, first: first, step: step)
        case .measured(let kind):
            writeDeep(row, to: target, curve: curve) { pixel in
                limits.code(kind.load(first &+ pixel &* step, from: plane))
            }
        }
    }

    /// Returns the curve for a sample; `nil` for alpha.
    private func curve(for sample: Int) -> ToneCurve? {
        format.alpha != nil && sample == format.alphaSample ? nil : curve
    }

    private var isPalette: Bool { if case .palette = format.colour { true } else { false } }

    /// Applies a curve to 16-bit samples and dithers them to 8 bits.
    @inline(__always)
    private func writeDeep(
        _ row: Row, to target: UnsafeMutablePointer<UInt8>, curve: ToneCurve?,
        number: (Int) -> UInt16
    ) {
        let thresholds = BayerPattern.addends(ofRow: row.origin.y)
        guard let curve else {
            for pixel in 0..<row.count {
                target[pixel &* 4] = Self.dithered(
                    number(pixel), thresholds[(row.origin.x &+ pixel) & 7])
            }
            return
        }
        curve.table.withUnsafeBufferPointer { curve in
            for pixel in 0..<row.count {
                target[pixel &* 4] = Self.dithered(
                    curve[Int(number(pixel))], thresholds[(row.origin.x &+ pixel) & 7])
            }
        }
    }

    @inline(__always)
    private static func dithered(_ number: UInt16, _ threshold: UInt32) -> UInt8 {
        UInt8(truncatingIfNeeded: (UInt32(number) &* 255 &+ threshold) / 65535)
    }

    private func writeBits(
        _ row: Row, _ bits: Int, to target: UnsafeMutablePointer<UInt8>,
        from plane: UnsafeRawPointer, first: Int, step: Int
    ) {
        let most = UInt8(1 << bits - 1)
        // An index into a palette is not scaled.
        let scale: UInt8 = isPalette ? 1 : 255 / most
        for pixel in 0..<row.count {
            let bit = (first &+ pixel &* step) &* bits
            let byte = plane.load(fromByteOffset: bit >> 3, as: UInt8.self)
            let shift = UInt8(truncatingIfNeeded: 8 &- bits &- bit & 7)
            target[pixel &* 4] = (byte >> shift & most) &* scale
        }
    }

    /// Converts the written samples to colours.
    private func finish(
        _ target: UnsafeMutablePointer<UInt8>, _ row: Row, from source: (Int) -> UnsafeRawPointer
    ) {
        let isOpaque = format.alpha == nil
        let count = row.count
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
        case .palette(let colours) where format.dataType == .codes(bits: 16):
            let first = format.isPlanar ? 0 : format.firstSample
            let plane = source(0) + 2 * (row.first * format.step + first)
            look(up: colours, target, count, isOpaque) { pixel in
                Int(
                    plane.loadUnaligned(
                        fromByteOffset: 2 &* pixel &* format.step, as: UInt16.self))
            }
        case .palette(let colours):
            look(up: colours, target, count, isOpaque) { Int(target[$0 &* 4]) }
        case .lab: break
        case .cmyk: cmyk?.convert(UnsafeMutableBufferPointer(start: target, count: count * 4))
        }
        if format.alpha == .premultiplied { AssociatedAlpha.divide(target, count: count) }
    }

    @inline(__always)
    private func look(
        up colours: [UInt32], _ target: UnsafeMutablePointer<UInt8>, _ count: Int,
        _ isOpaque: Bool, _ number: (Int) -> Int
    ) {
        for pixel in 0..<count {
            let colour = colours[number(pixel)]
            target[pixel &* 4] = UInt8(truncatingIfNeeded: colour)
            target[pixel &* 4 &+ 1] = UInt8(truncatingIfNeeded: colour >> 8)
            target[pixel &* 4 &+ 2] = UInt8(truncatingIfNeeded: colour >> 16)
            if isOpaque { target[pixel &* 4 &+ 3] = 255 }
        }
    }
}

extension TIFFSampleFormat {
    /// Returns a sample of a row as stored in the file.
    @inline(__always)
    func number(_ index: Int, of row: UnsafeRawPointer) -> Double {
        switch dataType {
        case .codes(bits: 8): Double(row.load(fromByteOffset: index, as: UInt8.self))
        case .codes(bits: 16):
            Double(row.loadUnaligned(fromByteOffset: 2 &* index, as: UInt16.self))
        case .codes(let bits): Double(PackedBits.number(index &* bits, bits, of: row))
        case .measured(let kind): kind.loadDouble(index, from: row)
        }
    }

    /// Returns the sample that means "no value" according to GDAL's text.
    ///
    /// The result is `nil` if the text is not a number, codes cannot have this value, or samples
    /// are CMYK or subsampled.
    func noDataValue(_ text: String) -> Double? {
        let word = text.split(separator: " ").first.map(String.init) ?? ""
        guard chroma == nil, colour != .cmyk, let number = Double(word) else { return nil }
        return switch dataType {
        case .codes(let bits): (0..<Double(1 << bits)).contains(number) ? number : nil
        case .measured(let kind): kind.rounded(number)
        }
    }
}

/// A reader of integers of any number of bits, the highest bit first.
enum PackedBits {
    /// Returns the integer of `bits` bits, at most 16, that begins at bit `bit` of a row.
    @inline(__always)
    static func number(_ bit: Int, _ bits: Int, of row: UnsafeRawPointer) -> Int {
        var (number, left, offset) = (0, bits, bit)
        while left > 0 {
            let byte = Int(row.load(fromByteOffset: offset >> 3, as: UInt8.self))
            let there = min(left, 8 &- offset & 7)
            let part = byte >> (8 &- offset & 7 &- there) & (1 << there &- 1)
            number = number << there | part
            left &-= there
            offset &+= there
        }
        return number
    }
}

extension TIFFChroma {
    /// Writes the pixels of a row; the block is `width` pixels wide.
    ///
    /// The units of the block begin at `source`.
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
