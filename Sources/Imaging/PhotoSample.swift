/// A sample value as stored in a photo's file.
package enum SampleValue: Hashable, Sendable, ExpressibleByIntegerLiteral {
    case integer(Int)
    /// A value that exceeds the range of `Int`.
    case unsigned(UInt64)
    /// A single-precision number.
    ///
    /// Without conversion to `Double`, its shortest decimal form is the value in the file.
    case single(Float)
    case double(Double)
    /// A missing value: the file has no value for this pixel.
    case missing

    package init(integerLiteral number: Int) { self = .integer(number) }

    package init(_ number: UInt64) {
        self = Int(exactly: number).map { .integer($0) } ?? .unsigned(number)
    }

    package init(_ number: Float) { self = number.isNaN ? .missing : .single(number) }
    package init(_ number: Double) { self = number.isNaN ? .missing : .double(number) }
}

/// The sample values of one pixel in a file, before any colour profile is applied.
package struct PhotoSample: Hashable, Sendable {
    /// The sample of a pixel of which only the colour on the screen is known.
    ///
    /// The decoder returns fewer bits than the file contains.
    package static let unknown = PhotoSample(values: [], bits: 8)

    /// The values in the file: gray, RGB or CMYK, without alpha; empty if the values are unknown.
    package let values: [SampleValue]
    /// The number of bits of each value in the file: 1 to 64.
    package let bits: Int
    /// True if a profile or a gamma converts the values to the colour on the screen.
    package let isConverted: Bool
    /// The unit of the values, such as `counts/s`; empty if the file does not state a unit.
    package let unit: String
    /// The pixel's position in the sky or on the ground; `nil` if the file contains no positions.
    package let position: PhotoPosition?
    /// The luminance on the display for which the file was made, in cd/m²; `nil` unless the file's
    /// range exceeds white.
    package var luminance: Double?

    package init(
        values: [SampleValue], bits: Int, isConverted: Bool = false, unit: String = "",
        position: PhotoPosition? = nil, luminance: Double? = nil
    ) {
        self.luminance = luminance
        self.values = values
        self.bits = bits
        self.isConverted = isConverted
        self.unit = unit
        self.position = position
    }

    package init(values: [Int], bits: Int, isConverted: Bool) {
        self.init(values: values.map { .integer($0) }, bits: bits, isConverted: isConverted)
    }

    /// Creates the sample of a decoded pixel: its red value alone if `isGray`, otherwise RGB.
    package init(_ raster: Raster, at point: PixelPoint, isGray: Bool, isConverted: Bool) {
        let start = (point.y * raster.size.width + point.x) * Raster.bytesPerPixel
        let values = raster.pixels[start..<(start + (isGray ? 1 : 3))].map { Int($0) }
        self.init(values: values, bits: 8, isConverted: isConverted)
    }
}

extension ImageSource {
    /// Returns the decoded RGB values, because the stored samples are not available.
    package func sample(at point: PixelPoint) throws(DecodingFailure) -> PhotoSample {
        let area = PixelRect(origin: point, size: PixelSize(width: 1, height: 1))
        let raster = try pixels(of: area, reducedBy: .none).raster
        return PhotoSample(raster, at: .origin, isGray: false, isConverted: false)
    }

    /// Returns a pixel, its sample and the pixels around it.
    ///
    /// - Precondition: the point is within the photo.
    package func closeUp(at point: PixelPoint) throws(DecodingFailure) -> PhotoCloseUp {
        let side = PhotoCloseUp.side
        let wanted = PixelRect(
            x: point.x - side / 2, y: point.y - side / 2, width: side, height: side)
        let area = wanted.intersection(PixelRect(size))
        return PhotoCloseUp(
            point: point, sample: try sample(at: point),
            region: try pixels(of: area, reducedBy: .none))
    }
}

/// A pixel of a photo together with the pixels around it.
package struct PhotoCloseUp: Hashable, Sendable {
    /// The side of the square around the point, in pixels; the point is in the square's centre.
    package static let side = 15

    package let point: PixelPoint
    package let sample: PhotoSample
    /// The pixels of `area`.
    package let pixels: Raster
    /// The square around the point, clipped to the photo.
    package let area: PixelRect

    init(point: PixelPoint, sample: PhotoSample, region: RegionPixels) {
        self.point = point
        self.sample = sample
        pixels = region.raster
        area = region.area
    }

    package init(point: PixelPoint, sample: PhotoSample, pixels: Raster, area: PixelRect) {
        self.point = point
        self.sample = sample
        self.pixels = pixels
        self.area = area
    }

    /// The pixel's colour on the screen.
    package var colour: RGBColour {
        let start =
            ((point.y - area.minY) * area.size.width + point.x - area.minX) * Raster.bytesPerPixel
        return RGBColour(
            red: pixels.pixels[start], green: pixels.pixels[start + 1],
            blue: pixels.pixels[start + 2])
    }
}

extension RGBColour {
    /// The colour as hexadecimal text, such as `#C9BBA0`.
    package var hexadecimal: String {
        let digits = [red, green, blue].map { byte in
            let text = String(byte, radix: 16, uppercase: true)
            return byte < 16 ? "0" + text : text
        }
        return "#" + digits.joined()
    }
}

extension RGBColour {
    /// The lightness L* of CIE 1976, from 0 to 100, under D65.
    package var lightness: Double {
        let light = LinearLight.ofCode
        let y =
            0.212_671 * Double(light[Int(red)]) + 0.715_160 * Double(light[Int(green)])
            + 0.072_169 * Double(light[Int(blue)])
        // CIE 15: the curve is linear for the darkest colours.
        return y > 216.0 / 24389 ? 116 * Self.cubeRoot(y) - 16 : y * 24389 / 27
    }

    /// Returns a cube root for numbers from 0.008 to 1, by Newton's method, without a C library.
    private static func cubeRoot(_ number: Double) -> Double {
        var root = 0.5
        for _ in 0..<24 { root = (2 * root + number / (root * root)) / 3 }
        return root
    }
}

/// Trigonometric functions without a C library.
package enum Angle {
    /// Returns the direction of (x, y) in degrees, measured from the x axis towards the y axis.
    ///
    /// The result is at least 0 and less than 360.
    package static func degrees(x: Double, y: Double) -> Double {
        guard x != 0 || y != 0 else { return 0 }
        let (across, up) = (abs(x), abs(y))
        let within = up <= across ? arc(up / across) : 90 - arc(across / up)
        let upper = x >= 0 ? within : 180 - within
        return y >= 0 || upper == 0 ? upper : 360 - upper
    }

    /// Returns the arc tangent, in degrees, of a number from 0 to 1.
    ///
    /// The angle is halved twice, so that 12 terms of the series are exact to 1e-12.
    private static func arc(_ tangent: Double) -> Double {
        var tangentOfPart = tangent
        for _ in 0..<2 {
            tangentOfPart = tangentOfPart / (1 + (1 + tangentOfPart * tangentOfPart).squareRoot())
        }
        var (sum, power) = (0.0, tangentOfPart)
        for term in 0..<12 {
            sum += (term % 2 == 0 ? power : -power) / Double(2 * term + 1)
            power *= tangentOfPart * tangentOfPart
        }
        return 4 * sum * 180 / .pi
    }
}
