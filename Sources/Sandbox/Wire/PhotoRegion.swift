internal import Imaging

/// What is asked of a photo: an area of it at a reduction.
struct PhotoRegion: Hashable, Sendable {
    let area: PixelRect
    let reduction: Reduction

    init(_ area: PixelRect, reducedBy reduction: Reduction) {
        self.area = area
        self.reduction = reduction
    }

    init?(_ numbers: [Int]) {
        guard numbers.count == 5, let reduction = Reduction(rawValue: numbers[4]) else {
            return nil
        }
        area = PixelRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        self.reduction = reduction
    }

    var numbers: [Int] {
        [area.minX, area.minY, area.size.width, area.size.height, reduction.rawValue]
    }

    /// The bytes of its pixels; nil where they cannot be counted.
    var byteCount: Int? {
        guard let area = area.size.area else { return nil }
        let (bytes, overflow) = area.multipliedReportingOverflow(by: Raster.bytesPerPixel)
        return overflow ? nil : bytes
    }
}
