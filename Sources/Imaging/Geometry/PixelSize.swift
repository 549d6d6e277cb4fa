/// A width and a height in pixels.
package struct PixelSize: Hashable, Sendable {
    package let width: Int
    package let height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    package var isEmpty: Bool { width <= 0 || height <= 0 }

    /// The number of pixels, or nil where it cannot be counted in an `Int`.
    package var area: Int? {
        let (product, overflow) = width.multipliedReportingOverflow(by: height)
        return overflow ? nil : product
    }

    package var transposed: PixelSize { PixelSize(width: height, height: width) }

    /// This size at a reduction: what is left over of a division counts as a whole pixel.
    ///
    /// The same rule as TurboJPEG's `TJSCALED`.
    package func reduced(by reduction: Reduction) -> PixelSize {
        PixelSize(
            width: (width + reduction.rawValue - 1) / reduction.rawValue,
            height: (height + reduction.rawValue - 1) / reduction.rawValue)
    }

    /// The largest size of this shape that lies in a box; never larger than this size itself
    /// unless `enlarging`, and never without a pixel.
    package func fitted(into box: PixelSize, enlarging: Bool = false) -> PixelSize {
        guard !isEmpty, !box.isEmpty else { return PixelSize(width: 1, height: 1) }
        let fit = min(
            Double(box.width) / Double(width), Double(box.height) / Double(height))
        let scale = enlarging ? fit : min(1, fit)
        return PixelSize(
            width: min(box.width, max(1, Int((Double(width) * scale).rounded()))),
            height: min(box.height, max(1, Int((Double(height) * scale).rounded()))))
    }
}
