package import Imaging

/// A sixel string decoded to pixels, leniently; `problems` lists faults that a terminal may reject.
package struct SixelDrawing: Sendable {
    package private(set) var size = PixelSize(width: 0, height: 0)
    /// The size in the raster attributes.
    package private(set) var declared: PixelSize?
    /// Red, green, blue and alpha; alpha is 0 for undrawn pixels.
    package private(set) var pixels: [UInt8] = []
    package private(set) var registerCount = 0
    package private(set) var problems: [String] = []

    /// The number of the terminal's registers: a higher number wraps around.
    private let registerLimit: Int
    private var palette: [Int: [UInt8]] = [:]
    private var register = 0
    private var count = 1
    private var x = 0
    private var top = 0

    /// Returns true if a device string is a picture: parameters, then `q`.
    package static func isSixel(_ string: OutputString) -> Bool {
        string.kind == .device
            && string.bytes.first { $0 != 0x3b && !($0 >= 0x30 && $0 <= 0x39) } == 0x71
    }

    /// Returns the size declared in the raster attributes of a sixel string.
    package static func declaredSize(_ bytes: [UInt8]) -> PixelSize? {
        // They are at the start: `7;1;q"1;1;W;H`.
        let text = String(decoding: bytes.prefix(64), as: UTF8.self)
        guard let quote = text.firstIndex(of: "\"") else { return nil }
        let numbers = text[text.index(after: quote)...].prefix { $0.isNumber || $0 == ";" }
            .split(separator: ";").compactMap { Int($0) }
        guard numbers.count == 4 else { return nil }
        return PixelSize(width: numbers[2], height: numbers[3])
    }

    /// - Parameters:
    ///   - bytes: what stands between `ESC P` and `ESC \`.
    ///   - registers: how many the terminal has.
    package init(_ bytes: [UInt8], registers: Int = 1024) {
        registerLimit = registers
        declared = Self.declaredSize(bytes)
        if let declared { grow(to: declared) }
        guard let start = bytes.firstIndex(of: 0x71) else {
            problems.append("no picture")
            return
        }
        read(bytes[(start + 1)...])
        registerCount = palette.count
        if declared == nil { problems.append("no raster attributes") }
        if let declared, declared != size { problems.append("declared \(declared), drawn \(size)") }
        checkRegisters()
    }

    private mutating func checkRegisters() {
        if palette.keys.sorted() != Array(0..<palette.count) {
            problems.append("registers are not 0 to \(palette.count - 1)")
        }
    }

    private mutating func read(_ bytes: ArraySlice<UInt8>) {
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            index += 1
            switch byte {
            case 0x3f...0x7e: draw(Int(byte) - 0x3f)
            case 0x24: x = 0
            case 0x2d: (x, top) = (0, top + 6)
            case 0x21: count = max(1, Self.numbers(bytes, &index).first ?? 1)
            case 0x23: choose(Self.numbers(bytes, &index))
            case 0x22: checkRaster(Self.numbers(bytes, &index))
            case 0x0a, 0x0d: break
            default: problems.append("byte \(byte) in the data")
            }
        }
    }

    private static func numbers(_ bytes: ArraySlice<UInt8>, _ index: inout Int) -> [Int] {
        var all: [Int] = []
        var current: Int?
        while index < bytes.endIndex {
            let byte = bytes[index]
            guard byte == 0x3b || (0x30...0x39).contains(byte) else { break }
            if byte == 0x3b {
                all.append(current ?? 0)
                current = nil
            } else {
                // A number over a million is not one of our sizes; clamping it avoids overflow.
                current = min(1_000_000, (current ?? 0) * 10 + Int(byte) - 0x30)
            }
            index += 1
        }
        return current.map { all + [$0] } ?? all
    }

    private mutating func checkRaster(_ numbers: [Int]) {
        if numbers.count != 4 || numbers.prefix(2) != [1, 1] {
            problems.append("raster attributes \(numbers)")
        }
        if x != 0 || top != 0 { problems.append("raster attributes after the first sixel") }
    }

    private mutating func choose(_ numbers: [Int]) {
        register = (numbers.first ?? 0) % registerLimit
        guard numbers.count > 1 else { return }
        guard numbers.count == 5, numbers[1] == 2, numbers[2...].allSatisfy({ $0 <= 100 }) else {
            return problems.append("colour \(numbers)")
        }
        let colour = numbers[2...].map { UInt8(($0 * 255 + 50) / 100) }
        if let known = palette[register], known != colour {
            problems.append("register \(register) redefined")
        }
        palette[register] = colour
    }

    private mutating func draw(_ bits: Int) {
        let right = x + count
        defer { (x, count) = (right, 1) }
        guard bits != 0 else { return }
        guard let colour = palette[register] else {
            return problems.append("register \(register) is not defined")
        }
        let bottom = top + (bits.bitWidth - bits.leadingZeroBitCount)
        grow(to: PixelSize(width: max(size.width, right), height: max(size.height, bottom)))
        // A size beyond the limit was ignored.
        guard right <= size.width, bottom <= size.height else { return }
        fill(bits, until: right, with: colour)
    }

    private mutating func fill(_ bits: Int, until right: Int, with colour: [UInt8]) {
        let (red, green, blue) = (colour[0], colour[1], colour[2])
        let (left, top, width) = (x, top, size.width)
        pixels.withUnsafeMutableBufferPointer { pixels in
            for line in 0..<6 where bits >> line & 1 == 1 {
                var place = ((top + line) * width + left) * 4
                for _ in left..<right {
                    pixels[place] = red
                    pixels[place + 1] = green
                    pixels[place + 2] = blue
                    pixels[place + 3] = 255
                    place += 4
                }
            }
        }
    }

    /// More than any screen shows; a size beyond it is a mistake, not a picture.
    private static let sideLimit = 20_000

    private mutating func grow(to new: PixelSize) {
        guard new != size, new.width <= Self.sideLimit, new.height <= Self.sideLimit else { return }
        var next = [UInt8](repeating: 0, count: new.width * new.height * 4)
        for row in 0..<size.height {
            let line = pixels[row * size.width * 4..<(row + 1) * size.width * 4]
            next.replaceSubrange(row * new.width * 4..<row * new.width * 4 + line.count, with: line)
        }
        (size, pixels) = (new, next)
    }

    package var undrawnCount: Int {
        stride(from: 3, to: pixels.count, by: 4).count { pixels[$0] == 0 }
    }
}
