internal import Imaging

/// Means over boxes of 2 to 32 pixels a side: light added up as light, colours weighted by alpha.
struct BoxMean {
    let reduction: Int
    /// The reduced picture, as it is stored.
    let size: PixelSize

    private let stored: PixelSize
    private let isOpaque: Bool
    /// By how many pixels the first box of a row, or of a column, reaches over the picture's start.
    private let overlapX: Int
    private let overlapY: Int

    /// Boxes are counted from the corner that is at the top left when the photo stands upright.
    init(
        of stored: PixelSize, reducedBy reduction: Reduction, orientation: Orientation,
        isOpaque: Bool
    ) {
        self.stored = stored
        self.reduction = reduction.rawValue
        self.isOpaque = isOpaque
        size = stored.reduced(by: reduction)
        overlapX = orientation.reversesColumns ? size.width * self.reduction - stored.width : 0
        overlapY = orientation.reversesRows ? size.height * self.reduction - stored.height : 0
    }

    /// The stored rows under a row of boxes.
    func rows(of row: Int) -> Range<Int> {
        let start = row * reduction - overlapY
        return max(0, start)..<min(stored.height, start + reduction)
    }

    /// The stored pixels under an area of the reduced picture.
    func stored(under area: PixelRect) -> PixelRect {
        PixelRect(
            x: area.minX * reduction - overlapX, y: area.minY * reduction - overlapY,
            width: area.size.width * reduction, height: area.size.height * reduction
        ).intersection(PixelRect(stored))
    }

    /// Writes a row of means over whole stored rows, which may be fewer than a box is high.
    func reduce(
        _ rows: UnsafeBufferPointer<UInt8>, into target: UnsafeMutableBufferPointer<UInt8>,
        row: Int
    ) {
        let rowBytes = size.width * Raster.bytesPerPixel
        let means = UnsafeMutableBufferPointer(
            rebasing: target[(row * rowBytes)..<((row + 1) * rowBytes)])
        LinearLight.ofCode.withUnsafeBufferPointer { light in
            LinearLight.codeOfStep.withUnsafeBufferPointer { codes in
                isOpaque
                    ? reduceOpaque(rows, into: means, light, codes)
                    : reduceWeighted(rows, into: means, light, codes)
            }
        }
    }

    /// Hot: every pixel of an opaque PNG passes here once for a reduced decoding.
    private func reduceOpaque(
        _ rows: UnsafeBufferPointer<UInt8>, into means: UnsafeMutableBufferPointer<UInt8>,
        _ light: UnsafeBufferPointer<Float>, _ codes: UnsafeBufferPointer<UInt8>
    ) {
        let width = stored.width
        let rowBytes = width &* 4
        let rowCount = rows.count / rowBytes
        for box in 0..<size.width {
            let start = box &* reduction &- overlapX
            let columns = max(0, start)..<min(width, start &+ reduction)
            var red: Float = 0
            var green: Float = 0
            var blue: Float = 0
            for row in 0..<rowCount {
                var pixel = row &* rowBytes &+ columns.lowerBound &* 4
                for _ in columns {
                    red += light[Int(rows[pixel])]
                    green += light[Int(rows[pixel &+ 1])]
                    blue += light[Int(rows[pixel &+ 2])]
                    pixel &+= 4
                }
            }
            let scale = Float(LinearLight.steps) / Float(columns.count &* rowCount)
            means[box &* 4] = codes[Int(red * scale + 0.5)]
            means[box &* 4 &+ 1] = codes[Int(green * scale + 0.5)]
            means[box &* 4 &+ 2] = codes[Int(blue * scale + 0.5)]
            means[box &* 4 &+ 3] = 255
        }
    }

    /// Hot: as above, for a PNG with transparency.
    private func reduceWeighted(
        _ rows: UnsafeBufferPointer<UInt8>, into means: UnsafeMutableBufferPointer<UInt8>,
        _ light: UnsafeBufferPointer<Float>, _ codes: UnsafeBufferPointer<UInt8>
    ) {
        let width = stored.width
        let rowBytes = width &* 4
        let rowCount = rows.count / rowBytes
        for box in 0..<size.width {
            let start = box &* reduction &- overlapX
            let columns = max(0, start)..<min(width, start &+ reduction)
            var red: Float = 0
            var green: Float = 0
            var blue: Float = 0
            var alpha: UInt32 = 0
            for row in 0..<rowCount {
                var pixel = row &* rowBytes &+ columns.lowerBound &* 4
                for _ in columns {
                    let weight = UInt32(rows[pixel &+ 3])
                    let opacity = Float(weight)
                    red += light[Int(rows[pixel])] * opacity
                    green += light[Int(rows[pixel &+ 1])] * opacity
                    blue += light[Int(rows[pixel &+ 2])] * opacity
                    alpha &+= weight
                    pixel &+= 4
                }
            }
            let count = UInt32(columns.count &* rowCount)
            let scale = Float(LinearLight.steps) / Float(max(1, alpha))
            means[box &* 4] = codes[Int(red * scale + 0.5)]
            means[box &* 4 &+ 1] = codes[Int(green * scale + 0.5)]
            means[box &* 4 &+ 2] = codes[Int(blue * scale + 0.5)]
            means[box &* 4 &+ 3] = UInt8(truncatingIfNeeded: (alpha &+ count / 2) / count)
        }
    }
}
