/// Where rows to be diffused lie in memory.
struct DiffusionRows {
    let pixels: UnsafePointer<UInt8>
    /// The first register of each row lies one byte after that of the row above.
    let registers: UnsafeMutablePointer<UInt8>
    /// What the row above missed, from the pixel left of its first on; then what the last row missed.
    let above: UnsafeMutablePointer<SIMD4<Float>>
    let width: Int

    /// Rows that are done at a time.
    static let most = 3

    func row(_ row: Int) -> DiffusionRows {
        DiffusionRows(
            pixels: pixels + row * width * Raster.bytesPerPixel, registers: registers + row,
            above: above, width: width)
    }
}
