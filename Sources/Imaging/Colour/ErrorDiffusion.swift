/// Chooses registers and hands what each misses to its neighbours (Floyd and Steinberg), in linear
/// light: the eye adds light, so what is handed on is what it sees.
///
/// Bands must come in order; it remembers what the last row handed down.
package final class ErrorDiffusion {
    private let chooser: DiffusionKernel
    /// What each pixel of the row above missed, from the pixel left of the first on.
    private var above = WorkingMemory<SIMD4<Float>>(zeros: 2)

    package init(_ table: ColourTable) {
        chooser = DiffusionKernel(table)
    }

    /// Forgets the rows before: the next row is the first of a picture.
    package func begin(width: Int) {
        if above.count != width + 2 { above = WorkingMemory(zeros: width + 2) }
        above.clear()
    }

    /// Writes the registers of up to six rows of `raster`.
    package func quantise(
        _ rows: Range<Int>, of raster: Raster, into columns: UnsafeMutablePointer<UInt8>
    ) {
        let width = raster.size.width
        raster.pixels.withUnsafeBufferPointer { pixels in
            guard let pixels = pixels.baseAddress else { return }
            var row = rows.lowerBound
            while row < rows.upperBound {
                let count = min(DiffusionRows.most, rows.upperBound - row)
                let place = DiffusionRows(
                    pixels: pixels + row * width * Raster.bytesPerPixel,
                    registers: columns + (row - rows.lowerBound), above: above.base, width: width)
                if count == DiffusionRows.most {
                    chooser.three(place)
                } else {
                    for single in 0..<count { chooser.one(place.row(single)) }
                }
                row += count
            }
        }
    }
}
