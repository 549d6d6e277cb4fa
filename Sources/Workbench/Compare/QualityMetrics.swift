internal import Imaging

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// How like the original a picture looks.
struct QualityMetrics {
    /// In decibels, over all codes; 99 where none differs.
    let signalToNoise: Double
    /// Structural similarity of the luma (Wang and others, 2004): 1 is the same.
    let similarity: Double
    /// Mean CIEDE2000 once the eye has averaged a dither: after a blur of 1.2 pixels.
    let difference: Double
    /// The same after a blur of 4 pixels: what is left are bands and shifts of colour.
    let bands: Double
    /// How colourful it is, in parts of the original: mean chroma after the same blur as `difference`.
    let chroma: Double
    /// Mean FLIP: what an eye sees of all, the grain of a dither too.
    let flip: Double

    private static let ditherBlur = 1.2
    private static let bandBlur = 4.0

    /// - Precondition: both have one size.
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
