internal import Imaging

/// The table of a FITS picture's compressed tiles, one row for each tile (section 10.1).
struct FITSTileTable: Sendable {
    /// The compression of the tiles (`ZCMPTYPE`).
    enum Packing: Sendable, Equatable {
        case rice(sampleBytes: Int, blockSize: Int)
        case gzip(isShuffled: Bool)
        case hcompress
        case plio
        case none
    }

    /// The dithering of quantised floating-point samples (`ZQUANTIZ`).
    enum Dithering: Sendable { case none, first, second }

    let packing: Packing
    let dithering: Dithering
    /// The number, from 1 to 10,000, that selects the first tile's random numbers (`ZDITHER0`).
    let firstRandom: Int
    /// The lengths of the picture's axes.
    let axes: [Int]
    /// The lengths of a tile along the picture's axes.
    let tile: [Int]
    private let rowBytes: Int
    private let rows: Int
    /// The offset of the rows.
    private let start: Int
    /// The offset of the heap, which contains the data of the tiles.
    private let heap: Int
    private let columns: Columns

    /// The columns of the table that the decoder uses.
    private struct Columns: Sendable {
        var packed: FITSColumn?
        var gzip: FITSColumn?
        var plain: FITSColumn?
        var scale: FITSColumn?
        var zero: FITSColumn?
        var blank: FITSColumn?
    }

    /// The header's scale, for rows that state none; `nil` if missing.
    private let scale: Double?
    /// The header's zero, for rows that state none; `nil` if missing.
    private let zero: Double?
    /// The header's blank value, for rows that state none; `nil` if missing.
    private let blank: Int?

    /// Reads the header of a table; `nil` if the table is not a compressed picture.
    ///
    /// - Throws: `.damaged` for an inconsistent header, `.unsupported` for an unknown compression.
    init?(_ header: FITSHeader, axes: [Int]) throws(DecodingFailure) {
        guard header.isTrue("ZIMAGE"), header.text("XTENSION") == "BINTABLE" else { return nil }
        guard let rowBytes = header.integer("NAXIS1"), let rows = header.integer("NAXIS2"),
            let columns = Self.columns(header), rows >= 0,
            (0...DecodingLimits.fitsTileRowBytes).contains(rowBytes)
        else { throw .damaged(.badHeader) }
        packing = try Self.packing(header)
        self.axes = axes
        tile = try Self.tile(header, of: axes)
        (self.rowBytes, self.rows, self.columns) = (rowBytes, rows, columns)
        start = header.end
        let (tableBytes, overflow) = rowBytes.multipliedReportingOverflow(by: rows)
        let gap = header.integer("THEAP") ?? tableBytes
        guard !overflow, gap >= tableBytes, gap < .max - header.end else {
            throw .damaged(.badHeader)
        }
        heap = header.end + gap
        scale = header.number("ZSCALE")
        zero = header.number("ZZERO")
        blank = header.integer("ZBLANK") ?? header.integer("BLANK")
        let seed = header.integer("ZDITHER0") ?? 1
        firstRandom = (1...10_000).contains(seed) ? seed : 1
        dithering =
            switch header.text("ZQUANTIZ") {
            case "SUBTRACTIVE_DITHER_1": .first
            case "SUBTRACTIVE_DITHER_2": .second
            default: .none
            }
        guard try Self.tileCount(axes, tile) <= rows else { throw .damaged(.tooLittleData) }
    }

    private static func packing(_ header: FITSHeader) throws(DecodingFailure) -> Packing {
        switch header.text("ZCMPTYPE") {
        case "RICE_1", "RICE_ONE":
            let sampleBytes = option("BYTEPIX", of: header) ?? 4
            let blockSize = option("BLOCKSIZE", of: header) ?? 32
            guard [1, 2, 4].contains(sampleBytes), (1...1 << 20).contains(blockSize) else {
                throw .damaged(.badHeader)
            }
            return .rice(sampleBytes: sampleBytes, blockSize: blockSize)
        case "GZIP_1": return .gzip(isShuffled: false)
        case "GZIP_2": return .gzip(isShuffled: true)
        case "HCOMPRESS_1": return .hcompress
        case "PLIO_1": return .plio
        case "NOCOMPRESS": return .none
        default: throw .unsupported(kind: .photo(.fits))
        }
    }

    /// Returns the `ZVALn` whose `ZNAMEn` is `name`; `nil` without such a `ZNAMEn`.
    private static func option(_ name: String, of header: FITSHeader) -> Int? {
        (1...9).first { header.text("ZNAME\($0)") == name }.flatMap { header.integer("ZVAL\($0)") }
    }

    /// Returns the sides of a tile: by default, a tile is a row of the picture.
    private static func tile(_ header: FITSHeader, of axes: [Int]) throws(DecodingFailure) -> [Int]
    {
        let tile = axes.enumerated().map { number, side in
            min(header.integer("ZTILE\(number + 1)") ?? (number == 0 ? side : 1), side)
        }
        guard tile.allSatisfy({ $0 > 0 }), let count = tile.productWithoutOverflow,
            count <= DecodingLimits.fitsTilePixels
        else { throw .damaged(.badHeader) }
        return tile
    }

    private static func tileCount(_ axes: [Int], _ tile: [Int]) throws(DecodingFailure) -> Int {
        let counts = zip(axes, tile).map { ($0 - 1) / $1 + 1 }
        guard let count = counts.productWithoutOverflow else { throw .damaged(.badHeader) }
        return count
    }

    private static func columns(_ header: FITSHeader) -> Columns? {
        guard let count = header.integer("TFIELDS"), (0...999).contains(count) else { return nil }
        var columns = Columns()
        var offset = 0
        for number in 1..<count + 1 {
            guard let column = FITSColumn(header.text("TFORM\(number)") ?? "", at: offset) else {
                return nil
            }
            switch header.text("TTYPE\(number)") {
            case "COMPRESSED_DATA": columns.packed = column
            case "GZIP_COMPRESSED_DATA": columns.gzip = column
            case "UNCOMPRESSED_DATA": columns.plain = column
            case "ZSCALE": columns.scale = column
            case "ZZERO": columns.zero = column
            case "ZBLANK": columns.blank = column
            default: break
            }
            offset += column.byteCount
        }
        return columns
    }

    /// The width and height of a tile.
    var block: PixelSize { PixelSize(width: tile[0], height: tile.count > 1 ? tile[1] : 1) }

    /// The row and size of a tile, and the index of the wanted plane in the tile.
    struct Tile {
        let row: Int
        let size: PixelSize
        let planes: Int
        let plane: Int

        var count: Int { size.width * size.height * planes }
    }

    /// Returns the tile of a plane; `column` and `row` count tiles from the first pixel.
    func entry(column: Int, row: Int, plane: Int) -> Tile {
        var number = 0
        var step = 1
        var (rest, planes, within) = (plane, 1, 0)
        var sides: [Int] = []
        for (axis, side) in axes.enumerated() {
            // The number of a plane counts through all axes after the second.
            let position = axis == 0 ? column * tile[0] : axis == 1 ? row * tile[1] : rest % side
            if axis > 1 { rest /= side }
            let index = position / tile[axis]
            let here = min(tile[axis], side - index * tile[axis])
            number += index * step
            step *= (side - 1) / tile[axis] + 1
            if axis > 1 {
                within += position % tile[axis] * planes
                planes *= here
            } else {
                sides.append(here)
            }
        }
        return Tile(
            row: number, size: PixelSize(width: sides[0], height: sides.count > 1 ? sides[1] : 1),
            planes: planes, plane: within)
    }

    struct Row {
        enum Form { case packed, gzip, plain }

        let form: Form
        /// The range of the tile's data in the file.
        let range: Range<Int>
        /// The scale; `nil` if the samples are not quantised.
        let scale: Double?
        let zero: Double
        let blank: Int?
    }

    /// Reads a row of the table.
    ///
    /// - Throws: `.damaged` if the row or its data are missing.
    func row(_ number: Int, in bytes: PhotoBytes) throws(DecodingFailure) -> Row {
        let offset = start + number * rowBytes
        var row = [UInt8](repeating: 0, count: rowBytes)
        let readCount = row.withUnsafeMutableBytes { bytes.read(into: $0, at: offset) }
        guard readCount == rowBytes else { throw .damaged(.endsEarly) }
        let forms: [(Row.Form, FITSColumn?)] = [
            (.packed, columns.packed), (.gzip, columns.gzip), (.plain, columns.plain),
        ]
        for case (let form, let column?) in forms {
            guard let found = column.heapRange(in: row), found.count > 0 else { continue }
            let (end, overflow) = found.upperBound.addingReportingOverflow(heap)
            guard !overflow, end <= bytes.count else { throw .damaged(.endsEarly) }
            return Row(
                form: form, range: heap + found.lowerBound..<end,
                scale: columns.scale.flatMap { $0.number(in: row) } ?? scale,
                zero: columns.zero.flatMap { $0.number(in: row) } ?? zero ?? 0,
                blank: columns.blank.flatMap { $0.number(in: row) }.flatMap { Int(exactly: $0) }
                    ?? blank)
        }
        throw .damaged(.tooLittleData)
    }
}

/// A column of a binary table (section 7.3): its offset in a row, and its type.
struct FITSColumn: Sendable {
    private let offset: Int
    let byteCount: Int
    /// The letter of the type; `P` and `Q` are descriptors of 32-bit and 64-bit integers.
    private let kind: UInt8
    /// The size, in bytes, of an element that a descriptor refers to.
    private let elementBytes: Int

    /// Creates a column at `offset` from a form such as `1PB(1500)`; `nil` if the form is unknown.
    init?(_ form: String, at offset: Int) {
        let text = Array(form.utf8)
        let digits = text.prefix { (0x30...0x39).contains($0) }
        guard let count = digits.isEmpty ? 1 : Int(String(decoding: digits, as: UTF8.self)),
            digits.count < text.count
        else { return nil }
        kind = text[digits.count]
        let letter = digits.count + 1 < text.count ? text[digits.count + 1] : UInt8(ascii: "B")
        elementBytes = Self.width(of: letter) ?? 1
        guard let width = Self.width(of: kind) else { return nil }
        let bytes =
            kind == UInt8(ascii: "X")
            ? (count, false) : count.multipliedReportingOverflow(by: width)
        guard !bytes.1, bytes.0 < 1 << 31, offset < 1 << 31 else { return nil }
        byteCount = kind == UInt8(ascii: "X") ? (count + 7) / 8 : bytes.0
        self.offset = offset
    }

    private static func width(of letter: UInt8) -> Int? {
        switch letter {
        case UInt8(ascii: "L"), UInt8(ascii: "B"), UInt8(ascii: "A"), UInt8(ascii: "X"): 1
        case UInt8(ascii: "I"): 2
        case UInt8(ascii: "J"), UInt8(ascii: "E"): 4
        case UInt8(ascii: "K"), UInt8(ascii: "D"), UInt8(ascii: "C"), UInt8(ascii: "P"): 8
        case UInt8(ascii: "M"), UInt8(ascii: "Q"): 16
        default: nil
        }
    }

    /// Returns the range in the heap to which a valid descriptor refers; `nil` for other columns.
    func heapRange(in row: [UInt8]) -> Range<Int>? {
        let width = kind == UInt8(ascii: "P") ? 4 : 8
        guard kind == UInt8(ascii: "P") || kind == UInt8(ascii: "Q"),
            let count = integer(in: row, at: 0, bytes: width),
            let start = integer(in: row, at: width, bytes: width), count >= 0, start >= 0
        else { return nil }
        let (length, isLong) = count.multipliedReportingOverflow(by: elementBytes)
        let (end, isFar) = start.addingReportingOverflow(length)
        return isLong || isFar ? nil : start..<end
    }

    /// Returns the column's value in a row; `nil` if the value is not a number.
    func number(in row: [UInt8]) -> Double? {
        switch kind {
        case UInt8(ascii: "B"): integer(in: row, at: 0, bytes: 1).map { Double($0 & 0xFF) }
        case UInt8(ascii: "I"): integer(in: row, at: 0, bytes: 2).map(Double.init)
        case UInt8(ascii: "J"): integer(in: row, at: 0, bytes: 4).map(Double.init)
        case UInt8(ascii: "K"): integer(in: row, at: 0, bytes: 8).map(Double.init)
        case UInt8(ascii: "E"):
            integer(in: row, at: 0, bytes: 4).map {
                Double(Float(bitPattern: UInt32(truncatingIfNeeded: $0)))
            }
        case UInt8(ascii: "D"):
            integer(in: row, at: 0, bytes: 8).map {
                Double(bitPattern: UInt64(bitPattern: Int64($0)))
            }
        default: nil
        }
    }

    private func integer(in row: [UInt8], at position: Int, bytes count: Int) -> Int? {
        let first = offset + position
        guard first + count <= row.count else { return nil }
        let bits = row[first..<first + count].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let unused = UInt64(64 - 8 * count)
        return Int(Int64(bitPattern: bits << unused) >> Int64(unused))
    }
}
