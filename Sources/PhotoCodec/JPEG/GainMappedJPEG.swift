internal import Imaging
internal import JPEGTiling
internal import Synchronization

/// A JPEG brightened by its gain map, shown through levels: white is the peak of a display of high range.
final class GainMappedJPEG: WholePicture {
    /// A map is smaller than the picture; this one takes 64 MB.
    private static let mapPixels = 16 << 20
    private static let mapBytes = 32 << 20

    private let base: JPEGDecoder
    private let mapFile: JPEGDecoder
    private let map: GainMap
    private let curve: ToneCurve
    private let decodedMap = Mutex<Raster?>(nil)

    private init(
        _ base: JPEGDecoder, _ found: (file: JPEGDecoder, map: GainMap), _ curve: ToneCurve
    ) {
        (self.base, mapFile, map, self.curve) = (base, found.file, found.map, curve)
    }

    /// Returns a photo whose levels apply to the light computed with its gain map; `nil` without a
    /// valid map.
    static func photo(
        _ photo: any ImageSource, _ base: JPEGDecoder
    ) throws(DecodingFailure) -> (any ImageSource)? {
        guard let found = map(of: base) else { return nil }
        return try HighBitDepthPhoto(hasHighRange: true) { tone in
            guard let tone else { return photo }
            return PhotoFile(GainMappedJPEG(base, found, tone))
        }
    }

    /// The first of the file's further pictures that is a gain map.
    private static func map(of base: JPEGDecoder) -> (file: JPEGDecoder, map: GainMap)? {
        base.bytes.withUnsafeBytes { source -> (file: JPEGDecoder, map: GainMap)? in
            for place in JPEGFurtherPictures.places(in: source) where place.count <= mapBytes {
                let part = UnsafeRawBufferPointer(rebasing: source[place])
                let xmp = XMPText(ofJPEG: part)
                guard let map = GainMap(isoOfJPEG: part) ?? xmp.flatMap({ GainMap(xmp: $0) }),
                    let header = try? JPEGHeader(part), header.frame.size.area ?? .max <= mapPixels,
                    [1, 3].contains(header.frame.components.count)
                else { continue }
                let bytes = PhotoBytes(Array(part))
                return (JPEGDecoder(bytes: bytes, header: header), map)
            }
            return nil
        }
    }

    var storedSize: PixelSize { base.storedSize }
    var orientation: Orientation { base.orientation }
    var isGray: Bool { false }
    var numbers: (any SampleReader)? { nil }

    func decode(reducedBy reduction: Reduction) throws(DecodingFailure) -> DecodedPicture {
        let picture = try base.decode(reducedBy: reduction)
        let raster = base.conversion?.converted(picture.raster) ?? picture.raster
        let gains = GainTable(map, try mapRaster())
        guard let dither = GainTable.dither(through: curve) else { return picture }
        return DecodedPicture(
            raster: gains.brightened(raster, through: dither), damage: picture.damage)
    }

    private func mapRaster() throws(DecodingFailure) -> Raster {
        try decodedMap.withLock { kept throws(DecodingFailure) in
            if let kept { return kept }
            let raster = try mapFile.decode(reducedBy: .none).raster
            kept = raster
            return raster
        }
    }
}

/// The factors of a gain map's codes.
private struct GainTable {
    /// Between two codes of the map it is interpolated in steps.
    private static let steps = 16

    private let map: Raster
    private let factors: [[Float]]
    private let offsets: [(base: Float, bright: Float)]

    init(_ map: GainMap, _ raster: Raster) {
        self.map = raster
        factors = map.channels.map { channel in
            (0...255 * Self.steps).map {
                Float(channel.factor(Double($0) / Double(255 * Self.steps)))
            }
        }
        offsets = map.channels.map { (Float($0.offset.base), Float($0.offset.bright)) }
    }

    /// Makes codes of the square roots of light: steps of light would be too large for dark colours.
    static func dither(through curve: ToneCurve) -> HighBitDepthDither? {
        let space = RGBSpace(primaries: .sRGB, curve: .power(2))
        return LightConversion(space, isHighBitDepth: true).map {
            HighBitDepthDither(light: $0, curve: curve)
        }
    }

    /// A picture with each pixel's light multiplied; 1,000 cd/m² is white.
    func brightened(_ base: Raster, through dither: HighBitDepthDither) -> Raster {
        let size = base.size
        let pixels = Raster.bytes(of: size) { target in
            withUnsafeTemporaryAllocation(byteCount: size.width * 8, alignment: 8) { row in
                guard let row = row.baseAddress, let target = target.baseAddress else { return }
                for y in 0..<size.height {
                    brighten(base, y, into: row)
                    dither.write(size.width, y: y, from: row, to: target + y * size.width * 4)
                }
            }
        }
        return Raster(size: size, pixels: pixels, isOpaque: base.isOpaque)
    }

    /// Writes a row as the roots of light, as numbers of 16 bits, the higher byte first.
    ///
    /// Hot: runs for each pixel of a photo with a gain map that has levels.
    private func brighten(_ base: Raster, _ y: Int, into row: UnsafeMutableRawPointer) {
        let light = LinearLight.ofCode
        let scale = Float(TransferCurve.whiteLuminance / TransferCurve.peakLuminance)
        let rows = places(y, of: base.size.height, in: map.size.height)
        for x in 0..<base.size.width {
            let place = (y &* base.size.width &+ x) &* 4
            let columns = places(x, of: base.size.width, in: map.size.width)
            var bright = SIMD3<Float>()
            for channel in 0..<3 {
                let step = Int(code(columns, rows, channel) * Float(Self.steps) + 0.5)
                let offset = offsets[channel]
                let own = Float(light[Int(base.pixels[place &+ channel])])
                bright[channel] =
                    max(0, (own + offset.base) * factors[channel][step] - offset.bright) * scale
            }
            bright *= HighlightCompression.factor(bright.max())
            for channel in 0..<3 {
                let number = UInt16(min(bright[channel].squareRoot(), 1) * 65535 + 0.5)
                row.storeBytes(
                    of: number.bigEndian, toByteOffset: x &* 8 &+ channel &* 2, as: UInt16.self)
            }
            let alpha = UInt16(base.pixels[place &+ 3]) &* 257
            row.storeBytes(of: alpha.bigEndian, toByteOffset: x &* 8 &+ 6, as: UInt16.self)
        }
    }

    private typealias Places = (first: Int, second: Int, share: Float)

    /// The two pixels of the map that a pixel of the picture lies between.
    @inline(__always)
    private func places(_ place: Int, of count: Int, in mapCount: Int) -> Places {
        let exact = (Float(place) + 0.5) * Float(mapCount) / Float(count) - 0.5
        let inside = min(max(exact, 0), Float(mapCount - 1))
        let first = Int(inside)
        return (first, min(first + 1, mapCount - 1), inside - Float(first))
    }

    @inline(__always)
    private func code(_ columns: Places, _ rows: Places, _ channel: Int) -> Float {
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
