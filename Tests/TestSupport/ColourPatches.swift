package import Imaging

/// The 24 colours of a chart that all spaces have: six across, four down.
package enum ColourPatches {
    /// The side of a patch in a file of the chart, in pixels.
    package static let side = 8
    package static let size = PixelSize(width: 6 * side, height: 4 * side)

    /// sRGB codes.
    package static let codes: [SIMD3<Double>] = [
        [110, 75, 60], [195, 150, 130], [95, 120, 155], [90, 105, 65], [130, 125, 175],
        [105, 190, 170], [220, 125, 45], [70, 90, 165], [190, 85, 95], [90, 60, 105],
        [160, 190, 65], [225, 160, 45], [55, 65, 145], [70, 150, 75], [175, 55, 60],
        [230, 200, 40],
        [185, 85, 150], [40, 135, 160], [243, 243, 243], [200, 200, 200], [160, 160, 160],
        [120, 120, 120], [80, 80, 80], [40, 40, 40],
    ].map { SIMD3($0[0], $0[1], $0[2]) }

    /// The charts among the fixtures, and by how many codes a patch of each may be off.
    ///
    /// | files | decoder, tiles, strips, export | minimap, wall, kitty | print, convert, crop |
    /// |---|---|---|---|
    /// | those of this list | `ColourChartTests` | `ColourChartViewsTests` | `ColourCharts` |
    /// | other chunks, code points and profiles | `ColourChartTests` | (1) | (1) |
    /// | APNG, OpenEXR | `ColourChartTests` | (2) | (2) |
    /// | grays | `ColourChartTests` | (1) | (1) |
    ///
    /// (1) Only the decoder reads a description: what follows sees the pixels of the list's files.
    /// (2) There is no fixture; what follows sees the same kind of pixels as of a PNG.
    package static let files: [(name: String, tolerance: Double)] = [
        ("chart-p3.png", 1), ("chart-pq.png", 1.5), ("chart-profile.tif", 2.5),
        ("chart-profile.jpg", 4), ("chart-adobe.jpg", 4), ("chart-inks.jpg", 3),
        ("chart-p3.avif", 3), ("chart-pq.avif", 3), ("chart-hlg.avif", 3),
        ("chart-profile.avif", 3), ("chart-p3.heic", 3), ("chart-profile.heic", 3),
        ("chart-p3.jxl", 1), ("chart-pq.jxl", 3), ("chart-hlg.jxl", 1.1),
        ("chart-profile.jxl", 2.5), ("chart-inks.jxl", 1), ("chart-profile.webp", 2.5),
        ("chart-profile.jp2", 2.5),
    ]

    /// Returns the largest difference of a channel between a chart and what is right.
    ///
    /// `side` is that of a patch in pixels.
    package static func worst(_ raster: Raster, side: Int) -> Double {
        codes.indices.map { patch in
            let difference = shown(patch, in: raster, side: side) - codes[patch]
            return max(difference.max(), -difference.min())
        }.max() ?? 0
    }

    /// Returns the mean of a patch's middle, where the dither's 4 x 4 are.
    package static func shown(_ patch: Int, in raster: Raster, side: Int) -> SIMD3<Double> {
        let (left, top) = (patch % 6 * side + side / 4, patch / 6 * side + side / 4)
        let count = max(side / 2, 1)
        var sum = SIMD3<Double>()
        for place in 0..<count * count {
            let (x, y) = (left + place % count, top + place / count)
            let start = (y * raster.size.width + x) * Raster.bytesPerPixel
            for channel in 0..<3 { sum[channel] += Double(raster.pixels[start + channel]) }
        }
        return sum / Double(count * count)
    }
}
