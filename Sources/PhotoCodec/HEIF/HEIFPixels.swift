internal import CHEIF
internal import Imaging

/// A decoded picture of a HEIC or AVIF, any row of which can be written as pixels.
///
/// `@unchecked Sendable`: the samples do not change, and are released with this object.
final class HEIFPixels: @unchecked Sendable {
    private enum Samples {
        case planes(PicturePlanes)
        /// Pixels that libheif converted, because they have more than 8 bits or odd planes.
        case rows(HEIFRows)
    }

    let isOpaque: Bool
    private let size: PixelSize
    private let samples: Samples
    private let isPremultiplied: Bool
    /// The conversion of samples of more than 8 bits; `nil` for samples of 8 bits.
    private let dither: HighBitDepthDither?
    /// The owner of the samples, and the function that releases it.
    private let owner: (image: UnsafeMutableRawPointer?, close: Close)

    private typealias Close = @convention(c) (UnsafeMutableRawPointer?) -> Void

    /// Decodes the reader's picture; `nil` if the picture is damaged or has another size.
    ///
    /// `item` describes the picture's colours. `coded` returns its data, if a decoder other than
    /// libheif can be tried; it is not called for pictures with alpha or more than 8 bits.
    init?(
        _ reader: UnsafeMutablePointer<cheif_reader>, _ item: HEIFItem,
        _ coded: @autoclosure () -> CodedPicture?, _ size: PixelSize,
        through dither: HighBitDepthDither? = nil, isHighBitDepth: Bool
    ) {
        isOpaque = reader.pointee.has_alpha == 0
        isPremultiplied = reader.pointee.is_premultiplied != 0
        (self.size, self.dither) = (size, dither)
        let isPlain = !isHighBitDepth && reader.pointee.bits == 8
        let isConverted = item.isGray || item.matrix != nil
        if isPlain, isOpaque, isConverted, let decoded = coded()?.decode(size),
            decoded.image != nil,
            let planes = PicturePlanes(decoded, item.matrix, of: size, isOpaque: true)
        {
            (owner, samples) = ((decoded.image, decoded.close), .planes(planes))
            return
        }
        if isPlain {
            let decoded = cheif_decode_planes(reader, isConverted ? 1 : 0)
            guard decoded.image != nil else { return nil }
            if let planes = PicturePlanes(decoded, item.matrix, of: size, isOpaque: isOpaque) {
                (owner, samples) = ((decoded.image, decoded.close), .planes(planes))
                return
            }
        }
        let pixels = cheif_decode(
            reader, Int32(size.width), Int32(size.height), isHighBitDepth ? 1 : 0)
        guard let rows = HEIFRows(pixels) else {
            cheif_release(pixels.image)
            return nil
        }
        (owner, samples) = ((pixels.image, cheif_release), .rows(rows))
    }

    deinit { owner.close(owner.image) }

    /// Writes a row as 8-bit pixels.
    func write(_ y: Int, to row: UnsafeMutablePointer<UInt8>) {
        switch samples {
        case .planes(let planes): planes.write(y, to: row)
        case .rows(let rows):
            if let dither { return write(y, of: rows, through: dither, to: row) }
            row.update(from: rows.samples(of: y), count: size.width * Raster.bytesPerPixel)
        }
        if isPremultiplied { AssociatedAlpha.divide(row, count: size.width) }
    }

    private func write(
        _ y: Int, of rows: HEIFRows, through dither: HighBitDepthDither,
        to target: UnsafeMutablePointer<UInt8>
    ) {
        withUnsafeTemporaryAllocation(byteCount: size.width * 8, alignment: 8) { row in
            guard let row = row.baseAddress else { return }
            rows.spread(y, size.width, to: row)
            if isPremultiplied { AssociatedAlpha.divideDeep(row, count: size.width) }
            dither.write(size.width, y: y, from: row, to: target)
        }
    }

    /// Returns some rows as pixels of four 16-bit big-endian samples.
    ///
    /// - Precondition: the picture was decoded with its bit depth.
    func samples(of range: Range<Int>) -> [UInt8] {
        guard case .rows(let rows) = samples else { preconditionFailure("it has more than 8 bits") }
        let rowBytes = size.width * 8
        return [UInt8](unsafeUninitializedCapacity: range.count * rowBytes) { target, count in
            guard let target = UnsafeMutableRawPointer(target.baseAddress) else { return }
            for (index, y) in range.enumerated() {
                rows.spread(y, size.width, to: target + index * rowBytes)
            }
            count = range.count * rowBytes
        }
    }
}

extension PicturePlanes {
    /// Creates the planes of a decoded picture, or releases the picture and returns `nil` if this
    /// program cannot convert the planes.
    fileprivate init?(
        _ decoded: cheif_planes, _ matrix: YCbCrMatrix?, of size: PixelSize, isOpaque: Bool
    ) {
        let planes = [decoded.first, decoded.second, decoded.third].compactMap { Plane($0) }
        let alpha = Plane(decoded.alpha)
        let layout: Layout? =
            switch Int(decoded.space) {
            case cheif_monochrome: .gray
            case cheif_rgb: .rgb
            case cheif_ycbcr: matrix.map { .yCbCr($0) }
            default: nil
            }
        guard let layout, (alpha == nil) == isOpaque,
            let converted = PicturePlanes(planes, alpha: alpha, as: layout, of: size)
        else {
            decoded.close(decoded.image)
            return nil
        }
        self = converted
    }
}

extension PicturePlanes.Plane {
    /// Creates a plane; `nil` if the picture does not have the plane.
    fileprivate init?(_ plane: cheif_plane) {
        guard let samples = plane.samples else { return nil }
        self.init(
            samples: samples,
            size: PixelSize(width: Int(plane.width), height: Int(plane.height)),
            rowBytes: Int(plane.stride), bits: Int(plane.bits))
    }
}

/// The pixels that libheif converted, as rows of samples.
private struct HEIFRows {
    private let pixels: cheif_pixels
    private let rows: UnsafePointer<UInt8>

    /// Creates the rows of decoded pixels; `nil` if nothing is decoded.
    init?(_ pixels: cheif_pixels) {
        guard let rows = pixels.rows else { return nil }
        (self.pixels, self.rows) = (pixels, rows)
    }

    func samples(of y: Int) -> UnsafePointer<UInt8> { rows + y * Int(pixels.stride) }

    /// Writes a row as pixels of four 16-bit big-endian samples.
    ///
    /// Hot: runs for each pixel of a converted picture with 10 or 12 bits.
    func spread(_ y: Int, _ width: Int, to row: UnsafeMutableRawPointer) {
        let source = UnsafeRawPointer(samples(of: y))
        let (channels, bits) = (Int(pixels.channels), Int(pixels.bits))
        for pixel in 0..<width {
            for channel in 0..<4 {
                var number = UInt32(65535)
                if channel < channels {
                    let offset = (pixel &* channels &+ channel) &* 2
                    let stored = UInt32(
                        UInt16(
                            bigEndian: source.loadUnaligned(
                                fromByteOffset: offset, as: UInt16.self)))
                    // Repeating the highest bits below the lowest makes the largest sample 65535.
                    number = stored << UInt32(16 &- bits) | stored >> UInt32(2 &* bits &- 16)
                }
                row.storeBytes(
                    of: UInt16(truncatingIfNeeded: number).bigEndian,
                    toByteOffset: pixel &* 8 &+ channel &* 2, as: UInt16.self)
            }
        }
    }
}
