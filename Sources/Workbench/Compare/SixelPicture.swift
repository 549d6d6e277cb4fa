internal import Imaging

/// Reads sixel as a forgiving terminal does: what any program wrote, to the pixels it shows.
///
/// The tests' `SixelReader` is of no use here: it refuses all that a terminal could take badly, and
/// most programs write some of it.
struct SixelPicture {
    private var pixels: [UInt32] = []
    private var width = 0
    private var height = 0
    private var declared: PixelSize?
    private var colours: [Int: UInt32] = [:]
    private var bytes: ArraySlice<UInt8>
    private var colour: UInt32 = 0
    private var x = 0
    private var top = 0

    /// Larger than any screen: more is a broken number.
    private static let sideLimit = 16_384

    /// The last sixel string of `bytes`; nil where there is none.
    static func raster(of bytes: [UInt8]) -> Raster? {
        var picture = SixelPicture(bytes: bytes[...])
        var last: Raster?
        while picture.skipToString() { last = picture.read() ?? last }
        return last
    }

    private init(bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    /// Goes behind the next `ESC P … q`.
    private mutating func skipToString() -> Bool {
        while let byte = bytes.popFirst() {
            guard byte == 0x1B, bytes.first == UInt8(ascii: "P") else { continue }
            bytes = bytes.dropFirst()
            _ = numbers()
            if bytes.popFirst() == UInt8(ascii: "q") { return true }
        }
        return false
    }

    private mutating func read() -> Raster? {
        (pixels, width, height, declared, x, top) = ([], 0, 0, nil, 0, 0)
        while let byte = bytes.popFirst(), byte != 0x1B {
            switch byte {
            case UInt8(ascii: "\""):
                let sizes = numbers()
                if sizes.count == 4 { declared = PixelSize(width: sizes[2], height: sizes[3]) }
            case UInt8(ascii: "#"): choose(numbers())
            case UInt8(ascii: "!"):
                let count = numbers().first ?? 1
                if let sixel = bytes.popFirst() { draw(sixel, count: count) }
            case UInt8(ascii: "$"): x = 0
            case UInt8(ascii: "-"): (x, top) = (0, top + 6)
            case 0x3F...0x7E: draw(byte, count: 1)
            default: break
            }
        }
        return raster
    }

    private mutating func choose(_ numbers: [Int]) {
        guard let register = numbers.first else { return }
        if numbers.count == 5, numbers[1] == 2 {
            let codes = numbers[2...].map { UInt32(min($0, 100) * 255 + 50) / 100 }
            colours[register] = codes[0] | codes[1] << 8 | codes[2] << 16
        }
        colour = colours[register] ?? 0xFF_FFFF
    }

    private mutating func draw(_ sixel: UInt8, count: Int) {
        let end = x + count
        guard (0x3F...0x7E).contains(sixel), end <= Self.sideLimit, top <= Self.sideLimit else {
            return
        }
        defer { x = end }
        let bits = sixel - 0x3F
        guard bits != 0 else { return }
        grow(toWidth: end, height: top + 8 - bits.leadingZeroBitCount)
        for row in 0..<6 where bits >> row & 1 == 1 {
            let start = (top + row) * stride
            for place in start + x..<start + end { pixels[place] = colour }
        }
    }

    /// Pixels from one row to the next: fixed, so that rows need not move.
    private var stride: Int { Self.sideLimit }

    private mutating func grow(toWidth newWidth: Int, height newHeight: Int) {
        width = max(width, newWidth)
        height = max(height, newHeight)
        let missing = (top + 6) * stride - pixels.count
        if missing > 0 { pixels += repeatElement(0, count: missing) }
    }

    private var raster: Raster? {
        let size =
            declared.map {
                PixelSize(width: max($0.width, 1), height: max($0.height, 1))
            } ?? PixelSize(width: width, height: height)
        guard !size.isEmpty, size.width <= stride, size.height <= Self.sideLimit else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size.width * size.height * Raster.bytesPerPixel)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let place = y * stride + x
                let pixel = place < pixels.count ? pixels[place] : 0
                bytes += [
                    UInt8(pixel & 0xFF), UInt8(pixel >> 8 & 0xFF), UInt8(pixel >> 16 & 0xFF), 255,
                ]
            }
        }
        return Raster(size: size, pixels: bytes)
    }

    private mutating func numbers() -> [Int] {
        var numbers: [Int] = []
        var number: Int?
        while let byte = bytes.first, byte == UInt8(ascii: ";") || (0x30...0x39).contains(byte) {
            bytes = bytes.dropFirst()
            if byte == UInt8(ascii: ";") {
                numbers.append(number ?? 0)
                number = nil
            } else {
                number = min((number ?? 0) * 10 + Int(byte - 0x30), 1 << 20)
            }
        }
        if let number { numbers.append(number) }
        return numbers
    }
}
