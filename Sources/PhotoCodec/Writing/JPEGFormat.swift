package import Imaging

/// What stays the same from one strip of a JPEG to the next.
package struct JPEGFormat: Hashable, Sendable {
    package let size: PixelSize
    package let layout: PixelLayout
    /// 1 to 100, as libjpeg counts it.
    package let quality: Int

    /// The longest side that libjpeg reads or writes: its JPEG_MAX_DIMENSION.
    package static let longestSide = 65500

    /// - Precondition: the sides are within `longestSide`, the quality within 1 to 100; no alpha.
    package init(size: PixelSize, layout: PixelLayout, quality: Int) {
        precondition(!size.isEmpty, "a picture has pixels")
        precondition(max(size.width, size.height) <= Self.longestSide, "libjpeg's limit")
        precondition(layout != .rgba, "JPEG has no alpha")
        precondition((1...100).contains(quality), "libjpeg's scale of quality")
        self.size = size
        self.layout = layout
        self.quality = quality
    }

    /// The side of an MCU in pixels: 16 with chroma at half resolution, 8 in gray.
    package var unitSide: Int { layout == .gray ? 8 : 16 }

    /// How many MCUs lie side by side.
    package var unitsPerRow: Int { (size.width + unitSide - 1) / unitSide }

    /// The most rows a strip may have: a restart interval is counted in 16 bits.
    package var mostRowsPerStrip: Int { 0xFFFF / unitsPerRow * unitSide }

    /// A number of rows near `wanted` that makes a good strip: whole MCUs, within the limit.
    package func rowsPerStrip(near wanted: Int) -> Int {
        let units = max(1, (wanted + unitSide / 2) / unitSide)
        return min(units * unitSide, mostRowsPerStrip)
    }
}
