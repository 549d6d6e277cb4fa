internal import Imaging

/// A decoder of Hcompress (FITS standard 4.0, section 10.4.4; White and Postman 1992).
///
/// A tile is stored as its H-transform, whose coefficients are quadtrees of bit planes. Lossy tiles
/// are not smoothed: smoothing would change samples less than rounding already has.
struct HCompressDecoder {
    /// The size of a tile's header in bytes: magic number, sides, scale, sum, three bit counts.
    private static let headBytes = 25
    /// The maximum number of bits of a coefficient.
    private static let mostBits = 62

    private let rows: Int
    private let columns: Int
    private var coefficients: [Int64]
    private var bits: HighBits

    /// Decompresses a tile.
    ///
    /// - Returns: false if the tile is damaged or has another size.
    static func decode(
        _ bytes: UnsafeRawBufferPointer, size: PixelSize,
        into target: UnsafeMutableBufferPointer<Int32>
    ) -> Bool {
        let head = ByteReader(bytes: bytes, isLittleEndian: false)
        guard bytes.count >= headBytes, head.uint16(at: 0) == 0xDD99,
            min(size.width, size.height) > 1,
            head.uint32(at: 2) == size.height, head.uint32(at: 6) == size.width,
            let scale = head.uint32(at: 10), let high = head.uint32(at: 14),
            let low = head.uint32(at: 18)
        else { return false }
        let planes = (22..<25).map { Int(bytes[$0]) }
        guard planes.allSatisfy({ $0 <= mostBits }) else { return false }
        var decoder = HCompressDecoder(bytes, size)
        guard decoder.readCoefficients(planes) else { return false }
        decoder.coefficients[0] = Int64(bitPattern: UInt64(high) << 32 | UInt64(low))
        if scale > 1 { decoder.multiply(by: Int64(scale)) }
        decoder.transform()
        for (index, number) in decoder.coefficients.enumerated() {
            target[index] = Int32(truncatingIfNeeded: number)
        }
        return true
    }

    private init(_ bytes: UnsafeRawBufferPointer, _ size: PixelSize) {
        (rows, columns) = (size.height, size.width)
        coefficients = Array(repeating: 0, count: rows * columns)
        bits = HighBits(bytes, at: Self.headBytes)
    }

    private mutating func multiply(by scale: Int64) {
        for index in coefficients.indices { coefficients[index] = coefficients[index] &* scale }
    }

    /// Returns the base-2 logarithm of a side, rounded up.
    private static func logarithm(of side: Int) -> Int {
        Int.bitWidth - max(0, side - 1).leadingZeroBitCount
    }

    /// Reads the means, three kinds of differences, and the signs; returns false after an error.
    private mutating func readCoefficients(_ planes: [Int]) -> Bool {
        let (upper, left) = ((rows + 1) / 2, (columns + 1) / 2)
        guard readQuadrant(at: 0, upper, left, planes[0]),
            readQuadrant(at: left, upper, columns / 2, planes[1]),
            readQuadrant(at: columns * upper, rows / 2, left, planes[1]),
            readQuadrant(at: columns * upper + left, rows / 2, columns / 2, planes[2]),
            bits.read(4) == 0
        else { return false }
        bits.skipToByte()
        for index in coefficients.indices where coefficients[index] != 0 {
            guard let sign = bits.read(1) else { return false }
            if sign == 1 { coefficients[index] = -coefficients[index] }
        }
        return true
    }

    /// Reads the bit planes of a quadrant, highest first; returns false if the planes are damaged.
    private mutating func readQuadrant(at first: Int, _ height: Int, _ width: Int, _ planes: Int)
        -> Bool
    {
        for plane in (0..<planes).reversed() {
            guard let form = bits.read(4),
                let codes = form == 0
                    ? codesAsTheyAre((height + 1) / 2 * ((width + 1) / 2))
                    : form == 15 ? codesOfTree(height, width) : nil
            else { return false }
            insert(codes, height, width, at: first, bit: Int64(1) << Int64(plane))
        }
        return true
    }

    private mutating func codesAsTheyAre(_ count: Int) -> [UInt8]? {
        var codes: [UInt8] = []
        codes.reserveCapacity(count)
        for _ in 0..<count {
            guard let code = bits.read(4) else { return nil }
            codes.append(UInt8(code))
        }
        return codes
    }

    /// Returns the four-bit codes at the finest level of a quadtree; empty if all bits are 0.
    ///
    /// Each bit that is set in a code stands for a code at the next finer level. The result is
    /// `nil` if the data end too early.
    private mutating func codesOfTree(_ height: Int, _ width: Int) -> [UInt8]? {
        guard let root = readCode() else { return nil }
        guard root != 0 else { return [] }
        var codes = [root]
        let levels = Self.logarithm(of: max(height, width))
        for level in stride(from: levels - 1, to: 0, by: -1) {
            let (high, wide) = (Self.halved(height, level), Self.halved(width, level))
            var finer = Self.spread(codes, high, wide)
            for index in finer.indices.reversed() where finer[index] != 0 {
                guard let code = readCode() else { return nil }
                finer[index] = code
            }
            codes = finer
        }
        return codes
    }

    /// Returns the length of a side after `times` halvings, each rounded up.
    private static func halved(_ side: Int, _ times: Int) -> Int {
        (side + (1 << times) - 1) >> times
    }

    /// Returns one bit for each position; a code contains the bits of two by two positions.
    private static func spread(_ codes: [UInt8], _ height: Int, _ width: Int) -> [UInt8] {
        var spread = [UInt8](repeating: 0, count: height * width)
        let across = (width + 1) / 2
        for row in 0..<height {
            for column in 0..<width {
                let code = codes[row / 2 * across + column / 2]
                spread[row * width + column] = code >> UInt8(3 - row % 2 * 2 - column % 2) & 1
            }
        }
        return spread
    }

    private mutating func insert(
        _ codes: [UInt8], _ height: Int, _ width: Int, at first: Int, bit: Int64
    ) {
        guard !codes.isEmpty else { return }
        let across = (width + 1) / 2
        for row in 0..<height {
            for column in 0..<width {
                let code = codes[row / 2 * across + column / 2]
                guard code >> UInt8(3 - row % 2 * 2 - column % 2) & 1 == 1 else { continue }
                coefficients[first + row * columns + column] |= bit
            }
        }
    }

    /// Reads a Huffman code of three to six bits (White and Postman's table); `nil` at the end.
    private mutating func readCode() -> UInt8? {
        guard let start = bits.read(3) else { return nil }
        if start < 4 { return 1 << UInt8(start) }
        guard let fourth = bits.read(1) else { return nil }
        let four = start << 1 | fourth
        if four < 13 { return [3, 5, 10, 12, 15][Int(four) - 8] }
        guard let fifth = bits.read(1) else { return nil }
        let five = four << 1 | fifth
        if five < 31 { return [6, 7, 9, 11, 13][Int(five) - 26] }
        return bits.read(1).map { $0 == 0 ? 0 : 14 }
    }

    /// Inverts the transform, from the coarsest level to the finest level.
    private mutating func transform() {
        let levels = Self.logarithm(of: max(rows, columns))
        var rounding = Rounding(bit: 1 << Int64(levels - 1))
        coefficients[0] = rounding.rounded(coefficients[0], to: rounding.bit &* 4)
        for level in (0..<levels).reversed() {
            let (height, width) = (Self.halved(rows, level), Self.halved(columns, level))
            interleave(height, width)
            rounding.isLast = level == 0
            for row in stride(from: 0, to: height, by: 2) {
                for column in stride(from: 0, to: width, by: 2) {
                    let index = row * columns + column
                    switch (row + 1 < height, column + 1 < width) {
                    case (true, true): rounding.invert(&coefficients, index, columns)
                    case (true, false): rounding.invertPair(&coefficients, index, index + columns)
                    case (false, true): rounding.invertPair(&coefficients, index, index + 1)
                    case (false, false): coefficients[index] >>= rounding.shift
                    }
                }
            }
            rounding.bit >>= 1
        }
    }

    /// Interleaves the first and second half of each row and column.
    private mutating func interleave(_ height: Int, _ width: Int) {
        for row in 0..<height { interleave(from: row * columns, count: width, step: 1) }
        for column in 0..<width { interleave(from: column, count: height, step: columns) }
    }

    private mutating func interleave(from first: Int, count: Int, step: Int) {
        let old = (0..<count).map { coefficients[first + $0 * step] }
        let half = (count + 1) / 2
        for index in 0..<count {
            coefficients[first + index * step] = old[index % 2 == 0 ? index / 2 : half + index / 2]
        }
    }

    /// The inverse transform of one level, which restores the low bits of sums from differences.
    private struct Rounding {
        var bit: Int64
        var isLast = false

        init(bit: Int64) { self.bit = bit }

        var shift: Int64 { isLast ? 2 : 1 }

        /// Returns the nearest multiple of a power of two; halves are rounded away from 0.
        func rounded(_ number: Int64, to unit: Int64) -> Int64 {
            let half = unit >> 1
            let addend = number >= 0 ? half : half == 0 ? 0 : half - 1
            return (number &+ addend) & ~(unit &- 1)
        }

        /// Replaces a sum and three differences by the four numbers that they encode.
        func invert(_ coefficients: inout [Int64], _ index: Int, _ columns: Int) {
            let cross = rounded(coefficients[index + columns + 1], to: bit)
            let low = cross & bit
            var down = rounded(coefficients[index + columns], to: bit &* 2)
            var along = rounded(coefficients[index + 1], to: bit &* 2)
            down = down >= 0 ? down &- low : down &+ low
            along = along >= 0 ? along &- low : along &+ low
            let next = (cross ^ down ^ along) & (bit &* 2)
            var sum = coefficients[index]
            sum =
                sum >= 0
                ? sum &+ low &- next : sum &+ (low == 0 ? next : low &- next)
            coefficients[index + columns + 1] = (sum &+ down &+ along &+ cross) >> shift
            coefficients[index + columns] = (sum &+ down &- along &- cross) >> shift
            coefficients[index + 1] = (sum &- down &+ along &- cross) >> shift
            coefficients[index] = (sum &- down &- along &+ cross) >> shift
        }

        /// Replaces a sum and a difference at an edge by the two numbers that they encode.
        func invertPair(_ coefficients: inout [Int64], _ index: Int, _ other: Int) {
            let difference = rounded(coefficients[other], to: bit &* 2)
            let low = difference & (bit &* 2)
            let sum =
                coefficients[index] >= 0 ? coefficients[index] &- low : coefficients[index] &+ low
            coefficients[other] = (sum &+ difference) >> shift
            coefficients[index] = (sum &- difference) >> shift
        }
    }
}
