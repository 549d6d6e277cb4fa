internal import CTIFF
internal import Imaging
internal import JPEGTiling

/// The rule for stretching a picture whose pixels are not square.
package enum PixelShapeRule: String, CaseIterable, Hashable, Sendable {
    /// Stretches if the file states the shape of its pixels; ignores a printing density.
    ///
    /// Scanners and editors write arbitrary densities, which would distort photos. A density
    /// without a unit can only be a shape.
    case auto
    /// Stretches if the file states the shape of its pixels or a printing density.
    case file
    /// Never stretches.
    case square
}

/// The shape of a picture's pixels, as its file describes it.
struct PixelShape: Hashable, Sendable {
    /// The valid ratios; the lines of a fax are at most 4 times as far apart as its dots.
    private static let ratios = 0.24...4.2
    /// The largest difference from 1 that is not visible, such as the error of rounded densities.
    private static let tolerance = 0.01

    /// The width of a pixel divided by its height.
    let ratio: Double
    /// True if the file states a size on paper, so that the shape may apply only to a print.
    let isForPrint: Bool

    /// Creates a shape; `nil` if the pixels are about square or the ratio is invalid.
    init?(ratio: Double, isForPrint: Bool) {
        guard Self.ratios.contains(ratio), abs(ratio - 1) > Self.tolerance else { return nil }
        (self.ratio, self.isForPrint) = (ratio, isForPrint)
    }

    /// Creates the shape of pixels with a density in each direction, in any unit.
    ///
    /// The result is `nil` without positive densities, and as for `init(ratio:isForPrint:)`.
    init?(across: Double, down: Double, isForPrint: Bool) {
        guard across > 0, down > 0 else { return nil }
        self.init(ratio: down / across, isForPrint: isForPrint)
    }

    /// Returns the shape after the orientation is applied.
    func upright(_ orientation: Orientation) -> PixelShape {
        orientation.swapsAxes ? turned : self
    }

    /// The shape after a quarter turn.
    var turned: PixelShape { PixelShape(ratio: 1 / ratio, isForPrint: isForPrint) ?? self }

    /// Returns the size of the picture after the shorter side of its pixels is stretched.
    func shown(_ stored: PixelSize) -> PixelSize {
        ratio > 1
            ? PixelSize(width: Self.scaled(stored.width, by: ratio), height: stored.height)
            : PixelSize(width: stored.width, height: Self.scaled(stored.height, by: 1 / ratio))
    }

    private static func scaled(_ side: Int, by factor: Double) -> Int {
        Int((Double(side) * factor).rounded())
    }
}

extension PixelShapeRule {
    /// Returns the size at which a picture is shown; `nil` if the picture is not stretched.
    func size(of stored: PixelSize, _ shape: PixelShape?) -> PixelSize? {
        guard let shape, self == .file || self == .auto && !shape.isForPrint else { return nil }
        let shown = shape.shown(stored)
        let isWithinLimits = max(shown.width, shown.height) <= DecodingLimits.partSide
        return isWithinLimits && shown.area ?? .max <= DecodingLimits.photoPixels
            ? shown : nil
    }
}

extension DecodingOptions {
    /// Returns an upright photo stretched to square pixels, according to the rule.
    func shaped(_ photo: any ImageSource, _ shape: PixelShape?) -> any ImageSource {
        guard let size = pixelShape.size(of: photo.size, shape) else { return photo }
        return ShapedPhoto(photo, size: size)
    }
}

/// The shapes of pixels that files of the supported formats state.
extension PixelShape {
    /// Reads the shape from a JPEG's JFIF segment or, if there is none, from its Exif block.
    ///
    /// In JFIF, unit 0 means that the density is a shape (ITU-T T.871, 10.1). The result is `nil`
    /// if the pixels are about square, or the file states no shape.
    init?(ofJPEG source: UnsafeRawBufferPointer, exif: ByteReader?) {
        var segments = JPEGSegments(source)
        while let segment = segments.next(), segment.marker != 0xDA {
            let payload = segment.payload
            guard segment.marker == 0xE0, payload.starts(with: "JFIF\0", at: 0) else { continue }
            guard let unit = payload.byte(at: 7), let across = payload.uint16(at: 8),
                let down = payload.uint16(at: 10)
            else { return nil }
            self.init(across: Double(across), down: Double(down), isForPrint: unit != 0)
            return
        }
        // XResolution and YResolution, whose unit is always a length (Exif 2.32, § 4.6.4).
        guard let directory = exif.flatMap({ ExifDirectory.first(of: $0) }),
            let across = directory.ratio(0x011A), let down = directory.ratio(0x011B)
        else { return nil }
        self.init(across: across, down: down, isForPrint: true)
    }

    /// Reads a PNG's chunk pHYs, whose unit 0 means a shape (PNG, third edition, 11.3.4.3).
    ///
    /// The result is `nil` if the pixels are about square, or the file states no shape.
    init?(ofPNG source: UnsafeRawBufferPointer) {
        let file = ByteReader(bytes: source)
        for chunk in PNGChunks(file) {
            guard !file.starts(with: "IDAT", at: chunk.offset + 4) else { return nil }
            guard file.starts(with: "pHYs", at: chunk.offset + 4) else { continue }
            guard chunk.byteCount == 9, let across = file.uint32(at: chunk.offset + 8),
                let down = file.uint32(at: chunk.offset + 12),
                let unit = file.byte(at: chunk.offset + 16)
            else { return nil }
            self.init(across: Double(across), down: Double(down), isForPrint: unit != 0)
            return
        }
        return nil
    }
}

extension PixelShape {
    /// The ratios of faxes, which have 98 lines but 204 dots per inch.
    ///
    /// See ITU-T T.4: 3.85 lines and 8.04 dots per millimetre.
    private static let ratiosOfFax = 0.4...0.67

    /// Reads the density of a TIFF, which is a shape if the file states no unit (TIFF 6.0,
    /// ResolutionUnit).
    ///
    /// The density of a fax is also a shape, because a fax must state a unit for its resolution.
    /// The result is `nil` if the pixels are about square, or the file states no density.
    init?(_ directory: ctiff_directory, isBlackAndWhite: Bool) {
        let (across, down) = (Double(directory.dots_across), Double(directory.dots_down))
        let isFax = isBlackAndWhite && Self.ratiosOfFax.contains(down / across)
        let hasUnit = directory.density_unit != RESUNIT_NONE
        self.init(across: across, down: down, isForPrint: hasUnit && !isFax)
    }
}
