internal import Imaging
internal import Synchronization

/// A photo brightened by its gain map, so that levels apply to the bright light.
///
/// White is the peak luminance of an HDR display.
struct GainMappedPhoto: WrappingImageSource {
    private let base: any ImageSource
    private let gains: GainMapPicture
    private let dither: HighBitDepthDither

    /// Returns a photo whose levels apply to the light that the gain map brightens.
    ///
    /// If `gains` is `nil`, the photo is returned unchanged.
    static func photo(
        _ photo: any ImageSource, _ gains: GainMapPicture?
    ) throws(DecodingFailure) -> any ImageSource {
        guard let gains else { return photo }
        return try HighBitDepthPhoto(hasHighRange: true) { tone in
            guard let tone else { return photo }
            return GainMappedPhoto(
                base: photo, gains: gains, dither: GainTable.dither(through: tone))
        }
    }

    var wrapped: (any ImageSource)? { base }
    var size: PixelSize { base.size }
    var coarsest: Reduction { base.coarsest }
    var status: ImageSourceStatus { base.status }

    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> RegionPixels {
        try brightened(try base.pixels(of: area, reducedBy: reduction))
    }

    func preview(of area: PixelRect, reducedBy reduction: Reduction) -> RegionPixels? {
        let preview = (base as? any StreamingImageSource)?.preview(of: area, reducedBy: reduction)
        return preview.flatMap { try? brightened($0) }
    }

    func sample(at point: PixelPoint) throws(DecodingFailure) -> PhotoSample {
        try base.sample(at: point)
    }

    private func brightened(_ region: RegionPixels) throws(DecodingFailure) -> RegionPixels {
        let raster = try gains.table().brightened(region, through: dither)
        return RegionPixels(
            photo: region.photo, reduction: region.reduction, area: region.area, raster: raster)
    }
}

/// The picture of a gain map, which is decoded when it is first needed.
final class GainMapPicture: Sendable {
    /// The maximum number of pixels of a map: 64 MB.
    ///
    /// A map is usually smaller than its photo.
    static let mostPixels = 16 << 20

    private let map: GainMap
    private let toSRGB: ColourMatrix?
    private let decode: @Sendable () throws(DecodingFailure) -> Raster
    private let decoded = Mutex<GainTable?>(nil)

    /// Creates a gain map.
    ///
    /// `colours` describes the light that the map multiplies; `decode` returns the upright map.
    init(
        _ map: GainMap, on colours: ColourDescription?,
        _ decode: @escaping @Sendable () throws(DecodingFailure) -> Raster
    ) {
        (self.map, self.decode) = (map, decode)
        toSRGB = colours?.toSRGB
    }

    /// Returns the factors of the map; decodes the map at the first call.
    func table() throws(DecodingFailure) -> GainTable {
        try decoded.withLock { decoded throws(DecodingFailure) in
            if let decoded { return decoded }
            let table = GainTable(map, try decode(), toSRGB)
            decoded = table
            return table
        }
    }
}

/// The factors of a gain map's codes, interpolated between the map's pixels.
struct GainTable: Sendable {
    /// The number of factors that are computed for each interval between two codes.
    private static let steps = 16

    private let map: Raster
    private let factors: [[Float]]
    private let offsets: (base: SIMD3<Float>, bright: SIMD3<Float>)
    /// The matrices from linear sRGB to the light that the map multiplies, and back.
    ///
    /// The value is `nil` if the map multiplies linear sRGB.
    private let matrices: (there: LightMatrix, back: LightMatrix)?

    /// Creates the table.
    ///
    /// `toSRGB` converts the multiplied light to linear sRGB; `nil` if that light is linear sRGB.
    init(_ map: GainMap, _ raster: Raster, _ toSRGB: ColourMatrix?) {
        self.map = raster
        matrices = toSRGB.flatMap { back in
            back.inverse.map { (LightMatrix($0), LightMatrix(back)) }
        }
        let steps = 255 * Self.steps
        factors = map.channels.map { channel in
            (0...steps).map { Float(channel.curve.factor(Double($0) / Double(steps))) }
        }
        let offsets = map.channels.map { SIMD2(Float($0.offset.base), Float($0.offset.bright)) }
        self.offsets = (
            SIMD3(offsets[0].x, offsets[1].x, offsets[2].x),
            SIMD3(offsets[0].y, offsets[1].y, offsets[2].y)
        )
    }

    /// Returns a dither for square roots of light, whose codes suffice for dark colours.
    static func dither(through curve: ToneCurve) -> HighBitDepthDither {
        let space = RGBSpace(primaries: .sRGB, curve: .power(2))
        return HighBitDepthDither(
            light: LightConversion(space, isHighBitDepth: true), curve: curve)
    }

    /// Returns a part of a photo with its light multiplied by the map; 1,000 cd/m² is white.
    func brightened(_ region: RegionPixels, through dither: HighBitDepthDither) -> Raster {
        let (size, corner) = (region.area.size, region.area.origin)
        let grid = region.photo.reduced(by: region.reduction)
        let columns = (0..<size.width).map {
            neighbours(corner.x + $0, of: grid.width, in: map.size.width)
        }
        let pixels = Raster.bytes(of: size) { target in
            // Bands do not overlap.
            nonisolated(unsafe) let target = target
            WorkThread.performInBands(of: size.height, rowBytes: size.width * 8) { band in
                withUnsafeTemporaryAllocation(byteCount: size.width * 8, alignment: 8) { row in
                    guard let row = row.baseAddress, let target = target.baseAddress else { return }
                    for y in band {
                        let rows = neighbours(corner.y + y, of: grid.height, in: map.size.height)
                        brighten(region.raster, y, (columns, rows), into: row)
                        dither.write(
                            size.width, y: corner.y + y, x: corner.x, from: row,
                            to: target + y * size.width * 4)
                    }
                }
            }
        }
        return Raster(size: size, pixels: pixels, isOpaque: region.raster.isOpaque)
    }

    /// Writes the square roots of a row's multiplied light, as 16-bit big-endian samples.
    ///
    /// Hot: runs for each pixel of a photo with a gain map and levels.
    private func brighten(
        _ base: Raster, _ y: Int, _ between: (columns: [Neighbours], rows: Neighbours),
        into row: UnsafeMutableRawPointer
    ) {
        let light = LinearLight.ofCode
        let scale = Float(TransferCurve.whiteLuminance / TransferCurve.peakLuminance)
        for x in 0..<base.size.width {
            let offset = (y &* base.size.width &+ x) &* 4
            var (bright, gain) = (SIMD3<Float>(), SIMD3<Float>())
            for channel in 0..<3 {
                let step = Int(
                    code(between.columns[x], between.rows, channel) * Float(Self.steps) + 0.5)
                gain[channel] = factors[channel][step]
                bright[channel] = light[Int(base.pixels[offset &+ channel])]
            }
            if let there = matrices?.there { bright = there * bright }
            bright = (bright + offsets.base) * gain - offsets.bright
            if let back = matrices?.back { bright = back * bright }
            bright.replace(with: 0, where: bright .< 0)
            bright *= scale
            bright *= HighlightCompression.factor(bright.max())
            for channel in 0..<3 {
                let number = UInt16(min(bright[channel].squareRoot(), 1) * 65535 + 0.5)
                row.storeBytes(
                    of: number.bigEndian, toByteOffset: x &* 8 &+ channel &* 2, as: UInt16.self)
            }
            let alpha = UInt16(base.pixels[offset &+ 3]) &* 257
            row.storeBytes(of: alpha.bigEndian, toByteOffset: x &* 8 &+ 6, as: UInt16.self)
        }
    }

    private typealias Neighbours = (first: Int, second: Int, share: Float)

    /// Returns the indices of the map's two pixels around a pixel, and the weight of the second.
    @inline(__always)
    private func neighbours(_ offset: Int, of count: Int, in mapCount: Int) -> Neighbours {
        let exact = (Float(offset) + 0.5) * Float(mapCount) / Float(count) - 0.5
        let inside = min(max(exact, 0), Float(mapCount - 1))
        let first = Int(inside)
        return (first, min(first + 1, mapCount - 1), inside - Float(first))
    }

    @inline(__always)
    private func code(_ columns: Neighbours, _ rows: Neighbours, _ channel: Int) -> Float {
        let code = { (x: Int, y: Int) in
            Float(map.pixels[(y &* map.size.width &+ x) &* 4 &+ channel])
        }
        let top =
            code(columns.first, rows.first) * (1 - columns.share)
            + code(columns.second, rows.first) * columns.share
        let bottom =
            code(columns.first, rows.second) * (1 - columns.share)
            + code(columns.second, rows.second) * columns.share
        return top * (1 - rows.share) + bottom * rows.share
    }
}

/// A `ColourMatrix` in single precision.
private struct LightMatrix {
    private let red, green, blue: SIMD3<Float>

    init(_ matrix: ColourMatrix) {
        red = SIMD3<Float>(matrix.columns.0)
        green = SIMD3<Float>(matrix.columns.1)
        blue = SIMD3<Float>(matrix.columns.2)
    }

    @inline(__always)
    static func * (matrix: LightMatrix, light: SIMD3<Float>) -> SIMD3<Float> {
        matrix.red * light.x + matrix.green * light.y + matrix.blue * light.z
    }
}
