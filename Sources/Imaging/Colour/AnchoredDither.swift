/// Chooses registers with a threshold pattern that is fixed to the photo: a pixel's register
/// depends on its colour and its place in the photo alone, so nothing shimmers when the view moves.
package final class AnchoredDither {
    private let lookup: ColourLookup
    private let offsets: [Int]

    /// The largest offset, in codes.
    private static let strength = 6

    package init(_ palette: Palette) {
        lookup = ColourLookup(palette)
        let strength = palette.isExact ? 0 : Self.strength
        offsets = Self.bayer.map { ($0 * 2 - 63) * strength / 63 }
    }

    /// Writes the registers of `rows` of `raster`, whose first pixel lies at `anchor` in the photo.
    ///
    /// Hot: every pixel of a frame passes here while the photo moves.
    package func quantise(
        _ rows: Range<Int>, of raster: Raster, at anchor: PixelPoint,
        into columns: UnsafeMutablePointer<UInt8>
    ) {
        let width = raster.size.width
        let levels = lookup.levels
        raster.pixels.withUnsafeBufferPointer { pixels in
            for (place, row) in rows.enumerated() {
                let pattern = (anchor.y &+ row) & 7 &* 8
                var source = row &* width &* 4
                for x in 0..<width {
                    let offset = offsets[pattern &+ (anchor.x &+ x) & 7]
                    let red = min(max(Int(pixels[source]) &+ offset, 0), 255)
                    let green = min(max(Int(pixels[source &+ 1]) &+ offset, 0), 255)
                    let blue = min(max(Int(pixels[source &+ 2]) &+ offset, 0), 255)
                    let key = Int(
                        levels.red.keys[red] | levels.green.keys[green] | levels.blue.keys[blue])
                    var register = lookup.table.base[key]
                    if register == 0 { register = lookup.fill(around: key) }
                    columns[x &* RegisterColumns.stride &+ place] = UInt8(
                        truncatingIfNeeded: register &- 1)
                    source &+= 4
                }
            }
        }
    }

    private static let bayer: [Int] = (0..<64).map { index in
        let (x, y) = (index & 7, index >> 3)
        var value = 0
        for bit in 0..<3 {
            let shift = 2 - bit
            value |= ((x ^ y) >> bit & 1) << (2 * shift + 1) | (y >> bit & 1) << (2 * shift)
        }
        return value
    }
}
