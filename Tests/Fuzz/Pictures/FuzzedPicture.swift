import Fuzzing
import Imaging

/// A small picture of any size, from fuzzed bytes.
struct FuzzedPicture {
    let raster: Raster
    let anchor: PixelPoint
    let registers: Int
    /// The maximum number of colours; each is both on sixel's grid of 101 levels and on that of
    /// 256.
    let colours: Int

    init(_ input: inout FuzzInput) {
        let size = PixelSize(width: input.number(in: 1...70), height: input.number(in: 1...40))
        anchor = PixelPoint(x: input.number(in: -9...99), y: input.number(in: -9...99))
        registers = input.number(in: 2...1024)
        let isDrawing = input.flag()
        colours = isDrawing ? input.number(in: 1...registers) : .max
        let matter = Array(input.rest)
        raster = Self.raster(size, matter.isEmpty ? [0] : matter, isDrawing ? colours : nil)
    }

    /// Repeats the content, shifted by a row's length so that it makes no columns.
    // Pixel by pixel into one array: an array for each pixel took half of a try.
    private static func raster(_ size: PixelSize, _ matter: [UInt8], _ few: Int?) -> Raster {
        var pixels = [UInt8](repeating: 255, count: 4 * size.width * size.height)
        for place in 0..<size.width * size.height {
            let byte = matter[place % matter.count]
            let next = matter[(place + place / matter.count) % matter.count]
            // Multiples of 51 are whole percents, and are restored exactly.
            let number = few.map { Int(byte) % $0 } ?? 0
            pixels[4 * place] = few == nil ? byte : level(number)
            pixels[4 * place + 1] = few == nil ? next : level(number / 6)
            pixels[4 * place + 2] = few == nil ? byte &+ next : level(number / 36)
        }
        return Raster(size: size, pixels: pixels)
    }

    private static func level(_ number: Int) -> UInt8 { UInt8(number % 6 * 51) }

    /// True if the registers suffice for all of its colours exactly.
    var isDrawing: Bool { colours < .max }
}
