internal import CEXR
internal import Imaging

/// The samples of a block, in 32 bits each, channel by channel.
struct EXRPlanes {
    static let sampleBytes = 4

    private struct Plane {
        let channel: EXRChannel
        let offset: Int
        let rowBytes: Int
    }

    let start: UnsafeMutableRawPointer
    let size: PixelSize
    private let planes: [Plane]
    /// The ranges of lines that could not be read.
    var missing: [Range<Int>] = []

    /// Creates the planes in memory at `start`.
    ///
    /// - Precondition: the memory has room for a sample of each channel and pixel.
    init(_ channels: [EXRChannel], _ size: PixelSize, at start: UnsafeMutableRawPointer) {
        (self.start, self.size) = (start, size)
        planes = channels.enumerated().map { index, channel in
            Plane(
                channel: channel, offset: index * size.width * size.height * Self.sampleBytes,
                rowBytes: (size.width + channel.across - 1) / channel.across * Self.sampleBytes)
        }
    }

    func hasLine(_ line: Int) -> Bool { !missing.contains { $0.contains(line) } }

    /// Returns the memory for each channel of a chunk that begins with this line of the block.
    func targets(fromLine line: Int) -> [cexr_target] {
        planes.map { plane in
            let row = (line + plane.channel.down - 1) / plane.channel.down
            return cexr_target(
                channel: Int32(plane.channel.number),
                is_whole: plane.channel.kind == .unsigned ? 1 : 0,
                row_bytes: Int32(plane.rowBytes),
                start: (start + plane.offset + row * plane.rowBytes)
                    .assumingMemoryBound(to: UInt8.self))
        }
    }

    /// Returns a line of a channel, and the horizontal distance between its samples in pixels.
    @inline(__always)
    func row(_ index: Int, _ line: Int) -> (start: UnsafeRawPointer, across: Int) {
        let plane = planes[index]
        let row = line / plane.channel.down
        return (
            UnsafeRawPointer(start + plane.offset + row * plane.rowBytes), plane.channel.across
        )
    }

    /// Returns a sample of a channel, as stored in the file.
    func value(_ index: Int, _ column: Int, _ line: Int) -> SampleValue {
        let (row, across) = row(index, line)
        let offset = column / across * Self.sampleBytes
        return planes[index].channel.kind == .unsigned
            ? .integer(Int(row.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
            : SampleValue(row.loadUnaligned(fromByteOffset: offset, as: Float.self))
    }

    /// Returns a sample of a channel in single precision.
    func number(_ index: Int, _ column: Int, _ line: Int) -> Float {
        let (row, across) = row(index, line)
        let offset = column / across * Self.sampleBytes
        return planes[index].channel.kind == .unsigned
            ? Float(row.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
            : row.loadUnaligned(fromByteOffset: offset, as: Float.self)
    }

    /// Returns about `count` samples of the first channels, spread over the block.
    func sampledValues(channels: Int, about count: Int) -> [Float] {
        let total = size.width * size.height
        return stride(from: 0, to: total, by: max(1, total * channels / max(1, count)))
            .flatMap { destination in
                (0..<channels).map {
                    number($0, destination % size.width, destination / size.width)
                }
            }
    }
}

/// A converter of lines of an OpenEXR's samples to red, green, blue and alpha of 8 bits each.
struct EXRPixels: Sendable {
    private enum Kind {
        case colour, luminance(hasChroma: Bool), measure
    }

    private let kind: Kind
    private let alphaChannel: Int?
    /// The columns of the matrix to linear sRGB; the fourth component of each is 0.
    private let red, green, blue: SIMD4<Float>
    /// The contributions of red, green and blue to the luminance.
    private let shares: SIMD4<Float>
    private let dither: HighBitDepthDither
    /// The factor for light; less than 1 if a curve, such as levels, shows light above white.
    private var scale: Float = 1
    private var curve: ToneCurve?
    private var range = IntensityRange.unit
    private(set) var hasHighRange = false

    init(_ layer: EXRLayer, _ primaries: ColourPrimaries) {
        switch layer {
        case .colour(_, let alpha): (kind, alphaChannel) = (.colour, alpha.map { _ in 3 })
        case .luminance(_, let chroma, let alpha):
            kind = .luminance(hasChroma: !chroma.isEmpty)
            alphaChannel = alpha.map { _ in 1 + chroma.count }
        case .measure: (kind, alphaChannel) = (.measure, nil)
        }
        let column = { (column: SIMD3<Double>) in SIMD4(SIMD3<Float>(column), 0) }
        let matrix = primaries.areSRGB ? nil : primaries.toSRGB?.columns
        red = column(matrix?.0 ?? SIMD3(1, 0, 0))
        green = column(matrix?.1 ?? SIMD3(0, 1, 0))
        blue = column(matrix?.2 ?? SIMD3(0, 0, 1))
        shares = column(primaries.luminance ?? SIMD3(0.2126, 0.7152, 0.0722))
        // Dark colours need finer steps than linear codes provide.
        let roots = RGBSpace(primaries: .sRGB, curve: .power(2))
        dither = HighBitDepthDither(light: LightConversion(roots, isHighBitDepth: true))
    }

    /// Returns a copy for a picture with these values.
    ///
    /// A measure is shown in the range of `values`; light has a high range if a value exceeds 1.
    func stretched(over values: [Float]) -> EXRPixels {
        var copy = self
        if case .measure = kind {
            copy.range = IntensityRange(of: values)
        } else {
            copy.hasHighRange = values.contains { $0 > 1 && $0.isFinite }
        }
        return copy
    }

    /// Returns a copy that applies a curve.
    ///
    /// With a curve, light of a high range is scaled so that the peak of an HDR display is white.
    func through(_ curve: ToneCurve?) -> EXRPixels {
        var copy = self
        copy.curve = curve
        copy.scale =
            curve != nil && hasHighRange
            ? Float(TransferCurve.whiteLuminance / TransferCurve.peakLuminance) : 1
        return copy
    }

    /// Writes a line of a block; `point` is the position of the line's first pixel.
    ///
    /// - Returns: true if all pixels are opaque.
    func write(
        _ line: Int, of planes: EXRPlanes, at point: PixelPoint,
        to target: UnsafeMutablePointer<UInt8>
    ) -> Bool {
        if case .measure = kind { return writeMeasure(line, of: planes, at: point, to: target) }
        let count = planes.size.width
        var dither = dither
        dither.curve = curve
        return withUnsafeTemporaryAllocation(byteCount: count * 8, alignment: 8) { row in
            guard let row = row.baseAddress else { return false }
            let isOpaque = writeRoots(line, of: planes, to: row)
            dither.write(count, y: point.y, x: point.x, from: row, to: target)
            return isOpaque
        }
    }

    /// Writes the square roots of light as 16-bit big-endian samples.
    ///
    /// Hot: runs for each colour pixel of an OpenEXR.
    ///
    /// - Returns: true if all pixels are opaque.
    private func writeRoots(
        _ line: Int, of planes: EXRPlanes, to row: UnsafeMutableRawPointer
    ) -> Bool {
        let first = planes.row(0, line).start
        let alphas = alphaChannel.map { planes.row($0, line).start }
        let second = planes.row(min(1, channels - 1), line)
        let third = planes.row(min(2, channels - 1), line)
        var isOpaque = true
        for x in 0..<planes.size.width {
            var light: SIMD4<Float>
            switch kind {
            case .colour:
                light =
                    red * Self.load(first, x) + green * Self.load(second.start, x)
                    + blue * Self.load(third.start, x)
            case .luminance(hasChroma: true):
                light = colour(
                    Self.load(first, x), Self.load(second.start, x / second.across),
                    Self.load(third.start, x / third.across))
            case .luminance, .measure: light = SIMD4(repeating: Self.load(first, x))
            }
            let alpha = alphas.map { Self.load($0, x) } ?? 1
            // OpenEXR stores colours multiplied by alpha.
            if alpha > 0, alpha < 1 { light /= alpha }
            light *= scale
            light.replace(with: 0, where: light .< 0)
            light *= HighlightCompression.factor(max(light.x, light.y, light.z))
            let roots = light.squareRoot()
            isOpaque = isOpaque && alpha >= 1
            let codes =
                Self.code(roots.x) << 48 | Self.code(roots.y) << 32 | Self.code(roots.z) << 16
                | Self.code(alpha)
            row.storeBytes(of: codes.bigEndian, toByteOffset: x &* 8, as: UInt64.self)
        }
        return isOpaque
    }

    /// Returns a number from 0 to 1 as a 16-bit integer.
    ///
    /// A conversion of the whole vector would call a function for each number, and take twice as
    /// long for a gigapixel.
    @inline(__always)
    private static func code(_ share: Float) -> UInt64 {
        share > 0 ? UInt64(min(share, 1) * 65535 + 0.5) : 0
    }

    /// The limit of light, above any real light; sums and quotients of light do not overflow.
    private static let brightest: Float = 1e15

    private var channels: Int {
        switch kind {
        case .colour, .luminance(hasChroma: true): 3
        case .luminance, .measure: 1
        }
    }

    /// Returns the linear sRGB light of a luminance and its two chroma ratios.
    @inline(__always)
    private func colour(_ luminance: Float, _ ry: Float, _ by: Float) -> SIMD4<Float> {
        let (r, b) = ((ry + 1) * luminance, (by + 1) * luminance)
        let g = (luminance - shares.x * r - shares.z * b) / shares.y
        return red * r + green * g + blue * b
    }

    @inline(__always)
    private static func load(_ row: UnsafeRawPointer, _ index: Int) -> Float {
        let number = row.loadUnaligned(
            fromByteOffset: index &* EXRPlanes.sampleBytes, as: Float.self)
        // Infinity times 0 would be NaN.
        return abs(number) < brightest ? number : number > 0 ? brightest : 0
    }

    /// Writes a line of grays; samples that are not finite become transparent pixels.
    ///
    /// Hot: runs for each pixel of a measure.
    private func writeMeasure(
        _ line: Int, of planes: EXRPlanes, at point: PixelPoint,
        to target: UnsafeMutablePointer<UInt8>
    ) -> Bool {
        let thresholds = BayerPattern.addends(ofRow: point.y)
        // Reading this constant of another module is a function call, so it is read only once.
        let pixelBytes = Raster.bytesPerPixel
        var isOpaque = true
        for x in 0..<planes.size.width {
            let pixel = target + x &* pixelBytes
            let number = planes.number(0, x, line)
            guard number.isFinite else {
                pixel.update(repeating: 0, count: pixelBytes)
                isOpaque = false
                continue
            }
            let code = range.code(number)
            let levelled = curve.map { $0.table[Int(code)] } ?? code
            let threshold = thresholds[(point.x &+ x) & 7]
            pixel.update(
                repeating: UInt8(
                    truncatingIfNeeded: (UInt32(levelled) &* 255 &+ threshold) / 65535), count: 3)
            pixel[3] = 255
        }
        return isOpaque
    }
}
