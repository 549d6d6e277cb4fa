internal import Files
internal import Imaging

/// A plane of a FITS picture: the pixels of any area of it, read where they lie.
///
/// The file's first row is the lowest one: the orientation of its pyramid turns it.
struct FITSPicture: RegionPicture, FileNumbers {
    /// Pictures of up to so many numbers are read whole for their range, larger ones here and there.
    private static let sampledWhole = 4 << 20

    let size: PixelSize
    private let bytes: PhotoBytes
    private let image: FITSImage
    /// The start of the plane.
    private let offset: Int
    private var pixels: FITSPixels
    /// Memory into which rows are read.
    private let scratch = PixelPool()

    init(_ image: FITSImage, plane: Int, in bytes: PhotoBytes) throws(DecodingFailure) {
        self.image = image
        self.bytes = bytes
        size = image.size
        offset = image.offset + plane * image.planeBytes
        pixels = FITSPixels(image, from: 0, to: 1)
        let samples = try samples()
        var range = ZScale.limits(of: samples)
        // Of a mask, or of few stars on a background of one value, nothing else would be seen.
        if range.lowerBound == range.upperBound, let lowest = samples.min(),
            let highest = samples.max()
        {
            range = lowest...highest
        }
        pixels = FITSPixels(image, from: range.lowerBound, to: range.upperBound)
    }

    /// The same whose values go through a curve, those from black to white being 16 bits.
    func through(_ curve: ToneCurve?) -> FITSPicture {
        var copy = self
        copy.pixels.curve = curve
        return copy
    }

    let access = RegionAccess.plain
    /// Only rows tell whether numbers are missing.
    var hasAlpha: Bool { !image.numbers.isInteger || image.blank != nil }

    func decode(
        _ area: PixelRect, into target: PixelBlock, at place: PixelPoint, note: (Damage) -> Void
    ) throws(DecodingFailure) -> Bool {
        precondition(PixelRect(size).contains(area), "it has these pixels")
        var isOpaque = true
        var missing = 0
        try forEachRow(of: area) { row, columns, numbers in
            let end = PixelPoint(x: place.x, y: place.y + row - area.minY)
            guard let pixel = target.pixel(x: end.x, y: end.y) else { return }
            guard let numbers else {
                pixel.update(repeating: 0, count: columns * Raster.bytesPerPixel)
                missing += 1
                return
            }
            let isRowOpaque = pixels.write(
                columns, at: PixelPoint(x: area.minX, y: row), from: numbers, to: pixel)
            isOpaque = isOpaque && isRowOpaque
        }
        if missing > 0 { note(.endsEarly) }
        return isOpaque && missing == 0
    }

    func expect(_ area: PixelRect) {
        rowBand(of: area).expect(
            bytes, rows: area.size.height, at: offset + area.minY * image.rowBytes)
    }

    private func rowBand(of area: PixelRect) -> RowBand {
        RowBand(
            of: area, width: size.width, fileRowBytes: image.rowBytes,
            pixelBits: image.numbers.byteCount * 8)
    }

    /// Lends the numbers of an area's rows, in this machine's byte order; `nil` for a row that is missing.
    private func forEachRow(
        of area: PixelRect, _ body: (_ row: Int, _ columns: Int, UnsafeRawPointer?) -> Void
    ) throws(DecodingFailure) {
        let numberBytes = image.numbers.byteCount
        let band = rowBand(of: area)
        try band.forEachRow(of: area, in: bytes, at: offset, readInto: scratch) { row, numbers in
            UnsafeMutableRawBufferPointer(
                start: numbers, count: numbers == nil ? 0 : band.columns * numberBytes
            ).swapNumbers(ofBytes: numberBytes)
            body(row, band.columns, UnsafeRawPointer(numbers))
        }
    }

    /// The value of one number.
    ///
    /// - Throws: `.damaged` if the file ends before it.
    func sample(
        at point: PixelPoint, isConverted: Bool
    ) throws(DecodingFailure) -> PhotoSample {
        let count = image.numbers.byteCount
        let place = offset + point.y * image.rowBytes + point.x * count
        let number = withUnsafeTemporaryAllocation(byteCount: count, alignment: 8) {
            memory -> SampleValue? in
            guard let start = memory.baseAddress, bytes.read(into: memory, at: place) == count
            else { return nil }
            memory.swapNumbers(ofBytes: count)
            return image.value(of: UnsafeRawPointer(start))
        }
        guard let number else { throw .damaged(.endsEarly) }
        return PhotoSample(
            numbers: [number], bits: count * 8, isConverted: isConverted, unit: image.unit)
    }

    /// Some values of the plane: as many as the range is made from, evenly from all that are values.
    private func samples() throws(DecodingFailure) -> [Double] {
        let count = size.width.multipliedReportingOverflow(by: size.height)
        guard !count.overflow, count.partialValue <= Self.sampledWhole else {
            return samplesHereAndThere()
        }
        var known = 0
        try forEachRow(of: PixelRect(size)) { _, columns, numbers in
            guard let numbers else { return }
            for column in 0..<columns where pixels.value(column, of: numbers).isFinite {
                known += 1
            }
        }
        let step = max(1, known / ZScale.sampleCount)
        var passed = 0
        var samples: [Double] = []
        try forEachRow(of: PixelRect(size)) { _, columns, numbers in
            guard let numbers, samples.count < ZScale.sampleCount else { return }
            for column in 0..<columns {
                let value = pixels.value(column, of: numbers)
                guard value.isFinite else { continue }
                if passed % step == 0 { samples.append(value) }
                passed += 1
            }
        }
        return Array(samples.prefix(ZScale.sampleCount))
    }

    /// Single numbers from all over the plane.
    private func samplesHereAndThere() -> [Double] {
        let numberBytes = image.numbers.byteCount
        let step = max(1, image.planeBytes / numberBytes / ZScale.sampleCount)
        return (0..<ZScale.sampleCount).compactMap { number in
            withUnsafeTemporaryAllocation(byteCount: numberBytes, alignment: 8) { memory in
                let place = offset + number * step * numberBytes
                guard let start = memory.baseAddress,
                    bytes.read(into: memory, at: place) == numberBytes
                else { return nil }
                memory.swapNumbers(ofBytes: numberBytes)
                let value = pixels.value(0, of: UnsafeRawPointer(start))
                return value.isFinite ? value : nil
            }
        }
    }
}

/// Makes rows of a FITS picture's numbers gray.
struct FITSPixels: Sendable {
    private let numbers: FITSNumbers
    private let scale: Double
    private let zero: Double
    private let blank: Int?
    /// The number in the file that is black, and the codes of 16 bits that one more makes.
    private let black: Double
    private let gain: Double
    /// The curve applied to those codes.
    var curve: ToneCurve?

    /// Values from `black` to `white` are shown.
    init(_ image: FITSImage, from black: Double, to white: Double) {
        numbers = image.numbers
        scale = image.scale
        zero = image.zero
        blank = image.blank
        self.black = (black - zero) / scale
        let gain = 65535 / ((white - zero) / scale - self.black)
        self.gain = gain.isFinite ? gain : 0
    }

    /// A value; not finite for a number that stands for none.
    func value(_ column: Int, of row: UnsafeRawPointer) -> Double {
        let number =
            switch numbers {
            case .unsigned8: integer(UInt8.self, column, row)
            case .signed16: integer(Int16.self, column, row)
            case .signed32: integer(Int32.self, column, row)
            case .signed64: integer(Int64.self, column, row)
            case .float:
                Double(row.loadUnaligned(fromByteOffset: 4 &* column, as: Float.self))
            case .double: row.loadUnaligned(fromByteOffset: 8 &* column, as: Double.self)
            }
        return number * scale + zero
    }

    /// Writes a row's pixels; those without a value are transparent.
    ///
    /// Hot: all of a FITS picture passes here.
    /// - Returns: whether all are opaque.
    func write(
        _ count: Int, at place: PixelPoint, from row: UnsafeRawPointer,
        to target: UnsafeMutablePointer<UInt8>
    ) -> Bool {
        switch numbers {
        case .unsigned8: write(count, place, to: target) { integer(UInt8.self, $0, row) }
        case .signed16: write(count, place, to: target) { integer(Int16.self, $0, row) }
        case .signed32: write(count, place, to: target) { integer(Int32.self, $0, row) }
        case .signed64: write(count, place, to: target) { integer(Int64.self, $0, row) }
        case .float:
            write(count, place, to: target) {
                Double(row.loadUnaligned(fromByteOffset: 4 &* $0, as: Float.self))
            }
        case .double:
            write(count, place, to: target) {
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

    @inline(__always)
    private func write(
        _ count: Int, _ place: PixelPoint, to target: UnsafeMutablePointer<UInt8>,
        number: (Int) -> Double
    ) -> Bool {
        if let curve {
            return curve.numbers.withUnsafeBufferPointer { curve in
                write(count, place, to: target, number) { UInt32(curve[Int($0)]) }
            }
        }
        return write(count, place, to: target, number) { $0 }
    }

    @inline(__always)
    private func write(
        _ count: Int, _ place: PixelPoint, to target: UnsafeMutablePointer<UInt8>,
        _ number: (Int) -> Double, tone: (UInt32) -> UInt32
    ) -> Bool {
        let thresholds = BayerPattern.addends(ofRow: place.y)
        var isOpaque = true
        for column in 0..<count {
            let code = (number(column) - black) * gain
            let isKnown = !code.isNaN
            isOpaque = isOpaque && isKnown
            // Infinite numbers too are black or white.
            let limited = isKnown ? min(max(code, 0), 65535) : 0
            let threshold = thresholds[(place.x &+ column) & 7]
            let sum = tone(UInt32(limited + 0.5)) &* 255 &+ threshold
            let gray = UInt8(truncatingIfNeeded: sum / 65535)
            let pixel = target + column &* Raster.bytesPerPixel
            let shown = isKnown ? gray : 0
            pixel[0] = shown
            pixel[1] = shown
            pixel[2] = shown
            pixel[3] = isKnown ? 255 : 0
        }
        return isOpaque
    }
}

/// The range of values that shows what lies about their median: IRAF's algorithm, with its constants.
///
/// A straight line is fitted to the sorted samples; those far from it are left out, and it is fitted again.
/// Its slope divided by the contrast is the range's.
enum ZScale {
    /// As many samples as IRAF and astropy take.
    static let sampleCount = 1000
    private static let contrast = 0.25
    private static let largestRejectedShare = 0.5
    private static let fewestSamples = 5
    private static let rejectedDeviations = 2.5
    private static let iterations = 5

    /// The values that are black and white; `samples` are finite ones.
    static func limits(of samples: [Double]) -> ClosedRange<Double> {
        let sorted = samples.sorted()
        guard let lowest = sorted.first, let highest = sorted.last else { return 0...1 }
        guard let slope = slope(of: sorted).map({ $0 / contrast }) else { return lowest...highest }
        let count = sorted.count
        let centre = (count - 1) / 2
        let median = (sorted[centre] + sorted[count / 2]) / 2
        let black = max(lowest, median - Double(centre - 1) * slope)
        let white = min(highest, median + Double(count - centre) * slope)
        return black <= white ? black...white : lowest...highest
    }

    /// The slope of the line; `nil` if too many samples lie off it.
    private static func slope(of sorted: [Double]) -> Double? {
        let count = sorted.count
        let fewest = max(fewestSamples, Int(Double(count) * largestRejectedShare))
        let grown = max(1, count / 100)
        var isRejected = Array(repeating: false, count: count)
        var (good, last) = (count, count + 1)
        var line = Line(slope: 0, start: 0)
        for _ in 0..<iterations {
            guard good < last, good >= fewest else { break }
            line = Line(through: sorted, without: isRejected)
            let distances = sorted.indices.map { sorted[$0] - line.value(at: $0) }
            let threshold = rejectedDeviations * deviation(of: distances, without: isRejected)
            for index in distances.indices where abs(distances[index]) > threshold {
                isRejected[index] = true
            }
            isRejected = widened(isRejected, by: grown)
            (last, good) = (good, isRejected.count { !$0 })
        }
        return good >= fewest ? line.slope : nil
    }

    private static func deviation(of numbers: [Double], without isLeftOut: [Bool]) -> Double {
        let kept = zip(numbers, isLeftOut).filter { !$0.1 }.map(\.0)
        guard !kept.isEmpty else { return 0 }
        let mean = kept.reduce(0, +) / Double(kept.count)
        let squares = kept.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        return (squares / Double(kept.count)).squareRoot()
    }

    /// Neighbours of those that are rejected are, too.
    private static func widened(_ isRejected: [Bool], by width: Int) -> [Bool] {
        isRejected.indices.map { index in
            let first = max(0, index - width / 2)
            let last = min(isRejected.count - 1, index + width - width / 2 - 1)
            return first <= last && isRejected[first...last].contains(true)
        }
    }

    /// A straight line over the numbers of samples.
    private struct Line {
        let slope: Double
        let start: Double

        init(slope: Double, start: Double) {
            self.slope = slope
            self.start = start
        }

        /// By least squares.
        init(through values: [Double], without isLeftOut: [Bool]) {
            let kept = values.indices.filter { !isLeftOut[$0] }
            let count = Double(max(1, kept.count))
            let place = kept.reduce(0) { $0 + Double($1) } / count
            let value = kept.reduce(0) { $0 + values[$1] } / count
            var (above, below) = (0.0, 0.0)
            for index in kept {
                let distance = Double(index) - place
                above += distance * (values[index] - value)
                below += distance * distance
            }
            slope = below > 0 ? above / below : 0
            start = value - slope * place
        }

        func value(at index: Int) -> Double { start + slope * Double(index) }
    }
}
