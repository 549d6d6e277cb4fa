internal import CTIFF
internal import Imaging
internal import JPEGTiling

/// When a picture whose pixels are not square is stretched to its shape.
package enum PixelShapeRule: String, CaseIterable, Hashable, Sendable {
    /// If the file gives the shape of its pixels; not for a density at which it is to be printed.
    ///
    /// Scanners and editors write any density, and photos would be distorted by it. Without a unit the
    /// same numbers have no other meaning than the shape.
    case auto
    /// If the file gives the shape of its pixels, or a density at which it is to be printed.
    case file
    /// Never.
    case square
}

/// The shape of a picture's pixels, as its file describes it.
struct PixelShape: Hashable, Sendable {
    /// Beyond these the file is wrong; lines of a fax are at most 4 times as far apart as its dots.
    private static let ratios = 0.24...4.2
    /// A difference that nobody sees, such as that of densities in whole numbers.
    private static let tolerance = 0.01

    /// The width of a pixel divided by its height.
    let ratio: Double
    /// True if the file describes the size on paper, so that the shape may be meant for a printer.
    let isForPrint: Bool

    /// `nil` for pixels that are about square, and for numbers that make no sense.
    init?(ratio: Double, isForPrint: Bool) {
        guard Self.ratios.contains(ratio), abs(ratio - 1) > Self.tolerance else { return nil }
        (self.ratio, self.isForPrint) = (ratio, isForPrint)
    }

    /// Creates the shape of pixels with a density in each direction, in any unit.
    init?(across: Double, down: Double, isForPrint: Bool) {
        guard across > 0, down > 0 else { return nil }
        self.init(ratio: down / across, isForPrint: isForPrint)
    }

    /// The shape once the picture is upright.
    func upright(_ orientation: Orientation) -> PixelShape {
        orientation.swapsAxes
            ? PixelShape(ratio: 1 / ratio, isForPrint: isForPrint) ?? self : self
    }

    /// The size of a picture with square pixels: the shorter side of a pixel is stretched.
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
    /// The size at which a picture is shown; `nil` for one that is shown as it is stored.
    func size(of stored: PixelSize, _ shape: PixelShape?) -> PixelSize? {
        guard let shape, self == .file || self == .auto && !shape.isForPrint else { return nil }
        let shown = shape.shown(stored)
        let isWithinLimits = max(shown.width, shown.height) <= DecodingLimits.partSide
        return isWithinLimits && shown.area ?? .max <= DecodingLimits.photoPixels
            ? shown : nil
    }
}

extension DecodingOptions {
    /// A photo at the shape of its pixels, which is that of the upright photo.
    func shaped(_ photo: any ImageSource, _ shape: PixelShape?) -> any ImageSource {
        guard let size = pixelShape.size(of: photo.size, shape) else { return photo }
        return ShapedPhoto(photo, size: size)
    }
}

/// Reads the shape of pixels in the files of each format.
extension PixelShape {
    /// That of a JPEG: its JFIF segment, where unit 0 means a shape (ITU-T T.871, 10.1), else its Exif block.
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
        // Exif 2.32, § 4.6.4: XResolution and YResolution; it knows units only.
        guard let directory = exif.flatMap({ ExifDirectory.first(of: $0) }),
            let across = directory.ratio(0x011A), let down = directory.ratio(0x011B)
        else { return nil }
        self.init(across: across, down: down, isForPrint: true)
    }

    /// That of a PNG: unit 0 of its chunk pHYs means a shape (PNG, third edition, 11.3.4.3).
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
    /// Lines of a fax that are further apart than its dots: 98 an inch beside 204 (ITU-T T.4: 3.85 lines a
    /// millimetre beside 8.04 dots).
    private static let ratiosOfFax = 0.4...0.67

    /// A density without a unit is a shape (TIFF 6.0, ResolutionUnit), and so is that of a fax, which has no
    /// other way to say how it was sent.
    init?(_ directory: ctiff_directory, isBlackAndWhite: Bool) {
        let (across, down) = (Double(directory.dots_across), Double(directory.dots_down))
        let isFax = isBlackAndWhite && Self.ratiosOfFax.contains(down / across)
        let hasUnit = directory.density_unit != RESUNIT_NONE
        self.init(across: across, down: down, isForPrint: hasUnit && !isFax)
    }
}
