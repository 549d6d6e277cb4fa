internal import Imaging

/// A converter of rows of FITS samples to gray pixels.
struct FITSPixels: Sendable {
    private let dataType: FITSDataType
    private let scale: Double
    private let zero: Double
    private let blank: Int?
    /// The stored number that is shown as black.
    private let black: Double
    /// The number of 16-bit codes for each unit of stored numbers above black.
    private let gain: Double
    /// The curve applied to the 16-bit codes; `nil` for no curve.
    var curve: ToneCurve?

    /// Creates a converter that shows `black` as black and `white` as white.
    init(_ image: FITSImage, from black: Double, to white: Double) {
        dataType = image.dataType
        scale = image.scale
        zero = image.zero
        blank = image.blank
        self.black = (black - zero) / scale
        let gain = 65535 / ((white - zero) / scale - self.black)
        self.gain = gain.isFinite ? gain : 0
    }

    /// Returns a sample's value; the value is not finite if the sample means "no value".
    func value(_ column: Int, of row: UnsafeRawPointer) -> Double {
        let number =
            switch dataType {
            case .unsigned8: integer(UInt8.self, column, row)
            case .signed16: integer(Int16.self, column, row)
            case .signed32: integer(Int32.self, column, row)
            case .signed64: integer(Int64.self, column, row)
            case .unsigned64: unsigned(column, row)
            case .float:
                Double(row.loadUnaligned(fromByteOffset: 4 &* column, as: Float.self))
            case .double: row.loadUnaligned(fromByteOffset: 8 &* column, as: Double.self)
            }
        return number * scale + zero
    }

    /// Writes the pixels of a row; a pixel without a value is transparent.
    ///
    /// Hot: runs for each pixel of a FITS picture.
    ///
    /// - Returns: true if all pixels are opaque.
    func write(
        _ count: Int, at point: PixelPoint, from row: UnsafeRawPointer,
        to target: UnsafeMutablePointer<UInt8>
    ) -> Bool {
        switch dataType {
        case .unsigned8: write(count, point, to: target) { integer(UInt8.self, $0, row) }
        case .signed16: write(count, point, to: target) { integer(Int16.self, $0, row) }
        case .signed32: write(count, point, to: target) { integer(Int32.self, $0, row) }
        case .signed64: write(count, point, to: target) { integer(Int64.self, $0, row) }
        case .unsigned64: write(count, point, to: target) { unsigned($0, row) }
        case .float:
            write(count, point, to: target) {
                Double(row.loadUnaligned(fromByteOffset: 4 &* $0, as: Float.self))
            }
        case .double:
            write(count, point, to: target) {
                row.loadUnaligned(fromByteOffset: 8 &* $0, as: Double.self)
            }
        }
    }

    @inline(__always)
    private func integer<Number: FixedWidthInteger>(
        _: Number.Type, _ column: Int, _ row: UnsafeRawPointer
    ) -> Double {
        let number = row.loadUnaligned(
            fromByteOffset: MemoryLayout<Number>.size &* column, as: Number.self)
        return Int(truncatingIfNeeded: number) == blank ? .nan : Double(number)
    }

    /// Returns the value of an unsigned 64-bit sample, which the file stores minus 2^63.
    @inline(__always)
    private func unsigned(_ column: Int, _ row: UnsafeRawPointer) -> Double {
        let bits = row.loadUnaligned(fromByteOffset: 8 &* column, as: UInt64.self)
        return Int(bitPattern: UInt(bits)) == blank ? .nan : Double(bits ^ 1 << 63)
    }

    @inline(__always)
    private func write(
        _ count: Int, _ point: PixelPoint, to target: UnsafeMutablePointer<UInt8>,
        number: (Int) -> Double
    ) -> Bool {
        if let curve {
            return curve.table.withUnsafeBufferPointer { curve in
                write(count, point, to: target, number) { UInt32(curve[Int($0)]) }
            }
        }
        return write(count, point, to: target, number) { $0 }
    }

    @inline(__always)
    private func write(
        _ count: Int, _ point: PixelPoint, to target: UnsafeMutablePointer<UInt8>,
        _ number: (Int) -> Double, tone: (UInt32) -> UInt32
    ) -> Bool {
        let thresholds = BayerPattern.addends(ofRow: point.y)
        // Reading this constant of another module is a function call, so it is read only once.
        let pixelBytes = Raster.bytesPerPixel
        var isOpaque = true
        for column in 0..<count {
            let code = (number(column) - black) * gain
            let isKnown = !code.isNaN
            isOpaque = isOpaque && isKnown
            // Infinite values become black or white.
            let limited = isKnown ? min(max(code, 0), 65535) : 0
            let threshold = thresholds[(point.x &+ column) & 7]
            let sum = tone(UInt32(limited + 0.5)) &* 255 &+ threshold
            let gray = UInt8(truncatingIfNeeded: sum / 65535)
            let pixel = target + column &* pixelBytes
            let shown = isKnown ? gray : 0
            pixel[0] = shown
            pixel[1] = shown
            pixel[2] = shown
            pixel[3] = isKnown ? 255 : 0
        }
        return isOpaque
    }
}
