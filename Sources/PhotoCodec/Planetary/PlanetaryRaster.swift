internal import Imaging

/// The layout of a planetary picture in its file: rows or tiles of samples in one or more bands.
struct PlanetaryRaster: Sendable {
    /// The format of a sample.
    struct DataType: Sendable, Equatable {
        var kind: SampleFormat
        var isLittleEndian = false
        /// True for 32-bit floating-point numbers of a VAX.
        var isVAX = false

        var byteCount: Int { kind.byteCount }
    }

    /// The order in which the samples of several bands are stored.
    enum Order: Sendable {
        /// One whole band after another.
        case bands
        /// A row of each band, then the next row of each band.
        case lines
        /// All samples of a pixel, then those of the next pixel.
        case pixels
    }

    var size: PixelSize
    var bands = 1
    var dataType: DataType
    var order = Order.bands
    /// The offset of the first row in the file.
    var offset: Int
    /// The number of bytes before the samples of a row.
    var prefixBytes = 0
    /// The number of bytes after the samples of a row.
    var suffixBytes = 0
    /// The factor applied to a stored sample, before `zero` is added.
    var scale = 1.0
    var zero = 0.0
    /// The stored samples that mean "no value".
    var noValues: [Double] = []
    /// The range of the stored samples that are valid.
    var valid = -Double.infinity...Double.infinity
    var unit = ""
    /// The location on the planet; `nil` if the label does not state a supported map.
    var map: PlanetaryMap?
    /// True if the first row is the bottom row.
    var isFromBelow = false
    /// The size of a tile; `nil` if the samples are stored in rows.
    var tile: PixelSize?
    /// True if the three bands are red, green and blue.
    var isColour = false

    /// The longest valid side in pixels.
    private static let longestSide = 1 << 26
    private static let mostBands = 1 << 16
    /// The maximum number of bytes before, or after, the samples of a row; no archive has more.
    private static let mostLineBytes = 1 << 20
    /// The maximum offset of the first row; no archive has a higher one.
    private static let highestOffset = 1 << 40
    /// The longest side of a tile, in samples; ISIS writes 128 to 1024.
    private static let longestTileSide = 4096

    /// Checks the layout.
    ///
    /// - Throws: `.tooLarge`, or `.damaged` if the layout is inconsistent.
    func check() throws(DecodingFailure) {
        let lines = 0...Self.mostLineBytes
        guard min(size.width, size.height, bands) > 0, lines.contains(prefixBytes),
            lines.contains(suffixBytes), (0...Self.highestOffset).contains(offset),
            scale.isFinite, zero.isFinite, scale != 0
        else { throw .damaged(.badHeader) }
        if let tile {
            let sides = 1...Self.longestTileSide
            guard sides.contains(tile.width), sides.contains(tile.height) else {
                throw .damaged(.badHeader)
            }
        }
        guard max(size.width, size.height) <= Self.longestSide, bands <= Self.mostBands,
            size.area ?? .max <= DecodingLimits.photoPixels
        else { throw .tooLarge(size) }
    }

    /// The distance in bytes between adjacent samples of a row.
    var step: Int { order == .pixels ? bands * dataType.byteCount : dataType.byteCount }
    /// The distance in bytes between adjacent rows of a band.
    var rowBytes: Int {
        let samplesInRow = size.width * (order == .bands ? 1 : bands)
        // Each line of a band has its own prefix and suffix.
        return samplesInRow * dataType.byteCount
            + (prefixBytes + suffixBytes) * (order == .lines ? bands : 1)
    }
    /// The distance in bytes between corresponding samples of adjacent bands.
    var bandBytes: Int {
        switch order {
        case .bands: rowBytes * size.height
        case .lines: rowBytes / bands
        case .pixels: dataType.byteCount
        }
    }

    /// Returns the file offset of a band's first sample or, with `.pixels`, of the first pixel.
    func start(ofBand band: Int) -> Int {
        offset + prefixBytes + (order == .pixels ? 0 : band * bandBytes)
    }

    /// Returns the offset of a band's sample in a pixel; 0 unless the order is `.pixels`.
    func offset(ofBand band: Int) -> Int { order == .pixels ? band * bandBytes : 0 }

    /// Returns the offset of a tile of a band.
    func start(ofTile column: Int, _ row: Int, band: Int, _ tile: PixelSize) -> Int {
        let (across, down) = (
            (size.width - 1) / tile.width + 1, (size.height - 1) / tile.height + 1
        )
        let number = (band * down + row) * across + column
        return offset + number * tile.width * tile.height * dataType.byteCount
    }

    /// Returns the sample at an address; the result is NaN if the sample means "no value".
    @inline(__always)
    func number(at pointer: UnsafeRawPointer) -> Double {
        let number = dataType.load(pointer)
        return valid.contains(number) && !noValues.contains(number) ? number : .nan
    }

    /// Returns the value of a sample, in the precision of the file.
    func value(of number: Double) -> SampleValue {
        guard number.isFinite else { return .missing }
        let value = number * scale + zero
        if dataType.isInteger, let whole = Int(exactly: value) { return .integer(whole) }
        return dataType.kind == .double ? SampleValue(value) : SampleValue(Float(value))
    }
}

extension PlanetaryRaster.DataType {
    var isInteger: Bool { ![.float, .double, .half].contains(kind) && !kind.isComplex }

    @inline(__always)
    fileprivate func load(_ pointer: UnsafeRawPointer) -> Double {
        switch kind {
        case .signed8: Double(pointer.load(as: Int8.self))
        case .unsigned8: Double(pointer.load(as: UInt8.self))
        case .signed16: Double(Int16(bitPattern: bits(pointer)))
        case .unsigned16: Double(bits(pointer) as UInt16)
        case .signed32: Double(Int32(bitPattern: bits(pointer)))
        case .unsigned32: Double(bits(pointer) as UInt32)
        case .signed64: Double(Int64(bitPattern: bits(pointer)))
        case .unsigned64: Double(bits(pointer) as UInt64)
        case .float: isVAX ? vax(pointer) : Double(Float(bitPattern: bits(pointer)))
        case .double: Double(bitPattern: bits(pointer))
        default: .nan
        }
    }

    @inline(__always)
    private func bits<Bits: FixedWidthInteger>(_ pointer: UnsafeRawPointer) -> Bits {
        let bits = pointer.loadUnaligned(as: Bits.self)
        return isLittleEndian ? Bits(littleEndian: bits) : Bits(bigEndian: bits)
    }

    /// Reads a VAX F number: two 16-bit words with a sign, 8 bits of exponent and 23 of fraction.
    private func vax(_ pointer: UnsafeRawPointer) -> Double {
        let low = UInt32(UInt16(littleEndian: pointer.loadUnaligned(as: UInt16.self)))
        let high = UInt32(
            UInt16(littleEndian: pointer.loadUnaligned(fromByteOffset: 2, as: UInt16.self)))
        let bits = low << 16 | high
        // An exponent of 0 means 0 or, with a sign bit, an invalid number.
        guard bits >> 23 & 0xFF != 0 else { return bits >> 31 == 0 ? 0 : .nan }
        // A VAX fraction is half of IEEE 754's, and the bias of the exponent is larger by 1.
        return Double(Float(bitPattern: bits)) / 4
    }
}
