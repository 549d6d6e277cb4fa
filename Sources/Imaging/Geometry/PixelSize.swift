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
}
