/// Chooses registers row by row and hands what each misses to its neighbours (Floyd and Steinberg).
///
/// Rows must come in order from the first on; it remembers what the last row handed down.
package struct ErrorDiffusion {
    private let lookup: ColourLookup
    private let colours: [SIMD4<Int16>]
    private var errors: [SIMD4<Int16>]

    package init(_ palette: Palette, width: Int) {
        lookup = ColourLookup(palette)
        colours = palette.colours.map { SIMD4(Int16($0.red), Int16($0.green), Int16($0.blue), 0) }
        errors = [SIMD4<Int16>](repeating: .zero, count: width + 2)
    }

    /// Writes the registers of `rows` of `raster`.
    ///
    /// Hot: every pixel of a frame passes here when the photo rests.
    package mutating func quantise(
        _ rows: Range<Int>, of raster: Raster, into columns: UnsafeMutablePointer<UInt8>
    ) {
        let width = raster.size.width
        let (levels, nearest, colours) = (lookup.levels, lookup.nearest, colours)
        errors.withUnsafeMutableBufferPointer { errors in
            raster.pixels.withUnsafeBufferPointer { pixels in
                for (place, row) in rows.enumerated() {
                    var ahead = SIMD4<Int16>.zero
                    var below = SIMD4<Int16>.zero
                    var belowAhead = SIMD4<Int16>.zero
                    var source = row &* width &* 4
                    for x in 0..<width {
                        let pixel = SIMD4(
                            Int16(pixels[source]), Int16(pixels[source &+ 1]),
                            Int16(pixels[source &+ 2]), 0)
                        var wanted = pixel &+ ((errors[x &+ 1] &+ ahead &+ 8) &>> 4)
                        wanted.clamp(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
                        let key =
                            levels.red.keys[Int(wanted.x)] | levels.green.keys[Int(wanted.y)]
                            | levels.blue.keys[Int(wanted.z)]
                        let register = nearest[Int(key)]
                        columns[x &* RegisterColumns.stride &+ place] = register
                        let missed = wanted &- colours[Int(register)]
                        ahead = missed &* 7
                        errors[x] = below &+ missed &* 3
                        below = belowAhead &+ missed &* 5
                        belowAhead = missed
                        source &+= 4
                    }
                    errors[width] = below
                }
            }
        }
    }
}
