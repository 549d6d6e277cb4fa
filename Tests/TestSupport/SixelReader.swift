package import Imaging

/// A small strict sixel decoder: one string, from `ESC P` to `ST`, to the raster a terminal shows.
///
/// Any output that a terminal could handle badly is a failure: undefined, missing or changed
/// registers, undrawn pixels, a size that differs from the declared one.
package struct SixelReader {
    package private(set) var size = PixelSize(width: 0, height: 0)
    /// The register of each pixel, row by row.
    package private(set) var registers: [Int] = []
    package private(set) var colours: [Int: RGBColour] = [:]
    /// The two numbers after `ESC P`.
    package private(set) var parameters: [Int] = []

    private var bytes: ArraySlice<UInt8>
    private var drawn: [Int: [Int]] = [:]
    private var register = 0
    private var column = 0
    private var band = 0
    private var used: Set<Int> = []

    package enum Failure: Error, Hashable {
        case noSixelString, noTerminator, unexpected(UInt8), noNumber
        case attributes([Int]), definition([Int])
        case undefinedRegister(Int), redefinedRegister(Int), missingRegister(Int)
        case undrawnPixel(x: Int, y: Int), outside(x: Int, y: Int)
        case bytesAfterTerminator(Int)
        case newLineAtEnd
    }

    /// Reads a string that must be all of `bytes`.
    package init(_ bytes: [UInt8]) throws(Failure) {
        self.bytes = bytes[...]
        try readIntroducer()
        while try readItem() {}
        try collect()
        guard self.bytes.isEmpty else { throw .bytesAfterTerminator(self.bytes.count) }
    }

    /// The raster that a terminal shows.
    package var raster: Raster {
        var pixels: [UInt8] = []
        pixels.reserveCapacity(registers.count * Raster.bytesPerPixel)
        for register in registers {
            let colour = colours[register] ?? .black
            pixels += [colour.red, colour.green, colour.blue, 255]
        }
        return Raster(size: size, pixels: pixels)
    }

    private mutating func readIntroducer() throws(Failure) {
        guard bytes.starts(with: [0x1B, 0x50]) else { throw .noSixelString }
        bytes = bytes.dropFirst(2)
        parameters = numbers()
        guard bytes.popFirst() == UInt8(ascii: "q") else { throw .noSixelString }
        guard bytes.popFirst() == UInt8(ascii: "\"") else { throw .attributes([]) }
        let attributes = numbers()
        guard attributes.count == 4, attributes[..<2] == [1, 1] else {
            throw .attributes(attributes)
        }
        size = PixelSize(width: attributes[2], height: attributes[3])
    }

    /// Reads one item; returns true if another may follow.
    private mutating func readItem() throws(Failure) -> Bool {
        guard let byte = bytes.popFirst() else { throw .noTerminator }
        switch byte {
        case UInt8(ascii: "#"): try readColour()
        case UInt8(ascii: "!"): try readRun()
        case UInt8(ascii: "$"): column = 0
        case UInt8(ascii: "-"): (column, band) = (0, band + 1)
        case 0x3F...0x7E: try draw(Int(byte) - 0x3F, count: 1)
        case 0x1B:
            guard bytes.popFirst() == 0x5C else { throw .noTerminator }
            return false
        default: throw .unexpected(byte)
        }
        return true
    }

    private mutating func readColour() throws(Failure) {
        let numbers = numbers()
        guard let first = numbers.first else { throw .noNumber }
        register = first
        guard numbers.count > 1 else { return }
        guard numbers.count == 5, numbers[1] == 2, numbers[2...].allSatisfy({ $0 <= 100 }) else {
            throw .definition(numbers)
        }
        guard colours[register] == nil else { throw .redefinedRegister(register) }
        let codes = numbers[2...].map { UInt8(($0 * 255 + 50) / 100) }
        colours[register] = RGBColour(red: codes[0], green: codes[1], blue: codes[2])
    }

    private mutating func readRun() throws(Failure) {
        guard let count = numbers().first, count > 0 else { throw .noNumber }
        guard let byte = bytes.popFirst() else { throw .noTerminator }
        guard (0x3F...0x7E).contains(byte) else { throw .unexpected(byte) }
        try draw(Int(byte) - 0x3F, count: count)
    }

    private mutating func draw(_ sixel: Int, count: Int) throws(Failure) {
        guard colours[register] != nil else { throw .undefinedRegister(register) }
        guard column + count <= size.width else { throw .outside(x: column + count, y: band * 6) }
        for row in 0..<6 where sixel >> row & 1 == 1 {
            let y = band * 6 + row
            guard y < size.height else { throw .outside(x: column, y: y) }
            Self.fill(
                &drawn[y, default: [Int](repeating: -1, count: size.width)],
                column..<column + count, with: register)
        }
        if sixel > 0 { used.insert(register) }
        column += count
    }

    /// Fills in place: a copy of the row for each sixel took half of the time.
    private static func fill(_ row: inout [Int], _ columns: Range<Int>, with register: Int) {
        for x in columns { row[x] = register }
    }

    private mutating func collect() throws(Failure) {
        for register in 0..<colours.count where colours[register] == nil {
            throw .missingRegister(register)
        }
        guard band * 6 < size.height else { throw .newLineAtEnd }
        registers.reserveCapacity(size.width * size.height)
        for y in 0..<size.height {
            let row = drawn[y] ?? [Int](repeating: -1, count: size.width)
            if let x = row.firstIndex(of: -1) { throw .undrawnPixel(x: x, y: y) }
            registers += row
        }
    }

    private mutating func numbers() -> [Int] {
        var numbers: [Int] = []
        var number: Int?
        while let byte = bytes.first, byte == UInt8(ascii: ";") || (0x30...0x39).contains(byte) {
            bytes.removeFirst()
            if byte == UInt8(ascii: ";") {
                numbers.append(number ?? 0)
                number = nil
            } else {
                number = (number ?? 0) * 10 + Int(byte - 0x30)
            }
        }
        if let number { numbers.append(number) }
        return numbers
    }
}
