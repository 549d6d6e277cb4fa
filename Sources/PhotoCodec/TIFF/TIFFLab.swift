internal import CTIFF
internal import Imaging

/// The L*a*b* colour space of a TIFF, in 8 or 16 bits.
///
/// See TIFF 6.0, section 23, and Adobe's technical note 4.
struct TIFFLab: Sendable, Equatable {
    /// True if a* and b* are unsigned with an offset, false if they are signed.
    private let isOffset: Bool

    /// Creates the conversion; `nil` for another colour space or fewer than three samples.
    init?(_ directory: ctiff_directory) {
        switch Int32(directory.photometric) {
        case PHOTOMETRIC_CIELAB where directory.samples >= 3: isOffset = false
        case PHOTOMETRIC_ICCLAB where directory.samples >= 3: isOffset = true
        default: return nil
        }
    }

    /// Writes the pixels of a row as opaque sRGB.
    ///
    /// Hot: runs for each pixel of a TIFF in L*a*b*.
    func write(
        _ row: TIFFPixels.Row, of format: TIFFSampleFormat,
        to target: UnsafeMutablePointer<UInt8>, from source: (Int) -> UnsafeRawPointer
    ) {
        let isHighBitDepth = format.dataType == .codes(bits: 16)
        let planes = (
            source(0), source(format.position(ofPlane: 1)), source(format.position(ofPlane: 2))
        )
        for pixel in 0..<row.count {
            let offset = (row.first &+ pixel) &* format.step
            let between = format.isPlanar ? 0 : 1
            let light = code(offset, of: planes.0, isHighBitDepth)
            let red = code(offset &+ between, of: planes.1, isHighBitDepth)
            let yellow = code(offset &+ 2 &* between, of: planes.2, isHighBitDepth)
            CIELab.convert(
                light: self.light(light, isHighBitDepth), red: colour(red, isHighBitDepth),
                yellow: colour(yellow, isHighBitDepth), to: target + pixel &* 4)
            target[pixel &* 4 &+ 3] = 255
        }
    }

    private func code(_ index: Int, of samples: UnsafeRawPointer, _ isHighBitDepth: Bool) -> Int {
        isHighBitDepth
            ? Int(samples.loadUnaligned(fromByteOffset: 2 &* index, as: UInt16.self))
            : Int(samples.load(fromByteOffset: index, as: UInt8.self))
    }

    private func light(_ code: Int, _ isHighBitDepth: Bool) -> Float {
        // In ICC's encoding, the highest 16-bit code is the highest 8-bit code, then a zero byte.
        Float(code) * 100 / (isHighBitDepth ? (isOffset ? 0xFF00 : 0xFFFF) : 0xFF)
    }

    private func colour(_ code: Int, _ isHighBitDepth: Bool) -> Float {
        if isOffset { return isHighBitDepth ? Float(code - 0x8000) / 256 : Float(code - 0x80) }
        return isHighBitDepth
            ? Float(Int16(truncatingIfNeeded: code)) / 256 : Float(Int8(truncatingIfNeeded: code))
    }
}
