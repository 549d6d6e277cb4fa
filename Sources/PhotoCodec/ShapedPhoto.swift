internal import Imaging

/// A photo whose stored pixels are not square, stretched by repeating rows or columns.
///
/// Pixels are not blended, so that each shown pixel is a pixel of the file.
struct ShapedPhoto: StreamingImageSource {
    private let photo: any ImageSource
    let size: PixelSize

    /// Creates a stretched photo; `size` is the shown size, at least as large as the stored size.
    init(_ photo: any ImageSource, size: PixelSize) {
        (self.photo, self.size) = (photo, size)
    }

    var coarsest: Reduction { photo.coarsest }
    var status: ImageSourceStatus { photo.status }
    var isHighBitDepth: Bool { photo.isHighBitDepth }
    var hasHighRange: Bool { photo.hasHighRange }
    var hasPositions: Bool { photo.hasPositions }
    private var streaming: (any StreamingImageSource)? { photo as? any StreamingImageSource }

    func applying(_ curve: ToneCurve16) throws(DecodingFailure) -> (any ImageSource)? {
        try photo.applying(curve).map { ShapedPhoto($0, size: size) }
    }

    func sample(at point: PixelPoint) throws(DecodingFailure) -> PhotoSample {
        let grid = ShapedGrid(stored: photo.size, shown: size)
        return try photo.sample(at: PixelPoint(x: grid.column(point.x), y: grid.row(point.y)))
    }

    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> RegionPixels {
        try MemoryCheck.canHold(area.size, of: size)
        let grid = grid(reduction)
        return stretched(
            try photo.pixels(of: grid.stored(area), reducedBy: reduction), to: area, on: grid)
    }

    func isReady(_ area: PixelRect, reducedBy reduction: Reduction) -> Bool {
        streaming?.isReady(grid(reduction).stored(area), reducedBy: reduction) ?? true
    }

    func preview(of area: PixelRect, reducedBy reduction: Reduction) -> RegionPixels? {
        let grid = grid(reduction)
        return streaming?.preview(of: grid.stored(area), reducedBy: reduction)
            .map { stretched($0, to: area, on: grid) }
    }

    func waitForMore(of area: PixelRect, reducedBy reduction: Reduction) async {
        await streaming?.waitForMore(of: grid(reduction).stored(area), reducedBy: reduction)
    }

    private func grid(_ reduction: Reduction) -> ShapedGrid {
        ShapedGrid(stored: photo.size.reduced(by: reduction), shown: size.reduced(by: reduction))
    }

    private func stretched(
        _ region: RegionPixels, to area: PixelRect, on grid: ShapedGrid
    ) -> RegionPixels {
        RegionPixels(
            photo: size, reduction: region.reduction, area: area,
            raster: grid.stretched(region.raster, at: region.area.origin, to: area))
    }
}

/// A grid of stored pixels, stretched to a grid of at least as many shown pixels.
private struct ShapedGrid {
    let stored: PixelSize
    let shown: PixelSize

    func column(_ x: Int) -> Int { x * stored.width / shown.width }
    func row(_ y: Int) -> Int { y * stored.height / shown.height }

    /// Returns the stored pixels that an area of shown pixels covers.
    func stored(_ area: PixelRect) -> PixelRect {
        let (left, top) = (column(area.minX), row(area.minY))
        return PixelRect(
            x: left, y: top, width: column(area.maxX - 1) - left + 1,
            height: row(area.maxY - 1) - top + 1)
    }

    /// Returns the shown pixels of an area; `origin` is the stored position of `raster`.
    ///
    /// Hot: runs for each shown pixel of a stretched photo.
    func stretched(_ raster: Raster, at origin: PixelPoint, to area: PixelRect) -> Raster {
        let columns = (area.minX..<area.maxX).map { column($0) - origin.x }
        let count = area.size.width * area.size.height * Raster.bytesPerPixel
        let pixels = [UInt8](unsafeUninitializedCapacity: count) { target, written in
            let target = UnsafeMutableRawBufferPointer(target)
            raster.pixels.withUnsafeBytes { source in
                for y in 0..<area.size.height {
                    let from = (row(area.minY &+ y) &- origin.y) &* raster.size.width
                    let to = y &* area.size.width
                    for x in 0..<area.size.width {
                        let pixel = source.loadUnaligned(
                            fromByteOffset: (from &+ columns[x]) &* 4, as: UInt32.self)
                        target.storeBytes(of: pixel, toByteOffset: (to &+ x) &* 4, as: UInt32.self)
                    }
                }
            }
            written = count
        }
        return Raster(size: area.size, pixels: pixels, isOpaque: raster.isOpaque)
    }
}
