import Imaging

/// The picture elements of one cell after another, as linear light.
struct CellElements {
    let raster: Raster
    let metrics: CellMetrics

    /// Hot: gives each cell's elements from its top left; beyond the raster its edge goes on.
    func forEachCell(
        ofRow row: Int, columns: Int, _ body: (UnsafePointer<SIMD4<Float>>) -> Void
    ) {
        let count = metrics.width * metrics.height
        raster.pixels.withUnsafeBufferPointer { pixels in
            LinearLight.ofCode.withUnsafeBufferPointer { lights in
                withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: count) { cell in
                    guard let elements = cell.baseAddress else { return }
                    for column in 0..<columns {
                        for element in 0..<count {
                            let place = place(of: element, row: row, column: column)
                            cell[element] = SIMD4(
                                lights[Int(pixels[place])], lights[Int(pixels[place &+ 1])],
                                lights[Int(pixels[place &+ 2])], 0)
                        }
                        body(UnsafePointer(elements))
                    }
                }
            }
        }
    }

    @inline(__always)
    private func place(of element: Int, row: Int, column: Int) -> Int {
        let x = min(column &* metrics.width &+ element % metrics.width, raster.size.width &- 1)
        let y = min(row &* metrics.height &+ element / metrics.width, raster.size.height &- 1)
        return (y &* raster.size.width &+ x) &* Raster.bytesPerPixel
    }
}
