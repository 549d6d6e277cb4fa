package import Imaging
package struct Frame: Sendable {
    package let raster: Raster
    package let anchor: PixelPoint
    package let fineness: Fineness
    package init(raster: Raster, anchor: PixelPoint, fineness: Fineness) {
        self.raster = raster; self.anchor = anchor; self.fineness = fineness
    }
}
