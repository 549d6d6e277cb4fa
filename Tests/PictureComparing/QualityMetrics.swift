internal import Foundation
package import Imaging

/// Metrics of a picture's visible similarity to the original.
package struct QualityMetrics: Sendable {
    /// PSNR in decibels over all codes; 99 if none differs.
    package let signalToNoise: Double
    /// SSIM of the luma (Wang and others, 2004): 1 is identical.
    package let similarity: Double
    /// Mean CIEDE2000 after a blur of 1.2 pixels, with which the eye averages a dither.
    package let difference: Double
    /// The same after a blur of 4 pixels, which leaves bands and colour shifts.
    package let bands: Double

    private static let ditherBlur = 1.2
    private static let bandBlur = 4.0

    /// - Precondition: both have the same size.
    package init(of picture: Raster, to original: Raster) {
        precondition(picture.size == original.size, "pixel is compared with pixel")
        signalToNoise = Self.signalToNoise(picture, original)
        similarity = Self.similarity(Self.luma(picture), Self.luma(original))
        let (lights, originals) = (LightPlanes(picture), LightPlanes(original))
        difference = Self.difference(lights, originals, sigma: Self.ditherBlur)
        bands = Self.difference(lights, originals, sigma: Self.bandBlur)
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
        return Plane(width: raster.size.width, height: raster.size.height, values: luma)
    }

    private static func similarity(_ x: Plane, _ y: Plane) -> Double {
        func mean(_ plane: Plane) -> [Float] { plane.blurred(sigma: 1.5, reach: 3.5).values }
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

    private static func difference(
        _ lights: LightPlanes, _ originals: LightPlanes, sigma: Double
    ) -> Double {
        let seen = lights.blurred(sigma: sigma).colours
        let wanted = originals.blurred(sigma: sigma).colours
        return zip(seen, wanted).reduce(0) { $0 + $1.0.difference(from: $1.1) }
            / Double(seen.count)
    }
}

/// A raster's red, green and blue in linear light.
package struct LightPlanes {
    private let red: Plane
    private let green: Plane
    private let blue: Plane

    package init(_ raster: Raster) {
        func plane(_ channel: Int) -> Plane {
            let light = stride(from: channel, to: raster.pixels.count, by: Raster.bytesPerPixel)
                .map { LinearLight.ofCode[Int(raster.pixels[$0])] }
            return Plane(width: raster.size.width, height: raster.size.height, values: light)
        }
        (red, green, blue) = (plane(0), plane(1), plane(2))
    }

    private init(red: Plane, green: Plane, blue: Plane) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    package func blurred(sigma: Double) -> LightPlanes {
        LightPlanes(
            red: red.blurred(sigma: sigma), green: green.blurred(sigma: sigma),
            blue: blue.blurred(sigma: sigma))
    }

    /// The colours of all pixels.
    package var colours: [LabColour] {
        red.values.indices.map { pixel in
            LabColour(
                red: Double(red.values[pixel]), green: Double(green.values[pixel]),
                blue: Double(blue.values[pixel]))
        }
    }
}

/// One number for each pixel of a picture.
struct Plane {
    let width: Int
    let height: Int
    let values: [Float]

    /// Returns a Gaussian blur of `sigma` pixels, truncated at `reach` times that; mirrored at the
    /// edges.
    func blurred(sigma: Double, reach: Double = 4) -> Plane {
        let weights = Self.gaussian(sigma: sigma, radius: Int(reach * sigma + 0.5))
        return alongRows(weights).transposed.alongRows(weights).transposed
    }

    /// Combines two planes, number by number.
    func with(_ other: Plane, _ combined: (Float, Float) -> Float) -> Plane {
        Plane(width: width, height: height, values: zip(values, other.values).map(combined))
    }

    /// Returns weights of a Gaussian; they add up to 1.
    private static func gaussian(sigma: Double, radius: Int) -> [Float] {
        let curve = (-radius...radius).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
        let sum = curve.reduce(0, +)
        return curve.map { Float($0 / sum) }
    }

    private func alongRows(_ weights: [Float]) -> Plane {
        let radius = weights.count / 2
        var result = [Float](repeating: 0, count: values.count)
        var row = [Float](repeating: 0, count: width + 2 * radius)
        for y in 0..<height {
            let start = y * width
            for x in -radius..<width + radius {
                row[x + radius] = values[start + mirrored(x)]
            }
            for x in 0..<width {
                var sum: Float = 0
                for (tap, weight) in weights.enumerated() { sum += row[x + tap] * weight }
                result[start + x] = sum
            }
        }
        return Plane(width: width, height: height, values: result)
    }

    private func mirrored(_ x: Int) -> Int {
        let place = x < 0 ? -1 - x : x
        return min(max(0, place < width ? place : 2 * width - 1 - place), width - 1)
    }

    private var transposed: Plane {
        var result = [Float](repeating: 0, count: values.count)
        for y in 0..<height {
            for x in 0..<width { result[x * height + y] = values[y * width + x] }
        }
        return Plane(width: height, height: width, values: result)
    }
}
