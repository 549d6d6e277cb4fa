internal import Foundation
internal import Imaging

/// How similar to the original a picture looks.
struct QualityMetrics {
    /// PSNR in decibels over all codes; 99 if none differs.
    let signalToNoise: Double
    /// SSIM of the luma (Wang and others, 2004): 1 is identical.
    let similarity: Double
    /// Mean CIEDE2000 after a blur of 1.2 pixels, with which the eye averages a dither.
    let difference: Double
    /// The same after a blur of 4 pixels, which leaves bands and colour shifts.
    let bands: Double
    /// Mean chroma relative to the original's, after the same blur as `difference`.
    let chroma: Double
    /// Mean FLIP: what the eye sees, including the grain of a dither.
    let flip: Double

    private static let ditherBlur = 1.2
    private static let bandBlur = 4.0

    /// - Precondition: both have the same size.
    init(of picture: Raster, to original: Raster) {
        precondition(picture.size == original.size, "pixel is compared with pixel")
        signalToNoise = Self.signalToNoise(picture, original)
        similarity = Self.similarity(Self.luma(picture), Self.luma(original))
        let (lights, originals) = (LightPlanes(picture), LightPlanes(original))
        let (seen, wanted) = Self.colours(lights, originals, sigma: Self.ditherBlur)
        difference = Self.difference(seen, wanted)
        chroma = Self.chroma(seen) / max(Self.chroma(wanted), .leastNormalMagnitude)
        let (broad, broadly) = Self.colours(lights, originals, sigma: Self.bandBlur)
        bands = Self.difference(broad, broadly)
        flip = Flip(of: picture, to: original).mean
    }

    private static func signalToNoise(_ picture: Raster, _ original: Raster) -> Double {
        var sum = 0
        for (index, code) in picture.pixels.enumerated() where index & 3 != 3 {
            let error = Int(code) - Int(original.pixels[index])
            sum += error * error
        }
        let mean = Double(sum) / Double(picture.pixels.count / 4 * 3)
        return mean == 0 ? 99 : 10 * log10(255 * 255 / mean)
    }

    private static func luma(_ raster: Raster) -> Plane {
        var luma: [Float] = []
        for pixel in stride(from: 0, to: raster.pixels.count, by: Raster.bytesPerPixel) {
            let redGreen =
                0.299 * Float(raster.pixels[pixel]) + 0.587 * Float(raster.pixels[pixel + 1])
            luma.append(redGreen + 0.114 * Float(raster.pixels[pixel + 2]))
        }
        return Plane(width: raster.size.width, height: raster.size.height, numbers: luma)
    }

    private static func similarity(_ x: Plane, _ y: Plane) -> Double {
        func mean(_ plane: Plane) -> [Float] { plane.blurred(sigma: 1.5, reach: 3.5).numbers }
        let (meanX, meanY) = (mean(x), mean(y))
        let (squareX, squareY) = (mean(x.with(x, *)), mean(y.with(y, *)))
        let product = mean(x.with(y, *))
        let (steady, lively): (Float, Float) = (6.5025, 58.5225)
        var sum = 0.0
        for pixel in meanX.indices {
            let (mx, my) = (meanX[pixel], meanY[pixel])
            let above = (2 * mx * my + steady) * (2 * (product[pixel] - mx * my) + lively)
            let spread = squareX[pixel] - mx * mx + squareY[pixel] - my * my
            sum += Double(above / ((mx * mx + my * my + steady) * (spread + lively)))
        }
        return sum / Double(meanX.count)
    }

    private static func colours(
        _ lights: LightPlanes, _ originals: LightPlanes, sigma: Double
    ) -> (seen: [LabColour], wanted: [LabColour]) {
        (lights.blurred(sigma: sigma).colours, originals.blurred(sigma: sigma).colours)
    }

    private static func difference(_ seen: [LabColour], _ wanted: [LabColour]) -> Double {
        let sum = zip(seen, wanted).reduce(0) { $0 + $1.0.difference(from: $1.1) }
        return sum / Double(seen.count)
    }

    private static func chroma(_ colours: [LabColour]) -> Double {
        colours.reduce(0) { $0 + $1.chroma } / Double(colours.count)
    }
}

/// A raster's red, green and blue in linear light.
struct LightPlanes {
    let red: Plane
    let green: Plane
    let blue: Plane

    init(_ raster: Raster) {
        func plane(_ channel: Int) -> Plane {
            let light = stride(from: channel, to: raster.pixels.count, by: Raster.bytesPerPixel)
                .map { LinearLight.ofCode[Int(raster.pixels[$0])] }
            return Plane(width: raster.size.width, height: raster.size.height, numbers: light)
        }
        (red, green, blue) = (plane(0), plane(1), plane(2))
    }

    init(red: Plane, green: Plane, blue: Plane) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    func blurred(sigma: Double) -> LightPlanes {
        LightPlanes(
            red: red.blurred(sigma: sigma), green: green.blurred(sigma: sigma),
            blue: blue.blurred(sigma: sigma))
    }

    /// Of all pixels.
    var colours: [LabColour] {
        red.numbers.indices.map { pixel in
            LabColour(
                red: Double(red.numbers[pixel]), green: Double(green.numbers[pixel]),
                blue: Double(blue.numbers[pixel]))
        }
    }
}

/// One number for each pixel of a picture.
struct Plane {
    let width: Int
    let height: Int
    let numbers: [Float]

    /// How a filter continues the plane beyond its edges.
    enum Beyond { case mirrored, clamped }

    /// A Gaussian blur of `sigma` pixels, truncated at `reach` times that; mirrored at the edges.
    func blurred(sigma: Double, reach: Double = 4) -> Plane {
        let weights = Self.gaussian(sigma: sigma, radius: Int(reach * sigma + 0.5))
        return filtered(rows: weights, columns: weights, beyond: .mirrored)
    }

    /// Filtered along rows, then along columns, by weights centred on the pixel.
    func filtered(rows: [Float], columns: [Float], beyond: Beyond) -> Plane {
        alongRows(rows, beyond).transposed.alongRows(columns, beyond).transposed
    }

    func map(_ changed: (Float) -> Float) -> Plane {
        Plane(width: width, height: height, numbers: numbers.map(changed))
    }

    /// Two planes, number by number.
    func with(_ other: Plane, _ combined: (Float, Float) -> Float) -> Plane {
        Plane(width: width, height: height, numbers: zip(numbers, other.numbers).map(combined))
    }

    /// Weights of a Gaussian; they add up to 1.
    static func gaussian(sigma: Double, radius: Int) -> [Float] {
        let curve = (-radius...radius).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
        let sum = curve.reduce(0, +)
        return curve.map { Float($0 / sum) }
    }

    private func alongRows(_ weights: [Float], _ beyond: Beyond) -> Plane {
        let radius = weights.count / 2
        var result = [Float](repeating: 0, count: numbers.count)
        var row = [Float](repeating: 0, count: width + 2 * radius)
        for y in 0..<height {
            let start = y * width
            for x in -radius..<width + radius {
                row[x + radius] = numbers[start + place(x, beyond)]
            }
            for x in 0..<width {
                var sum: Float = 0
                for (tap, weight) in weights.enumerated() { sum += row[x + tap] * weight }
                result[start + x] = sum
            }
        }
        return Plane(width: width, height: height, numbers: result)
    }

    private func place(_ x: Int, _ beyond: Beyond) -> Int {
        guard beyond == .mirrored else { return min(max(0, x), width - 1) }
        let place = x < 0 ? -1 - x : x
        return min(max(0, place < width ? place : 2 * width - 1 - place), width - 1)
    }

    private var transposed: Plane {
        var result = [Float](repeating: 0, count: numbers.count)
        for y in 0..<height {
            for x in 0..<width { result[x * height + y] = numbers[y * width + x] }
        }
        return Plane(width: height, height: width, numbers: result)
    }
}
