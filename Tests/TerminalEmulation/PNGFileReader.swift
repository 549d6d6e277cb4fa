package import Imaging

/// Reads PNGs of 8 bits, RGB or RGBA, not interlaced: a decoder independent of libpng.
package enum PNGFileReader {
    package enum Failure: Error, Hashable {
        case noPNG, truncated, unsupported([UInt8]), stream(Inflater.Failure), filter(UInt8)
    }

    package static func raster(_ file: [UInt8]) throws(Failure) -> Raster {
        guard file.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) else {
            throw .noPNG
        }
        let chunks = try chunks(file.dropFirst(8))
        guard let header = chunks.first?.body, header.count == 13 else { throw .noPNG }
        let size = PixelSize(width: number(header[0..<4]), height: number(header[4..<8]))
        let samples = header[9] == 2 ? 3 : 4
        guard header[8] == 8, header[9] == 2 || header[9] == 6, header[10...] == [0, 0, 0] else {
            throw .unsupported(header)
        }
        let packed = chunks.filter { $0.name == "IDAT" }.reduce(into: [UInt8]()) { $0 += $1.body }
        let lines: [UInt8]
        do throws(Inflater.Failure) {
            lines = try Inflater.inflate(packed)
        } catch {
            throw .stream(error)
        }
        guard lines.count == (size.width * samples + 1) * size.height else { throw .truncated }
        return Raster(
            size: size, pixels: try pixels(lines, size, samples: samples), isOpaque: samples == 3)
    }

    private static func chunks(
        _ bytes: ArraySlice<UInt8>
    ) throws(Failure) -> [(name: String, body: [UInt8])] {
        var rest = bytes
        var chunks: [(name: String, body: [UInt8])] = []
        while chunks.last?.name != "IEND" {
            guard rest.count >= 12 else { throw .truncated }
            let length = number(rest.prefix(4))
            guard rest.count >= 12 + length else { throw .truncated }
            let name = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
            chunks.append((name, Array(rest.dropFirst(8).prefix(length))))
            rest = rest.dropFirst(12 + length)
        }
        guard rest.isEmpty else { throw .truncated }
        return chunks
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }

    private static func pixels(
        _ lines: [UInt8], _ size: PixelSize, samples: Int
    ) throws(Failure) -> [UInt8] {
        let length = size.width * samples
        var above = [UInt8](repeating: 0, count: length)
        var pixels: [UInt8] = []
        for row in 0..<size.height {
            let start = row * (length + 1)
            var line = Array(lines[start + 1...start + length])
            for place in 0..<length {
                let left = place >= samples ? line[place - samples] : 0
                let corner = place >= samples ? above[place - samples] : 0
                line[place] &+= try prediction(lines[start], left, above[place], corner)
            }
            for pixel in 0..<size.width {
                pixels += line[pixel * samples..<(pixel + 1) * samples]
                if samples == 3 { pixels.append(255) }
            }
            above = line
        }
        return pixels
    }

    private static func prediction(
        _ filter: UInt8, _ left: UInt8, _ above: UInt8, _ corner: UInt8
    ) throws(Failure) -> UInt8 {
        switch filter {
        case 0: return 0
        case 1: return left
        case 2: return above
        case 3: return UInt8((Int(left) + Int(above)) / 2)
        case 4:
            let estimate = Int(left) + Int(above) - Int(corner)
            let toLeft = abs(estimate - Int(left))
            let toAbove = abs(estimate - Int(above))
            let toCorner = abs(estimate - Int(corner))
            if toLeft <= toAbove, toLeft <= toCorner { return left }
            return toAbove <= toCorner ? above : corner
        default: throw .filter(filter)
        }
    }
}

/// Unpacks a zlib stream (RFC 1950 and 1951); slow, strict, and independent of zlib.
package struct Inflater {
    package enum Failure: Error, Hashable {
        case header, truncated, block(Int), code, distance(Int), checksum
    }

    private let bytes: [UInt8]
    private var place = 2
    private var bit = 0
    private var output: [UInt8] = []

    package static func inflate(_ bytes: [UInt8]) throws(Failure) -> [UInt8] {
        guard bytes.count > 6, bytes[0] & 15 == 8, (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0
        else { throw .header }
        var inflater = Inflater(bytes)
        while try !inflater.readBlock() {}
        try inflater.checkSum()
        return inflater.output
    }

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Reads one block; returns true if it was the last.
    private mutating func readBlock() throws(Failure) -> Bool {
        let isLast = try take(1) == 1
        switch try take(2) {
        case 0: try readStored()
        case 1: try readCoded(Self.fixedLiterals, HuffmanCode(Array(repeating: 5, count: 30)))
        case 2:
            let (literals, distances) = try readCodes()
            try readCoded(literals, distances)
        default: throw .block(3)
        }
        return isLast
    }

    private mutating func readStored() throws(Failure) {
        if bit > 0 { (place, bit) = (place + 1, 0) }
        let (length, complement) = (try take(16), try take(16))
        guard length == ~complement & 0xffff else { throw .block(0) }
        guard place + length <= bytes.count else { throw .truncated }
        output += bytes[place..<place + length]
        place += length
    }

    private static let fixedLiterals = HuffmanCode(
        (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })

    private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    private mutating func readCodes() throws(Failure) -> (HuffmanCode, HuffmanCode) {
        let (literals, distances) = (try take(5) + 257, try take(5) + 1)
        var lengths = Array(repeating: 0, count: 19)
        for place in 0..<(try take(4) + 4) { lengths[Self.order[place]] = try take(3) }
        let code = HuffmanCode(lengths)
        var all: [Int] = []
        while all.count < literals + distances {
            switch try symbol(code) {
            case 16:
                guard let last = all.last else { throw .code }
                all += Array(repeating: last, count: try take(2) + 3)
            case 17: all += Array(repeating: 0, count: try take(3) + 3)
            case 18: all += Array(repeating: 0, count: try take(7) + 11)
            case let length: all.append(length)
            }
        }
        return (HuffmanCode(Array(all[..<literals])), HuffmanCode(Array(all[literals...])))
    }

    private mutating func readCoded(
        _ literals: HuffmanCode, _ distances: HuffmanCode
    ) throws(Failure) {
        while true {
            let symbol = try symbol(literals)
            if symbol == 256 { return }
            guard symbol > 256 else {
                output.append(UInt8(symbol))
                continue
            }
            let length = try length(symbol)
            let distance = try distance(self.symbol(distances))
            guard distance <= output.count else { throw .distance(distance) }
            for _ in 0..<length { output.append(output[output.count - distance]) }
        }
    }

    private mutating func length(_ symbol: Int) throws(Failure) -> Int {
        if symbol < 265 { return symbol - 254 }
        guard symbol < 285 else { return 258 }
        let extra = (symbol - 261) / 4
        return (4 + (symbol - 261) % 4) << extra + 3 + (try take(extra))
    }

    private mutating func distance(_ symbol: Int) throws(Failure) -> Int {
        guard symbol < 30 else { throw .code }
        if symbol < 4 { return symbol + 1 }
        let extra = symbol / 2 - 1
        return (2 + symbol % 2) << extra + 1 + (try take(extra))
    }

    private mutating func symbol(_ code: HuffmanCode) throws(Failure) -> Int {
        var word = 1
        for _ in 0..<15 {
            word = word << 1 | (try take(1))
            let symbol = Int(code.symbols[word])
            if symbol >= 0 { return symbol }
        }
        throw .code
    }

    private mutating func take(_ count: Int) throws(Failure) -> Int {
        var value = 0
        for number in 0..<count {
            guard place < bytes.count else { throw .truncated }
            value |= (Int(bytes[place]) >> bit & 1) << number
            bit += 1
            if bit == 8 { (place, bit) = (place + 1, 0) }
        }
        return value
    }

    private mutating func checkSum() throws(Failure) {
        if bit > 0 { (place, bit) = (place + 1, 0) }
        guard place + 4 == bytes.count else { throw .truncated }
        var (low, high) = (1, 0)
        // The sums of a million bytes are less than 2^48, so they need no reduction after each
        // byte.
        for start in stride(from: 0, to: output.count, by: 1 << 20) {
            for byte in output[start..<min(output.count, start + 1 << 20)] {
                low += Int(byte)
                high += low
            }
            (low, high) = (low % 65_521, high % 65_521)
        }
        let told = bytes[place...].reduce(0) { $0 << 8 | Int($1) }
        guard told == high << 16 | low else { throw .checksum }
    }
}

/// A canonical Huffman code, from the lengths of its words (RFC 1951, 3.2.2).
struct HuffmanCode {
    /// The symbol of each word, which has a leading 1 so that its length counts; -1 for others.
    let symbols: [Int16]

    init(_ lengths: [Int]) {
        var symbols = [Int16](repeating: -1, count: 1 << 16)
        var word = 0
        for length in 1...15 {
            word <<= 1
            for (symbol, its) in lengths.enumerated() where its == length {
                // Words beyond the space of their length are invalid.
                if word < 1 << length { symbols[1 << length | word] = Int16(symbol) }
                word += 1
            }
        }
        self.symbols = symbols
    }
}
