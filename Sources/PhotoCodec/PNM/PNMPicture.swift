internal import Files
internal import Imaging

/// A binary PNM or PFM, any area of which can be decoded.
struct PNMPicture: RegionPicture, SampleReader {
    private let bytes: PhotoBytes
    private let header: PNMHeader
    private var pixels: PNMPixels
    /// The reused memory for rows.
    private let scratch = PixelPool()

    init(_ bytes: PhotoBytes, _ header: PNMHeader) {
        self.bytes = bytes
        self.header = header
        pixels = PNMPixels(header)
        if case .floats = header.samples { pixels.limits = IntensityRange(of: sampledValues()) }
    }

    static func open(
        _ bytes: PhotoBytes, within options: DecodingOptions
    ) throws(DecodingFailure) -> any ImageSource {
        let header = try PNMHeader(bytes)
        try DecodingLimits.check(
            header.size, hasBytes: bytes.count, forMinimum: header.rowBytes * header.size.height)
        let picture = PNMPicture(bytes, header)
        guard header.samples.byteCount > 1 else {
            return picture.pyramid(nil).source(within: options)
        }
        return try HighBitDepthPhoto { tone in picture.pyramid(tone).source(within: options) }
    }

    private func pyramid(_ tone: ToneCurve?) -> PicturePyramid {
        var picture = self
        picture.pixels.curve = tone
        let isFloat = if case .floats = header.samples { true } else { false }
        return PicturePyramid(
            // The first row of floats is the bottom row.
            main: picture, orientation: isFloat ? .flipped : .asStored,
            isGray: header.channels == 1,
            sampleReader: header.samples == .codes(largest: 255) ? nil : self)
    }

    var size: PixelSize { header.size }
    let access = RegionAccess.plain
    let hasAlpha = false

    func decode(
        _ area: PixelRect, into target: PixelBlock, at point: PixelPoint, note: (Damage) -> Void
    ) throws(DecodingFailure) -> Bool {
        precondition(PixelRect(size).contains(area), "it has these pixels")
        let band = rowBand(of: area)
        var isWhole = true
        try band.forEachRow(
            of: area, in: bytes, at: header.offset, readInto: scratch
        ) { row, source in
            let end = point.y + row - area.minY
            guard let pixel = target.pixel(x: point.x, y: end) else { return }
            guard let source else {
                pixel.update(repeating: 0, count: band.columns * Raster.bytesPerPixel)
                isWhole = false
                return
            }
            pixels.write(
                band.columns, at: PixelPoint(x: area.minX, y: row), from: source, to: pixel)
        }
        if !isWhole { note(.endsEarly) }
        return isWhole
    }

    func expect(_ area: PixelRect) {
        rowBand(of: area).expect(
            bytes, rows: area.size.height, at: header.offset + area.minY * header.rowBytes)
    }

    private func rowBand(of area: PixelRect) -> RowBand {
        RowBand(
            of: area, width: size.width, fileRowBytes: header.rowBytes,
            pixelBits: header.pixelBytes * 8)
    }

    func sample(
        at point: PixelPoint, isConverted: Bool
    ) throws(DecodingFailure) -> PhotoSample {
        let offset = header.offset + point.y * header.rowBytes + point.x * header.pixelBytes
        let count = header.samples.byteCount
        let values = (0..<header.channels).compactMap { number(at: offset + $0 * count) }
        guard values.count == header.channels else {
            throw .damaged(.endsEarly)
        }
        return PhotoSample(values: values, bits: count * 8, isConverted: isConverted)
    }

    private func number(at offset: Int) -> SampleValue? {
        let count = header.samples.byteCount
        return withUnsafeTemporaryAllocation(byteCount: count, alignment: 4) { memory in
            guard let start = memory.baseAddress, bytes.read(into: memory, at: offset) == count
            else { return nil }
            return pixels.number(0, of: UnsafeRawPointer(start))
        }
    }

    /// The maximum number of floats, spread over the picture, from which its range is estimated.
    private static let sampledCount = 1 << 13

    private func sampledValues() -> [Float] {
        let count = header.samples.byteCount
        let total = header.size.height * header.rowBytes / count
        let taken = min(total, Self.sampledCount)
        return (0..<taken).compactMap { sample in
            let offset = header.offset + total / taken * sample * count
            guard case .single(let number) = number(at: offset) else { return nil }
            return number
        }
    }
}

/// A converter of rows of samples to red, green, blue and alpha of 8 bits each.
struct PNMPixels: Sendable {
    private let samples: PNMHeader.Samples
    private let channels: Int
    /// The curve applied to 16-bit codes before they are dithered to 8 bits; `nil` for no curve.
    var curve: ToneCurve?
    /// The range of floats, whose ends are shown as black and white.
    var limits = IntensityRange.unit
    /// The 8-bit pixel value of each code; empty unless the largest code is less than 255.
    private let scaled: [UInt8]

    init(_ header: PNMHeader) {
        (samples, channels) = (header.samples, header.channels)
        if case .codes(let largest) = samples, largest < 255 {
            scaled = (0...255).map { UInt8(min(255, ($0 * 255 + largest / 2) / largest)) }
        } else {
            scaled = []
        }
    }

    /// Returns a sample of a row as stored in the file.
    func number(_ index: Int, of row: UnsafeRawPointer) -> SampleValue {
        switch samples {
        case .codes(let largest):
            .integer(
                largest < 256
                    ? Int(row.load(fromByteOffset: index, as: UInt8.self)) : wide(index, row))
        case .floats(let isLittle): SampleValue(float(index, row, isLittle))
        }
    }

    /// Writes the pixels of a row.
    ///
    /// Hot: runs for each row of a PNM.
    func write(
        _ count: Int, at point: PixelPoint, from row: UnsafeRawPointer,
        to target: UnsafeMutablePointer<UInt8>
    ) {
        switch samples {
        case .codes(largest: 255):
            fill(count, target) { row.load(fromByteOffset: $0, as: UInt8.self) }
        case .codes(let largest) where largest < 256:
            scaled.withUnsafeBufferPointer { codes in
                fill(count, target) { codes[Int(row.load(fromByteOffset: $0, as: UInt8.self))] }
            }
        case .codes(let largest):
            dither(count, point, target) { index in
                UInt16(clamping: (wide(index, row) * 65535 + largest / 2) / largest)
            }
        case .floats(let isLittle):
            dither(count, point, target) { limits.code(float($0, row, isLittle)) }
        }
    }

    @inline(__always)
    private func wide(_ index: Int, _ row: UnsafeRawPointer) -> Int {
        Int(UInt16(bigEndian: row.loadUnaligned(fromByteOffset: 2 &* index, as: UInt16.self)))
    }

    @inline(__always)
    private func float(_ index: Int, _ row: UnsafeRawPointer, _ isLittle: Bool) -> Float {
        let bits = row.loadUnaligned(fromByteOffset: 4 &* index, as: UInt32.self)
        return Float(bitPattern: isLittle ? UInt32(littleEndian: bits) : UInt32(bigEndian: bits))
    }

    @inline(__always)
    private func dither(
        _ count: Int, _ point: PixelPoint, _ target: UnsafeMutablePointer<UInt8>,
        _ code: (Int) -> UInt16
    ) {
        let thresholds = BayerPattern.addends(ofRow: point.y)
        fill(count, target) { index in
            let wide = code(index)
            let levelled = curve.map { $0.table[Int(wide)] } ?? wide
            let threshold = thresholds[(point.x &+ index / channels) & 7]
            return UInt8(truncatingIfNeeded: (UInt32(levelled) &* 255 &+ threshold) / 65535)
        }
    }

    @inline(__always)
    private func fill(
        _ count: Int, _ target: UnsafeMutablePointer<UInt8>, _ code: (Int) -> UInt8
    ) {
        let isGray = channels == 1
        for column in 0..<count {
            let pixel = target + column &* Raster.bytesPerPixel
            pixel[0] = code(isGray ? column : column &* 3)
            pixel[1] = isGray ? pixel[0] : code(column &* 3 &+ 1)
            pixel[2] = isGray ? pixel[0] : code(column &* 3 &+ 2)
            pixel[3] = 255
        }
    }
}
