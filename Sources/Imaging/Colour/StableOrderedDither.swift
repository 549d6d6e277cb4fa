internal import Synchronization

/// Chooses registers with a threshold pattern that is fixed to the photo: a pixel's register
/// depends on its colour and its place in the photo alone, so nothing shimmers when the view moves.
///
/// It keeps to half of the registers and to a weak pattern: bytes are what limits a moving picture.
/// Over five photos at 1280x720 (at rest 1.84 MB): all registers 1.69 MB, dE .72; 128 of them
/// .84 MB, dE 1.18; 96 .76 MB, 1.38; 64 .55 MB, 1.66. A pattern of up to 6 codes doubles the bytes
/// of a smooth dark sky, 1 code adds a fifth and breaks its bands. Pairs of pixels with one register
/// would save more, but a pair at the edge of the window is not known whole.
package final class StableOrderedDither {
    private let lookup: ColourLookup
    /// The palette's register for each of those kept.
    private let registers: WorkingMemory<UInt8>
    /// What is added to the codes before they are looked up, for eight by eight places.
    private let offsets: WorkingMemory<Int>

    /// The largest offset, in codes.
    private static let strength = 1

    package init(_ colours: StableDitherPalette) {
        lookup = ColourLookup(colours.table)
        registers = WorkingMemory(colours.registers)
        let strength = colours.table.palette.isExact ? 0 : Self.strength
        offsets = WorkingMemory(
            BayerPattern.thresholds.map { threshold in
                Int((Double(2 * threshold - 63) / 63 * Double(strength)).rounded())
            })
    }

    /// Writes the registers of `rows` of `raster`, whose first pixel lies at `anchor` in the photo.
    ///
    /// Hot: every pixel of a frame passes here while the photo moves.
    package func quantise(
        _ rows: Range<Int>, of raster: Raster, at anchor: PixelPoint,
        into columns: UnsafeMutablePointer<UInt8>
    ) {
        let width = raster.size.width
        raster.pixels.withUnsafeBufferPointer { pixels in
            guard let pixels = pixels.baseAddress else { return }
            for (place, row) in rows.enumerated() {
                quantise(
                    pixels + row * width * Raster.bytesPerPixel, width: width,
                    at: PixelPoint(x: anchor.x & 7, y: (anchor.y + row) & 7), into: columns + place)
            }
        }
    }

    private func quantise(
        _ pixels: UnsafePointer<UInt8>, width: Int, at phase: PixelPoint,
        into columns: UnsafeMutablePointer<UInt8>
    ) {
        let (table, registers) = (lookup.table.entries, registers.base)
        let offsets = offsets.base + phase.y &* 8
        lookup.table.levels.withKeys { red, green, blue in
            for x in 0..<width {
                let pixel = pixels + x &* Raster.bytesPerPixel
                let offset = offsets[(x &+ phase.x) & 7]
                let key = Int(
                    red[Self.code(pixel[0], offset)] | green[Self.code(pixel[1], offset)]
                        | blue[Self.code(pixel[2], offset)])
                var register = table[key].load(ordering: .relaxed)
                if register == 0 { register = lookup.fill(around: key) }
                columns[x &* RegisterColumns.stride] = registers[Int(register) &- 1]
            }
        }
    }

    @inline(__always)
    private static func code(_ code: UInt8, _ offset: Int) -> Int {
        min(max(Int(code) &+ offset, 0), 255)
    }
}
