package import Imaging

/// How far two rasters of one size are apart.
package struct RasterDifference: Hashable, Sendable, CustomStringConvertible {
    /// The mean absolute difference of red, of green and of blue, in 255ths.
    package let means: [Double]
    package let largest: Int
    /// How many pixels only one of the two has.
    package let holes: Int

    /// - Precondition: both have the same size.
    package init(_ one: Raster, _ other: Raster) {
        precondition(one.size == other.size, "\(one.size) and \(other.size) are compared")
        var (sums, largest, holes) = ([0, 0, 0], 0, 0)
        one.pixels.withUnsafeBufferPointer { one in
            other.pixels.withUnsafeBufferPointer { other in
                for place in stride(from: 0, to: one.count, by: Raster.bytesPerPixel) {
                    if (one[place + 3] == 0) != (other[place + 3] == 0) { holes += 1 }
                    for channel in 0..<3 {
                        let apart = abs(Int(one[place + channel]) - Int(other[place + channel]))
                        sums[channel] += apart
                        largest = max(largest, apart)
                    }
                }
            }
        }
        let count = Double(max(1, one.size.width * one.size.height))
        means = sums.map { Double($0) / count }
        self.largest = largest
        self.holes = holes
    }

    /// The worst channel's mean.
    package var mean: Double { means.max() ?? 0 }

    package var description: String {
        "mean \(means.map { ($0 * 100).rounded() / 100 }), largest \(largest), holes \(holes)"
    }
}
