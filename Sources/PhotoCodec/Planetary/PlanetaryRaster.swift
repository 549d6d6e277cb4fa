internal import Imaging

/// How a picture of a planetary archive lies in its file: rows of numbers, of one or more bands.
struct PlanetaryRaster: Sendable {
    /// The type of a number.
    struct Numbers: Sendable, Equatable {
        var kind: SampleFormat
        var isLittleEndian = false
        /// True if floating numbers are those of a VAX, of 32 bits.
        var isVAX = false

        var byteCount: Int { kind.byteCount }
    }

    /// How numbers of several bands follow each other.
    enum Order: Sendable {
        /// Whole bands, one behind the other.
        case bands
        /// A row of each band, then the next.
        case lines
        /// All numbers of a pixel.
        case pixels
    }

    var size: PixelSize
    var bands = 1
    var numbers: Numbers
    var order = Order.bands
    /// The offset of the first row, and the bytes before and behind the numbers of each.
    var offset: Int
    var prefixBytes = 0
    var suffixBytes = 0
    /// A number times `scale` plus `zero` is the value.
    var scale = 1.0
    var zero = 0.0
    /// The numbers that stand for no value, and the lowest and highest that stand for one.
    var noValues: [Double] = []
    var valid = -Double.infinity...Double.infinity
    var unit = ""
    /// Where it lies on its planet, if the label says so.
    var map: PlanetaryMap?
    /// True if the first row is the lowest one.
    var isFromBelow = false
    /// The blocks in which it is stored, if it is not in rows.
    var tile: PixelSize?
    /// True if its three bands are red, green and blue.
    var isColour = false

    /// The longest side, and the most bands that are believed.
    private static let longestSide = 1 << 26
    private static let mostBands = 1 << 16
    /// The most bytes before a row, and before the first: more than any archive has.
    private static let mostLineBytes = 1 << 20
    private static let highestOffset = 1 << 40
    /// ISIS writes tiles of 128 to 1024 numbers.
    private static let longestTileSide = 4096

    /// - Throws: `.tooLarge`, or `.damaged` for a layout that makes no sense.
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

    /// The bytes between neighbours of a row, between rows, and between bands.
    var step: Int { order == .pixels ? bands * numbers.byteCount : numbers.byteCount }
    var rowBytes: Int {
        let numbersInRow = size.width * (order == .bands ? 1 : bands)
        // Each line of a band has its own prefix and suffix.
        return numbersInRow * numbers.byteCount
            + (prefixBytes + suffixBytes) * (order == .lines ? bands : 1)
    }
    var bandBytes: Int {
        switch order {
        case .bands: rowBytes * size.height
        case .lines: rowBytes / bands
        case .pixels: numbers.byteCount
        }
    }

    /// Where the first pixel begins whose band is read: a pixel's numbers are read together.
    func start(ofBand band: Int) -> Int {
        offset + prefixBytes + (order == .pixels ? 0 : band * bandBytes)
    }

    /// Where a band's number lies among those that are read of a pixel.
    func place(ofBand band: Int) -> Int { order == .pixels ? band * bandBytes : 0 }

    /// The offset of a block of a band.
    func start(ofTile column: Int, _ row: Int, band: Int, _ tile: PixelSize) -> Int {
        let (across, down) = (
            (size.width - 1) / tile.width + 1, (size.height - 1) / tile.height + 1
        )
        let number = (band * down + row) * across + column
        return offset + number * tile.width * tile.height * numbers.byteCount
    }

    /// A number in memory; not finite if it stands for no value.
    @inline(__always)
    func number(at place: UnsafeRawPointer) -> Double {
        let number = numbers.load(place)
        return valid.contains(number) && !noValues.contains(number) ? number : .nan
    }

    /// The value that a number stands for, in the file's own precision.
    func value(of number: Double) -> SampleValue {
        guard number.isFinite else { return .missing }
        let value = number * scale + zero
        if numbers.isInteger, let whole = Int(exactly: value) { return .integer(whole) }
        return numbers.kind == .double ? SampleValue(value) : SampleValue(Float(value))
    }
}

extension PlanetaryRaster.Numbers {
    var isInteger: Bool { ![.float, .double, .half].contains(kind) && !kind.isComplex }

    @inline(__always)
    fileprivate func load(_ place: UnsafeRawPointer) -> Double {
        switch kind {
        case .signed8: Double(place.load(as: Int8.self))
        case .unsigned8: Double(place.load(as: UInt8.self))
        case .signed16: Double(Int16(bitPattern: bits(place)))
        case .unsigned16: Double(bits(place) as UInt16)
        case .signed32: Double(Int32(bitPattern: bits(place)))
        case .unsigned32: Double(bits(place) as UInt32)
        case .signed64: Double(Int64(bitPattern: bits(place)))
        case .unsigned64: Double(bits(place) as UInt64)
        case .float: isVAX ? vax(place) : Double(Float(bitPattern: bits(place)))
        case .double: Double(bitPattern: bits(place))
        default: .nan
        }
    }

    @inline(__always)
    private func bits<Bits: FixedWidthInteger>(_ place: UnsafeRawPointer) -> Bits {
        let bits = place.loadUnaligned(as: Bits.self)
        return isLittleEndian ? Bits(littleEndian: bits) : Bits(bigEndian: bits)
    }

    /// A VAX F number: two words of 16 bits, the sign, 8 bits of an exponent and 23 of a fraction.
    private func vax(_ place: UnsafeRawPointer) -> Double {
        let low = UInt32(UInt16(littleEndian: place.loadUnaligned(as: UInt16.self)))
        let high = UInt32(
            UInt16(littleEndian: place.loadUnaligned(fromByteOffset: 2, as: UInt16.self)))
        let bits = low << 16 | high
        // An exponent of 0 is 0, or with a sign no number.
        guard bits >> 23 & 0xFF != 0 else { return bits >> 31 == 0 ? 0 : .nan }
        // Its fraction is half of IEEE's, and its exponent one larger.
        return Double(Float(bitPattern: bits)) / 4
    }
}
