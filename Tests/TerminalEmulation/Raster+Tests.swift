package import Imaging

extension Raster {
    /// Paints a raster by a rule that gives red, green and blue for each pixel.
    package init(_ size: PixelSize, paintedBy colour: (Int, Int) -> (UInt8, UInt8, UInt8)) {
        var pixels: [UInt8] = []
        pixels.reserveCapacity(size.width * size.height * Self.bytesPerPixel)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let (red, green, blue) = colour(x, y)
                pixels.append(red)
                pixels.append(green)
                pixels.append(blue)
                pixels.append(255)
            }
        }
        self.init(size: size, pixels: pixels)
    }

    /// Creates a raster of one colour.
    package init(_ size: PixelSize, filledWith colour: RGBColour) {
        self.init(size) { _, _ in (colour.red, colour.green, colour.blue) }
    }

    /// Returns a dark sky with a glow and some stars, where bands and shimmer show first.
    package static func sky(width: Int, height: Int) -> Raster {
        var state: UInt32 = 7
        return Raster(PixelSize(width: width, height: height)) { x, y in
            state = state &* 1_664_525 &+ 1_013_904_223
            let star = state >> 24 == 0 ? 180 : 0
            let glow = 40 * (x + y) / (width + height)
            let noise = Int(state >> 20 & 3)
            let codes = (glow + noise + star, glow / 2 + noise + star, 9 + glow + star)
            return (UInt8(min(codes.0, 255)), UInt8(min(codes.1, 255)), UInt8(min(codes.2, 255)))
        }
    }

    /// True if all pixels are opaque, regardless of the raster's own flag.
    package var hasFullAlpha: Bool {
        stride(from: 3, to: pixels.count, by: Self.bytesPerPixel).allSatisfy { pixels[$0] == 255 }
    }

    /// Returns the number of transparent pixels in an area.
    package func transparentCount(in area: PixelRect) -> Int {
        (area.minY..<area.maxY).reduce(0) { count, y in
            let start = (y * size.width + area.minX) * Self.bytesPerPixel
            let alphas = stride(from: start + 3, to: start + area.size.width * 4, by: 4)
            return count + alphas.count { pixels[$0] == 0 }
        }
    }

    /// Returns a copy of another size: the mean of the pixels it stands for, or the nearest when
    /// enlarged.
    ///
    /// Plain means of the coded values: exact enough for the smooth pictures of the tests.
    package func resized(to target: PixelSize) -> Raster {
        Raster(target) { x, y in
            let columns = Self.span(x, of: target.width, over: size.width)
            let rows = Self.span(y, of: target.height, over: size.height)
            return mean(
                PixelRect(
                    x: columns.lowerBound, y: rows.lowerBound, width: columns.count,
                    height: rows.count))
        }
    }

    /// Returns a black screen with this raster, clipped, with its top left corner at `place`.
    package func placed(at place: PixelPoint, on screen: PixelSize) -> Raster {
        var all = [UInt8](repeating: 0, count: screen.width * screen.height * Self.bytesPerPixel)
        let seen = PixelRect(origin: place, size: size).intersection(PixelRect(screen))
        let count = seen.size.width * Self.bytesPerPixel
        for y in seen.isEmpty ? 0..<0 : seen.minY..<seen.maxY {
            let from = ((y - place.y) * size.width + seen.minX - place.x) * Self.bytesPerPixel
            let to = (y * screen.width + seen.minX) * Self.bytesPerPixel
            all.replaceSubrange(to..<to + count, with: pixels[from..<from + count])
        }
        for alpha in stride(from: 3, to: all.count, by: Self.bytesPerPixel) { all[alpha] = 255 }
        return Raster(size: screen, pixels: all)
    }

    private static func span(_ place: Int, of count: Int, over all: Int) -> Range<Int> {
        let start = min(all - 1, place * all / count)
        return start..<max(start + 1, min(all, (place + 1) * all / count))
    }

    /// Returns the mean colour of an area.
    package func mean(_ area: PixelRect) -> (UInt8, UInt8, UInt8) {
        var (red, green, blue) = (0, 0, 0)
        for y in area.minY..<area.maxY {
            for x in area.minX..<area.maxX {
                let place = (y * size.width + x) * Self.bytesPerPixel
                red += Int(pixels[place])
                green += Int(pixels[place + 1])
                blue += Int(pixels[place + 2])
            }
        }
        let count = max(1, area.size.width * area.size.height)
        return (UInt8(red / count), UInt8(green / count), UInt8(blue / count))
    }
}

/// The difference of two rasters of one size.
package struct RasterDifference: Hashable, Sendable, CustomStringConvertible {
    /// The mean absolute difference of red, of green and of blue, in 255ths.
    package let means: [Double]
    package let largest: Int
    /// The number of pixels that only one of the two has.
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
